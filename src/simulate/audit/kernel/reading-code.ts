/** A step of the audit as WebAssembly: what reading.ts, smooth-forces.ts and laws.ts read of it. */
import {
  above,
  absolute,
  add,
  atMost,
  below,
  both,
  divide,
  each,
  either,
  equals,
  greater,
  half,
  multiply,
  negative,
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
import type { Variable } from "../../../numeric/wasm/module.ts";
import { ROUND_OFF as OF_SLIPS, UNDERFLOW } from "../laws.ts";
import { DAMPING, ENERGY, LOADS, ROUND_OFF as OF_PLACES } from "../reading.ts";
import { relative } from "./limits-code.ts";
import { type Column, meanOf, type StepParts } from "./step-parts.ts";
import { addAll, at, type Index, type Place, put, putOne, twice, whenAny } from "./vector-code.ts";

/** The state, the middle of the cubic, and what is largest. */
export function readStep(
  { places, over, state, h, time, late, variables, ofCoordinates }: StepParts,
  exact: boolean,
): Statement {
  const { points, largest, first, scratch, times } = places;
  const [start, middle, stop] = points as [(typeof points)[0], (typeof points)[0], (typeof points)[0]];
  const [x0, v0, x1, v1, dx, dv, mean, bow] = variables.pairs(8);
  const grow = (most: Place, k: Index, size: Pair): Statement => put(most, k, greater(at(most, k), size));
  return sequence(
    time.set(state.time),
    late.set(absolute(time)),
    h.set(subtract(time, twice(stop.at, 0))),
    putOne(start.at, 0, twice(stop.at, 0)),
    putOne(stop.at, 0, time),
    putOne(times, 2, greater(twice(times, 2), h)),
    putOne(times, 0, time),
    each(3, (k) => putOne(start.power, k, twice(stop.power, k))),
    over(ofCoordinates, (k) =>
      sequence(
        x0!.set(at(stop.x, k)),
        v0!.set(at(stop.v, k)),
        x1!.set(state.x(k)),
        v1!.set(state.v(k)),
        put(start.x, k, x0!),
        put(start.v, k, v0!),
        put(start.q, k, at(stop.q, k)),
        put(stop.x, k, x1!),
        put(stop.v, k, v1!),
        grow(largest.position, k, absolute(x1!)),
        grow(largest.velocity, k, absolute(v1!)),
        grow(largest.way, k, absolute(subtract(x1!, at(first, k)))),
        dx!.set(subtract(x1!, x0!)),
        dv!.set(subtract(v1!, v0!)),
        put(scratch.change, k, dv!),
        put(middle.x, k, subtract(add(x0!, multiply(dx!, pair(0.5))), multiply(multiply(h, pair(0.125)), dv!))),
        mean!.set(multiply(add(v0!, v1!), pair(0.5))),
        bow!.set(multiply(pair(1.5), subtract(divide(dx!, h), mean!))),
        put(
          middle.v,
          k,
          select(
            above(
              multiply(absolute(bow!), h),
              multiply(pair(OF_PLACES), add(add(absolute(x1!), absolute(x0!)), absolute(multiply(time, mean!)))),
            ),
            add(mean!, bow!),
            mean!,
          ),
        ),
        exact ? put(scratch.gap, k, subtract(multiply(multiply(h, pair(0.5)), add(v0!, v1!)), dx!)) : sequence(),
      ),
    ),
  );
}

/** Slips at the end and in the middle. */
export function readSlips(parts: StepParts): Statement {
  const { places, over, matrices, sums, a, b, ofRows, ofCoordinates } = parts;
  const { points, slips, largestSpeed, scratch, limits, carried } = places;
  const [first, middle, last] = slips as [Place, Place, Place];
  const tiny = (size: Pair) => below(absolute(size), pair(UNDERFLOW));
  const atEnd =
    matrices.single && !limits
      ? sequence(
          matrices.directions.into(sums, points[2]!.v),
          over(ofRows, (k) =>
            sequence(
              a.set(sums.at(k)),
              b.set(absolute(a)),
              put(largestSpeed, k, greater(at(largestSpeed, k), b)),
              put(last, k, without(a, tiny(a))),
            ),
          ),
        )
      : sequence(
          over(ofCoordinates, (k) => put(scratch.sizes, k, absolute(at(points[2]!.v, k)))),
          matrices.directions.into(sums, points[2]!.v),
          over(ofRows, (k) => put(last, k, relative(parts, sums.at(k), 2, k))),
          matrices.directionSizes.into(sums, scratch.sizes),
          over(ofRows, (k) => {
            const terms = limits ? add(sums.at(k), absolute(at(limits[2]!.drive, k))) : sums.at(k);
            const speeds = limits ? add(b, at(carried.ofRows, k)) : b;
            return sequence(
              b.set(terms),
              put(largestSpeed, k, greater(at(largestSpeed, k), b)),
              a.set(absolute(at(last, k))),
              put(last, k, without(at(last, k), either(atMost(a, multiply(pair(OF_SLIPS), speeds)), tiny(a)))),
            );
          }),
        );
  return sequence(
    over(ofRows, (k) => put(first, k, at(last, k))),
    atEnd,
    matrices.directions.into(sums, points[1]!.v),
    over(ofRows, (k) => {
      const rests = both(equals(at(first, k), pair(0)), equals(at(last, k), pair(0)));
      return sequence(a.set(relative(parts, sums.at(k), 1, k)), put(middle, k, without(a, either(rests, tiny(a)))));
    }),
  );
}

/** Smooth forces, powers and energy, in the middle and at the end. */
export function readForces(parts: StepParts, grown: Variable<"i32">): Statement {
  const { places, over, matrices, sums, state, variables, a, b, ofCoordinates } = parts;
  const { stiffness } = matrices;
  const damping = matrices.damped ? matrices.damping : undefined;
  const { largest, scratch } = places;
  const [work, lost, elastic, kinetic] = [0, 1, 2, 3].map(() => variables.double()) as [
    Variable<"f64">,
    Variable<"f64">,
    Variable<"f64">,
    Variable<"f64">,
  ];
  const grew = variables.pair();
  const zero = half(pair(0), 0);
  const { stored, circulation, seen } = matrices;
  /** Of coordinates that are no states of controllers. */
  const ofMachine = (value: Pair, k: Index): Pair => (seen ? both(value, above(at(seen, k), pair(0))) : value);
  const atPoint = (which: 1 | 2, loads: Column): Statement => {
    const { x, v, q, power } = places.points[which]!;
    const last = which === 2;
    return sequence(
      work.set(zero),
      lost.set(zero),
      elastic.set(zero),
      damping
        ? sequence(
            damping.into(sums, v),
            over(ofCoordinates, (k) => put(scratch.sizes, k, sums.at(k))),
            addAll(over, lost, ofCoordinates, b, (k) => ofMachine(multiply(sums.at(k), at(v, k)), k)),
          )
        : sequence(),
      stiffness.into(sums, x),
      over(ofCoordinates, (k) => {
        const drag = at(scratch.sizes, k);
        const most = damping ? greater(absolute(a), absolute(drag)) : absolute(a);
        return sequence(
          a.set(loads(k)),
          put(q, k, subtract(damping ? subtract(a, drag) : a, sums.at(k))),
          b.set(greater(most, absolute(sums.at(k)))),
          grew.set(either(grew, above(b, at(largest.force, k)))),
          put(largest.force, k, greater(at(largest.force, k), b)),
        );
      }),
      addAll(over, work, ofCoordinates, b, (k) => ofMachine(multiply(loads(k), at(v, k)), k)),
      circulation
        ? sequence(
            circulation.into(sums, x), // what stores energy is another part then
            addAll(over, work, ofCoordinates, b, (k) => negative(ofMachine(multiply(sums.at(k), at(v, k)), k))),
          )
        : sequence(),
      putNumber(power, LOADS, work),
      putNumber(power, DAMPING, lost),
      last
        ? sequence(
            stored?.into(sums, x) ?? sequence(),
            addAll(over, elastic, ofCoordinates, b, (k) => multiply(at(x, k), sums.at(k))),
            kinetic.set(zero),
            matrices.energyDiagonal ? sequence() : matrices.energyMass.into(sums, v),
            addAll(over, kinetic, ofCoordinates, b, (k) =>
              multiply(
                at(v, k),
                matrices.energyDiagonal ? multiply(at(matrices.energyDiagonal, k), at(v, k)) : sums.at(k),
              ),
            ),
            putOne(power, ENERGY, add(multiply(splat(kinetic), pair(0.5)), multiply(splat(elastic), pair(0.5)))),
          )
        : sequence(),
    );
  };
  return sequence(
    grew.set(pair(0)),
    atPoint(1, state.middleLoad),
    atPoint(2, state.load),
    whenAny(grew, grown.set(whole(1))),
  );
}

const putNumber = ({ offset }: Place, j: number, value: Variable<"f64">): Statement =>
  store(whole(0), offset + 8 * j, value);

/** M (v1 - v0) / h - the mean of q. */
export function impulse({ places, over, matrices, sums, h, ofCoordinates }: StepParts): Statement {
  const { points, forces, scratch } = places;
  const diagonal = matrices.massDiagonal;
  return sequence(
    diagonal ? sequence() : matrices.mass.into(sums, scratch.change),
    over(ofCoordinates, (k) => {
      const momentum = diagonal ? multiply(at(diagonal, k), at(scratch.change, k)) : sums.at(k);
      const mean = meanOf(at(points[0]!.q, k), at(points[1]!.q, k), at(points[2]!.q, k));
      return put(forces.residual, k, subtract(divide(momentum, h), mean));
    }),
  );
}
