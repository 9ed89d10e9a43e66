/** A problem file's data to a simulation, or the list of all its faults. */
import { inputCount } from "../../model/control/control-load.ts";
import { undefinedSpring } from "../../model/linear/springs.ts";
import { rowValues } from "../../model/rows/row-values.ts";
import type { System } from "../../model/system.ts";
import { breakpointsOf } from "../../model/system.ts";
import { rowUnitsOf } from "../../model/units.ts";
import { Entries } from "../../numeric/entries.ts";
import { isPositiveDefinite } from "../../numeric/positive-definite.ts";
import { rowsMultiply, rowsTerms } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Initial, Scheme } from "../../scheme/scheme.ts";
import type { Measures, Outputs } from "../../simulate/measure/formulas.ts";
import { type MotionValues, motionValues } from "../../simulate/run/defined.ts";
import type { Grid } from "../../simulate/run/grid.ts";
import type { Simulation } from "../../simulate/run/simulation.ts";
import type { Solver } from "../../step/step.ts";
import { type Fault, Faults, type LineOf, ProblemError, printValue } from "../faults.ts";
import { rawFault } from "../read/raw-limits.ts";
import type { PartialProblem } from "../read/salvage.ts";
import { validate, validateChanges } from "../read/validate.ts";
import type { Problem, ProblemStart } from "../schema/schema.ts";
import { compileAttraction } from "./attraction.ts";
import { checkOnJoints, checkReach } from "./constrained-places.ts";
import { warnLate } from "./control/control.ts";
import { type ControlGoal, compileGoal } from "./control/goal.ts";
import { defaultPidName } from "./feedback/pid.ts";
import { guarded, untilEnough } from "./guarded.ts";
import { compileMeasures } from "./measures/measures.ts";
import { compileOutputs, parseOutputs, quantityNames } from "./measures/outputs.ts";
import { compileParameters } from "./parameters.ts";
import { projectStart } from "./project-start.ts";
import { compileGrid, compileScheme, compileSolver, compileTimes, defaultScheme } from "./run/run.ts";
import { Scope } from "./scope.ts";
import { compileCounts, Sections } from "./sections.ts";
import { compileSignals } from "./signals.ts";
import type { CompiledSystem, Settled, SystemNames } from "./system/kind.ts";
import { redundantRows } from "./system/redundant-rows.ts";
import { compileSystem, sizeOf, systemNames } from "./system/system.ts";
import { checkVarying } from "./time/check-varying.ts";
import { warnDetail, warnSpan } from "./time/warn-detail.ts";

export type Compiled =
  | CompiledProblem
  | { readonly faults: readonly Fault[]; readonly problem?: undefined; readonly simulation?: undefined };

export interface CompiledProblem {
  /** The data that it was compiled from. */
  readonly raw: unknown;
  readonly problem: Problem;
  readonly simulation: Simulation;
  /** For `control`; absent when the problem has no target. */
  readonly goal?: ControlGoal;
  /** The equilibrium that the run starts from, where `initial.equilibrium` asks for one. */
  readonly rest?: Settled["rest"];
  readonly faults?: undefined;
}

/** The sections of what was compiled. */
const memory = new WeakMap<CompiledProblem, Sections>();

/** Checks and compiles raw data (parsed YAML or JSON); `lineOf` gives faults their lines. Never throws. */
export function compile(raw: unknown, lineOf?: LineOf): Compiled {
  compileCounts.problems++;
  const sections = new Sections();
  return finished(sections, new Faults(lineOf), (faults) => compileSized(raw, faults, sections));
}

/**
 * As `compile`, for data that have much in common with those of `base`: what is the same in both is not checked again, and only the
 * sections that depend on a difference are compiled.
 */
export function recompile(base: CompiledProblem, raw: unknown, lineOf?: LineOf): Compiled {
  const sections = memory.get(base);
  const problem = sections && validateChanges(raw, base);
  if (!problem) return compile(raw, lineOf);
  compileCounts.patches++;
  return finished(sections, new Faults(lineOf), (faults) => {
    const live = compileParts(problem, new Set(), faults, sections);
    if (!live) return undefined;
    // other numbers, mostly of the same structure: what was emitted for it serves again
    const { kernels } = base.simulation;
    return { raw, problem, ...live, simulation: { ...live.simulation, ...(kernels ? { kernels } : {}) } };
  });
}

