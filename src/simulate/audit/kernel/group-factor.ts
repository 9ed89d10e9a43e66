/** The factor of G on a set of free rows, as WebAssembly: factorFree and solveMove of box-least-squares.ts. */
import {
  above,
  addWhole,
  andWhole,
  choose,
  divide,
  double,
  each,
  isAbove,
  isSame,
  less,
  load,
  loadPair,
  loadTwice,
  loadWhole,
  multiply,
  orWhole,
  pair,
  repeat,
  root,
  type Statement,
  select,
  sequence,
  shiftLeft,
  splat,
  store,
  storePair,
  storeWhole,
  subtract,
  subtractWhole,
  timesWhole,
  type Whole,
  when,
  whole,
} from "../../../numeric/wasm/code.ts";
import { whilst } from "../../../numeric/wasm/flow.ts";
import type { Variable, Variables } from "../../../numeric/wasm/module.ts";
import { DEPENDENT } from "../box-least-squares.ts";
import type { GroupParts, GroupPlaces } from "./group-code.ts";
import { at, put } from "./vector-code.ts";

const ZERO = whole(0);
const NONE = whole(-1);

/** Factors G of the free rows, the largest pivots first. */
export function factorSet({ group, variables }: GroupParts): Statement {
  const { pairs, rows, diagonal, matrix, factor, inverse, order } = group;
  const { pivot } = group.of;
  const line = 16 * pairs; // bytes of a column
  const [rank, best, i, column, end] = Array.from({ length: 5 }, () => variables.whole()) as Variable<"i32">[];
  const [found, weight] = [variables.double(), variables.double()];
  const head = variables.pair();
  const pivotAt = (address: Whole) => load(address, pivot.offset);
  const diagonalAt = (address: Whole) => load(address, diagonal.offset);
  // the largest pivot beside its own diagonal
  const search = sequence(
    best!.set(NONE),
    i!.set(ZERO),
    repeat(
      sequence(
        found.set(pivotAt(i!)),
        weight.set(diagonalAt(i!)),
        when(
          isAbove(found, multiply(double(DEPENDENT), weight)),
          when(
            orWhole(
              isSame(best!, NONE),
              isAbove(
                multiply(found, load(choose(isSame(best!, NONE), ZERO, best!), diagonal.offset)),
                multiply(load(choose(isSame(best!, NONE), ZERO, best!), pivot.offset), weight),
              ),
            ),
            best!.set(i!),
          ),
        ),
        i!.set(addWhole(i!, whole(8))),
      ),
      less(i!, whole(8 * rows.length)),
    ),
  );
  const sums = variables.pairs(pairs);
  // a column of the factor: that of G less the columns before, over the root of the pivot
  const eliminate = sequence(
    found.set(root(pivotAt(best!))),
    storeWhole(end!, order.offset, best!),
    each(pairs, (k) => sums[k]!.set(loadPair(timesWhole(best!, whole(line / 8)), matrix.offset + 16 * k))),
    column!.set(ZERO),
    whilst(
      less(column!, timesWhole(rank!, whole(line))),
      head.set(loadTwice(addWhole(column!, best!), factor.offset)),
      each(pairs, (k) => sums[k]!.set(subtract(sums[k]!, multiply(loadPair(column!, factor.offset + 16 * k), head)))),
      column!.set(addWhole(column!, whole(line))),
    ),
    head.set(splat(found)),
    each(pairs, (k) => storePair(column!, factor.offset + 16 * k, divide(sums[k]!, head))),
    store(addWhole(column!, best!), factor.offset, found),
    store(end!, inverse.offset, divide(double(1), found)),
    each(pairs, (k) => {
      const entry = loadPair(column!, factor.offset + 16 * k);
      return put(pivot, k, subtract(at(pivot, k), multiply(entry, entry)));
    }),
    store(best!, pivot.offset, double(0)),
    rank!.set(addWhole(rank!, whole(1))),
    end!.set(addWhole(end!, whole(8))),
  );
  return sequence(
    rank!.set(ZERO),
    end!.set(ZERO),
    each(pairs, (k) => put(pivot, k, select(above(at(group.free, k), pair(0)), at(diagonal, k), pair(0)))),
    repeat(
      sequence(search, when(less(NONE, best!), eliminate)),
      andWhole(less(NONE, best!), less(rank!, whole(rows.length))),
    ),
    storeWhole(ZERO, group.rank, rank!),
    sortFactor(group, variables),
  );
}

