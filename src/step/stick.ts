/**
 * Makes stick exact: given the rows that are stuck, it changes a velocity (or displacement) by round-off only so that
 * their slip is zero, or w.z what is asked for where what a row rubs on moves. The stuck directions, in units that
 * make the coordinates comparable, are brought to reduced echelon form; each pivot coordinate is then a combination of
 * free ones. A coordinate that the stuck rows determine alone becomes 0 to the last bit: rows on one
 * coordinate, and all coordinates once the stuck rows span them. It follows the version of the directions.
 */
import { type Component, componentRows, components } from "../numeric/components.ts";
import { powerOfTwo } from "../numeric/elementary/binary.ts";
import { findRanges, newRanges } from "../numeric/ranges.ts";
import type { Rows } from "../numeric/rows.ts";
import type { Vector } from "../numeric/vector.ts";

export interface StickProjection {
  /** `target[i]`: what w.z of row i shall be; absent: 0. */
  apply(set: Int8Array, z: Vector, target?: Vector): void;
  /** What it does to a z, for kernels that do the same; of few rows only. */
  echelon?(set: Int8Array): Echelon;
}

/** z[pivot[k]] = (origin_k . target - echelon_k . (weight z)) / weight[pivot[k]], for k = 0 .. rank - 1 in turn; only lent. */
export interface Echelon {
  readonly rank: number;
  readonly pivot: Int32Array;
  /** Rows of as many numbers as there are coordinates. */
  readonly echelon: Vector;
  /** Rows of as many as there are rows. */
  readonly origin: Vector;
  readonly weight: Vector;
}

/** From so many places on rows that share no coordinates are treated apart: small tables are as fast as a whole. */
const LARGE = 4096;

/** `weights`: what makes the coordinates comparable, such as the roots of their masses; only powers of two of them count. */
export function stickProjection(
  directions: Rows,
  size: number,
  weights: Vector,
  held: (row: number) => boolean,
): StickProjection {
  const whole = () => wholeProjection(directions, size, weights, held);
  const apart = directions.column.length === directions.count && new Set(directions.column).size === directions.count;
  if (apart) {
    const rows = Array.from({ length: directions.count }, (_, i) => i);
    let same: StickProjection | undefined;
    return {
      ...singleProjection(directions, rows, weights, held),
      echelon(set) {
        same ??= whole();
        return same.echelon!(set);
      },
    };
  }
  if (directions.count * size < LARGE) return whole();
  const chosen = Array.from({ length: directions.count }, (_, i) => i).filter(held);
  if (chosen.length < directions.count) return chosenProjection(directions, size, weights, chosen);
  const list = components(directions, size);
  const alone = list.filter((part) => part.rows.length === 1 && part.columns.length === 1);
  const parts = list
    .filter((part) => (part.rows.length > 1 || part.columns.length > 1) && part.rows.some(held))
    .map((part) => partProjection(directions, part, weights, held));
  const single = singleProjection(
    directions,
    alone.map((part) => part.rows[0]!),
    weights,
    held,
  );
  return {
    apply(set, z, target) {
      single.apply(set, z, target);
      for (let k = 0; k < parts.length; k++) parts[k]!.apply(set, z, target);
    },
  };
}

/** Of many rows the few that are held: the others take no part, and cost nothing. */
function chosenProjection(directions: Rows, size: number, weights: Vector, chosen: readonly number[]): StickProjection {
  const own = componentRows(directions, {
    rows: Int32Array.from(chosen),
    columns: Int32Array.from({ length: size }, (_, j) => j),
  });
  const inner = stickProjection(own, size, weights, () => true);
  const set = new Int8Array(chosen.length);
  const target = new Float64Array(chosen.length);
  let version = directions.version;
  return {
    apply(all, z, targets) {
      if (chosen.length === 0) return;
      if (version !== directions.version) {
        version = directions.version;
        own.version++;
        for (let k = 0, at = 0; k < chosen.length; k++) {
          for (let e = directions.start[chosen[k]!]!; e < directions.start[chosen[k]! + 1]!; e++) {
            own.value[at++] = directions.value[e]!;
          }
        }
      }
      for (let k = 0; k < chosen.length; k++) {
        set[k] = all[chosen[k]!]!;
        target[k] = targets ? targets[chosen[k]!]! : 0;
      }
      inner.apply(set, z, targets && target);
    },
  };
}

