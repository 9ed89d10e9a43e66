/** Numbers of a problem file as directions in which a motion can be differentiated. */
import { runToEnd } from "../../simulate/run/final.ts";
import type { Direction } from "../../simulate/run/sensitivity.ts";
import type { Simulation } from "../../simulate/run/simulation.ts";
import { compile } from "../compile/compile.ts";
import { compileParameters } from "../compile/parameters.ts";
import { Scope } from "../compile/scope.ts";
import { type Fault, Faults, printValue } from "../faults.ts";
import { defaultList } from "../schema/default-lists.ts";
import type { Problem } from "../schema/schema.ts";
import { applyOverrides, splitPath } from "./overrides.ts";

/** Of the value, or of 1 when that is 0: the systems so far away tell how the system changes. */
const DISTANCE = 1e-5;

/** One direction a path (as in --set), or why there is none. */
export function compileDirections(
  raw: unknown,
  simulation: Simulation,
  paths: readonly string[],
): { directions: Direction[]; faults: Fault[] } {
  const faults: Fault[] = [];
  const directions: Direction[] = [];
  for (const path of paths) {
    const made = directionOf(raw, simulation, path);
    if (typeof made === "string") faults.push({ path, message: made });
    else directions.push(made);
  }
  return { directions, faults };
}

/**
 * Derivative of the end (position, then velocity) by the number at a path, from runs of the file with other numbers there:
 * central differences, extrapolated. Undefined where such a run fails. Independent of the tangents, to check them.
 */
export function endDifference(raw: unknown, given: string): Float64Array | undefined {
  const { path, value } = placeOf(raw, given);
  if (value === undefined) return undefined;
  const distance = DISTANCE * (value === 0 ? 1 : Math.abs(value));
  const [fine, coarse] = [distance, 2 * distance].map((h) => {
    const [above, below] = [value + h, value - h].map((near) => endAt(raw, path, near));
    return above && below && above.map((entry, i) => (entry - below[i]!) / (2 * h));
  });
  return fine && coarse && fine.map((entry, i) => (4 * entry - coarse[i]!) / 3);
}

function endAt(raw: unknown, path: string, value: number): Float64Array | undefined {
  const { simulation } = compile(applyOverrides(raw, [{ path, value: String(value) }]).raw);
  const outcome = simulation && runToEnd(simulation);
  return outcome?.status === "done" ? Float64Array.of(...outcome.state.position, ...outcome.state.velocity) : undefined;
}

/** Where the number stands that a path means (parameters.k may be a range), and what it is; undefined: there is none. */
export function placeOf(raw: unknown, given: string): { path: string; value: number | undefined } {
  const path = holdsRange(raw, given) ? `${given}.value` : given;
  return { path, value: numberAt(raw, path) ?? defaultAt(raw, path) };
}

function directionOf(raw: unknown, simulation: Simulation, given: string): Direction | string {
  const { path, value } = placeOf(raw, given);
  if (value === undefined) {
    return `invalid path; no number of the file: ${printValue(given)}. As in initial.position[0], parameters.k, control.value[0]`;
  }
  if (path.startsWith("time.")) return "invalid path; the times of a run have no derivative";
  return stateDirection(simulation, path) ?? neighborDirection(raw, simulation, path, value);
}

/** Initial values and control values need no second system. */
function stateDirection({ system, control }: Simulation, path: string): Direction | undefined {
  const [, row, entry] = /^control\.value(?:\.values\[(\d+)\])?\[(\d+)\]$/.exec(path) ?? [];
  if (entry !== undefined) return control && { control: { interval: Number(row ?? 0), input: Number(entry) } };
  const [, key, digits] = /^(initial\.position|initial\.velocity)\[(\d+)\]$/.exec(path) ?? [];
  if (key === undefined) return undefined;
  const index = Number(digits);
  const unit = new Float64Array(system.size);
  unit[index] = 1;
  return key === "initial.position" ? { position: unit } : { velocity: unit };
}

function neighborDirection(raw: unknown, simulation: Simulation, path: string, value: number): Direction | string {
  const distance = DISTANCE * (value === 0 ? 1 : Math.abs(value));
  const sides = [value + distance, value - distance].map((near) => {
    const changed = applyOverrides(raw, [{ path, value: String(near) }]);
    return compile(changed.raw);
  });
  const [above, below] = sides.map(({ simulation }) => simulation);
  if (!above || !below) {
    const reason = sides.flatMap(({ faults }) => faults ?? [])[0]?.message;
    return `invalid path; the problem has faults a little above or below ${value}: ${reason}`;
  }
  if (above.system.size !== simulation.system.size || above.system.rows.length !== simulation.system.rows.length) {
    return `invalid path; the machine itself changes with it: ${printValue(path)}`;
  }
  const slope = (of: (side: Simulation) => Float64Array) =>
    of(above).map((entry, i) => (entry - of(below)[i]!) / (2 * distance));
  return {
    position: slope(({ initial }) => initial.position),
    velocity: slope(({ initial }) => initial.velocity),
    neighbors: { above: above.system, below: below.system, distance },
  };
}

/** A parameter given as { value, from, to }. */
function holdsRange(raw: unknown, path: string): boolean {
  const at = entryAt(raw, path);
  return typeof at === "object" && at !== null && "value" in at && path.startsWith("parameters.");
}

/** A number, or a constant formula of the file's parameters. */
function numberAt(raw: unknown, path: string): number | undefined {
  const entry = entryAt(raw, path);
  if (typeof entry !== "string") return typeof entry === "number" ? entry : undefined;
  const scope = new Scope(new Faults());
  compileParameters(scope, entryAt(raw, "parameters") as Problem["parameters"] | undefined);
  return scope.number([path], entry);
}

/** An entry of a list that the file leaves out. */
function defaultAt(raw: unknown, path: string): number | undefined {
  const parts = splitPath(path) ?? [];
  const index = parts.at(-1);
  if (typeof index !== "number" || entryAt(raw, path.replace(/\[\d+\]$/, "")) !== undefined) return undefined;
  return defaultList(raw, parts.slice(0, -1))?.[index];
}

function entryAt(raw: unknown, path: string): unknown {
  let at = raw;
  for (const part of splitPath(path) ?? [Symbol("nowhere")]) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, part)) return undefined;
    at = (at as Record<PropertyKey, unknown>)[part];
  }
  return at;
}
