/**
 * The box problem of one row in a kernel, (53), and what it shares with that of many (many-rows-code.ts): the operations of active-set.ts in the
 * same order, and so the same digits.
 */
import {
  add,
  addWhole,
  andWhole,
  choose,
  divide,
  double,
  each,
  equals,
  isAbove,
  isBelow,
  isEqual,
  isOther,
  isZero,
  largest,
  least,
  less,
  load,
  multiply,
  negative,
  orWhole,
  type Pair,
  pair,
  pairOf,
  repeat,
  type Statement,
  sequence,
  shiftLeft,
  splat,
  storeByte,
  storeWhole,
  subtract,
  timesWhole,
  type Whole,
  when,
  whenElse,
  whole,
} from "../../numeric/wasm/code.ts";
import { call, type FunctionCode, type Variable, type Variables } from "../../numeric/wasm/module.ts";
import { ROUND_OFF } from "../solvers/condensed.ts";
import type { Held } from "./held-code.ts";
import type { SetPlaces } from "./kept-sets.ts";

/** Where numbers of the rows stand, in bytes from an address that may go from step to step. */
export interface BoundPlaces {
  readonly lower: number;
  readonly upper: number;
  /** With their round-off. */
  readonly least: number;
  readonly most: number;
}

export interface RowPlaces {
  /** Of one row: g and the sizes of its terms. */
  readonly g: number;
  readonly terms: number;
  /** Of the previous step, which gives the guess. */
  readonly before: number;
  /** Those found; right-hand sides. */
  readonly force: number;
  readonly right: number;
  readonly bounds: BoundPlaces;
}

export interface RowsCode {
  /** Finds the forces and the set. */
  readonly solve: Statement;
  /** Of the accepted set: stuck rows and rows at their lower bound as bits; the address of the set, where it is not empty. */
  readonly stuck: Variable<"i32">;
  readonly low: Variable<"i32">;
  readonly slot: Variable<"i32">;
  /** The same as masks. */
  stuckPair(k: number): Pair;
  /** The forces found. */
  readonly forces: Held;
}

export interface RowsOptions {
  readonly places: RowPlaces;
  readonly sets: SetPlaces;
  /** G of a single row. */
  readonly alone: number;
  /** The address that the bounds are counted from. */
  readonly rowsAt: Whole;
  readonly passes: Variable<"i32">;
  /** What RowsCode has of them. */
  readonly stuck: Variable<"i32">;
  readonly low: Variable<"i32">;
  /** Functions of the module. */
  readonly find: number;
  readonly inner: number;
  readonly forces: Held;
  /** Leaves the kernel: the set is not known yet, or the step is not ordinary. */
  missing(set: Whole): Statement;
  readonly odd: Statement;
}

/** (53) */
export function oneRow(options: RowsOptions, variables: Variables): RowsCode {
  const { places, alone, rowsAt, passes, find, forces, missing, stuck, low } = options;
  const slot = variables.whole();
  const [needed, slack] = [variables.double(), variables.double()];
  const lower = load(rowsAt, places.bounds.lower);
  const upper = load(rowsAt, places.bounds.upper);
  const G = load(whole(0), alone);
  const mask = variables.pair();
  return {
    stuck,
    low,
    slot,
    stuckPair: () => mask,
    forces,
    solve: sequence(
      passes.set(addWhole(passes, whole(1))),
      needed.set(divide(negative(load(whole(0), places.g)), G)),
      slack.set(divide(multiply(double(ROUND_OFF), load(whole(0), places.terms)), G)),
      forces.put(0, pairOf(least(upper, largest(lower, needed)), double(0))),
      low.set(orWhole(isEqual(lower, upper), isBelow(needed, subtract(lower, slack)))),
      stuck.set(isZero(orWhole(low, isAbove(needed, add(upper, slack))))),
      mask.set(equals(splat(choose(stuck, double(1), double(0))), pair(1))),
      when(stuck, slot.set(call(find, stuck)), when(isZero(slot), missing(stuck))),
    ),
  };
}

/** Writes the modes of rows, bytes in columns of so many, of all states from one to another. */
export function writeModes(columns: number, capacity: number, m: number): FunctionCode {
  return {
    name: "writeModes",
    parameters: 4,
    body([from, to, stuck, low], variables) {
      const [at, value] = [variables.whole(), variables.whole()];
      const four = whole(4);
      return {
        statement: each(m, (i) =>
          sequence(
            at.set(from!),
            value.set(timesWhole(andWhole(modeOf(i, stuck!, low!), whole(255)), whole(0x01010101))),
            repeat(
              whenElse(
                less(whole(capacity - 4), at), // four at once would reach into the next column
                sequence(storeByte(at, columns + capacity * i, value), at.set(addWhole(at, whole(1)))),
                sequence(storeWhole(at, columns + capacity * i, value), at.set(addWhole(at, four))),
              ),
              less(at, to!),
            ),
          ),
        ),
        result: to!,
      };
    },
  };
}

/** Of row i: +1 at its lower bound, -1 at its upper, 0 stuck. */
export function modeOf(i: number, stuck: Whole, low: Whole): Whole {
  const bit = (of: Whole): Whole => isOther(andWhole(of, whole(1 << i)), whole(0));
  return addWhole(addWhole(shiftLeft(bit(low), whole(1)), bit(stuck)), whole(-1));
}
