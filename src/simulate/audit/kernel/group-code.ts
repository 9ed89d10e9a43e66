/**
 * Forces of rows that depend on each other: box-least-squares.ts as WebAssembly, operation by operation. The factor of a
 * set of free rows follows from the set alone, so that keeping it from call to call changes no digit.
 */

import type { Rows } from "../../../numeric/rows.ts";
import {
  above,
  addWhole,
  andWhole,
  below,
  bitsOf,
  both,
  choose,
  double,
  each,
  equals,
  exclusiveWhole,
  isAbove,
  isBelow,
  isOther,
  isUnequal,
  isZero,
  largest,
  least,
  less,
  load,
  loadWhole,
  orWhole,
  pair,
  pairOf,
  repeat,
  type Statement,
  select,
  sequence,
  shiftLeft,
  store,
  storeWhole,
  type Whole,
  when,
  whole,
  without,
} from "../../../numeric/wasm/code.ts";
import type { FunctionCode, Variable, Variables } from "../../../numeric/wasm/module.ts";
import { ROUNDS } from "../box-least-squares.ts";
import { factorSet, solveSet } from "./group-factor.ts";
import { advanceForces, releaseRow, slopesOf } from "./group-moves.ts";
import type { Places } from "./places.ts";
import { at, type Data, type Place, pairsOf, put } from "./vector-code.ts";

/** Where the numbers of a group stand; vectors have an entry for each of its rows. */
export interface GroupPlaces {
  readonly rows: readonly number[];
  readonly pairs: number;
  /** G, a column after the other, and its diagonal. */
  readonly matrix: Place;
  readonly diagonal: Place;
  /** Columns of the factor as the rows stand in the group; then in the order of its pivots: columns below the diagonal, and rows. */
  readonly factor: Place;
  readonly below: Place;
  readonly before: Place;
  /** 1 / pivots; places of the pivots in a vector, in bytes. */
  readonly inverse: Place;
  readonly order: Place;
  /** The set that is factored, as bits, and its rank. */
  readonly known: number;
  readonly rank: number;
  readonly of: Readonly<
    Record<"pivot" | "slope" | "size" | "work" | "move" | "force" | "lower" | "upper" | "target", Place>
  >;
  /** 1 or 0: could be freed, is free. */
  readonly open: Place;
  readonly free: Place;
}

export function groupPlaces(matrix: Rows, rows: readonly number[], data: Data): GroupPlaces {
  const b = rows.length;
  const pairs = pairsOf(b);
  const padded = 2 * pairs;
  const columns = new Float64Array(b * padded);
  rows.forEach((row, i) => {
    for (let k = matrix.start[row]!; k < matrix.start[row + 1]!; k++) {
      columns[rows.indexOf(matrix.column[k]!) * padded + i] = matrix.value[k]!;
    }
  });
  const square = () => data.scratch(b * padded);
  const vector = () => data.scratch(padded);
  const numbers = data.scratch(2).offset;
  return {
    ...{ rows, pairs },
    matrix: data.place(columns),
    diagonal: data.place(Array.from({ length: padded }, (_, i) => (i < b ? columns[i * padded + i]! : 1))),
    ...{ factor: square(), below: square(), before: square(), inverse: vector(), order: vector() },
    ...{ known: numbers, rank: numbers + 8 },
    of: {
      ...{ pivot: vector(), slope: vector(), size: vector(), work: vector(), move: vector() },
      ...{ force: vector(), lower: vector(), upper: vector(), target: vector() },
    },
    ...{ open: vector(), free: vector() },
  };
}

/** What the pieces share. */
export interface GroupParts {
  readonly group: GroupPlaces;
  readonly variables: Variables;
  /** Bits of the free rows. */
  readonly free: Variable<"i32">;
}

const ZERO = whole(0);
/** Entry i of a vector. */
export const entry = ({ offset }: Place, i: number) => load(ZERO, offset + 8 * i);
const putEntry = ({ offset }: Place, i: number, value: Parameters<typeof store>[2]): Statement =>
  store(ZERO, offset + 8 * i, value);

/** Forces within their bounds that come nearest: `solve`. */
export function boundedCode(name: string, group: GroupPlaces, places: Places): FunctionCode {
  return {
    name,
    parameters: 0,
    body(_, variables) {
      const [free, open, round, goes] = [0, 1, 2, 3].map(() => variables.whole()) as Variable<"i32">[];
      const parts: GroupParts = { group, variables, free: free! };
      const { rows } = group;
      const { take, give } = (isInPairs(rows) ? pairsOfRows : singleRows)(parts, places, open!);
      // rows that could be freed: of others no slope is asked for
      const held = andWhole(open!, exclusiveWhole(free!, whole(-1)));
      const settle = sequence(slopesOf(parts, true), releaseRow(parts, goes!));
      const oneRound = sequence(
        slopesOf(parts, false),
        solveMove(parts),
        advanceForces(parts, goes!),
        when(isZero(goes!), when(isOther(held, ZERO), settle)),
        round!.set(addWhole(round!, whole(1))),
      );
      return {
        statement: sequence(
          ...[free!, open!, round!].map((each) => each.set(ZERO)),
          take,
          repeat(oneRound, andWhole(goes!, less(round!, whole(ROUNDS(rows.length))))),
          give,
        ),
        result: ZERO,
      };
    },
  };
}

