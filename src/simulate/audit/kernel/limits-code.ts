/** A step of the audit as WebAssembly: limits and drives of the rows, constants or as laws.ts has them at the three points of the step. */
import {
  above,
  absolute,
  addWhole,
  divide,
  either,
  equals,
  greater,
  less,
  lesser,
  loadPair,
  loadTwice,
  multiply,
  negative,
  type Pair,
  pair,
  repeat,
  type Statement,
  select,
  sequence,
  subtract,
  whole,
  without,
} from "../../../numeric/wasm/code.ts";
import type { Places } from "./places.ts";
import { ROW_NAMES } from "./row-records.ts";
import { meanOf, type StepParts } from "./step-parts.ts";
import { at, type Index, put, whenSome } from "./vector-code.ts";

export type Point = 0 | 1 | 2;

/** Forces in slip have the sign that they have there. */
export interface Limits {
  forward(point: Point, k: Index): Pair;
  backward(point: Point, k: Index): Pair;
  onForward(point: Point, k: Index): Pair;
  onBackward(point: Point, k: Index): Pair;
  /** Those of the middle: the larger of both, and the lesser of rest and slip. */
  widest(k: Index): Pair;
  leastForward(k: Index): Pair;
  leastBackward(k: Index): Pair;
  /** Whether the row has a limit at any of the points. */
  limited(k: Index): Pair;
}

export function limitsOf(places: Places): Limits {
  const { limits, forward, backward, onForward, onBackward, widest, least, bounded } = places;
  if (!limits) {
    return {
      forward: (_, k) => at(forward, k),
      backward: (_, k) => at(backward, k),
      onForward: (_, k) => at(onForward, k),
      onBackward: (_, k) => at(onBackward, k),
      widest: (k) => at(widest, k),
      leastForward: (k) => at(least.forward, k),
      leastBackward: (k) => at(least.backward, k),
      limited: (k) => above(at(bounded, k), pair(0)),
    };
  }
  const of = (name: (typeof ROW_NAMES)[number]) => (point: Point, k: Index) => at(limits[point]![name], k);
  const [ahead, back, slipAhead, slipBack] = [
    of("forward"),
    of("backward"),
    of("kineticForward"),
    of("kineticBackward"),
  ];
  const none = (point: Point, k: Index) => either(isLimit(ahead(point, k)), isLimit(back(point, k)));
  return {
    forward: ahead,
    backward: back,
    onForward: (point, k) => negative(slipAhead(point, k)),
    onBackward: slipBack,
    widest: (k) => greater(ahead(1, k), back(1, k)),
    leastForward: (k) => lesser(ahead(1, k), slipAhead(1, k)),
    leastBackward: (k) => lesser(back(1, k), slipBack(1, k)),
    limited: (k) => either(none(2, k), either(none(0, k), none(1, k))),
  };
}

const isLimit = (size: Pair): Pair => without(equals(pair(0), pair(0)), equals(size, pair(0)));

/** Speeds that belts can give to what they carry, where one is faster than ever; after the slips are read. */
export function carry({ places, over, matrices, sums, variables, a, b, ofRows, ofCoordinates }: StepParts): Statement {
  const { limits, carried, brought, compliance, m } = places;
  if (!limits || !brought) return sequence();
  const [row, entry] = [variables.whole(), variables.whole()];
  const drive = (point: Point, k: Index): Pair => absolute(at(limits[point]!.drive, k));
  const speed = (k: Index): Pair => greater(greater(drive(0, k), drive(1, k)), drive(2, k));
  const bring = (k: Index): Statement =>
    sequence(
      b.set(at(carried.ofCoordinates, k)),
      row.set(whole(0)),
      entry.set(typeof k === "number" ? whole(16 * k) : k.bytes),
      repeat(
        sequence(
          a.set(multiply(loadPair(entry, brought.offset), loadTwice(row, carried.drives.offset))),
          a.set(divide(a, loadTwice(row, compliance.offset))),
          b.set(greater(b, a)),
          entry.set(addWhole(entry, whole(16 * ofCoordinates))),
          row.set(addWhole(row, whole(8))),
        ),
        less(row, whole(8 * m)),
      ),
      put(carried.ofCoordinates, k, b),
    );
  return whenSome(
    over,
    a,
    ofRows,
    (k) => above(speed(k), at(carried.drives, k)),
    over(ofRows, (k) => sequence(a.set(speed(k)), put(carried.drives, k, greater(at(carried.drives, k), a)))),
    over(ofCoordinates, bring),
    matrices.directionSizes.into(sums, carried.ofCoordinates),
    over(ofRows, (k) => put(carried.ofRows, k, greater(at(carried.ofRows, k), sums.at(k)))),
  );
}

/** Brings the limits to the step, and the bounds of forces at rest to their means over it. */
export function readLimits({ places, over, table, a, ofRows }: StepParts): Statement {
  const { limits, largestLimit, lower, upper } = places;
  if (!limits) return sequence();
  const [first, middle, last] = limits;
  const mean = (name: "forward" | "backward", k: Index): Pair =>
    meanOf(at(first![name], k), at(middle![name], k), at(last![name], k));
  const grow = (point: 1 | 2, k: Index): Statement => {
    const { forward, backward } = limits[point]!;
    return sequence(
      a.set(greater(at(forward, k), at(backward, k))),
      put(largestLimit, k, greater(at(largestLimit, k), a)),
    );
  };
  return over(ofRows, (k) =>
    sequence(
      ...ROW_NAMES.flatMap((name) => [
        put(first![name], k, at(last![name], k)),
        put(middle![name], k, table(1, name, k)),
        put(last![name], k, table(2, name, k)),
      ]),
      grow(1, k),
      grow(2, k),
      put(lower, k, negative(mean("forward", k))),
      put(upper, k, mean("backward", k)),
    ),
  );
}

/** What something is driven by at a point, taken off; and its size, added. */
export function relative({ places: { limits } }: StepParts, speed: Pair, point: Point, k: Index): Pair {
  return limits ? subtract(speed, at(limits[point]!.drive, k)) : speed;
}

/** Forces of rows that slide, means over the step; and their first moments. */
export function knownForce({ places, limits, forwards, backwards }: StepParts, k: Index): Pair {
  const chosen = (point: Point): Pair =>
    select(forwards.at(k), limits.onForward(point, k), limits.onBackward(point, k));
  const slides = either(forwards.at(k), backwards.at(k));
  const rests = without(equals(pair(0), pair(0)), slides);
  return without(places.limits ? meanOf(chosen(0), chosen(1), chosen(2)) : chosen(2), rests);
}

export function knownMoment({ limits, h, forwards, backwards }: StepParts, k: Index): Pair {
  const change = select(
    forwards.at(k),
    subtract(limits.onForward(2, k), limits.onForward(0, k)),
    subtract(limits.onBackward(2, k), limits.onBackward(0, k)),
  );
  const slides = either(forwards.at(k), backwards.at(k));
  return without(multiply(divide(multiply(h, h), pair(12)), change), without(equals(pair(0), pair(0)), slides));
}
