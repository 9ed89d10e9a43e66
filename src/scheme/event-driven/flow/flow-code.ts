/**
 * Changes of a linear motion inside a mode, four at a time, as WebAssembly: the terms of their Taylor sums
 *     y_{k+1} = s_k w_k,   w_{k+1} = s_k P (f_k - K y_k - D w_k + sum over bent rows of W_i (b_i w_i . w)_k),   s_k = tau / (k + 1),
 * where P are the accelerations that forces make while rows are held. Matrices are lists of their entries, a place in bytes and a number each, and so data: the
 * code knows the number of coordinates alone.
 */
import {
  add,
  addWhole,
  isSame,
  less,
  loadPair,
  loadTwice,
  loadWhole,
  multiply,
  pair,
  repeat,
  type Statement,
  sequence,
  shiftLeft,
  storePair,
  subtract,
  subtractWhole,
  timesWhole,
  type Whole,
  when,
  whole,
} from "../../../numeric/wasm/code.ts";
import { whilst } from "../../../numeric/wasm/flow.ts";
import type { FunctionCode, Variable, Variables } from "../../../numeric/wasm/module.ts";

/** Changes that go together, and their bytes at one coordinate. */
export const LANES = 4;
export const STRIDE = 8 * LANES;
/** Bytes of an entry: its place, and from 8 on its value. */
export const ENTRY = 16;
/** Bytes of what is known of a bent row: where its entries begin and end, its coefficients, its slips. */
export const BENT = 16;

/** In bytes. */
export interface FlowPlaces {
  /** The last term, positions and then velocities; the sums; forces; of the load. */
  readonly term: number;
  readonly sum: number;
  readonly forces: number;
  readonly load: number;
  /** tau / (k + 1) */
  readonly steps: number;
  /** Where the entries of each coordinate's resistance end, and they. */
  readonly resistanceEnds: number;
  readonly resistance: number;
  readonly bent: number;
}

type Index = Variable<"i32">;
type Four = readonly [Variable<"v128">, Variable<"v128">];

/** Parameters: where the entries of P end (they come after that), terms, terms of the load, bent rows. */
export function flowCode(n: number, at: FlowPlaces): FunctionCode {
  const velocities = at.term + STRIDE * n;
  const whileBelow = (i: Index, count: Whole, by: number, ...body: Statement[]) =>
    sequence(i.set(whole(0)), whilst(less(i, count), ...body, i.set(addWhole(i, whole(by)))));
  const fours = (variables: Variables): Four => [variables.pair(), variables.pair()];
  const clear = (four: Four) => sequence(four[0].set(pair(0)), four[1].set(pair(0)));
  const read = (four: Four, base: Whole, place: number) =>
    sequence(four[0].set(loadPair(base, place)), four[1].set(loadPair(base, place + 16)));
  const write = (base: Whole, place: number, four: Four) =>
    sequence(storePair(base, place, four[0]), storePair(base, place + 16, four[1]));
  const addTo = (base: Whole, place: number, four: Four) =>
    sequence(
      storePair(base, place, add(loadPair(base, place), four[0])),
      storePair(base, place + 16, add(loadPair(base, place + 16), four[1])),
    );
  /** four +- number * what is at a place. */
  const gather = (four: Four, by: typeof add, factor: Variable<"v128">, base: Whole, place: number) =>
    sequence(
      four[0].set(by(four[0], multiply(factor, loadPair(base, place)))),
      four[1].set(by(four[1], multiply(factor, loadPair(base, place + 16)))),
    );

  return {
    name: "flow",
    parameters: 4,
    body([ends, terms, levels, bent], variables) {
      const [k, i, entry, end, place] = [1, 2, 3, 4, 5].map(() => variables.whole()) as [
        Index,
        Index,
        Index,
        Index,
        Index,
      ];
      const [row, coefficient, slips] = [variables.whole(), variables.whole(), variables.whole()];
      const [factor, step] = [variables.pair(), variables.pair()];
      const [sums, was] = [fours(variables), fours(variables)];
      const level = variables.whole(); // bytes of term k of a load
      /** sums +- the entries up to an end, times what is at their places. */
      const product = (by: typeof add, from: number) =>
        whilst(
          less(entry, end),
          place.set(loadWhole(entry, 0)),
          factor.set(loadTwice(entry, 8)),
          gather(sums, by, factor, place, from),
          entry.set(addWhole(entry, whole(ENTRY))),
        );

      const resist = sequence(
        entry.set(whole(at.resistance)),
        whileBelow(
          i,
          whole(n),
          1,
          clear(sums),
          when(less(k, levels!), read(sums, addWhole(level, timesWhole(i, whole(STRIDE))), at.load)),
          end.set(loadWhole(shiftLeft(i, whole(2)), at.resistanceEnds)),
          product(subtract, at.term),
          write(timesWhole(i, whole(STRIDE)), at.forces, sums),
        ),
      );

      const bend = whileBelow(
        row,
        timesWhole(bent!, whole(BENT)),
        BENT,
        // the slips of this term
        entry.set(loadWhole(row, at.bent)),
        end.set(loadWhole(row, at.bent + 4)),
        slips.set(loadWhole(row, at.bent + 12)),
        clear(sums),
        product(add, velocities),
        write(addWhole(slips, timesWhole(k, whole(STRIDE))), 0, sums),
        // their product with the slopes
        clear(sums),
        coefficient.set(loadWhole(row, at.bent + 8)),
        place.set(addWhole(slips, timesWhole(k, whole(STRIDE)))),
        repeat(
          sequence(
            factor.set(loadTwice(coefficient, 0)),
            gather(sums, add, factor, place, 0),
            coefficient.set(addWhole(coefficient, whole(8))),
            place.set(subtractWhole(place, whole(STRIDE))),
          ),
          isSame(less(place, slips), whole(0)),
        ),
        // along its direction
        entry.set(loadWhole(row, at.bent)),
        whilst(
          less(entry, end),
          place.set(loadWhole(entry, 0)),
          factor.set(loadTwice(entry, 8)),
          was[0].set(multiply(factor, sums[0])),
          was[1].set(multiply(factor, sums[1])),
          addTo(place, at.forces, was),
          entry.set(addWhole(entry, whole(ENTRY))),
        ),
      );

      const respond = sequence(
        entry.set(addWhole(ends!, whole(16 * Math.ceil(n / 4)))),
        whileBelow(
          i,
          whole(n),
          1,
          clear(sums),
          end.set(loadWhole(addWhole(ends!, shiftLeft(i, whole(2))), 0)),
          product(add, at.forces),
          place.set(timesWhole(i, whole(STRIDE))),
          read(was, place, velocities),
          ...[...sums, ...was].map((half) => half.set(multiply(half, step))),
          write(place, at.term, was),
          write(place, velocities, sums),
          addTo(place, at.sum, was),
          addTo(place, at.sum + STRIDE * n, sums),
        ),
      );

      return {
        statement: sequence(
          level.set(whole(0)),
          whileBelow(
            k,
            terms!,
            1,
            step.set(loadTwice(shiftLeft(k, whole(3)), at.steps)),
            resist,
            bend,
            respond,
            level.set(addWhole(level, whole(STRIDE * n))),
          ),
        ),
        result: whole(1),
      };
    },
  };
}