/** Rows that are alone on their coordinate: nothing to eliminate; the same digits as below. */
function singleProjection(
  { start, column, value }: Rows,
  given: readonly number[],
  weights: Vector,
  held: (row: number) => boolean,
): StickProjection {
  const rows = Int32Array.from(given.filter(held));
  const weight = weights.map(powerOfTwo);
  return {
    apply(set, z, target) {
      const list = rows; // what stays in a closure is loaded again in every round of a loop
      for (let k = 0; k < list.length; k++) {
        const i = list[k]!;
        if (set[i] !== 0) continue;
        const at = start[i]!;
        if (value[at] === 0) continue;
        const j = column[at]!;
        if (!target || target[i] === 0) {
          z[j] = 0;
          continue;
        }
        const scaled = value[at]! / weight[j]!;
        z[j] = ((1 / Math.abs(scaled) / Math.sign(scaled)) * target[i]!) / weight[j]!;
      }
    },
  };
}

/** The rows of one component, over its own coordinates. */
function partProjection(
  directions: Rows,
  part: Component,
  weights: Vector,
  held: (row: number) => boolean,
): StickProjection {
  const { rows, columns } = part;
  const own = componentRows(directions, part);
  const z = new Float64Array(columns.length);
  const set = new Int8Array(rows.length);
  const target = new Float64Array(rows.length);
  const whole = wholeProjection(
    own,
    columns.length,
    Float64Array.from(columns, (j) => weights[j]!),
    (i) => held(rows[i]!),
  );
  let version = directions.version;

  function follow(): void {
    version = directions.version;
    own.version++;
    for (let i = 0, at = 0; i < rows.length; i++) {
      for (let k = directions.start[rows[i]!]!; k < directions.start[rows[i]! + 1]!; k++) {
        own.value[at++] = directions.value[k]!;
      }
    }
  }

  return {
    apply(all, velocity, targets) {
      if (version !== directions.version) follow();
      for (let i = 0; i < rows.length; i++) {
        set[i] = all[rows[i]!]!;
        target[i] = targets ? targets[rows[i]!]! : 0;
      }
      for (let j = 0; j < columns.length; j++) z[j] = velocity[columns[j]!]!;
      whole.apply(set, z, targets && target);
      for (let j = 0; j < columns.length; j++) velocity[columns[j]!] = z[j]!;
    },
  };
}

