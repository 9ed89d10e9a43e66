/** The one resolver of paths to numbers of a problem, to vary them and to differentiate by them: where they lead, and what to say when they lead nowhere. */
import { nearest } from "../../expression/nearest.ts";
import { inputCount } from "../../model/control/control-load.ts";
import type { Simulation } from "../../simulate/run/simulation.ts";
import { compileParameters } from "../compile/parameters.ts";
import { Scope } from "../compile/scope.ts";
import { Faults, type Path, printPath, printValue } from "../faults.ts";
import type { Problem } from "../schema/schema.ts";
import { splitPath } from "./split-path.ts";

/** A place that takes a number. */
export interface Place {
  /** In the problem's data. */
  readonly parts: Path;
  /** The number that stands there. */
  readonly value: number;
  /** A formula stands there: a number may be out of place where it does. */
  readonly formula?: true;
  /** Set where the number only enters the live simulation, not what is compiled: which entry it is. */
  readonly live?: { readonly what: "position" | "velocity" | "control"; readonly index: number };
}

/** Leaves of the data that are looked at for a suggestion, and entries of one list. */
const MOST_LEAVES = 2000;
const MOST_ENTRIES = 50;
const MOST_SHOWN = 8;

/** The place of a path, or why there is none. */
export function findPlace(text: string, problem: Problem, simulation: Simulation): Place | string {
  const parts = splitPath(text);
  if (!parts) return "invalid path; expected keys and indexes as in system.friction[0].limit";
  return findLive(parts, problem, simulation) ?? findNumber(text, parts, problem, simulation);
}

/** Initial values and constant control values: they are there also when the file leaves them out. */
function findLive(parts: Path, problem: Problem, simulation: Simulation): Place | undefined {
  const [first, second, index] = parts;
  if (parts.length !== 3 || typeof index !== "number") return undefined;
  if (first === "initial" && (second === "position" || second === "velocity")) {
    if (index >= simulation.system.visible) return undefined;
    if (problem.initial?.project && Array.isArray(problem.initial[second])) return undefined; // each start is projected
    return { parts, value: simulation.initial[second][index]!, live: { what: second, index } };
  }
  const { control } = simulation;
  if (first !== "control" || second !== "value" || !control || index >= inputCount(control)) return undefined;
  const given = problem.control?.value;
  if (given !== undefined && !Array.isArray(given)) return undefined;
  return { parts, value: control.values[index]!, live: { what: "control", index } };
}

function findNumber(text: string, parts: Path, problem: Problem, simulation: Simulation): Place | string {
  let at: unknown = problem;
  for (const part of parts) {
    if (!isHolder(at) || !Object.hasOwn(at, part)) return unknownPath(text, problem, simulation);
    at = at[part];
  }
  const ranged = parts[0] === "parameters" && parts.length === 2 && isHolder(at); // { value, from, to }
  if (ranged) return findNumber(text, [...parts, "value"], problem, simulation);
  if (typeof at === "number") return { parts, value: at };
  const value = typeof at === "string" ? constant(at, problem) : undefined;
  return value === undefined ? notNumber(text, at) : { parts, value, formula: true };
}

/** The value of a formula of the parameters. */
function constant(text: string, { parameters }: Problem): number | undefined {
  const scope = new Scope(new Faults());
  compileParameters(scope, parameters);
  return scope.number([], text);
}

function notNumber(text: string, at: unknown): string {
  if (Array.isArray(at)) return `invalid path; a list, not a number: ${text}. Name an entry, as ${text}[0]`;
  if (isHolder(at)) return `invalid path; not a number: ${text}. Name a key of it: ${Object.keys(at).join(", ")}`;
  return `invalid path; not a number: ${printValue(at)}. Put a parameter into it and vary that, as parameters.k`;
}

function unknownPath(text: string, problem: Problem, simulation: Simulation): string {
  const known = numberPaths(problem, simulation);
  const guess = nearest(text, known);
  if (guess) return `unknown path; did you mean ${guess}?`;
  const more = known.length > MOST_SHOWN ? `, ... (${known.length} in all)` : "";
  return `unknown path; the file has no such number: ${text}. It has ${known.slice(0, MOST_SHOWN).join(", ")}${more}`;
}

/** Paths that can be varied: parameters first. */
function numberPaths(problem: Problem, { system, control }: Simulation): string[] {
  const { parameters, initial: _initial, stickslip: _version, ...rest } = problem;
  const vectors = (what: string, count: number) => Array.from({ length: count }, (_, i) => `${what}[${i}]`);
  const found = Object.keys(parameters).map((name) => `parameters.${name}`);
  found.push(...vectors("initial.position", system.visible), ...vectors("initial.velocity", system.visible));
  if (control) found.push(...vectors("control.value", inputCount(control)));
  const visit = (at: unknown, path: Path): void => {
    if (found.length >= MOST_LEAVES) return;
    if (typeof at === "number") found.push(printPath(path));
    if (Array.isArray(at) && at.length > MOST_ENTRIES) return;
    if (isHolder(at)) for (const key of Object.keys(at)) visit(at[key], [...path, Array.isArray(at) ? +key : key]);
  };
  visit(rest, []);
  return [...new Set(found)];
}

function isHolder(value: unknown): value is Record<string | number, unknown> {
  return typeof value === "object" && value !== null;
}
