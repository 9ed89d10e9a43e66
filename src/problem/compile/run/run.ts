/** `time:`, `scheme:` and `solver:` to live objects, checked against the system. */
import { isHard } from "../../../model/rows/constraint-method.ts";
import { breakpointsOf, type System } from "../../../model/system.ts";
import { pow } from "../../../numeric/elementary.ts";
import { alpha } from "../../../scheme/alpha/alpha.ts";
import { balanced } from "../../../scheme/balanced/balanced.ts";
import { eventDriven } from "../../../scheme/event-driven/event-driven.ts";
import type { Scheme } from "../../../scheme/scheme.ts";
import { splitting, strang } from "../../../scheme/splitting/splitting.ts";
import { variational } from "../../../scheme/variational/variational.ts";
import { type Grid, grid, stepCount } from "../../../simulate/run/grid.ts";
import { activeSet } from "../../../step/solvers/active-set.ts";
import { gaussSeidel } from "../../../step/solvers/gauss-seidel.ts";
import { penaltyNewton } from "../../../step/solvers/penalty-newton.ts";
import { regularized, uzawa } from "../../../step/solvers/uzawa.ts";
import type { Solver } from "../../../step/step.ts";
import type { Problem, SchemeData, SolverData } from "../../schema/schema.ts";
import type { Scope } from "../scope.ts";

/** Steps that a run may have: at a microsecond each a quarter of an hour. */
const MOST_STEPS = 1e9;
/** s */
const SHORTEST_RUN = 1e-200;

export interface Times {
  readonly start: number;
  readonly end: number;
  readonly step: number;
  readonly output: number;
}

export function compileTimes(scope: Scope, time: Partial<Problem["time"]> | undefined): Times | undefined {
  if (!time) return undefined;
  const start = scope.number(["time", "start"], time.start);
  const end = scope.number(["time", "end"], time.end);
  const step = scope.number(["time", "step"], time.step, { above: 0 });
  const output = scope.number(["time", "output"], time.output, { above: 0 });
  if (start === undefined || end === undefined) return undefined;
  if (!(end > start)) {
    scope.faults.add(["time", "end"], `invalid end; not after the start ${start}: ${end}`);
    return undefined;
  }
  if (step === undefined || (time.output !== undefined && output === undefined)) return undefined;
  if (end - start < SHORTEST_RUN) {
    scope.faults.add(
      ["time", "end"],
      `invalid end; less than ${SHORTEST_RUN} s after the start: ${end}. Choose other units`,
    );
    return undefined;
  }
  if (output !== undefined && stepCount(start, end, output) > MOST_STEPS) {
    scope.faults.add(
      ["time", "output"],
      `invalid output; gives more than ${MOST_STEPS} samples: ${output}. Take a wider spacing`,
    );
    return undefined;
  }
  if (stepCount(start, end, step) > MOST_STEPS || start + step === start || end - step === end) {
    const count = ((end - start) / step).toPrecision(3);
    scope.faults.add(
      ["time", "step"],
      `invalid step; gives ${count} steps, more than ${MOST_STEPS}: ${step}. Take a longer step or an earlier end`,
    );
    return undefined;
  }
  return { start, end, step, output: output ?? step };
}

/** The grid of a run, and what of the wishes could not be kept. */
export function compileGrid(times: Times, system: System, scheme: Scheme, warnings: string[]): Grid {
  const { times: breakpoints, complete } = breakpointsOf(system, times.start, times.end);
  const own = scheme.stepsEnd === "events"; // it steps from output to output
  const wanted = own ? { ...times, step: times.output } : times;
  const called = own && times.output !== times.step ? "output spacing" : "step";
  const made = grid({ ...wanted, breakpoints: scheme.stepsEnd === "breakpoints" ? breakpoints : [] });
  if (Math.abs(made.step - wanted.step) > 1e-9 * wanted.step) {
    warnings.push(
      `The ${called} ${wanted.step} s does not divide the time; it was reduced to ${Number(made.step.toPrecision(9))} s.`,
    );
  }
  const spacing = made.every * made.step;
  if (wanted === times && times.output !== times.step && Math.abs(spacing - times.output) > 1e-9 * times.output) {
    warnings.push(
      `The output spacing ${times.output} s is not a whole number of steps; it was set to ${Number(spacing.toPrecision(9))} s.`,
    );
  }
  if (!complete) {
    warnings.push(
      "Forces, limits or drives may have more jumps and kinks than could be found; steps may cross some of them.",
    );
  }
  const missed = scheme.stepsEnd === "nodes" ? breakpoints.filter((time) => offGrid(time, made)).length : 0;
  if (missed > 0) {
    warnings.push(
      `${scheme.name} keeps its grid: ${missed} jump${missed > 1 ? "s" : ""} or kinks of the force fall inside steps. Take balanced, whose steps end there.`,
    );
  }
  return made;
}

