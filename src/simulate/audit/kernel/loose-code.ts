/** Of steps that may hold events: modes.ts (setLoose), estimate.ts, stick.ts (observeLoose), and the slack of the energy. */
import {
  above,
  absolute,
  add,
  anyOf,
  atLeast,
  atMost,
  below,
  both,
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
  subtract,
  whenElse,
  without,
} from "../../../numeric/wasm/code.ts";
import type { Variable } from "../../../numeric/wasm/module.ts";
import { KINKS, READ_WRONGLY, TIMES } from "../estimate.ts";
import { ROUND_OFF as OF_MODES, REST } from "../modes.ts";
import { MARGIN, ROUND_OFF, SETTLING } from "../stick.ts";
import { addSoftSizes, softChange } from "./soft-code.ts";
import { follow, noteErrors, putModes, setStill, solveForces } from "./step-code.ts";
import type { StepParts } from "./step-parts.ts";
import { balanceMoments } from "./strict-code.ts";
import { addAll, at, type Index, put, putOne, twice, whenAny, whenSome } from "./vector-code.ts";

export function balanceSteps(parts: StepParts, order: number, grown: Variable<"i32">): Statement {
  return sequence(
    setStill(parts, REST, OF_MODES),
    setModes(parts),
    putModes(parts),
    solveForces(parts),
    parts.places.limits ? balanceMoments(parts) : sequence(),
    noteErrors(parts, grown),
    estimateForces(parts, order),
    estimateRows(parts),
    readUncertain(parts),
    follow(parts),
    holdStuck(parts),
    addSlack(parts),
  );
}

function setModes({ places, over, limits, h, ofRows, forwards, backwards, unknown }: StepParts): Statement {
  const { slips, compliance } = places;
  const { reach } = places.ofRows;
  return over(ofRows, (k) => {
    const [s0, s1] = [at(slips[0]!, k), at(slips[2]!, k)];
    const limited = limits.limited(k);
    const back = negative(at(reach, k));
    return sequence(
      put(reach, k, multiply(multiply(h, limits.widest(k)), at(compliance, k))),
      forwards.set(k, both(limited, both(above(s0, at(reach, k)), above(s1, at(reach, k))))),
      backwards.set(k, both(limited, both(below(s0, back), below(s1, back)))),
      unknown.set(k, without(limited, either(forwards.at(k), backwards.at(k)))),
    );
  });
}

/** How far the smooth forces are from lines, or from constants, and what changes of place and speed do to them. */
function estimateForces({ places, over, matrices, sums, h, a, ofCoordinates }: StepParts, order: number): Statement {
  const { points, scratch, estimate } = places;
  const [start, middle, stop] = points;
  const part = order < 2 ? 1 : KINKS;
  return sequence(
    over(ofCoordinates, (k) => {
      const [q0, q1, q2] = [at(start!.q, k), at(middle!.q, k), at(stop!.q, k)];
      const [v0, v1, v2] = [at(start!.v, k), at(middle!.v, k), at(stop!.v, k)];
      const bend = absolute(add(subtract(q0, multiply(pair(2), q1)), q2));
      const change = absolute(at(scratch.change, k));
      const way = multiply(multiply(h, pair(0.25)), change);
      const turn = absolute(add(subtract(v0, multiply(pair(2), v1)), v2));
      return sequence(
        put(estimate.smooth, k, add(bend, multiply(pair(part), absolute(subtract(q2, q0))))),
        put(estimate.q, k, q2),
        put(scratch.places, k, order < 2 ? add(way, multiply(h, absolute(v1))) : way),
        put(scratch.speeds, k, order < 2 ? add(turn, change) : turn),
      );
    }),
    matrices.stiffnessSizes.into(sums, scratch.places),
    matrices.damped ? matrices.dampingSizes.into(sums, scratch.speeds, true) : sequence(),
    over(ofCoordinates, (k) =>
      sequence(
        a.set(add(at(estimate.smooth, k), sums.at(k))),
        put(estimate.smooth, k, a),
        put(estimate.earlier, k, at(estimate.before, k)),
        put(estimate.before, k, at(estimate.present, k)),
        sums.set(k, a),
      ),
    ),
  );
}

/** Adds the rows to what `sums` holds of the present step, and compares the residual of the last one. */
function estimateRows(parts: StepParts): Statement {
  const { places, over, matrices, sums, a, b, ofRows, ofCoordinates, unknown } = parts;
  const { slips, forces, estimate, largestLimit } = places;
  const { open } = places.ofRows;
  return sequence(
    over(ofRows, (k) => {
      const moves = without(unknown.at(k), equals(at(slips[0]!, k), at(slips[2]!, k)));
      const same = equals(at(estimate.sliding, k), at(forces.sliding, k));
      const turns = either(moves, without(allBits(), same));
      const change = absolute(subtract(a, at(estimate.force, k)));
      const soft = softChange(parts, k);
      return sequence(
        a.set(at(forces.force, k)),
        b.set(both(turns, greater(at(largestLimit, k), absolute(a)))),
        put(open, k, add(soft ? add(change, soft) : change, b)),
        put(estimate.sliding, k, at(forces.sliding, k)),
        put(estimate.force, k, a),
      );
    }),
    matrices.ontoSizes.into(sums, open, true),
    over(ofCoordinates, (k) => {
      const most = greater(greater(at(estimate.earlier, k), at(estimate.before, k)), sums.at(k));
      return sequence(
        put(estimate.present, k, sums.at(k)),
        a.set(subtract(at(estimate.residual, k), multiply(pair(TIMES), most))),
        put(estimate.unexplained, k, greater(at(estimate.unexplained, k), a)),
        put(estimate.residual, k, absolute(at(forces.residual, k))),
      );
    }),
  );
}

