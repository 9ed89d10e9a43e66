/**
 * Whether what moves a machine has values: forces, drives, limits, kinetic forces and references along a run, and the
 * potentials of its springs. What interval arithmetic proves to be numbers is not looked at again.
 */

import { undefinedSpring } from "../../model/linear/springs.ts";
import { LARGEST, type Load, manyValues } from "../../model/load.ts";
import { isFriction } from "../../model/rows/law.ts";
import { RowValue, type System } from "../../model/system.ts";
import type { Vector } from "../../numeric/vector.ts";
import { END, LENGTH, type State } from "../../scheme/scheme.ts";

/** What has no finite value, as "limit of floor", and when, s. */
export interface Undefined {
  readonly what: string;
  readonly time: number;
}

export interface Definedness {
  /** It is proved that all functions of time have values: `within` finds nothing. */
  readonly sure: boolean;
  /** The first function that has no value within an interval [end, length], as far as its samples tell. */
  within(interval: Vector): Undefined | undefined;
  /** Of so many steps of one length that end at these times: how many `within` finds nothing in, from the first on. */
  stepsWithin(times: Vector, count: number, length: number): number;
  /** The force, limit or drive that has no value at a state, or on the way ahead of it within a time (s); and the spring, or right beside it. */
  ahead(state: State, duration: number): Undefined | undefined;
}

interface Watched {
  readonly load: Load;
  readonly values: Vector;
  /** Name of each of its functions; undefined where any value will do. */
  readonly names: readonly (string | undefined)[];
}

/** Places on the way ahead at which a machine is looked at after a step has failed. */
const AHEAD = 64;
const ROW_KEYS = ["drive", "limit", "backward", "kinetic", "kineticBackward"] as const;
/** Where a spring is probed beside its deformation, relative and (m) at zero. */
const BESIDE = 1e-6;
const BESIDE_ZERO = 1e-9;

/** `samples`: of an interval. */
export function definedness(
  system: System,
  span: { readonly start: number; readonly end: number },
  samples: number,
): Definedness {
  const watched = watchedOf(system, (load) => !load.constant && !load.bounded?.(span.start, span.end));
  const ahead: Definedness["ahead"] = (state, duration) =>
    springTrouble(system, state) ?? motionTrouble(system, state, duration);
  if (watched.length === 0) return { sure: true, within: () => undefined, stepsWithin: (_, count) => count, ahead };
  const at = new Float64Array(2);
  const many = watched.map((part) => sampledSteps(part, samples));

  function faulty({ load, values, names }: Watched, time: number): number {
    at[0] = time;
    at[1] = time;
    load.evaluate(at, values);
    for (let i = 0; i < names.length; i++) {
      if (!(Math.abs(values[i]!) < LARGEST) && names[i] !== undefined) return i;
    }
    return -1;
  }

  /** The first time without a value, between one with and one without. */
  function locate(part: Watched, from: number, to: number): number {
    let [good, bad] = [from, to];
    for (let k = 0; k < 60; k++) {
      const middle = good + (bad - good) / 2;
      if (faulty(part, middle) < 0) good = middle;
      else bad = middle;
    }
    return bad;
  }

  return {
    sure: false,
    within(interval) {
      for (let j = 0; j < watched.length; j++) {
        const part = watched[j]!;
        let last = interval[END]! - interval[LENGTH]!;
        for (let k = samples - 1; k >= 0; k--) {
          const time = interval[END]! - (k / samples) * interval[LENGTH]!;
          if (faulty(part, time) >= 0) {
            const first = locate(part, last, time);
            return { what: part.names[faulty(part, first)]!, time: first };
          }
          last = time;
        }
      }
      return undefined;
    },
    stepsWithin(times, count, length) {
      let clear = count;
      for (const steps of many) clear = steps(times, clear, length);
      return clear;
    },
    ahead,
  };
}

/** Samples of so many steps are looked at together. */
const TOGETHER = 64;

