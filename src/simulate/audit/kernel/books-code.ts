/** A step of the audit as WebAssembly: box.ts and ledger.ts. */
import {
  above,
  absolute,
  add,
  atMost,
  below,
  both,
  divide,
  either,
  greater,
  half,
  lesser,
  load,
  multiply,
  type Pair,
  pair,
  type Statement,
  select,
  sequence,
  splat,
  store,
  subtract,
  whole,
  without,
} from "../../../numeric/wasm/code.ts";
import { ERROR, LOSS, REST, SCALE, WORK } from "../ledger.ts";
import { WEIGHTS } from "../mean.ts";
import { DAMPING, ENERGY, LOADS } from "../reading.ts";
import { addSoft } from "./soft-code.ts";
import { meanOf, type StepParts } from "./step-parts.ts";
import { addAll, at, type Index, put, putOne, twice, whenAny } from "./vector-code.ts";

/** Reported forces against their limits. */
export function checkBox({ places, over, limits, state, a, b, ofRows }: StepParts): Statement {
  const { box } = places;
  const limit = (k: Index): Pair => {
    const at = (point: 0 | 1 | 2) => select(above(a, pair(0)), limits.backward(point, k), limits.forward(point, k));
    if (!places.limits) return at(2);
    const most = greater(greater(at(0), at(1)), at(2));
    return add(most, subtract(most, lesser(lesser(at(0), at(1)), at(2)))); // somewhere in the step
  };
  return over(ofRows, (k) =>
    sequence(
      a.set(state.force(k)),
      b.set(absolute(a)),
      put(box.largestForce, k, greater(at(box.largestForce, k), b)),
      a.set(greater(limit(k), pair(0))),
      put(box.outside, k, greater(at(box.outside, k), subtract(b, a))),
    ),
  );
}

/** Work, dissipation and energy. */
export function keepBooks(parts: StepParts): Statement {
  const { places, over, limits, h, a, b, variables, ofRows, forwards, backwards, unknown } = parts;
  const { points, slips, ledger, largestSpeed, forces } = places;
  const varied = places.soft !== undefined || places.limits !== undefined;
  const lost = variables.double();
  const c = variables.pair();
  const power = (which: number) =>
    multiply(h, meanOf(twice(points[0]!.power, which), twice(points[1]!.power, which), twice(points[2]!.power, which)));
  const [s0, s1, s2] = slips.map((slip) => (k: Index) => at(slip, k)) as [
    (k: Index) => Pair,
    (k: Index) => Pair,
    (k: Index) => Pair,
  ];
  const ofMode = (point: 0 | 1 | 2, k: Index, otherwise: Pair): Pair =>
    select(forwards.at(k), limits.onForward(point, k), select(backwards.at(k), limits.onBackward(point, k), otherwise));
  const hard = (slip: Pair, point: 0 | 1 | 2, k: Index): Pair => {
    const bySlip = select(above(slip, pair(0)), limits.onForward(point, k), limits.onBackward(point, k));
    return varied ? ofMode(point, k, bySlip) : bySlip;
  };
  const taken = (slip: Pair, point: 0 | 1 | 2, k: Index): Pair =>
    multiply(addSoft(parts, hard(slip, point, k), point, k), slip);
  const energy = twice(points[2]!.power, ENERGY);
  const work = twice(ledger.sums, WORK);
  const total = splat(lost);
  return sequence(
    a.set(power(LOADS)),
    a.set(both(a, below(absolute(a), pair(Number.POSITIVE_INFINITY)))),
    putOne(ledger.sums, WORK, add(work, a)),
    putOne(ledger.total, 1, add(twice(ledger.total, 1), power(DAMPING))),
    over(ofRows, (k) => {
      const still = multiply(pair(REST), at(largestSpeed, k));
      const rests = both(unknown.at(k), both(atMost(absolute(s0(k)), still), atMost(absolute(s2(k)), still)));
      const slides = either(forwards.at(k), backwards.at(k));
      const whole = multiply(multiply(h, at(forces.force, k)), meanOf(s0(k), s1(k), s2(k)));
      const faster = above(absolute(s1(k)), greater(absolute(s0(k)), absolute(s2(k))));
      const mean = multiply(add(s0(k), s2(k)), pair(0.5));
      const changing = multiply(h, meanOf(taken(s0(k), 0, k), taken(c, 1, k), taken(s2(k), 2, k)));
      const swing = c.set(select(both(unknown.at(k), faster), mean, s1(k)));
      const found = varied
        ? sequence(swing, b.set(without(changing, a)))
        : sequence(
            b.set(both(slides, whole)),
            whenAny(without(unknown.at(k), a), swing, b.set(without(select(slides, whole, changing), a))),
          );
      return sequence(a.set(rests), found, put(ledger.rowLoss, k, subtract(at(ledger.rowLoss, k), b)));
    }),
    places.limits ? addDriveWork(parts, ofMode) : sequence(),
    lost.set(load(whole(0), ledger.total.offset + 8)),
    addAll(over, lost, ofRows, b, (k) => at(ledger.rowLoss, k)),
    putOne(ledger.sums, LOSS, total),
    a.set(absolute(subtract(add(subtract(energy, twice(ledger.total, 0)), total), work))),
    putOne(ledger.sums, ERROR, greater(twice(ledger.sums, ERROR), a)),
    a.set(greater(greater(twice(ledger.sums, SCALE), absolute(energy)), greater(absolute(work), absolute(total)))),
    putOne(ledger.sums, SCALE, a),
  );
}

/** What rows slip on works on the machine with their forces. */
function addDriveWork(parts: StepParts, ofMode: (point: 0 | 1 | 2, k: Index, otherwise: Pair) => Pair): Statement {
  const { places, over, variables, h, a, b, ofRows, unknown } = parts;
  const { limits, forces, ledger } = places;
  const work = variables.double();
  const drive = (point: 0 | 1 | 2, k: Index): Pair => at(limits![point]!.drive, k);
  const power = (point: 0 | 1 | 2, k: Index): Pair => {
    const hard = ofMode(point, k, both(unknown.at(k), at(forces.force, k)));
    return multiply(multiply(pair(WEIGHTS[point]), addSoft(parts, hard, point, k)), drive(point, k));
  };
  const place = ledger.sums.offset + 8 * WORK;
  return sequence(
    work.set(load(whole(0), place)),
    over(ofRows, (k) => {
      const turning = multiply(divide(at(forces.moment, k), h), subtract(drive(2, k), drive(0, k)));
      return sequence(
        a.set(multiply(h, add(add(add(pair(0), power(0, k)), power(1, k)), power(2, k)))),
        b.set(both(unknown.at(k), turning)),
        ...([0, 1] as const).flatMap((lane) => [
          work.set(add(work, half(a, lane))),
          work.set(add(work, half(b, lane))),
        ]),
      );
    }),
    store(whole(0), place, work),
  );
}
