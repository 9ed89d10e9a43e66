/**
 * Constant matrices in kernels: products with a vector in memory, two rows at a time. Every sum is made in the order of the columns, as in
 * plain loops over rows, and leaves out what is zero in both of its rows: the digits are theirs.
 */
import {
  each,
  loadPair,
  multiply,
  NOTHING,
  type Pair,
  pair,
  type Statement,
  sequence,
  whole,
} from "../../numeric/wasm/code.ts";
import type { Layout } from "../../numeric/wasm/memory.ts";
import type { Variable, Variables } from "../../numeric/wasm/module.ts";
import { blocksOf, entryOf, type Product, productCode } from "./product-code.ts";

/** Pairs of entries up to which no loop is made: of full matrices, and of those with many zeros. Hosts read ahead whatever stands between two jumps. */
const MOST_UNROLLED = { full: 12, sparse: 48 };
/** Part of the pairs from which on a matrix is full. */
const FULL = 0.7;

/** Coordinates or rows up to which vectors may be given in pairs: their matrices are written out. */
export const MOST_PAIRED = 4;

export interface MatrixCode {
  /** sums = (or by `combine` with what they hold) the matrix times the doubles at `vector`, or in pairs; `fresh`: begin with zeros; `after`: what is done with a sum. */
  times(
    vector: number | readonly Pair[],
    sums: readonly Variable<"v128">[],
    combine: Product["combine"],
    fresh: boolean,
    variables: Variables,
    after?: Product["after"],
  ): Statement;
}

export function matrixCode(
  layout: Layout,
  rows: number,
  columns: number,
  at: (i: number, j: number) => number,
): MatrixCode {
  const pairs = Math.ceil(rows / 2);
  const entry = (p: number, j: number) => [at(2 * p, j), 2 * p + 1 < rows ? at(2 * p + 1, j) : 0];
  const list = Array.from({ length: columns }, (_, j) =>
    Array.from({ length: pairs }, (_, p) => p).filter((p) => entry(p, j).some((value) => value !== 0)),
  );
  const count = list.reduce((sum, column) => sum + column.length, 0);
  const most = count >= FULL * pairs * columns ? MOST_UNROLLED.full : MOST_UNROLLED.sparse;
  layout.structure.push(count > most ? `${rows} x ${columns}` : JSON.stringify(list));
  if (count > most) return loops();
  const start = layout.data(list.flatMap((column, j) => column.flatMap((p) => entry(p, j))));
  return {
    times(vector, sums, combine, fresh, variables, after) {
      const factor = variables.pair();
      const begun = new Set<number>();
      let place = start;
      const terms = list.map((column, j) =>
        sequence(
          ...(column.length > 0 ? [factor.set(entryOf(vector, j))] : []),
          ...column.map((p) => {
            const term = multiply(loadPair(whole(0), place), factor);
            place += 16;
            const first = fresh && !begun.has(p);
            begun.add(p);
            return sums[p]!.set(first ? term : combine(sums[p]!, term));
          }),
        ),
      );
      const empty = sums.filter((_, p) => fresh && !begun.has(p));
      const last = each(pairs, (p) => after?.(p) ?? NOTHING);
      return sequence(...empty.map((sum) => sum.set(pair(0))), ...terms, last);
    },
  };

  function loops(): MatrixCode {
    const ofColumn = (from: number, to: number, j: number) =>
      Array.from({ length: to - from }, (_, p) => entry(from + p, j)).flat();
    const offset = layout.data(
      blocksOf(pairs).flatMap(({ from, to }) =>
        Array.from({ length: columns }, (_, j) => ofColumn(from, to, j)).flat(),
      ),
    );
    return {
      times: (vector, sums, combine, fresh, variables, after) =>
        productCode(
          {
            ...{ n: columns, base: whole(0), offset, vector, sums, combine, fresh, packed: true },
            ...(after ? { after } : {}),
          },
          variables,
        ),
    };
  }
}
