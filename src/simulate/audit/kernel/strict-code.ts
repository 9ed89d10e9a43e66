/** Of motions whose samples hold every event: modes.ts (setStrict), the first moments, stick.ts (observeStrict) and multipliers.ts. */
import {
  above,
  absolute,
  add,
  atLeast,
  atMost,
  below,
  both,
  divide,
  either,
  equals,
  greater,
  lesser,
  multiply,
  negative,
  type Pair,
  pair,
  type Statement,
  select,
  sequence,
  subtract,
  without,
} from "../../../numeric/wasm/code.ts";
import type { Variable } from "../../../numeric/wasm/module.ts";
import { ROUND_OFF as OF_MODES, REST } from "../modes.ts";
import { AT_BOUND, MEAN_SLIP } from "../multipliers.ts";
import { DIGITS } from "../residuals.ts";
import { NOISE, ROUND_OFF } from "../stick.ts";
import { knownMoment } from "./limits-code.ts";
import { callMoments, follow, noteErrors, putModes, setStill, solveForces } from "./step-code.ts";
import type { StepParts } from "./step-parts.ts";
import { at, put, type Slots, slotsOf, whenAny, whenSome } from "./vector-code.ts";

export function balanceExact(parts: StepParts, _order: number, grown: Variable<"i32">): Statement {
  const held = slotsOf(parts.ofRows, parts.places.slots.held, parts.variables);
  return sequence(
    setStill(parts, REST, OF_MODES),
    setModes(parts, held),
    putModes(parts),
    solveForces(parts),
    balanceMoments(parts),
    noteErrors(parts, grown),
    notePaths(parts),
    follow(parts),
    holdStuck(parts, held),
    checkReported(parts, held),
  );
}

function setModes(
  { places, over, limits, a, b, ofRows, forwards, backwards, unknown }: StepParts,
  held: Slots,
): Statement {
  const { slips, mode } = places;
  return over(ofRows, (k) => {
    const [s0, s1] = [at(slips[0]!, k), at(slips[2]!, k)];
    const rest = at(mode.still, k);
    const limited = limits.limited(k);
    return sequence(
      a.set(both(limited, either(above(s0, rest), above(s1, rest)))),
      b.set(both(limited, either(below(s0, negative(rest)), below(s1, negative(rest))))),
      forwards.set(k, without(a, without(b, above(add(s0, s1), pair(0))))),
      backwards.set(k, without(b, without(a, below(add(s0, s1), pair(0))))),
      unknown.set(k, without(limited, either(forwards.at(k), backwards.at(k)))),
      held.set(k, without(limited, either(a, b))),
      put(mode.held, k, both(held.at(k), pair(1))),
    );
  });
}

/** The first moment of the equation of motion, and by how much x is not the integral of v. */
export function balanceMoments(parts: StepParts): Statement {
  const { places, over, matrices, sums, h, a, ofRows, ofCoordinates, unknown } = parts;
  const { points, forces, scratch, target } = places;
  const { own, alone } = places.ofMoments!;
  const rest = scratch.sizes;
  const diagonal = matrices.massDiagonal;
  return sequence(
    diagonal ? sequence() : matrices.mass.into(sums, scratch.gap),
    over(ofCoordinates, (k) => {
      const moment = diagonal ? multiply(at(diagonal, k), at(scratch.gap, k)) : sums.at(k);
      const change = subtract(at(points[2]!.q, k), at(points[0]!.q, k));
      return put(rest, k, subtract(moment, multiply(divide(multiply(h, h), pair(12)), change)));
    }),
    over(ofRows, (k) => put(forces.moment, k, places.limits ? knownMoment(parts, k) : pair(0))),
    whenSome(
      over,
      a,
      ofRows,
      (k) => unknown.at(k),
      matrices.inverseRows.into(sums, rest),
      over(ofRows, (k) => {
        const single = both(unknown.at(k), above(at(alone, k), pair(0)));
        return sequence(
          put(target, k, sums.at(k)),
          put(forces.moment, k, select(single, divide(sums.at(k), at(own, k)), at(forces.moment, k))),
        );
      }),
      callMoments(parts),
    ),
    over(ofCoordinates, (k) => sums.set(k, at(rest, k))),
    matrices.onto.into(sums, forces.moment, true, subtract),
    over(ofCoordinates, (k) => put(rest, k, sums.at(k))),
    matrices.inverseMass.into(sums, rest),
    over(ofCoordinates, (k) => sequence(a.set(divide(sums.at(k), h)), put(forces.defect, k, a))),
  );
}

function notePaths({ places, over, h, late, a, ofCoordinates }: StepParts): Statement {
  const { forces, errors, largest } = places;
  return over(ofCoordinates, (k) => {
    const noise = multiply(pair(DIGITS), add(at(largest.position, k), multiply(late, at(largest.velocity, k))));
    return sequence(
      a.set(subtract(absolute(at(forces.defect, k)), divide(noise, h))),
      put(errors.path, k, greater(at(errors.path, k), a)),
    );
  });
}

