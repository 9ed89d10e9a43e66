/** From the text or the data of a problem to what every other function takes. */
import { ProblemError } from "../problem/faults.ts";
import { type Loaded, problemLoader, type Valid } from "../problem/load/load.ts";
import type { OpenText } from "../problem/read/embed.ts";
import { startRun } from "../simulate/run/run.ts";
import type { Simulation } from "../simulate/run/simulation.ts";

/** A problem that was read, checked and compiled: what all functions take. Nothing in it changes. */
export type LoadedProblem = Valid;

export interface LoadOptions {
  /** Values to change before anything is checked, by their paths: { "time.end": 8, "system.friction[0].limit": 2 }. */
  readonly set?: Readonly<Record<string, unknown>>;
  /** Another scheme or solver, by its type, with its own defaults. */
  readonly scheme?: string;
  readonly solver?: string;
  /** What the text is called in faults; default "problem". */
  readonly file?: string;
  /** Gives the text of a signal's file; without it such files are refused. `loadFile` of stickslip/node reads them. */
  readonly open?: OpenText;
  /** For analyses, which need no outputs and measures: those with faults are left out, with a warning. */
  readonly leaveOut?: boolean;
  /** A problem that was loaded before and has much in common with this one: only what differs is checked and compiled again. */
  readonly like?: LoadedProblem;
}

/** `source`: YAML or JSON text, or an object as a problem file would give it. Throws a ProblemError with all faults. */
export function load(source: string | object, options: LoadOptions = {}): LoadedProblem {
  const loaded = tryLoad(source, options);
  if (loaded.faults) throw new ProblemError(loaded.faults);
  prepare(loaded.simulation);
  return loaded;
}

/** Makes the code that runs share, and begins one: the host compiles functions when they are first called, which takes longer than a run. */
function prepare(simulation: Simulation): void {
  const { scheme, system, initial, kernels, grid } = simulation;
  if (!kernels || !scheme.prepare?.(system, initial, kernels)) return;
  const whole = { ...grid, step: grid.end - grid.start, steps: 1, every: 1 };
  startRun(simulation, [], { grid: whole }).advance(1, () => true);
}

/** The same, with the faults as data. */
export function tryLoad(source: string | object, options: LoadOptions = {}): Loaded {
  const { set, scheme, solver, file = "problem", open = noFiles, leaveOut = false, like } = options;
  const content = typeof source === "string" ? { file, text: source } : { file, raw: source };
  const compiling = { tables: open, inputs: [], leaveOut, ...(like && { like: like.compiled }) };
  return problemLoader(
    content,
    compiling,
  )({
    ...(set && { values: set }),
    ...(scheme === undefined ? {} : { scheme }),
    ...(solver === undefined ? {} : { solver }),
  });
}

function noFiles(): never {
  throw new Error("no files here. Give times and values in the problem, or load it with the option open");
}
