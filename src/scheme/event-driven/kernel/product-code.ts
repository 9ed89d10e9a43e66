/** Products of matrices and vectors, the entries of a column in pairs; and the rows along directions. */
import {
  absolute,
  add,
  addWhole,
  type Double,
  each,
  less,
  load,
  loadPair,
  loadTwice,
  multiply,
  type Pair,
  pair,
  repeat,
  type Statement,
  sequence,
  store,
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
  const column = (from: Place, of: Place) =>
    sequence(
      entry.set(scale(loadTwice(of.base, of.offset))),
      each(sums.length, (p) =>
        sums[p]!.set(combine(sums[p]!, multiply(loadPair(from.base, from.offset + 16 * p), entry))),
      ),
    );
  if (count <= WRITTEN_OUT) {
    return each(count, (j) =>
      column(
        { base: matrix.base, offset: matrix.offset + j * stride },
        { base: vector.base, offset: vector.offset + 8 * j },
      ),
    );
  }
  const [j, from, of] = [variables.whole(), variables.whole(), variables.whole()];
  return sequence(
    j.set(whole(0)),
    repeat(
      sequence(
        from.set(addWhole(matrix.base, timesWhole(j, whole(stride)))),
        of.set(addWhole(vector.base, timesWhole(j, whole(8)))),
        column({ base: from, offset: matrix.offset }, { base: of, offset: vector.offset }),
        j.set(addWhole(j, whole(1))),
      ),
      less(j, whole(count)),
    ),
  );
}

export const clearPairs = (sums: readonly Variable<"v128">[]): Statement =>
  each(sums.length, (p) => sums[p]!.set(pair(0)));

export const loadPairs = (sums: readonly Variable<"v128">[], { base, offset }: Place): Statement =>
  each(sums.length, (p) => sums[p]!.set(loadPair(base, offset + 16 * p)));

export const storePairs = (sums: readonly Variable<"v128">[], { base, offset }: Place): Statement =>
  each(sums.length, (p) => storePair(base, offset + 16 * p, sums[p]!));

/** w.z of a row, z a vector over the coordinates; with sizes: of what it is summed from. */
export function alongRow({ directions }: Shape, { values }: Layout, i: number, z: number, sizes = false): Double {
  const { start, column } = directions;
  const size = (value: Double) => (sizes ? absolute(value) : value);
  const terms = Array.from({ length: start[i + 1]! - start[i]! }, (_, k) => {
    const e = start[i]! + k;
    return multiply(size(read(values + 8 * e)), size(read(z + 8 * column[e]!)));
  });
  return terms.reduce((sum, term) => add(sum, term));
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
  return each(start[i + 1]! - start[i]!, (k) => {
    const e = start[i]! + k;
    const to = onto + 8 * column[e]!;
    return store(NOWHERE, to, add(read(to), multiply(read(values + 8 * e), force)));
  });
}
