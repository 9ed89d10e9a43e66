/** From a file name and overrides to a simulation, or to all faults, each with the place it comes from. */

import { dirname } from "node:path";
import { openTablesIn } from "../../node/open-table.ts";
import { readStream, readText } from "../../node/read-text.ts";
import { compile } from "../../problem/compile/compile.ts";
import type { ControlGoal } from "../../problem/compile/control/goal.ts";
import type { Fault, LineOf } from "../../problem/faults.ts";
import { printPath } from "../../problem/faults.ts";
import { applyOverrides, type Override, parseOverride } from "../../problem/paths/overrides.ts";
import { embedSignals } from "../../problem/read/embed.ts";
import { compileWithoutFaulty } from "../../problem/read/leave-out.ts";
import { readProblem } from "../../problem/read/read.ts";
import type { Problem } from "../../problem/schema/schema.ts";
import type { Simulation } from "../../simulate/run/simulation.ts";
import type { Io } from "../io.ts";
import type { ControlCommandOptions } from "../options.ts";

/** A file that was read, and what it is. */
export interface Input {
  readonly path: string;
  readonly what: string;
}

/** A fault and the file or option that has it. */
export interface LocatedFault extends Fault {
  readonly source: string;
}

export type Loaded =
  | {
      readonly file: string;
      readonly text: string;
      /** The file's data with the overrides, and with the samples of its signals. */
      readonly raw: unknown;
      readonly problem: Problem;
      readonly simulation: Simulation;
      /** Of `control`; absent when the problem has no target. */
      readonly goal?: ControlGoal;
      /** Warnings of outputs and measures that were left out; of the simulation too. */
      readonly leftOut: readonly string[];
      /** Files that were read, and that nothing may overwrite. */
      readonly inputs: readonly Input[];
      readonly faults?: undefined;
    }
  | Refused;

/** A problem that cannot. */
export interface Refused {
  readonly faults: readonly LocatedFault[];
  readonly inputs: readonly Input[];
}

/** A problem that can be run. */
export type Valid = Exclude<Loaded, Refused>;

/** An override and the option that asked for it. */
interface GivenOverride extends Override {
  readonly option: string;
}

/** The options of any command that change the problem. */
type ProblemOptions = Pick<
  ControlCommandOptions,
  "scheme" | "solver" | "step" | "end" | "set" | "method" | "allowFiles"
>;

/** For analyses that use no outputs and measures: faults of these are warnings. */
export function loadMachine(path: string, options: ProblemOptions, io: Io): Promise<Loaded> {
  return load(path, options, io, compileWithoutFaulty);
}

export function loadProblem(path: string, options: ProblemOptions, io: Io): Promise<Loaded> {
  return load(path, options, io, (raw, lineOf) => ({ compiled: compile(raw, lineOf), raw, leftOut: [] }));
}

async function load(
  path: string,
  options: ProblemOptions,
  io: Io,
  compileAs: typeof compileWithoutFaulty,
): Promise<Loaded> {
  const content = path === "-" ? await readStream(io.stdin(), "stdin") : await readText(path);
  const { file } = content;
  const inputs: Input[] = path === "-" ? [] : [{ path: file, what: "the problem file" }];
  const inFile = (fault: Fault): LocatedFault => ({ ...fault, source: file });
  if (content.fault !== undefined) return { faults: [inFile({ path: "", message: content.fault })], inputs };
  const read = readProblem(content.text);
  if (read.faults) return { faults: read.faults.map(inFile), inputs };

  const { overrides, faults } = givenOverrides(options, read.raw);
  const changed = applyOverrides(read.raw, overrides);
  for (const fault of changed.faults) faults.push(locate(fault, overrides, file));
  const lineOf = linesOfFile(read.lineOf, overrides);
  const tables = openTablesIn(path === "-" ? "." : dirname(file), {
    allowed: options.allowFiles ?? [],
    opened: (table) => inputs.push({ path: table, what: "the file of a signal" }),
  });
  const embedded = embedSignals(changed.raw, tables, lineOf);
  for (const fault of embedded.faults) faults.push(locate(fault, overrides, file));
  const { compiled, raw, leftOut } = compileAs(embedded.raw, lineOf);
  const known = new Set(embedded.faults.map((fault) => fault.path));
  for (const fault of compiled.faults ?? []) if (!known.has(fault.path)) faults.push(locate(fault, overrides, file));
  if (compiled.faults || faults.length > 0) {
    return { faults: faults.sort((a, b) => (a.line ?? 0) - (b.line ?? 0)), inputs };
  }
  const { faults: _, simulation, ...live } = compiled;
  const told = leftOut.map(({ path, message }) => `Left out: ${path}: ${message}.`);
  const warned = { ...simulation, warnings: [...told, ...simulation.warnings] };
  return { file, text: content.text, raw, ...live, simulation: warned, leftOut: told, inputs };
}

/** The short options first, so that --set can refine what they choose. */
function givenOverrides(
  { scheme, solver, step, end, method, set = [] }: ProblemOptions,
  raw: unknown,
): { overrides: GivenOverride[]; faults: LocatedFault[] } {
  const overrides = [...typeOverride("scheme", scheme, raw), ...typeOverride("solver", solver, raw)];
  if (method !== undefined) overrides.push(...methodOverride(method, raw));
  if (step !== undefined) overrides.push({ option: "--step", path: "time.step", value: step });
  if (end !== undefined) overrides.push({ option: "--end", path: "time.end", value: end });
  const faults: LocatedFault[] = [];
  for (const text of set) {
    const parsed = parseOverride(text);
    if ("message" in parsed) faults.push({ ...parsed, path: "", source: "--set" });
    else overrides.push({ ...parsed, option: "--set" });
  }
  return { overrides, faults };
}

/** Another type brings its own defaults: the old one's options would be unknown to it. */
function typeOverride(key: "scheme" | "solver", type: string | undefined, raw: unknown): GivenOverride[] {
  const present = (raw as Partial<Record<string, { type?: unknown } | null>> | null)?.[key]?.type;
  if (type === undefined || type === present) return [];
  return [{ option: `--${key}`, path: key, value: JSON.stringify({ type }) }];
}

function methodOverride(type: string, raw: unknown): GivenOverride[] {
  const control = (raw as { control?: { method?: { type?: unknown } } } | null)?.control;
  if (type === control?.method?.type) return [];
  return [{ option: "--method", path: "control.method", value: JSON.stringify({ type }) }];
}

function linesOfFile(lineOf: LineOf, overrides: readonly GivenOverride[]): LineOf {
  return (path) => (origin(printPath(path), overrides) ? undefined : lineOf(path));
}

function locate(fault: Fault, overrides: readonly GivenOverride[], file: string): LocatedFault {
  return { ...fault, source: origin(fault.path, overrides)?.option ?? file };
}

/** The override that gave the value at a path, if any. */
function origin(path: string, overrides: readonly GivenOverride[]): GivenOverride | undefined {
  return overrides.findLast((given) => {
    const rest = path.slice(given.path.length);
    return path.startsWith(given.path) && (rest === "" || rest.startsWith(".") || rest.startsWith("["));
  });
}
