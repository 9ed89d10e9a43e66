/** Numbers of a problem file as directions in which a motion can be differentiated. */
import { isHard } from "../../model/rows/constraint-method.ts";
import type { Neighbors } from "../../scheme/common/tangent.ts";
import { runToEnd } from "../../simulate/run/final.ts";
import type { Direction } from "../../simulate/run/sensitivity.ts";
import type { Simulation } from "../../simulate/run/simulation.ts";
import { compiledOf } from "../compile/compile.ts";
import { type Fault, type Path, ProblemError, printPath, printValue } from "../faults.ts";
import { findPlace } from "./place.ts";
import { type Variation, variation } from "./variation.ts";

/** Of the value, or of 1 when that is 0: the systems so far away tell how the system changes. */
const DISTANCE = 1e-5;
/** Where that is too far, systems nearer by this factor tell; and as long as they are not within this part of it. */
const [NEARER, NEAREST] = [100, 2e-6];

/**
 * One direction a path (as in --set), or why there is none. `source`: a problem's data with its signals embedded, or what `compile` made
 * of them.
 */
export function compileDirections(
  source: unknown,
  simulation: Simulation,
  paths: readonly string[],
): { directions: Direction[]; faults: Fault[] } {
  const faults: Fault[] = [];
  const directions: Direction[] = [];
  const compiled = paths.length > 0 ? compiledOf(source) : undefined;
  for (const path of paths) {
    const place = findPlace(path, compiled!.problem, compiled!.simulation);
    const made = typeof place === "string" ? place : directionOf(compiled, simulation, path, place.parts);
    if (typeof made === "string") faults.push({ path, message: made });
    else directions.push(made);
  }
  return { directions, faults };
}

/**
 * Derivative of the end (position, then velocity) by the number at a path, from runs of the file with other numbers there:
 * central differences, extrapolated, over a part of the usual distance. Undefined where such a run fails. Independent of the tangents, to check them.
 */
export function endDifference(source: unknown, path: string, part = 1): Float64Array | undefined {
  const varied = variedOrWhy(source, path);
  if (typeof varied === "string") return undefined;
  const value = varied.values[0]!;
  const distance = part * distanceAt(value);
  const [fine, coarse] = [distance, 2 * distance].map((h) => {
    const [above, below] = [value + h, value - h].map((near) => endAt(varied, near));
    return above && below && above.map((entry, i) => (entry - below[i]!) / (2 * h));
  });
  return fine && coarse && fine.map((entry, i) => (4 * entry - coarse[i]!) / 3);
}

function endAt(varied: Variation, value: number): Float64Array | undefined {
  const { simulation } = varied.at(Float64Array.of(value));
  const outcome = simulation && runToEnd(simulation);
  return outcome?.status === "done" ? Float64Array.of(...outcome.state.position, ...outcome.state.velocity) : undefined;
}

function distanceAt(value: number): number {
  return DISTANCE * (value === 0 ? 1 : Math.abs(value));
}

function variedOrWhy(source: unknown, path: string): Variation | string {
  try {
    return variation(source, [path]);
  } catch (error) {
    if (error instanceof ProblemError) return error.faults[0]!.message;
    throw error;
  }
}

function directionOf(source: unknown, simulation: Simulation, path: string, parts: Path): Direction | string {
  if (parts[0] === "time") return "invalid path; the times of a run have no derivative";
  const live = stateDirection(simulation, printPath(parts));
  if (live) return live;
  const varied = variedOrWhy(source, path);
  return typeof varied === "string" ? varied : directionAt(varied, simulation, varied.values[0]!);
}

/** Initial values and control values need no second system. */
function stateDirection(simulation: Simulation, path: string): Direction | string | undefined {
  const { system, control } = simulation;
  const [, row, entry] = /^control\.value(?:\.values\[(\d+)\])?\[(\d+)\]$/.exec(path) ?? [];
  if (entry !== undefined) return control && { control: { interval: Number(row ?? 0), input: Number(entry) } };
  const [, key, digits] = /^(initial\.position|initial\.velocity)\[(\d+)\]$/.exec(path) ?? [];
  if (key === undefined) return undefined;
  const index = Number(digits);
  const joint = key === "initial.velocity" || system.violationsAt ? jointOn(simulation, index) : undefined;
  if (joint !== undefined)
    return `invalid path; the joint ${joint} holds it, and starts beside it are refused. Differentiate by what is free`;
  const unit = new Float64Array(system.size);
  unit[index] = 1;
  return key === "initial.position" ? { position: unit } : { velocity: unit };
}

/** The name of a joint that a change of this coordinate alone would leave at the start. */
function jointOn({ system, initial }: Simulation, coordinate: number): string | undefined {
  const directions = system.newDirections();
  system.directionsAt(initial.position, directions);
  const { start, column, value } = directions;
  const held = system.rows.find(({ law }, i) => {
    if (!law.joint || !isHard(law.method)) return false;
    for (let k = start[i]!; k < start[i + 1]!; k++) if (column[k] === coordinate && value[k] !== 0) return true;
    return false;
  });
  return held?.name;
}

/** The one number of a variation as a direction at one of its values, where the machine is `simulation`. */
export function directionAt(varied: Variation, simulation: Simulation, value: number): Direction | string {
  const distance = distanceAt(value);
  const sides = [value + distance, value - distance].map((near) => varied.at(Float64Array.of(near)));
  const [above, below] = sides.map(({ simulation }) => simulation);
  if (!above || !below) {
    const reason = sides.flatMap(({ faults }) => faults ?? [])[0]?.message;
    return `invalid path; the problem has faults a little above or below ${value}: ${reason}`;
  }
  if (above.system.size !== simulation.system.size || above.system.rows.length !== simulation.system.rows.length) {
    return `invalid path; the machine itself changes with it: ${printValue(varied.paths[0])}`;
  }
  const slope = (of: (side: Simulation) => Float64Array) =>
    of(above).map((entry, i) => (entry - of(below)[i]!) / (2 * distance));
  return {
    position: slope(({ initial }) => initial.position),
    velocity: slope(({ initial }) => initial.velocity),
    neighbors: { above: above.system, below: below.system, distance, nearer: nearerTo(varied, value, distance) },
  };
}

/** The systems at the next smaller distance, compiled when they are asked for. */
function nearerTo(varied: Variation, value: number, far: number): () => Neighbors | undefined {
  let known: Neighbors | undefined;
  return () => {
    const [high, low] = [value + far / NEARER, value - far / NEARER];
    if (known || !(far > NEAREST * distanceAt(value))) return known;
    const [above, below] = [high, low].map((near) => varied.at(Float64Array.of(near)).simulation?.system);
    const distance = (high - low) / 2; // as it is rounded
    if (above && below) known = { above, below, distance, nearer: nearerTo(varied, value, distance) };
    return known;
  };
}
