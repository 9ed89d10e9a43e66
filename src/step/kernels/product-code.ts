/** Products of a matrix and a vector, summed column after column: the sums of plain loops over rows, digit for digit. */
import {
  add,
  addWhole,
  each,
  half,
  less,
  loadPair,
  loadTwice,
  multiply,
  NOTHING,
  type Pair,
  repeat,
  type Statement,
  sequence,
  splat,
  type Whole,
  whole,
} from "../../numeric/wasm/code.ts";
import type { Variable, Variables } from "../../numeric/wasm/module.ts";

/** Columns up to which no loop is made; and of a round of one. */
const UNROLLED = 4;
const ROUND = 1;
/** Sums that are made at the same time: a processor has 16 registers for them. */
const BLOCK = 5;

/** Of n columns, each of `sums.length` pairs; `vector`: where its n doubles stand, or few of them in pairs. */
export interface Product {
  readonly n: number;
  /** The address of the first column: `base` + `offset`. */
  readonly base: Whole;
  readonly offset: number;
  readonly vector: number | readonly Pair[];
  readonly sums: readonly Variable<"v128">[];
  /** How a term enters a sum. */
  readonly combine: (sum: Pair, term: Pair) => Pair;
  /** Begin with the first term, not with what the sums hold. */
  readonly fresh?: boolean;
  /** The entries of a block of sums follow each other, block after block (`blocksOf`), instead of column after column. */
  readonly packed?: boolean;
  /** What is done with a sum: hosts have no registers to keep all until the last is made. */
  after?(k: number): Statement;
}

export function productCode(product: Product, variables: Variables): Statement {
  const blocks = blocksOf(product.sums.length);
  return each(blocks.length, (k) => {
    const { from, to } = blocks[k]!;
    return sequence(
      block(product, from, to, variables),
      each(to - from, (j) => product.after?.(from + j) ?? NOTHING),
    );
  });
}

/** So many sums in blocks of about one length. */
export function blocksOf(sums: number): { readonly from: number; readonly to: number }[] {
  const count = Math.ceil(sums / BLOCK);
  const size = Math.ceil(sums / count);
  return Array.from({ length: count }, (_, k) => ({ from: k * size, to: Math.min(sums, (k + 1) * size) }));
}

/** Entry j of a vector, twice. */
export const entryOf = (vector: number | readonly Pair[], j: number): Pair =>
  typeof vector === "number" ? loadTwice(whole(0), vector + 8 * j) : splat(half(vector[j >> 1]!, (j & 1) as 0 | 1));

function block(product: Product, from: number, to: number, variables: Variables): Statement {
  const { n, base, vector, sums, combine, fresh = false, packed = false } = product;
  const stride = 16 * (packed ? to - from : sums.length);
  const offset = product.offset + 16 * (packed ? from * n : from); // of the block
  const factor = variables.pair();
  /** Column j of those at an address, with the factor at another. */
  const column = (columns: Whole, place: number, by: Pair, first = false): Statement =>
    sequence(
      factor.set(by),
      each(to - from, (k) => {
        const sum = sums[from + k]!;
        const term = multiply(loadPair(columns, place + 16 * k), factor);
        return sum.set(first ? term : combine(sum, term));
      }),
    );
  const plain = (j: number) => column(base, offset + j * stride, entryOf(vector, j), fresh && j === 0);
  if (n <= UNROLLED) return each(n, plain);
  if (typeof vector !== "number") throw new RangeError(`too large for pairs; more than ${UNROLLED} columns`);
  const alone = n % ROUND === 0 ? ROUND : n % ROUND;
  const columns = variables.whole();
  const factors = variables.whole();
  const round = sequence(
    each(ROUND, (j) => column(columns, j * stride, loadTwice(factors, 8 * j))),
    columns.set(addWhole(columns, whole(ROUND * stride))),
    factors.set(addWhole(factors, whole(8 * ROUND))),
  );
  return sequence(
    each(alone, plain),
    columns.set(addWhole(base, whole(offset + alone * stride))),
    factors.set(whole(vector + 8 * alone)),
    repeat(round, less(factors, whole(vector + 8 * n))),
  );
}

/** The usual way: sum + term. */
export const plus = (sum: Pair, term: Pair): Pair => add(sum, term);