const allBits = (): Pair => equals(pair(0), pair(0));

/** What the forces of rows that do not slide may be off by. */
function readUncertain({ places, over, matrices, sums, a, ofRows, unknown }: StepParts): Statement {
  const { uncertain } = places.ofRows;
  return whenSome(
    over,
    a,
    ofRows,
    (k) => unknown.at(k),
    matrices.response.into(sums, places.estimate.smooth),
    over(ofRows, (k) => put(uncertain, k, addSoftSizes({ places }, multiply(pair(READ_WRONGLY), sums.at(k)), k))),
  );
}

/** Rows whose forces are inside of their limits are stuck; after `follow`. */
function holdStuck({ places, over, limits, state, variables, h, ofRows, unknown }: StepParts): Statement {
  const { slips, forces, stick, mode } = places;
  const { reach, uncertain } = places.ofRows;
  const [stuck, steps, settled, acts, way, creeps] = variables.pairs(6);
  const size = (slip: number, k: Index) => absolute(at(slips[slip]!, k));
  const near = (slip: number, k: Index) => atMost(size(slip, k), at(reach, k));
  return over(ofRows, (k) => {
    const force = at(forces.force, k);
    const inside = both(
      above(force, subtract(at(uncertain, k), multiply(limits.leastForward(k), pair(1 - MARGIN)))),
      below(force, subtract(multiply(limits.leastBackward(k), pair(1 - MARGIN)), at(uncertain, k))),
    );
    const [p0, p1, p2] = [at(stick.place0, k), at(stick.place1, k), at(stick.place2, k)];
    const away = (place: Pair) => absolute(subtract(place, at(stick.reference, k)));
    const unmoved = both(
      both(equals(size(2, k), pair(0)), equals(p2, p1)),
      both(equals(p1, p0), above(steps!, pair(SETTLING))),
    );
    const own = add(multiply(pair(ROUND_OFF), at(stick.terms, k)), multiply(h, at(mode.still, k)));
    const allowed = places.limits ? add(own, add(at(stick.bent, k), at(stick.wasBent, k))) : own;
    const drive = (point: 0 | 1 | 2): Pair => at(places.limits![point]!.drive, k);
    const bend = (): Pair => absolute(add(subtract(drive(0), multiply(pair(2), drive(1))), drive(2)));
    const further = both(acts!, above(way!, at(stick.drift, k)));
    const flutters = above(add(at(stick.atLimit, k), at(stick.wasAtLimit, k)), pair(0));
    const held = sequence(
      stuck!.set(both(both(unknown.at(k), inside), both(near(0, k), near(2, k)))),
      steps!.set(both(stuck!, add(at(stick.steps, k), pair(1)))),
      put(stick.steps, k, steps!),
      put(stick.stuckTime, k, add(at(stick.stuckTime, k), both(stuck!, h))),
      settled!.set(both(stuck!, atLeast(steps!, pair(SETTLING)))),
      put(stick.reference, k, select(both(settled!, equals(steps!, pair(SETTLING))), p1, at(stick.reference, k))),
      acts!.set(without(settled!, unmoved)),
      whenAny(
        acts!,
        put(stick.speed, k, greater(at(stick.speed, k), both(acts!, size(2, k)))),
        way!.set(greater(away(p2), away(p1))),
        put(stick.allowed, k, without(at(stick.allowed, k), further)),
        put(stick.drift, k, select(further, way!, at(stick.drift, k))),
        creeps!.set(without(acts!, atMost(absolute(subtract(p2, p0)), allowed))),
        put(stick.creep, k, add(at(stick.creep, k), both(creeps!, h))),
        put(stick.flutter, k, add(at(stick.flutter, k), both(both(creeps!, flutters), h))),
      ),
    );
    return sequence(
      ...(places.limits ? [put(stick.wasBent, k, at(stick.bent, k)), put(stick.bent, k, multiply(h, bend()))] : []),
      put(stick.wasAtLimit, k, at(stick.atLimit, k)),
      put(
        stick.atLimit,
        k,
        both(atLeast(absolute(state.force(k)), multiply(pair(1 - MARGIN), state.limit(k))), pair(1)),
      ),
      whenElse(anyOf(unknown.at(k)), held, put(stick.steps, k, pair(0))),
    );
  });
}

/** What the step's length may have done to the energy. */
function addSlack({ places, over, variables, h, b, ofRows, ofCoordinates, unknown }: StepParts): Statement {
  const { points, estimate, forces, slips, largestLimit, slack } = places;
  const sum = variables.double();
  return sequence(
    sum.set(half(pair(0), 0)),
    addAll(over, sum, ofCoordinates, b, (k) =>
      multiply(absolute(at(points[1]!.v, k)), add(at(estimate.smooth, k), absolute(at(forces.residual, k)))),
    ),
    whenSome(
      over,
      b,
      ofRows,
      (k) => unknown.at(k),
      addAll(over, sum, ofRows, b, (k) => {
        const way = add(absolute(at(slips[0]!, k)), absolute(at(slips[2]!, k)));
        return both(unknown.at(k), multiply(way, greater(absolute(at(forces.force, k)), at(largestLimit, k))));
      }),
    ),
    putOne(slack, 0, add(twice(slack, 0), multiply(h, splat(sum)))),
  );
}
