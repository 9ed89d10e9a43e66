/** One run of an experiment by the public functions; its answer is plain data that can be sent between threads. */
import { attraction } from "../api/attraction.ts";
import { control } from "../api/control.ts";
import { cycle } from "../api/cycle.ts";
import { design } from "../api/design.ts";
import { equilibrium } from "../api/equilibrium.ts";
import { equilibriumCurve } from "../api/equilibrium-curve.ts";
import { type LoadedProblem, load } from "../api/load.ts";
import { simulate } from "../api/simulate.ts";
import { sweep } from "../api/sweep.ts";
import { stopwatch } from "../api/work.ts";
import { rewriteProblem } from "../problem/paths/rewrite.ts";
import type { Found } from "../results/attraction.ts";
import type { ControlCurve } from "../results/control.ts";
import type { drawingOf } from "../results/equilibrium.ts";
import type { Trajectory } from "../simulate/record/trajectory.ts";
import type { GainCurve } from "../stability/design/gain-curve.ts";
import type { Run } from "./experiment.ts";

/** A run with the text of its problem file. */
export interface Job {
  readonly run: Run;
  readonly text: string;
}

export interface RunOutput {
  readonly status: string;
  readonly message: string;
  /** What the command of the same name prints with --json. */
  readonly data: unknown;
  /** The problem file as it was run. */
  readonly problem: string;
  readonly seconds: number;
  readonly trajectory?: Trajectory;
  readonly table?: {
    readonly columns: readonly string[];
    readonly rows: readonly (readonly (number | string | null)[])[];
  };
  readonly found?: Found;
  readonly set?: NonNullable<ReturnType<typeof drawingOf>>;
  readonly gain?: GainCurve;
  readonly curve?: ControlCurve;
}

/** What a run leaves beside its problem and its time. */
type Part = Omit<RunOutput, "problem" | "seconds">;

/** Samples of a trajectory, at most: of longer runs it is thinned out. */
const SAMPLES = 50_000;

/** Throws a ProblemError where the problem or the options have faults. */
export async function computeRun({ run, text }: Job, signal?: AbortSignal): Promise<RunOutput> {
  const { set, scheme, solver } = run;
  const problem = load(text, {
    ...(set && { set }),
    ...(scheme === undefined ? {} : { scheme }),
    ...(solver === undefined ? {} : { solver }),
  });
  const seconds = stopwatch();
  const part = await computePart(problem, run, signal ? { signal } : {});
  return { ...part, problem: rewriteProblem(problem.text, problem.raw), seconds: seconds() };
}

/** The same of a problem that is loaded already. */
export async function computePart(problem: LoadedProblem, run: Run, work: { signal?: AbortSignal }): Promise<Part> {
  switch (run.do) {
    case "simulate": {
      const { sensitivity } = run;
      const result = await simulate(problem, { ...work, samples: SAMPLES, ...(sensitivity && { sensitivity }) });
      const { trajectory, outcome: _, ...data } = result;
      return { status: result.status, message: result.message, data, trajectory };
    }
    case "control": {
      const { curve, run: motion, search, ...data } = await control(problem, work);
      return { ...told(data), data, curve, trajectory: motion.trajectory };
    }
    case "equilibrium": {
      const result = equilibrium(problem);
      if (result.section) return { ...told(result), data: { ...result.section } };
      const { drawing, analysis: _a, certificate: _c, ...data } = result;
      return { ...told(result), data, ...(drawing && { set: drawing }) };
    }
    case "gain": {
      const { curve: gain, ...data } = await equilibriumCurve(problem, { ...work, vary: run.vary });
      return { ...told(data), data, gain };
    }
    case "attraction": {
      const { vary, horizon } = run;
      const wishes = { ...(vary && { vary }), ...(horizon === undefined ? {} : { horizon }) };
      const { found, ...data } = await attraction(problem, { ...work, ...wishes });
      return { ...told(data), data, found };
    }
    case "cycle": {
      const { near, boundary, period } = run;
      const data = await cycle(problem, {
        ...work,
        ...(near === undefined ? {} : { near }),
        ...(boundary === undefined ? {} : { boundary }),
        ...(period === undefined ? {} : { period }),
      });
      return { ...told(data), data };
    }
    case "design": {
      const { closed: _, ...data } = design(problem);
      return { ...told(data), data };
    }
    case "sweep": {
      const { columns, rows, status, message } = await sweep(problem, { ...work, vary: [run.vary] });
      return { status, message, data: { columns, rows }, table: { columns, rows } };
    }
  }
}

function told({ status, message }: { readonly status: string; readonly message: string }) {
  return { status, message };
}