/** How the numbers of its rows come to a group, which of them are `open` and free, and how their forces go back. */
interface Passage {
  readonly take: Statement;
  readonly give: Statement;
}

/** Whether pairs of its rows are pairs of the machine's rows. */
function isInPairs(rows: readonly number[]): boolean {
  return rows[0]! % 2 === 0 && rows.every((row, i) => row === rows[0]! + i);
}

function singleRows(
  { group, variables, free }: GroupParts,
  { forces, lower, upper, target }: Places,
  open: Variable<"i32">,
): Passage {
  const { of, rows } = group;
  const a = variables.double();
  const take = each(rows.length, (i) => {
    const row = rows[i]!;
    const [low, high] = [entry(lower, row), entry(upper, row)];
    const inside = andWhole(isAbove(a, low), isBelow(a, high));
    return sequence(
      a.set(entry(forces.force, row)),
      putEntry(of.lower, i, low),
      putEntry(of.upper, i, high),
      putEntry(of.target, i, entry(target, row)),
      putEntry(group.open, i, double(0)),
      putEntry(group.free, i, double(0)),
      when(
        isAbove(entry(forces.unknown, row), double(0)),
        a.set(least(high, largest(low, a))),
        when(isUnequal(low, high), open.set(orWhole(open, whole(1 << i))), putEntry(group.open, i, double(1))),
        when(inside, free.set(orWhole(free, whole(1 << i))), putEntry(group.free, i, double(1))),
      ),
      putEntry(of.force, i, a),
    );
  });

  return { take, give: each(rows.length, (i) => putEntry(forces.force, rows[i]!, entry(of.force, i))) };
}

/** Two at a time; the last one may stand beside a row of another group, or beside none. */
function pairsOfRows(
  { group, variables, free }: GroupParts,
  { forces, lower, upper, target }: Places,
  open: Variable<"i32">,
): Passage {
  const { of, rows, pairs } = group;
  const [a, unknown, opens, inside] = variables.pairs(4) as [Pairs, Pairs, Pairs, Pairs];
  const here = (k: number) => rows[0]! / 2 + k;
  const noted = (set: Variable<"i32">, mask: Pairs, k: number): Statement =>
    set.set(orWhole(set, shiftLeft(bitsOf(mask), whole(2 * k))));
  const own = (k: number) => (2 * k + 1 < rows.length ? pair(0) : pairOf(double(0), double(Number.POSITIVE_INFINITY)));
  const take = each(pairs, (k) => {
    const [low, high] = [at(lower, here(k)), at(upper, here(k))];
    return sequence(
      a.set(at(forces.force, here(k))),
      unknown.set(above(at(forces.unknown, here(k)), own(k))),
      a.set(select(unknown, least(high, largest(low, a)), a)),
      opens.set(without(unknown, equals(low, high))),
      inside.set(both(unknown, both(above(a, low), below(a, high)))),
      put(of.lower, k, low),
      put(of.upper, k, high),
      put(of.target, k, at(target, here(k))),
      put(group.open, k, both(opens, pair(1))),
      put(group.free, k, both(inside, pair(1))),
      put(of.force, k, a),
      noted(open, opens, k),
      noted(free, inside, k),
    );
  });
  return { take, give: each(pairs, (k) => put(forces.force, here(k), at(of.force, k))) };
}

type Pairs = Variable<"v128">;

/** The same without bounds, of first moments: `solveFree`. */
export function freeCode(name: string, group: GroupPlaces, { forces, target, limits }: Places): FunctionCode {
  return {
    name,
    parameters: 0,
    body(_, variables) {
      const free = variables.whole();
      const parts: GroupParts = { group, variables, free };
      const { of, rows } = group;
      const isOpen = (i: number): Whole => isAbove(entry(forces.unknown, rows[i]!), double(0));
      return {
        statement: sequence(
          free.set(ZERO),
          each(rows.length, (i) =>
            sequence(
              // rows that slide have first moments where limits vary; those that are solved for begin with none
              ...(limits
                ? [
                    putEntry(of.target, i, entry(target, rows[i]!)),
                    putEntry(of.force, i, choose(isOpen(i), double(0), entry(forces.moment, rows[i]!))),
                  ]
                : [putEntry(of.slope, i, entry(target, rows[i]!))]),
              free.set(orWhole(free, choose(isOpen(i), whole(1 << i), ZERO))),
              putEntry(group.free, i, choose(isOpen(i), double(1), double(0))),
            ),
          ),
          limits ? slopesOf(parts, false) : sequence(),
          solveMove(parts),
          each(rows.length, (i) => when(isOpen(i), putEntry(forces.moment, rows[i]!, entry(of.move, i)))),
        ),
        result: ZERO,
      };
    },
  };
}

/** move = G^{-1} slope on the free rows. */
function solveMove(parts: GroupParts): Statement {
  const { known } = parts.group;
  return sequence(
    when(isOther(parts.free, loadWhole(ZERO, known)), storeWhole(ZERO, known, parts.free), factorSet(parts)),
    solveSet(parts),
  );
}