/** Copies of the factor in the order of its pivots: columns below the diagonal, and rows before it; 0 on it. */
function sortFactor(group: GroupPlaces, variables: Variables): Statement {
  const { pairs, factor, below, before, order } = group;
  const line = 16 * pairs;
  const [k, l, last, of] = Array.from({ length: 4 }, () => variables.whole()) as Variable<"i32">[];
  const value = variables.double();
  const at = (outer: Whole, inner: Whole) => addWhole(timesWhole(outer, whole(line / 8)), inner);
  return sequence(
    last!.set(shiftLeft(loadWhole(ZERO, group.rank), whole(3))),
    k!.set(ZERO),
    whilst(
      less(k!, last!),
      each(pairs, (j) =>
        sequence(
          storePair(at(k!, ZERO), below.offset + 16 * j, pair(0)),
          storePair(at(k!, ZERO), before.offset + 16 * j, pair(0)),
        ),
      ),
      k!.set(addWhole(k!, whole(8))),
    ),
    k!.set(whole(8)),
    whilst(
      less(k!, last!),
      of!.set(loadWhole(k!, order.offset)),
      l!.set(ZERO),
      repeat(
        sequence(
          value.set(load(at(l!, of!), factor.offset)),
          store(at(l!, k!), below.offset, value),
          store(at(k!, l!), before.offset, value),
          l!.set(addWhole(l!, whole(8))),
        ),
        less(l!, k!),
      ),
      k!.set(addWhole(k!, whole(8))),
    ),
  );
}

/** move = G^{-1} slope on the rows of the factor, 0 elsewhere. */
export function solveSet({ group, variables }: GroupParts): Statement {
  const { pairs, below, before, inverse, order } = group;
  const { slope, work, move } = group.of;
  const line = 16 * pairs;
  const [k, j, last, column] = Array.from({ length: 4 }, () => variables.whole()) as Variable<"i32">[];
  const head = variables.pair();
  const value = variables.double();
  const next = (by: number) => k!.set(addWhole(k!, whole(by)));
  const divided = sequence(
    value.set(multiply(load(k!, work.offset), load(k!, inverse.offset))),
    store(k!, work.offset, value),
    head.set(splat(value)),
    column!.set(timesWhole(k!, whole(line / 8))),
  );
  /** Takes the pairs from j to an end. */
  const subtractColumn = (of: typeof below, end: Whole) =>
    whilst(
      less(j!, end),
      storePair(
        j!,
        work.offset,
        subtract(loadPair(j!, work.offset), multiply(loadPair(addWhole(column!, j!), of.offset), head)),
      ),
      j!.set(addWhole(j!, whole(16))),
    );
  return sequence(
    each(pairs, (i) => put(move, i, pair(0))),
    last!.set(shiftLeft(loadWhole(ZERO, group.rank), whole(3))),
    k!.set(ZERO),
    whilst(less(k!, last!), store(k!, work.offset, load(loadWhole(k!, order.offset), slope.offset)), next(8)),
    k!.set(ZERO),
    whilst(
      less(k!, last!),
      divided,
      j!.set(andWhole(addWhole(k!, whole(8)), whole(-16))),
      subtractColumn(below, last!),
      next(8),
    ),
    k!.set(subtractWhole(last!, whole(8))),
    whilst(
      less(NONE, k!),
      divided,
      store(loadWhole(k!, order.offset), move.offset, value),
      j!.set(ZERO),
      subtractColumn(before, k!),
      next(-8),
    ),
  );
}