function wholeProjection(
  directions: Rows,
  size: number,
  weights: Vector,
  held: (row: number) => boolean,
): StickProjection {
  const m = directions.count;
  const weight = weights.map(powerOfTwo);
  const echelon = new Float64Array(m * size);
  const pivot = new Int32Array(m);
  const origin = new Float64Array(m * m); // each echelon row as a combination of the rows
  const last = new Int8Array(m).fill(9);
  const scaled = new Float64Array(directions.value.length);
  const largestEntry = new Float64Array(m);
  let version = Number.NaN;
  const ranges = newRanges(m); // of the echelon rows without their pivots
  const originRanges = newRanges(m);
  const small = m * size < LARGE; // elimination goes over whole rows: round-off is cleared everywhere
  const [low, high, originLow, originHigh] = [0, 1, 2, 3].map(() => new Int32Array(m)) as [
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
  ];
  let rank = 0;

  /** Follows the directions where they have changed. */
  function rescale(): void {
    version = directions.version;
    last.fill(9);
    for (let i = 0; i < m; i++) {
      let largest = 0;
      for (let k = directions.start[i]!; k < directions.start[i + 1]!; k++) {
        scaled[k] = directions.value[k]! / weight[directions.column[k]!]!;
        largest = Math.max(largest, Math.abs(scaled[k]!));
      }
      largestEntry[i] = largest;
    }
  }

  /** Puts a row where the next one of the echelon stands. */
  function moveRow(row: number): void {
    echelon.copyWithin(rank * size, row * size, (row + 1) * size);
    origin.copyWithin(rank * m, row * m, (row + 1) * m);
    low[rank] = low[row]!;
    high[rank] = high[row]!;
    originLow[rank] = originLow[row]!;
    originHigh[rank] = originHigh[row]!;
  }

  /** Gauss-Jordan elimination of the stuck rows; entries left by round-off are cleared. */
  function eliminate(set: Int8Array): void {
    let count = 0;
    for (let i = 0; i < m; i++) {
      if (set[i] !== 0 || !held(i)) continue;
      low[count] = small ? 0 : size;
      high[count] = small ? size : 0;
      originLow[count] = small ? 0 : i;
      originHigh[count] = small ? m : i + 1;
      for (let j = 0; j < size; j++) echelon[count * size + j] = 0;
      for (let j = 0; j < m; j++) origin[count * m + j] = j === i ? 1 / largestEntry[i]! : 0;
      for (let k = directions.start[i]!; k < directions.start[i + 1]!; k++) {
        const j = directions.column[k]!;
        echelon[count * size + j] = scaled[k]! / largestEntry[i]!;
        low[count] = Math.min(low[count]!, j);
        high[count] = Math.max(high[count]!, j + 1);
      }
      count++;
    }
    rank = 0;
    for (let row = 0; row < count; row++) {
      let column = -1;
      let largest = 1e-12;
      for (let j = low[row]!; j < high[row]!; j++) {
        const entry = Math.abs(echelon[row * size + j]!);
        if (entry > largest) {
          largest = entry;
          column = j;
        }
      }
      if (column < 0) continue;
      const factor = echelon[row * size + column]!;
      if (rank !== row) moveRow(row);
      for (let j = low[rank]!; j < high[rank]!; j++) echelon[rank * size + j]! /= factor;
      for (let j = originLow[rank]!; j < originHigh[rank]!; j++) origin[rank * m + j]! /= factor;
      pivot[rank] = column;
      for (let other = 0; other < count; other++) {
        if (other === rank || (other > rank && other <= row)) continue;
        const entry = echelon[other * size + column]!;
        if (entry === 0) continue;
        low[other] = Math.min(low[other]!, low[rank]!);
        high[other] = Math.max(high[other]!, high[rank]!);
        originLow[other] = Math.min(originLow[other]!, originLow[rank]!);
        originHigh[other] = Math.max(originHigh[other]!, originHigh[rank]!);
        for (let j = low[rank]!; j < high[rank]!; j++) {
          const value = echelon[other * size + j]! - entry * echelon[rank * size + j]!;
          echelon[other * size + j] = Math.abs(value) < 1e-14 * Math.abs(entry) ? 0 : value;
        }
        echelon[other * size + column] = 0;
        for (let j = originLow[rank]!; j < originHigh[rank]!; j++) {
          origin[other * m + j]! -= entry * origin[rank * m + j]!;
        }
      }
      rank++;
    }
    for (let k = 0; k < rank; k++) echelon[k * size + pivot[k]!] = 0; // known to be 1
    findRanges(echelon, rank, size, size, ranges);
    findRanges(origin, rank, m, m, originRanges);
  }

  function follow(set: Int8Array): void {
    if (version !== directions.version) rescale();
    let same = true;
    for (let i = 0; i < m; i++) if (set[i] !== last[i]) same = false;
    if (same) return;
    last.set(set);
    eliminate(set);
  }

  return {
    echelon(set) {
      follow(set);
      return { rank, pivot, echelon, origin, weight };
    },
    apply(set, z, target) {
      follow(set);
      for (let k = 0; k < rank; k++) {
        let sum = 0;
        const end = target ? originRanges.last[k]! : 0;
        for (let i = originRanges.first[k]!; i < end; i++) sum += origin[k * m + i]! * target![i]!;
        const to = ranges.last[k]!;
        for (let j = ranges.first[k]!; j < to; j++) sum -= echelon[k * size + j]! * (z[j]! * weight[j]!);
        z[pivot[k]!] = sum === 0 ? 0 : sum / weight[pivot[k]!]!;
      }
    },
  };
}
