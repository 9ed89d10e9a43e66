/**
 * From the text of a problem file and overrides to a simulation, or to all faults, each with the place it comes from: what every host
 * does with a problem, whatever it read the text from.
 */
import type { Simulation } from "../../simulate/run/simulation.ts";
import { type CompiledProblem, compile, recompile } from "../compile/compile.ts";
import type { ControlGoal } from "../compile/control/goal.ts";
import { type Fault, type LineOf, printPath } from "../faults.ts";
import { applyOverrides } from "../paths/overrides.ts";
import { embedSignals, type OpenText } from "../read/embed.ts";
import { compileWithoutFaulty, type Leaner } from "../read/leave-out.ts";
import { rawFault } from "../read/raw-limits.ts";
import { type ReadResult, readProblem } from "../read/read.ts";
import type { Problem } from "../schema/schema.ts";
import { type GivenOverride, givenOverrides, type ProblemOptions } from "./overrides.ts";

/** A file that was read, and what it is. */
export interface Input {
  readonly path: string;
  readonly what: string;
}

/** A fault and the file or option that has it. */
export interface LocatedFault extends Fault {
  readonly source: string;
}

/** A text that was read, data that a program gives, or why there is neither. */
export type Content =
  | { readonly file: string; readonly text: string; readonly fault?: undefined }
  | { readonly file: string; readonly raw: unknown; readonly fault?: undefined }
  | { readonly file: string; readonly fault: string };

/** A problem that can be run. */
export interface Valid {
  readonly file: string;
  /** Of the file; empty for data that a program gave. */
  readonly text: string;
  /** The file's data with the overrides, and with the samples of its signals. */
  readonly raw: unknown;
  readonly problem: Problem;
  /** With the warnings of what was left out. */
  readonly simulation: Simulation;
  /** What analyses go on with: nothing is compiled a second time. */
  readonly compiled: CompiledProblem;
  /** Of `control`; absent when the problem has no target. */
  readonly goal?: ControlGoal;
  /** Warnings of outputs and measures that were left out; of the simulation too. */
  readonly leftOut: readonly string[];
  /** Files that were read, and that nothing may overwrite. */
  readonly inputs: readonly Input[];
  readonly faults?: undefined;
}

/** A problem that cannot. */
export interface Refused {
  readonly faults: readonly LocatedFault[];
  readonly inputs: readonly Input[];
}

export type Loaded = Valid | Refused;

export interface LoadOptions {
  /** Opens the files of signals. */
  readonly tables: OpenText;
  /** Files that were read so far; those of signals may be added while they are opened. */
  readonly inputs: readonly Input[];
  /** For analyses that use no outputs and measures: faults of these are warnings. */
  readonly leaveOut?: boolean;
  /** What the first problem has much in common with. */
  readonly like?: CompiledProblem;
}

/** Loads a text under any number of options: it is read once, and of a second problem only what differs is compiled. */
export function problemLoader(content: Content, { tables, inputs, leaveOut, like }: LoadOptions) {
  const { file } = content;
  const located = (fault: Fault): LocatedFault => ({ ...fault, source: file });
  const read = readContent(content);
  let base = like;
  const compileNext = (raw: unknown, lineOf?: LineOf) => (base ? recompile(base, raw, lineOf) : compile(raw, lineOf));
  const compileAs = (raw: unknown, lineOf: LineOf): Leaner =>
    leaveOut
      ? compileWithoutFaulty(raw, lineOf, compileNext)
      : { compiled: compileNext(raw, lineOf), raw, leftOut: [] };

  return (options: ProblemOptions): Loaded => {
    if (read.faults) return { faults: read.faults.map(located), inputs };
    const given = givenOverrides(options, read.raw);
    const { overrides } = given;
    const faults: LocatedFault[] = given.faults.map((fault) => ({ ...fault, path: "", source: "--set" }));
    const changed = applyOverrides(read.raw, overrides);
    for (const fault of changed.faults) faults.push(locate(fault, overrides, file));
    const lineOf = linesOfFile(read.lineOf, overrides);
    const embedded = embedSignals(changed.raw, tables, lineOf);
    for (const fault of embedded.faults) faults.push(locate(fault, overrides, file));
    const { compiled, raw, leftOut } = compileAs(embedded.raw, lineOf);
    const known = new Set(embedded.faults.map((fault) => fault.path));
    for (const fault of compiled.faults ?? []) if (!known.has(fault.path)) faults.push(locate(fault, overrides, file));
    if (compiled.faults || faults.length > 0) {
      return { faults: faults.sort((a, b) => (a.line ?? 0) - (b.line ?? 0)), inputs };
    }
    base = compiled;
    const { problem, simulation, goal } = compiled;
    const told = leftOut.map(({ path, message }) => `Left out: ${path}: ${message}.`);
    const warned = { ...simulation, warnings: [...told, ...simulation.warnings] };
    const text = "text" in content ? content.text : "";
    const live = { problem, simulation: warned, compiled, ...(goal ? { goal } : {}) };
    return { file, text, raw, ...live, leftOut: told, inputs };
  };
}

function readContent(content: Content): ReadResult {
  if (content.fault !== undefined) return { faults: [{ path: "", message: content.fault }] };
  if ("text" in content) return readProblem(content.text);
  const refusal = rawFault(content.raw); // looked at first: overrides copy the data
  if (refusal) return { faults: [{ path: printPath(refusal.path), message: refusal.message }] };
  return { raw: content.raw, lineOf: () => undefined };
}

function linesOfFile(lineOf: LineOf, overrides: readonly GivenOverride[]): LineOf {
  return (path) => (origin(printPath(path), overrides) ? undefined : lineOf(path));
}

function locate(fault: Fault, overrides: readonly GivenOverride[], file: string): LocatedFault {
  const given = origin(fault.path, overrides) ?? (fault.line === undefined ? madeBy(fault.path, overrides) : undefined);
  return { ...fault, source: given?.option ?? file };
}

/** The override on whose way a path lies that the file has not. */
function madeBy(path: string, overrides: readonly GivenOverride[]): GivenOverride | undefined {
  return path === ""
    ? undefined
    : overrides.findLast((given) => given.path.startsWith(`${path}.`) || given.path.startsWith(`${path}[`));
}

/** The override that gave the value at a path, if any. */
function origin(path: string, overrides: readonly GivenOverride[]): GivenOverride | undefined {
  return overrides.findLast((given) => {
    const rest = path.slice(given.path.length);
    return path.startsWith(given.path) && (rest === "" || rest.startsWith(".") || rest.startsWith("["));
  });
}