function finished(sections: Sections, faults: Faults, make: (faults: Faults) => CompiledProblem | undefined): Compiled {
  const compiled = untilEnough(() => guarded(faults, [], () => make(faults)));
  if (!compiled || faults.list.length > 0) return { faults: faults.list };
  memory.set(compiled, sections);
  return compiled;
}

function compileSized(raw: unknown, faults: Faults, sections: Sections): CompiledProblem | undefined {
  const refusal = rawFault(raw);
  if (refusal) faults.add(refusal.path, refusal.message);
  if (refusal) return undefined;
  const { problem, parts, words } = validate(raw, faults);
  const live = compileParts(parts, words, faults, sections);
  return problem && live && { raw, problem, ...live };
}

/** As `compile`, for callers that would rather catch. */
export function compileOrThrow(raw: unknown): CompiledProblem {
  const compiled = compile(raw);
  if (compiled.faults) throw new ProblemError(compiled.faults);
  return compiled;
}

/** What `compile` gave, as it is; other data are compiled. */
export function compiledOf(source: unknown): CompiledProblem {
  return memory.has(source as CompiledProblem) ? (source as CompiledProblem) : compileOrThrow(source);
}

function compileParts(
  parts: PartialProblem,
  words: ReadonlySet<string>,
  faults: Faults,
  sections: Sections,
): Pick<CompiledProblem, "simulation" | "goal" | "rest"> | undefined {
  const scope = new Scope(faults, words);
  const at = <T>(section: string, make: () => T): T | undefined => guarded(faults, [section], make);
  at("parameters", () => compileParameters(scope, parts.parameters));
  const make = <T>(section: string, inputs: readonly unknown[], make: () => T): T | undefined =>
    at(section, () => sections.make(scope, section, inputs, make));
  const signals = make("signals", [parts.signals], () => {
    compileSignals(scope, parts.signals);
    return { by: scope.signals }; // something new: what uses signals depends on it
  });
  const times = make("time", [parts.time], () => compileTimes(scope, parts.time));
  const feedback = parts.feedback ?? [];
  feedback.forEach((entry, i) => {
    if (!entry) scope.damaged.add(defaultPidName(i));
  });
  const compiled = make(
    "system",
    [parts.system, JSON.stringify(parts.control?.value), parts.feedback, times, signals],
    () => compileSystem(scope, parts.system, { control: parts.control, feedback, span: times }),
  );
  const system = compiled?.system;
  if (times) {
    const check = () => {
      checkVarying(scope, times);
      return true;
    };
    at("system", () => sections.make(scope, "varying", [compiled, times], check));
  }
  const size = system?.visible ?? sizeOf(parts.system);
  const inputs = compiled?.control && inputCount(compiled.control);
  const goal =
    size && inputs
      ? make("control", [parts.control, size, inputs, compiled?.start], () =>
          compileGoal(scope, parts.control, size, inputs, compiled?.start),
        )
      : undefined;
  const position = initialVector(scope, "position", parts.initial, size, compiled);
  const velocity = initialVector(scope, "velocity", parts.initial, size, compiled);
  const names = systemNames(system, parts.system, feedback);
  const { shape, ...plain } = names ?? {};
  const formulas = make("outputs", [parts.outputs, parts.measures, JSON.stringify(plain), shape, signals], () =>
    compileStateFormulas(scope, parts, names),
  );
  at("attraction", () => compileAttraction(scope, parts.attraction as Problem["attraction"]));
  const asked = parts.scheme as Problem["scheme"] | undefined;
  const scheme = asked ? compileScheme(scope, asked) : system && times && defaultScheme(system, times);
  const solver = compileSolver(
    scope,
    parts.solver as Problem["solver"] | undefined,
    scheme?.name ?? parts.scheme?.type,
    times?.step ?? 1,
  );
  if (!times || !compiled || !system || !scheme || !solver || !position || !velocity) return undefined;
  if (!formulas?.outputs || !formulas.measures || faults.list.length > 0) return undefined;
  const warnings = [...scope.warnings];
  const told = warnings.length;
  const grid = compileGrid(times, system, scheme, warnings);
  warnDetail(system, scheme, grid, breakpointsOf(system, times.start, times.end).complete, warnings);
  warnSpan(scheme, grid, warnings);
  if (compiled.control) warnLate(compiled.control, times.end, warnings);
  const refusal = scheme.refuses(system, grid.step);
  if (refusal) faults.add(refusal.startsWith("invalid step") ? ["time", "step"] : ["scheme"], refusal);
  const objection = refusal ? undefined : objectionOf(scheme, solver, system, grid);
  if (objection) faults.add([objection.startsWith("invalid scheme") ? "scheme" : "solver"], objection);
  const given = {
    time: times.start,
    end: times.end,
    position: Float64Array.from([...position, ...compiled.states.map(() => 0)]),
    velocity: Float64Array.from([...velocity, ...compiled.states]),
  };
  const settled = compiled.settle?.(scope, given, parts.initial as Problem["initial"] | undefined);
  if (compiled.settle && !settled) return undefined;
  warnings.push(...scope.warnings.slice(told));
  const initial = settled?.initial ?? (parts.initial?.project ? projectStart(scope, system, given, warnings) : given);
  if (!initial) return undefined;
  checkInitial(scope.faults, system, initial, motionValues(system), given.velocity);
  if (goal) checkReach(scope, system, times.end, goal, initial.position);
  warnDependent(system, initial.position, warnings);
  const { outputs, measures } = formulas;
  const { control } = compiled;
  const name = String(parts.name ?? "untitled");
  const input = control ? { control } : {};
  const simulation = {
    name,
    system,
    scheme,
    solver,
    initial,
    ...input,
    grid,
    kernels: {},
    preparation: {},
    recording: {},
    outputs,
    measures,
    warnings,
  };
  return { simulation, ...(goal ? { goal } : {}), ...(settled?.rest ? { rest: settled.rest } : {}) };
}