function offGrid(time: number, { start, step }: Grid): boolean {
  const place = (time - start) / step;
  return Math.abs(place - Math.round(place)) > 1e-9;
}

/** The reference scheme where it can treat the system; the one that knows methods of constraints where there are some. */
export function defaultScheme(system: System, times: Times): Scheme {
  if (system.conditioned)
    return system.rows.some(({ law }) => law.method?.direction) ? alpha({ alpha: 0.25 }) : variational();
  const exact = eventDriven();
  const known = breakpointsOf(system, times.start, times.end).complete;
  const extended = system.shape !== undefined; // as many events as it has nodes
  if (known && !extended && exact.refuses(system, times.step) === undefined) return exact;
  return system.rows.some(({ law }) => !isHard(law.method)) ? variational() : balanced();
}

export function compileScheme(scope: Scope, data: SchemeData): Scheme | undefined {
  if (data.type === "event-driven") return eventDriven();
  if (data.type === "balanced") return balanced();
  if (data.type === "variational") return variational();
  const weight = scope.number(["scheme", "alpha"], data.alpha, { from: 0, to: 0.5 });
  if (weight === undefined) return undefined;
  if (data.type === "alpha") return alpha({ alpha: weight });
  const options = { P: data.P, Q: data.Q, alpha: weight };
  return data.type === "splitting" ? splitting(options) : strang(options);
}

export function compileSolver(
  scope: Scope,
  data: SolverData | undefined,
  scheme: string | undefined,
  step: number,
): Solver | undefined {
  switch (data?.type) {
    case undefined:
      return undefined;
    case "active-set":
    case "kkt":
      return activeSet();
    case "gauss-seidel": {
      const tolerance = scope.number(["solver", "tolerance"], data.tolerance, TOLERANCE);
      return tolerance === undefined ? undefined : gaussSeidel({ tolerance });
    }
    case "penalty-newton": {
      const tolerance = scope.number(["solver", "tolerance"], data.tolerance, TOLERANCE);
      const epsilon = scope.number(["solver", "epsilon"], data.epsilon, { above: 0 });
      if (tolerance === undefined || epsilon === undefined) return undefined;
      return penaltyNewton({ epsilon, project: data.project, tolerance });
    }
    case "uzawa":
    case "regularized":
      return compileFixedPoint(scope, data, scheme, step);
  }
}

const TOLERANCE = { above: 0, below: 1 };

function compileFixedPoint(
  scope: Scope,
  data: Extract<SolverData, { type: "uzawa" | "regularized" }>,
  scheme: string | undefined,
  step: number,
): Solver | undefined {
  const called = scheme === "alpha" ? "r" : "rho";
  const other = called === "r" ? "rho" : "r";
  if (scheme !== undefined && data[other] !== undefined) {
    scope.faults.add(["solver", other], `invalid ${other}; with scheme ${scheme} the rate is called ${called}`);
    return undefined;
  }
  const rate = scope.number(["solver", called], data[called], { above: 0 });
  const tolerance = scope.number(["solver", "tolerance"], data.tolerance, TOLERANCE);
  if (tolerance === undefined || (data[called] !== undefined && rate === undefined)) return undefined;
  const options = { rate, called, tolerance, start: data.start } as const;
  if (data.type === "uzawa") return uzawa(options);
  const epsilon = scope.number(["solver", "epsilon"], data.epsilon ?? pow(step, 1.2), { above: 0 });
  return epsilon === undefined ? undefined : regularized({ ...options, epsilon });
}
