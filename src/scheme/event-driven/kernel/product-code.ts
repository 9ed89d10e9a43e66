/** Products of matrices and vectors, the entries of a column in pairs; and the rows along directions. */
import {
  absolute,
  add,
  addWhole,
  type Double,
  less,
  load,
  loadByte,
  loadPair,
  loadTwice,
  multiply,
  NOTHING,
  type Pair,
  pair,
  repeat,
  type Statement,
  sequence,
  store,
  storeByte,
  storePair,
  subtract,
  timesWhole,
  type Whole,
  whole,
} from "../../../numeric/wasm/code.ts";
import type { Variable, Variables } from "../../../numeric/wasm/module.ts";
import type { Layout, Shape } from "./layout.ts";

export interface Place {
  readonly base: Whole;
  readonly offset: number;
}

export const NOWHERE = whole(0);
export const fixed = (offset: number): Place => ({ base: NOWHERE, offset });
/** A double at a place that does not change. */
export const read = (offset: number): Double => load(NOWHERE, offset);

/** Columns up to which they are written out one after the other. */
const WRITTEN_OUT = 6;
/** Sums that are made at the same time: a processor has 16 registers for them and what they are made of. */
const AT_ONCE = 12;

/** sums = combine(sums, column j times entry j of a vector), for all columns; both in memory, a column `2 * sums` doubles apart. */
export function addColumns(
  variables: Variables,
  count: number,
  matrix: Place,
  vector: Place,
  sums: readonly Variable<"v128">[],
  combine: (sum: Pair, term: Pair) => Pair,
  scale: (entry: Pair) => Pair = (entry) => entry,
): Statement {
  const stride = 16 * sums.length;
  const entry = variables.pair();
  function column(from: Whole, place: number, of: Whole, factor: number, first: number, last: number): Statement {
    let all = entry.set(scale(loadTwice(of, factor)));
    for (let p = first; p < last; p++)
      all += sums[p]!.set(combine(sums[p]!, multiply(loadPair(from, place + 16 * p), entry)));
    return all;
  }

  if (count <= WRITTEN_OUT) {
    let all = NOTHING;
    for (let j = 0; j < count; j++)
      all += column(matrix.base, matrix.offset + j * stride, vector.base, vector.offset + 8 * j, 0, sums.length);
    return all;
  }
  const [j, from, of] = [variables.whole(), variables.whole(), variables.whole()];
  const some = (first: number): Statement =>
    sequence(
      j.set(whole(0)),
      repeat(
        sequence(
          from.set(addWhole(matrix.base, timesWhole(j, whole(stride)))),
          of.set(addWhole(vector.base, timesWhole(j, whole(8)))),
          column(from, matrix.offset, of, vector.offset, first, Math.min(sums.length, first + AT_ONCE)),
          j.set(addWhole(j, whole(1))),
        ),
        less(j, whole(count)),
      ),
    );
  let all = NOTHING;
  for (let first = 0; first < sums.length; first += AT_ONCE) all += some(first);
  return all;
}

// what all machines need is written by loops: each function that is passed is one more for the host to compile

export function clearPairs(sums: readonly Variable<"v128">[]): Statement {
  let all = NOTHING;
  for (const sum of sums) all += sum.set(pair(0));
  return all;
}

export function loadPairs(sums: readonly Variable<"v128">[], { base, offset }: Place): Statement {
  let all = NOTHING;
  for (let p = 0; p < sums.length; p++) all += sums[p]!.set(loadPair(base, offset + 16 * p));
  return all;
}

export function storePairs(sums: readonly Variable<"v128">[], { base, offset }: Place): Statement {
  let all = NOTHING;
  for (let p = 0; p < sums.length; p++) all += storePair(base, offset + 16 * p, sums[p]!);
  return all;
}

export function copyDoubles(count: number, from: number, to: number): Statement {
  let all = NOTHING;
  for (let i = 0; i < count; i++) all += store(NOWHERE, to + 8 * i, read(from + 8 * i));
  return all;
}

export function copyBytes(count: number, from: number, to: number): Statement {
  let all = NOTHING;
  for (let i = 0; i < count; i++) all += storeByte(NOWHERE, to + i, loadByte(NOWHERE, from + i));
  return all;
}

/** w.z of a row, z a vector over the coordinates; with sizes: of what it is summed from. */
export function alongRow({ directions }: Shape, { values }: Layout, i: number, z: number, sizes = false): Double {
  const { start, column } = directions;
  let sum: Double | undefined;
  for (let e = start[i]!; e < start[i + 1]!; e++) {
    const [w, of] = [read(values + 8 * e), read(z + 8 * column[e]!)];
    const term = sizes ? multiply(absolute(w), absolute(of)) : multiply(w, of);
    sum = sum ? add(sum, term) : term;
  }
  return sum!;
}

/** Slip of a row at velocities; with sizes: of what it is summed from. */
export function slipOf(shape: Shape, layout: Layout, i: number, velocity: number, sizes = false): Double {
  const rate = alongRow(shape, layout, i, velocity, sizes);
  if (!shape.driven) return rate;
  const drive = read(layout.drive + 8 * i);
  return sizes ? add(rate, absolute(drive)) : subtract(rate, drive);
}

/** A force of a row is added to what acts on the coordinates. */
export function addAlong({ directions }: Shape, { values }: Layout, i: number, force: Double, onto: number): Statement {
  const { start, column } = directions;
  let all = NOTHING;
  for (let e = start[i]!; e < start[i + 1]!; e++) {
    const to = onto + 8 * column[e]!;
    all += store(NOWHERE, to, add(read(to), multiply(read(values + 8 * e), force)));
  }
  return all;
}