function compileStateFormulas(
  scope: Scope,
  parts: PartialProblem,
  names: SystemNames | undefined,
): { outputs: Outputs | undefined; measures: Measures | undefined } | undefined {
  if (!names) return undefined;
  const known = quantityNames(names, scope.signals);
  const nodes = parseOutputs(scope, parts.outputs, names, known);
  const measures = compileMeasures(scope, parts.measures, names, nodes, known);
  return { outputs: compileOutputs(nodes, known), measures };
}

function initialVector(
  scope: Scope,
  key: "position" | "velocity",
  initial: Partial<Problem["initial"]> | undefined,
  size: number | undefined,
  system: CompiledSystem | undefined,
): Float64Array | undefined {
  const given = initial?.[key] as ProblemStart | undefined;
  if (given === undefined) return new Float64Array(size ?? 0);
  const path = ["initial", key];
  if (Array.isArray(given)) {
    const values = scope.vector(path, given, size);
    return values && Float64Array.from(values);
  }
  if (!system) return undefined;
  if (system.start) return system.start(scope, path, given)?.map((value) => (Number.isNaN(value) ? 0 : value));
  const remedy = typeof given === "object" ? "" : ". Put it in [ ]";
  scope.faults.add(
    path,
    `invalid ${key}; not a list of numbers, one for each coordinate: ${printValue(given)}${remedy}`,
  );
  return undefined;
}

function objectionOf(scheme: Scheme, solver: Solver, system: System, { start, end, step }: Grid): string | undefined {
  if (scheme.stepsEnd === "events" && !breakpointsOf(system, start, end).complete) {
    return `invalid scheme; ${scheme.name} must know all jumps and kinks of the forces, and they are too many to find. Take scheme balanced`;
  }
  if (scheme.stepsEnd === "events" && solver.name !== "active-set") {
    return `invalid solver; ${scheme.name} needs active-set: ${solver.name}. Leave the solver out, or take scheme balanced`;
  }
  return solver.refuses(scheme.problem(system, step));
}

/** Forces, limits and drives that follow the motion. */
function checkValues(faults: Faults, undefinedAt: MotionValues, { time, position, velocity }: Initial): void {
  const what = undefinedAt(Float64Array.of(time, time), position, velocity);
  if (what === undefined) return;
  const remedy = "Look for a root or logarithm of a negative number, or a division by zero; or start elsewhere";
  faults.add(["initial"], `invalid initial; the ${what} has no finite value there. ${remedy}`);
}

/** Of the terms that cancel: what a start may be off a joint, or beyond a stop. */
const ROUND_OFF = 1e-12;

/**
 * Energy, joints and stops at the start. `undefinedAt`: of the system, where it is there for many starts. `given`: the velocity before it was projected, whose round-off
 * may be left.
 */