/** Rows that do not slide are at rest; after `follow`. */
function holdStuck({ places, over, variables, h, late, a, ofRows }: StepParts, held: Slots): Statement {
  const { slips, stick, mode, largestSpeed } = places;
  const [stays, arrives, slip, way, hidden] = variables.pairs(5);
  const [s0, s2] = [slips[0]!, slips[2]!];
  return over(ofRows, (k) => {
    const change = absolute(subtract(at(s2, k), at(s0, k)));
    const away = (place: Pair) => absolute(subtract(place, at(stick.reference, k)));
    const further = both(stays!, above(way!, at(stick.drift, k)));
    const noise = multiply(pair(NOISE), add(at(stick.terms, k), multiply(late, at(largestSpeed, k))));
    const moved = absolute(subtract(at(stick.place2, k), at(stick.place1, k)));
    const still = at(mode.still, k);
    return sequence(
      stays!.set(without(held.at(k), above(change, multiply(pair(ROUND_OFF), at(largestSpeed, k))))),
      arrives!.set(both(stays!, equals(at(stick.steps, k), pair(0)))),
      put(stick.steps, k, both(stays!, add(at(stick.steps, k), pair(1)))),
      whenAny(
        stays!,
        put(stick.reference, k, select(arrives!, at(stick.place1, k), at(stick.reference, k))),
        put(stick.stuckTime, k, add(at(stick.stuckTime, k), both(stays!, h))),
        slip!.set(greater(absolute(at(s0, k)), absolute(at(s2, k)))),
        put(stick.strayed, k, add(without(at(stick.strayed, k), arrives!), both(stays!, multiply(h, slip!)))),
        a.set(select(arrives!, absolute(at(s2, k)), slip!)),
        put(stick.speed, k, greater(at(stick.speed, k), both(stays!, a))),
        way!.set(greater(away(at(stick.place2, k)), away(at(stick.place1, k)))),
        put(stick.allowed, k, select(further, add(at(stick.strayed, k), noise), at(stick.allowed, k))),
        put(stick.drift, k, select(further, way!, at(stick.drift, k))),
        hidden!.set(subtract(greater(slip!, divide(subtract(moved, noise), h)), still)),
        put(stick.defect, k, select(both(stays!, above(hidden!, at(stick.defect, k))), hidden!, at(stick.defect, k))),
      ),
    );
  });
}

/** Reported forces against laws and the equation of motion, at the end of the step. */
function checkReported(parts: StepParts, held: Slots): Statement {
  const { places, over, limits, matrices, sums, state, variables, h, late, ofRows, forwards, backwards, unknown } =
    parts;
  const { stick, largestSpeed } = places;
  const { points, slips, mode, reported, compliance } = places;
  const { acceleration } = places.ofRows;
  const [force, near, leaves, slides, needed, ofLaw] = variables.pairs(6);
  const last = slips[2]!;
  return sequence(
    over(ofRows, (k) => {
      const found = at(reported.found, k);
      const known = both(found, below(found, pair(Number.POSITIVE_INFINITY)));
      return put(reported.error, k, greater(at(reported.error, k), known));
    }),
    matrices.inverseRows.into(sums, points[2]!.q),
    over(ofRows, (k) => put(acceleration, k, sums.at(k))),
    over(ofRows, (k) => put(reported.force, k, state.force(k))),
    matrices.coupling.into(sums, reported.force),
    over(ofRows, (k) => {
      const rate = add(at(acceleration, k), sums.at(k));
      const goes = above(at(acceleration, k), pair(0));
      const size = select(goes, negative(force!), force!);
      const limit = select(goes, limits.forward(2, k), limits.backward(2, k));
      const kinetic = select(goes, negative(limits.onForward(2, k)), limits.onBackward(2, k));
      const slip = at(last, k);
      const slidesAs = (of: Pair) => {
        const bySlip = select(above(of, pair(0)), limits.onForward(2, k), limits.onBackward(2, k));
        return without(atMost(absolute(subtract(force!, bySlip)), near!), equals(of, pair(0)));
      };
      const mean = multiply(multiply(pair(MEAN_SLIP), h), absolute(at(acceleration, k)));
      const noise = multiply(pair(NOISE), add(at(stick.terms, k), multiply(late, at(largestSpeed, k))));
      const isHidden = atMost(mean, add(at(mode.still, k), divide(noise, h)));
      const comesToRest = both(isHidden, slidesAs(negative(at(acceleration, k))));
      const byMode = either(
        both(forwards.at(k), limits.onForward(2, k)),
        both(backwards.at(k), limits.onBackward(2, k)),
      );
      const outside = greater(
        greater(pair(0), subtract(force!, limits.backward(2, k))),
        subtract(negative(force!), limits.forward(2, k)),
      );
      const rests = both(limits.limited(k), atMost(absolute(slip), at(mode.still, k)));
      const sliding = select(rests, without(lesser(ofLaw!, needed!), leaves!), ofLaw!);
      const resting = without(without(needed!, leaves!), slides!);
      const error = select(held.at(k), resting, select(unknown.at(k), outside, sliding));
      return sequence(
        put(acceleration, k, rate),
        force!.set(at(reported.force, k)),
        near!.set(multiply(pair(AT_BOUND), at(reported.largest, k))),
        leaves!.set(either(atLeast(size, subtract(limit, near!)), atMost(absolute(subtract(size, kinetic)), near!))),
        slides!.set(either(either(slidesAs(at(slips[0]!, k)), slidesAs(slip)), comesToRest)),
        needed!.set(divide(absolute(at(acceleration, k)), at(compliance, k))),
        ofLaw!.set(absolute(subtract(force!, byMode))),
        put(reported.found, k, greater(error, absolute(subtract(state.limit(k), limits.forward(2, k))))),
        put(reported.used, k, greater(at(reported.used, k), absolute(force!))),
        put(reported.limit, k, state.limit(k)),
      );
    }),
  );
}
