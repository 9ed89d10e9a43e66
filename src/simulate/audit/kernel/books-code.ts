/** A step of the audit as WebAssembly: box.ts and ledger.ts. */
import {
  above,
  absolute,
  add,
  atMost,
  below,
  both,
  either,
  greater,
  load,
  multiply,
  type Pair,
  pair,
  type Statement,
  select,
  sequence,
  splat,
  subtract,
  whole,
  without,
} from "../../../numeric/wasm/code.ts";
import { ERROR, LOSS, REST, SCALE, WORK } from "../ledger.ts";
import { DAMPING, ENERGY, LOADS } from "../reading.ts";
import { addSoft } from "./soft-code.ts";
import { meanOf, type StepParts } from "./step-parts.ts";
import { addAll, at, type Index, put, putOne, twice } from "./vector-code.ts";

/** Reported forces against their limits. */
export function checkBox({ places, over, state, a, b, ofRows }: StepParts): Statement {
  const { box, forward, backward } = places;
  return over(ofRows, (k) =>
    sequence(
      a.set(state.force(k)),
      b.set(absolute(a)),
      put(box.largestForce, k, greater(at(box.largestForce, k), b)),
      a.set(greater(select(above(a, pair(0)), at(backward, k), at(forward, k)), pair(0))),
      put(box.outside, k, greater(at(box.outside, k), subtract(b, a))),
    ),
  );
}

/** Work, dissipation and energy. */
export function keepBooks(parts: StepParts): Statement {
  const { places, over, h, a, b, variables, ofRows, forwards, backwards, unknown } = parts;
  const { points, slips, ledger, largestSpeed, onForward, onBackward, forces } = places;
  const lost = variables.double();
  const c = variables.pair();
  const power = (which: number) =>
    multiply(h, meanOf(twice(points[0]!.power, which), twice(points[1]!.power, which), twice(points[2]!.power, which)));
  const [s0, s1, s2] = slips.map((slip) => (k: Index) => at(slip, k)) as [
    (k: Index) => Pair,
    (k: Index) => Pair,
    (k: Index) => Pair,
  ];
  const hard = (slip: Pair, k: Index): Pair => {
    const bySlip = select(above(slip, pair(0)), at(onForward, k), at(onBackward, k));
    if (!places.soft) return bySlip;
    return select(forwards.at(k), at(onForward, k), select(backwards.at(k), at(onBackward, k), bySlip));
  };
  const taken = (slip: Pair, point: 0 | 1 | 2, k: Index): Pair =>
    multiply(addSoft(parts, hard(slip, k), point, k), slip);
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
      return sequence(
        a.set(rests),
        c.set(select(both(unknown.at(k), faster), mean, s1(k))), // a swing
        b.set(without(places.soft ? changing : select(slides, whole, changing), a)),
        put(ledger.rowLoss, k, subtract(at(ledger.rowLoss, k), b)),
      );
    }),
    lost.set(load(whole(0), ledger.total.offset + 8)),
    addAll(over, lost, ofRows, b, (k) => at(ledger.rowLoss, k)),
    putOne(ledger.sums, LOSS, total),
    a.set(absolute(subtract(add(subtract(energy, twice(ledger.total, 0)), total), work))),
    putOne(ledger.sums, ERROR, greater(twice(ledger.sums, ERROR), a)),
    a.set(greater(greater(twice(ledger.sums, SCALE), absolute(energy)), greater(absolute(work), absolute(total)))),
    putOne(ledger.sums, SCALE, a),
  );
}