export function checkInitial(
  faults: Faults,
  system: System,
  initial: Initial,
  undefinedAt: MotionValues = motionValues(system),
  given: Vector = initial.velocity,
): void {
  const { time, position, velocity } = initial;
  checkOnJoints(faults, system, time, position);
  const spring = undefinedSpring(system.linear ?? {}, position);
  if (spring !== undefined) {
    const path = ["system", "springs", spring, "potential"];
    faults.add(path, "invalid potential; it has no finite value or slope at the start. Check its domain");
  } else if (!Number.isFinite(system.energy(position, velocity))) {
    faults.add(["initial"], "invalid initial; its energy is not a finite number. Check the units");
  } else checkValues(faults, undefinedAt, initial);
  checkMass(faults, system, position);
  if (system.rows.some(({ law }) => law.joint)) checkRates(faults, system, initial, given);
  if (system.hasStops) checkGaps(faults, system, position);
}

/** Joints do not move. */
function checkRates(faults: Faults, system: System, { time, position, velocity }: Initial, given: Vector): void {
  const values = rowValues(system);
  values.update(Float64Array.of(time, time), position, velocity);
  const rates = new Float64Array(system.rows.length);
  const directions = system.newDirections();
  system.directionsAt(position, directions);
  rowsMultiply(directions, velocity, rates);
  const sizes = velocity.map((rate, k) => Math.max(Math.abs(rate), Math.abs(given[k]!)));
  rates.forEach((whole, i) => {
    const { law, name } = system.rows[i]!;
    const drive = values.drive[i]!;
    const rate = whole - drive;
    if (
      !law.joint ||
      system.conditioned ||
      Math.abs(rate) <= ROUND_OFF * (rowsTerms(directions, sizes, i) + Math.abs(drive))
    )
      return;
    const remedy = system.linear ? "Start with w.v = 0" : "Start with another one, or with --project";
    faults.add(["initial", "velocity"], `invalid velocity; breaks the joint ${name}, whose rate is ${rate}. ${remedy}`);
  });
}

/** Nothing is behind a stop. */
function checkGaps(faults: Faults, system: System, position: Vector): void {
  const directions = system.newDirections();
  system.directionsAt(position, directions);
  const gaps = new Float64Array(system.rows.length);
  system.gapsAt(position, gaps);
  const along = rowUnitsOf(system);
  const behind = Array.from(gaps.keys()).filter((i) => {
    const terms = rowsTerms(directions, position, i) + Math.abs(system.rows[i]!.law.stop?.gap ?? 0);
    return gaps[i]! < -ROUND_OFF * terms;
  });
  // along a string one fault stands for all of its nodes: the deepest
  const told = system.shape ? behind.toSorted((i, j) => gaps[i]! - gaps[j]!).slice(0, 1) : behind;
  for (const i of told) {
    const depth = `${-gaps[i]!}${along[i] === "" ? "" : ` ${along[i]}`}`;
    const others = behind.length - told.length;
    const more = others > 0 ? `, and beyond ${others} more by less` : "";
    faults.add(
      ["initial", "position"],
      `invalid position; beyond the stop ${system.rows[i]!.name} by ${depth}${more}. Start on its free side`,
    );
  }
}

/** A mass that changes with the position must be positive where the motion begins. */
function checkMass(faults: Faults, system: System, position: Float64Array): void {
  if (system.linear || system.conditioned) return;
  const mass = system.matrix();
  system.massAt(position, mass);
  const entries = new Entries(system.size);
  for (let i = 0; i < system.size; i++) for (let j = 0; j < system.size; j++) entries.add(i, j, mass.at(i, j));
  if (isPositiveDefinite(entries)) return;
  const bad = Array.from({ length: system.size }, (_, i) => mass.at(i, i)).findIndex((entry) => !(entry > 0));
  const reason =
    bad >= 0 ? `that of ${system.names[bad]} is ${mass.at(bad, bad)}` : "a combination of coordinates has none";
  faults.add(
    ["system", "kinetic"],
    `invalid kinetic; the mass at the start is not positive definite: ${reason}. Every direction of motion needs a positive mass`,
  );
}

function warnDependent(system: System, position: Float64Array, warnings: string[]): void {
  if (system.conditioned) return; // compile lets none be there
  const dependent = redundantRows(system, position);
  if (dependent.length === 0) return;
  warnings.push(
    `The directions of the rows depend on each other (${dependent.join(", ")} on those before). While they hold together their multipliers are not unique: only the sum of their forces is.`,
  );
}
