/** Slopes, steps along them and rows that are freed, as WebAssembly: slopes, advance and release of box-least-squares.ts. */
import {
  above,
  absolute,
  add,
  addWhole,
  andWhole,
  anyOf,
  atLeast,
  atMost,
  below,
  both,
  choose,
  divide,
  double,
  each,
  either,
  equals,
  exclusiveWhole,
  isAbove,
  isAtLeast,
  isUnequal,
  isZero,
  largest,
  less,
  load,
  loadPair,
  loadTwice,
  multiply,
  orWhole,
  type Pair,
  pair,
  repeat,
  type Statement,
  select,
  sequence,
  shiftLeft,
  shiftRight,
  splat,
  store,
  subtract,
  type Whole,
  when,
  whole,
  without,
} from "../../../numeric/wasm/code.ts";
import type { Variable } from "../../../numeric/wasm/module.ts";
import { FLAT } from "../box-least-squares.ts";
import type { GroupParts } from "./group-code.ts";
import { at, blocksOf, put } from "./vector-code.ts";

const ZERO = whole(0);
const NONE = whole(-1);

/** g - G F and, where they are asked for, the sizes of its terms. */
export function slopesOf({ group, variables }: GroupParts, sizes: boolean): Statement {
  const { pairs, rows, matrix } = group;
  const { slope, size, target, force } = group.of;
  const most = sizes ? 3 : 5;
  const sums = variables.pairs(most);
  const terms = variables.pairs(sizes ? most : 0);
  const [column, j] = [variables.whole(), variables.whole()];
  const [head, part] = variables.pairs(2);
  return sequence(
    ...blocksOf(pairs, most).map((block) =>
      sequence(
        ...block.map((k, b) => sums[b]!.set(at(target, k))),
        ...(sizes ? block.map((_, b) => terms[b]!.set(absolute(sums[b]!))) : []),
        column.set(ZERO),
        j.set(ZERO),
        repeat(
          sequence(
            head!.set(loadTwice(j, force.offset)),
            ...block.map((k, b) =>
              sequence(
                part!.set(multiply(loadPair(column, matrix.offset + 16 * k), head!)),
                sums[b]!.set(subtract(sums[b]!, part!)),
                sizes ? terms[b]!.set(add(terms[b]!, absolute(part!))) : sequence(),
              ),
            ),
            column.set(addWhole(column, whole(16 * pairs))),
            j.set(addWhole(j, whole(8))),
          ),
          less(j, whole(8 * rows.length)),
        ),
        ...block.map((k, b) => put(slope, k, sums[b]!)),
        ...(sizes ? block.map((k, b) => put(size, k, terms[b]!)) : []),
      ),
    ),
  );
}

const moves = (of: Pair): Pair => without(equals(pair(0), pair(0)), equals(of, pair(0)));

/** Goes along `move` up to the first bound, and fixes the row there; `blocked`: whether there was one. */
export function advanceForces(parts: GroupParts, blocked: Variable<"i32">): Statement {
  const { group, variables } = parts;
  const { move, force, lower, upper } = group.of;
  const room = (k: number): Pair =>
    divide(subtract(select(above(at(move, k), pair(0)), at(upper, k), at(lower, k)), at(force, k)), at(move, k));
  const [mask, reach] = variables.pairs(2);
  const row = variables.whole();
  const go = (k: number): Pair =>
    select(moves(at(move, k)), add(at(force, k), multiply(reach!, at(move, k))), at(force, k));
  return sequence(
    mask!.set(pair(0)),
    each(group.pairs, (k) => mask!.set(either(mask!, without(moves(at(move, k)), atLeast(room(k), pair(1)))))),
    blocked.set(anyOf(mask!)),
    reach!.set(pair(1)),
    when(blocked, stopAtBound(parts, reach!, row)),
    each(group.pairs, (k) => put(force, k, go(k))),
    when(blocked, fixRow(parts, row)),
  );
}

/** The row in the way, and how far it lets the others go: one after the other, each held against the nearest so far. */
function stopAtBound({ group, variables }: GroupParts, reach: Variable<"v128">, row: Variable<"i32">): Statement {
  const { move, force, lower, upper } = group.of;
  const i = variables.whole();
  const [far, d, ratio] = [variables.double(), variables.double(), variables.double()];
  const bound = choose(isAbove(d, double(0)), load(i, upper.offset), load(i, lower.offset));
  const nearer = sequence(far.set(largest(double(0), ratio)), row.set(i));
  return sequence(
    far.set(double(1)),
    i.set(ZERO),
    repeat(
      sequence(
        d.set(load(i, move.offset)),
        when(
          isUnequal(d, double(0)),
          ratio.set(divide(subtract(bound, load(i, force.offset)), d)),
          when(isZero(isAtLeast(ratio, far)), nearer),
        ),
        i.set(addWhole(i, whole(8))),
      ),
      less(i, whole(8 * group.rows.length)),
    ),
    reach.set(splat(far)),
  );
}

const bitOf = (row: Whole): Whole => shiftLeft(whole(1), shiftRight(row, whole(3)));

function fixRow({ group, free }: GroupParts, row: Variable<"i32">): Statement {
  const { move, force, lower, upper } = group.of;
  const forwards = isAbove(load(row, move.offset), double(0));
  return sequence(
    store(row, force.offset, choose(forwards, load(row, upper.offset), load(row, lower.offset))),
    store(row, group.free.offset, double(0)),
    free.set(andWhole(free, exclusiveWhole(bitOf(row), NONE))),
  );
}

/** Frees the fixed row that gains most; `any`: whether one does. After the slopes and their sizes. */
export function releaseRow({ group, variables, free }: GroupParts, any: Variable<"i32">): Statement {
  const { slope, size, force, lower } = group.of;
  const [mask, rise] = variables.pairs(2);
  const [i, best] = [variables.whole(), variables.whole()];
  const most = variables.double();
  const wants = (k: number): Pair => {
    const held = above(subtract(at(group.open, k), at(group.free, k)), pair(0));
    const inward = select(atMost(at(force, k), at(lower, k)), above(rise!, pair(0)), below(rise!, pair(0)));
    const flat = atMost(absolute(rise!), multiply(pair(FLAT), at(size, k)));
    return both(without(both(held, inward), flat), divide(multiply(rise!, rise!), at(group.diagonal, k)));
  };
  const gain = load(i, size.offset);
  return sequence(
    mask!.set(pair(0)),
    each(group.pairs, (k) =>
      sequence(
        rise!.set(at(slope, k)),
        rise!.set(wants(k)),
        put(size, k, rise!), // what each gains
        mask!.set(either(mask!, above(rise!, pair(0)))),
      ),
    ),
    any.set(anyOf(mask!)),
    when(
      any,
      most.set(double(0)),
      i.set(ZERO),
      repeat(
        sequence(when(isAbove(gain, most), most.set(gain), best.set(i)), i.set(addWhole(i, whole(8)))),
        less(i, whole(8 * group.rows.length)),
      ),
      store(best, group.free.offset, double(1)),
      free.set(orWhole(free, bitOf(best))),
    ),
  );
}
