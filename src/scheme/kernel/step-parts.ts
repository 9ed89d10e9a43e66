/** What the parts of a kernel's code share: matrices of the step problem in its memory, and vectors of the step that is being taken. */
import { rowValues } from "../../model/rows/row-values.ts";
import type { Vector } from "../../numeric/vector.ts";
import { type Double, load, type Whole, whole } from "../../numeric/wasm/code.ts";
import type { Layout } from "../../numeric/wasm/memory.ts";
import type { Variables } from "../../numeric/wasm/module.ts";
import { type Held, held } from "../../step/kernels/held-code.ts";
import { setPlaces } from "../../step/kernels/kept-sets.ts";
import { MOST_PAIRED, matrixCode } from "../../step/kernels/matrix-code.ts";
import type { KernelMachine } from "./machine.ts";
import type { Places } from "./places.ts";
import type { SchemeCode, StatePairs } from "./scheme-code.ts";

export type StepParts = ReturnType<typeof stepParts>;

/** `lawful`: laws ask for several solves. */
export function stepParts(layout: Layout, places: Places, machine: KernelMachine, scheme: SchemeCode, lawful: boolean) {
  const { step, box, separate, varying, jumping, own, aligned } = machine;
  const { size: n, count: m } = step;
  const even = Array.from(step.lower, (low, i) => low === step.upper[i]);
  const wide = Array.from(step.lower, (low, i) => !varying && jumping.length === 0 && low < 0 && step.upper[i]! > 0);
  const stops = machine.system.rows.map(({ law }) => law.stop !== undefined);
  const owned = Array.from({ length: n }, (_, k) => m > 1 && own.row[k]! >= 0);
  const alone = Array.from(own.column, (k) => m > 1 && k >= 0);
  const bounded = step.upper.every((high, i) => high - step.lower[i]! < Number.POSITIVE_INFINITY);
  layout.structure.push(
    JSON.stringify([n, m, separate, varying, even, wide, stops, ...step.slipRows.start, ...step.slipRows.column]),
    JSON.stringify([aligned, owned, alone, [...own.row], bounded]),
  );
  const sets = setPlaces(layout, n, m, !separate || varying);
  const unit = m === 1 ? Float64Array.of(1) : own.unit;
  const steady = !varying && !lawful && !machine.stops;
  const kicksInTurn = scheme.kicks && jumping.length > 0;
  const inTurn = n === m && step.directions.column.every((j, i) => j === i);
  return {
    ...{ places, machine, scheme, lawful, sets, unit, even, wide, stops },
    /** Coordinates that move with a row, and rows that are in a unit of their own. */
    ...{ owned, alone },
    /** Bounds stay what they are; modes follow from the set alone then, but for rows that have one force only. */
    steady,
    told: m > 1 && steady && !even.includes(true),
    /** Somebody looks into the memory between two steps, or within one. */
    read: !(aligned && steady && !even.includes(true)),
    small: Math.max(n, m) <= MOST_PAIRED,
    /** Slips decide before they are set to zero. */
    kicksInTurn,
    /** Slips are set to zero by masks. */
    paired: !kicksInTurn && !sets.hasEchelon && inTurn,
    /** No row has a slip of its own at the start. */
    slipless: !scheme.rate && !varying,
    /** G, with slips in the rows' units; what forces do to coordinates that move with no row. */
    coupling: matrixCode(layout, m, m, (i, j) => unit[i]! * box.G[i * m + j]!),
    response: owned.includes(false)
      ? matrixCode(layout, n, m, (i, j) => (owned[i] ? 0 : box.columns[j * n + i]!))
      : undefined,
    units: layout.data(unit),
    slipValues: layout.data(step.slipRows.value),
    reach: layout.data(reachesOf(machine, unit)),
    cap: varying || !bounded ? undefined : layout.data(capsOf(machine, unit)),
    pairs: places.coordinatePairs,
    rowPairs: places.rowPairs,
  };
}

/** The largest of |G| in each row. */
function reachesOf({ step: { count: m }, box }: KernelMachine, unit: Vector): Float64Array {
  return Float64Array.from({ length: m }, (_, i) => {
    let most = 0;
    for (let j = 0; j < m; j++) most = Math.max(most, Math.abs(box.G[i * m + j]!));
    return unit[i]! * most;
  });
}

/** Bounds of the sums of |G F| over each row, with room for round-off. */
function capsOf({ system, step, box }: KernelMachine, unit: Vector): Float64Array {
  const m = step.count;
  const { kineticForward, kineticBackward } = rowValues(system);
  return Float64Array.from({ length: m }, (_, i) => {
    let sum = 0;
    for (let j = 0; j < m; j++)
      sum +=
        Math.abs(box.G[i * m + j]!) *
        Math.max(-step.lower[j]!, step.upper[j]!, kineticForward[j]!, kineticBackward[j]!);
    return unit[i]! * sum;
  });
}

/** Vectors of the step that is being taken; `rowsAt`, `boundsAt`: addresses of what the table has of it. */
export interface StepVectors {
  readonly x: Held;
  readonly other: Held;
  readonly state: StatePairs;
  /** What moves without rows; with them, or the new velocity. */
  readonly free: Held;
  readonly dz: Held;
  /** Slips at the start in the rows' units, g, forces, and what the rows' solve found. */
  readonly ways: Held;
  readonly g: Held;
  readonly forces: Held;
  readonly found: Held;
  readonly rowsAt: Whole;
  readonly boundsAt: Whole;
  drive(i: number): Double;
}

export function stepVectors(parts: StepParts, rowsAt: Whole, boundsAt: Whole, variables: Variables): StepVectors {
  const { places, machine, lawful, small, read, paired, slipless, pairs, rowPairs } = parts;
  const tiny = machine.step.size <= MOST_PAIRED;
  const x = held(places.x, pairs, tiny, read, variables);
  const other = held(places.other, pairs, tiny, read, variables);
  const free = held(places.free, pairs, small, read, variables);
  const ofRows = (place: number) => held(place, rowPairs, small, read, variables);
  return {
    ...{ x, other, free, rowsAt, boundsAt },
    state: { x: x.at, other: other.at, others: other.vector },
    dz: held(places.dz, pairs, small && paired, read, variables),
    ways: ofRows(places.way),
    g: machine.aligned && slipless ? free : ofRows(places.g),
    // the next guess, where no law asks for another
    forces: held(lawful ? places.force : places.before, rowPairs, small, true, variables),
    found: ofRows(places.found),
    drive: (i) => load(rowsAt, places.bounds.drive + 8 * i),
  };
}

/** The address of what is there once. */
export const ORIGIN = whole(0);