/** `stepsWithin` of one part: the same samples as single steps have. */
function sampledSteps({ load, values, names }: Watched, samples: number): Definedness["stepsWithin"] {
  const size = values.length;
  const evaluate = manyValues(load, size);
  const at = new Float64Array(2 * samples * TOGETHER);
  const found = new Float64Array(samples * TOGETHER * size);

  function isClear(step: number): boolean {
    for (let k = step * samples; k < (step + 1) * samples; k++) {
      for (let i = 0; i < size; i++) {
        if (!(Math.abs(found[k * size + i]!) < LARGEST) && names[i] !== undefined) return false;
      }
    }
    return true;
  }

  return (times, count, length) => {
    for (let from = 0; from < count; from += TOGETHER) {
      const steps = Math.min(TOGETHER, count - from);
      for (let s = 0, j = 0; s < steps; s++) {
        for (let k = samples - 1; k >= 0; k--, j += 2) {
          at[j] = times[from + s]! - (k / samples) * length;
          at[j + 1] = at[j]!;
        }
      }
      evaluate(at, samples * steps, found, size);
      for (let s = 0; s < steps; s++) if (!isClear(s)) return from + s;
    }
    return count;
  };
}

/** Those functions of time that are not sure to have values. */
function watchedOf(
  { load, rowFunctions, controllers, rows, names, states, size }: System,
  isUnsure: (load: Load) => boolean,
): Watched[] {
  const list: Watched[] = [];
  const add = (part: Load, namesOf: () => readonly (string | undefined)[]) => {
    if (!isUnsure(part)) return;
    const of = namesOf();
    list.push({ load: part, values: new Float64Array(of.length), names: of });
  };
  add(load, () =>
    Array.from({ length: size }, (_, i) =>
      i < names.length ? `force of ${names[i]}` : `rate of ${states[i - names.length]}`,
    ),
  );
  const ofRow = (key: string) => rows.map(({ law, name }) => (isFriction(law) ? `${key} of ${name}` : undefined));
  if (rowFunctions) add(rowFunctions, () => ROW_KEYS.slice(0, RowValue.count).flatMap(ofRow));
  if (controllers) {
    const of = (key: string) => controllers.names.map((name) => `${key} of ${name}`);
    add(controllers.functions, () => [...of("command"), ...of("reference")]);
  }
  return list;
}

/** Own forces, and rows that follow the motion, where it would go. Of a linear machine they have values wherever it is. */
function motionTrouble(system: System, { position, velocity, time }: State, duration: number): Undefined | undefined {
  if (system.linear && !system.rowMotion) return undefined;
  const undefinedAt = motionValues(system);
  const at = new Float64Array(2);
  const place = new Float64Array(system.size);
  for (let k = 0; k <= AHEAD; k++) {
    const late = (k * duration) / AHEAD;
    for (let i = 0; i < place.length; i++) place[i] = position[i]! + late * velocity[i]!;
    at.fill(time + late);
    const what = undefinedAt(at, place, velocity);
    if (what !== undefined) return { what, time: at[0]! };
  }
  return undefined;
}

/** What of forces, rates, limits and drives that follow the motion has no finite value at an instant of it. */
export type MotionValues = (at: Vector, position: Vector, velocity: Vector) => string | undefined;

export function motionValues(system: System): MotionValues {
  const { rowMotion, names, states, rows, size } = system;
  const forces = system.forces();
  const resistance = new Float64Array(size);
  const values = new Float64Array(RowValue.count * rows.length);
  const isBad = (value: number) => !(Math.abs(value) < LARGEST);
  return (at, position, velocity) => {
    forces.resistance(at, position, velocity, resistance);
    const coordinate = resistance.findIndex(isBad);
    if (coordinate >= names.length) return `rate of ${states[coordinate - names.length]}`;
    if (coordinate >= 0) return `force of ${names[coordinate]}`;
    rowMotion?.evaluate(at, position, velocity, values);
    const place = values.findIndex((value, j) => isBad(value) && isFriction(rows[j % rows.length]!.law));
    return place < 0 ? undefined : `${ROW_KEYS[Math.floor(place / rows.length)]} of ${rows[place % rows.length]!.name}`;
  };
}

function springTrouble(system: System, { position, time }: State): Undefined | undefined {
  for (const sign of [0, 1, -1]) {
    const place = undefinedSpring(system.linear ?? {}, position, [sign * BESIDE, sign * BESIDE_ZERO]);
    if (place !== undefined) return { what: `potential of springs[${place}]`, time };
  }
  return undefined;
}
