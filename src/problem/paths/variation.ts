/**
 * A problem of which some numbers vary: from their values to a simulation. Initial values and constant control values only change
 * the live simulation; for any other number the sections that depend on it are compiled anew, once for rows that differ in live values
 * only.
 */
import type { System } from "../../model/system.ts";
import type { Vector } from "../../numeric/vector.ts";
import { controlled } from "../../simulate/run/controlled.ts";
import { type MotionValues, motionValues } from "../../simulate/run/defined.ts";
import type { Simulation } from "../../simulate/run/simulation.ts";
import { checkInitial, compiledOf, recompile } from "../compile/compile.ts";
import { checkLoad } from "../compile/system/load.ts";
import { type Fault, Faults, type Path, ProblemError, printPath } from "../faults.ts";
import type { Problem } from "../schema/schema.ts";
import { findPlace, type Place } from "./place.ts";

export type Varied =
  | { readonly simulation: Simulation; readonly faults?: undefined }
  | { readonly faults: readonly Fault[]; readonly simulation?: undefined };

export interface Variation {
  /** As they were given. */
  readonly paths: readonly string[];
  /** The numbers that stand there in the file. */
  readonly values: readonly number[];
  /** The file as it is. */
  readonly simulation: Simulation;
  /** The data that it was made from. */
  readonly raw: unknown;
  /** Whether all values are live: no row is compiled. */
  readonly live: boolean;
  /** The simulation with these values in their places, checked as the file would be. */
  at(values: Vector): Varied;
}

/**
 * `source`: a problem's data with its signals embedded, or what `compile` made of them. Throws a ProblemError with all faults of the
 * paths.
 */
export function variation(source: unknown, paths: readonly string[]): Variation {
  const base = compiledOf(source);
  const { raw, problem, simulation } = base;
  const places = findPlaces(paths, problem, simulation);
  const stands = places.map((place) => isInData(problem, place));
  const written = (values: Vector) =>
    places.reduce<unknown>((data, { parts }, i) => (stands[i] ? replaced(data, parts, values[i]!) : data), problem);
  const own = Float64Array.from(places, ({ value }) => value);
  if (places.some(({ formula }) => formula)) refuseMisplaced(paths, places, recompile(base, written(own)));
  const look = starts();
  const fixed = places.flatMap(({ live }, i) => (live ? [] : [i]));
  let compiled = simulation;
  let key = Float64Array.from(fixed, (i) => own[i]!); // of what is compiled

  return {
    paths,
    values: Array.from(own),
    simulation,
    raw,
    live: fixed.length === 0,
    at(values) {
      const wrong = nonFinite(paths, values);
      if (wrong.length > 0) return { faults: wrong };
      if (fixed.some((i, k) => !Object.is(values[i], key[k]))) {
        const found = recompile(base, written(values));
        if (found.faults) return blamed(found.faults, paths, values);
        compiled = found.simulation;
        key = Float64Array.from(fixed, (i) => values[i]!);
      }
      const varied = enliven(compiled, places, values, look);
      return varied.faults ? blamed(varied.faults, paths, values) : varied;
    },
  };
}

/** All that is wrong with the paths. */
export function pathFaults(source: unknown, paths: readonly string[]): readonly Fault[] {
  try {
    variation(source, paths);
    return [];
  } catch (error) {
    if (error instanceof ProblemError) return error.faults;
    throw error;
  }
}

function findPlaces(paths: readonly string[], problem: Problem, simulation: Simulation): Place[] {
  const faults: Fault[] = [];
  const places: Place[] = [];
  const seen = new Set<string>();
  for (const path of paths) {
    const place = findPlace(path, problem, simulation);
    if (typeof place === "string") {
      faults.push({ path, message: place });
      continue;
    }
    const printed = printPath(place.parts);
    if (seen.has(printed)) faults.push({ path, message: `invalid path; varied twice: ${path}. Leave one out` });
    seen.add(printed);
    places.push(place);
  }
  if (faults.length > 0) throw new ProblemError(faults);
  return places;
}

/** A place may hold a number where none makes sense to the schema, as a name that is a parameter's. */
function refuseMisplaced(paths: readonly string[], places: readonly Place[], trial: Varied): void {
  if (!trial.faults) return;
  const at = new Map(places.map(({ parts }, i) => [printPath(parts), paths[i]!]));
  throw new ProblemError(trial.faults.map((fault) => ({ ...fault, path: at.get(fault.path) ?? fault.path })));
}

/** Whether the data have the place: live values enter all the same where a file leaves their list out, or gives a formula or an equilibrium in its place. */
function isInData(problem: Problem, { parts: [first, second], live }: Place): boolean {
  const section = (problem as Partial<Record<string, unknown>>)[first as string] as Record<string, unknown> | undefined;
  return !live || Array.isArray(section?.[second as string]);
}

/** A copy in which the value of one path is another; everything else is shared. */
function replaced(at: unknown, [part, ...rest]: Path, value: unknown): unknown {
  if (part === undefined) return value;
  if (Array.isArray(at)) return at.with(part as number, replaced(at[part as number], rest, value));
  const holder = (at ?? {}) as Record<string | number, unknown>;
  return { ...holder, [part]: replaced(holder[part], rest, value) };
}

function nonFinite(paths: readonly string[], values: Vector): Fault[] {
  const faults: Fault[] = [];
  for (let i = 0; i < paths.length; i++) {
    if (!Number.isFinite(values[i]))
      faults.push({ path: paths[i]!, message: `invalid value; not a finite number: ${values[i]}` });
  }
  return faults;
}

/** Faults elsewhere than at the paths say which values led to them. */
function blamed(faults: readonly Fault[], paths: readonly string[], values: Vector): Varied {
  const given = paths.map((path, i) => `${path} = ${values[i]}`).join(", ");
  return {
    faults: faults.map((fault) =>
      paths.includes(fault.path) ? fault : { ...fault, message: `${fault.message} (with ${given})` },
    ),
  };
}

/** The simulation with the live values, which pass the checks of the file's. */
function enliven(
  compiled: Simulation,
  places: readonly Place[],
  values: Vector,
  look: (faults: Faults, simulation: Simulation) => void,
): Varied {
  if (places.every(({ live }) => !live)) return { simulation: compiled };
  const position = compiled.initial.position.slice();
  const velocity = compiled.initial.velocity.slice();
  const control = compiled.control?.values.slice() ?? new Float64Array(0);
  for (let i = 0; i < places.length; i++) {
    const { live } = places[i]!;
    if (!live) continue;
    const list = live.what === "position" ? position : live.what === "velocity" ? velocity : control;
    list[live.index] = values[i]!;
  }
  const faults = new Faults();
  const initial = { ...compiled.initial, position, velocity };
  const moved = { ...compiled, initial };
  const pushed = places.some(({ live }) => live?.what === "control");
  const simulation = pushed ? controlled(moved, control) : moved;
  const { system, grid } = simulation;
  if (pushed) checkLoad(faults, ["system", "force"], system.load, system.size, grid.start);
  look(faults, simulation);
  return faults.list.length === 0 ? { simulation } : { faults: faults.list };
}

/** Checks starts; what it derives from a system is kept while the system stays the same. */
function starts(): (faults: Faults, simulation: Simulation) => void {
  let known: { readonly system: System; readonly undefinedAt: MotionValues } | undefined;
  return (faults, { system, initial }) => {
    if (known?.system !== system) known = { system, undefinedAt: motionValues(system) };
    checkInitial(faults, system, initial, known.undefinedAt);
  };
}
