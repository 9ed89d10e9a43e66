/**
 * Whole steps of `alpha` for strings and chains as WebAssembly: tridiagonal mass and stiffness, rows on single coordinates with constant limits and no
 * drive. The digits are those of alpha.ts with step/solvers/tridiagonal-box.ts, to which every step is left that is not an ordinary one.
 */
import type { Vector } from "../../numeric/vector.ts";
import {
  absolute,
  add,
  addWhole,
  below,
  bitsOf,
  both,
  divide,
  double,
  equals,
  isOther,
  leave,
  less,
  load,
  loadPair,
  multiply,
  type Pair,
  pair,
  repeat,
  type Statement,
  sequence,
  shiftRight,
  store,
  storePair,
  storeWhole,
  subtract,
  subtractWhole,
  when,
  whole,
} from "../../numeric/wasm/code.ts";
import { between, halfOf, isAbove, isBelow, storeByte } from "../../numeric/wasm/flow.ts";
import { type FunctionCode, instantiate, type Variable } from "../../numeric/wasm/module.ts";
import { coefficientPairs, coefficients, forwardCode, wholes } from "../../step/kernels/tridiagonal-code.ts";
import {
  alignCall,
  boxFunctions,
  restCall,
  settleCall,
  substituteCall,
} from "../../step/kernels/tridiagonal-functions.ts";
import {
  type Coefficient,
  type Coefficients,
  fillCoefficients,
  MATRICES,
  type TridiagonalLayout,
  tridiagonalLayout,
} from "../../step/kernels/tridiagonal-memory.ts";

/** Larger positions and ways are left to single steps, which say that a motion diverges, and when. */
const BOUND = 1e90;
const ORIGIN = whole(0);
type Count = Variable<"i32">;
type Pairs = Variable<"v128">;
type Five = [Count, Count, Count, Count, Count];

export interface TridiagonalSteps {
  /** One number a coordinate each, to be read and written between calls. */
  readonly position: Vector;
  readonly ahead: Vector;
  readonly velocity: Vector;
  readonly force: Vector;
  readonly mode: Int8Array;
  /** f, N; undefined where it is the same everywhere and for good. */
  readonly load: Vector | undefined;
  /** Passes of the last call. */
  readonly passes: Int32Array;
  /** So many steps; how many of them it took. Where these are fewer, its numbers are none: begin again, and leave that step to others. */
  advance(count: number): number;
}

/** Most bytes of a memory of its own. */
const MOST_BYTES = 1 << 28;

/** `varying`: whether the load changes; `alpha` and `tau` of the scheme. Undefined where the host has no WebAssembly, or not enough memory. */
export function tridiagonalSteps(
  size: number,
  values: Coefficients,
  varying: boolean,
  alpha: number,
  tau: number,
): TridiagonalSteps | undefined {
  const layout = tridiagonalLayout(size, values, varying);
  if (layout.end > MOST_BYTES) return undefined;
  const instance = instantiate([...boxFunctions(layout), stepsFunction(layout, alpha, tau)], layout.end);
  if (!instance) return undefined;
  const memory = new Float64Array(instance.memory);
  fillCoefficients(memory, layout, values);
  const view = (place: number) => memory.subarray(place / 8, place / 8 + size);
  const { steps } = instance.functions as Record<"steps", (count: number) => number>;
  const { load: force } = layout.coefficient;
  return {
    position: view(layout.positions[0]),
    ahead: view(layout.positions[1]),
    velocity: view(layout.velocity),
    force: view(layout.force),
    mode: new Int8Array(instance.memory, layout.mode, size),
    load: force.uniform ? undefined : view(force.place),
    passes: new Int32Array(instance.memory, layout.passes, 1),
    advance: (count) => steps(count),
  };
}

/** steps(count): how many it took */
function stepsFunction(layout: TridiagonalLayout, alpha: number, tau: number): FunctionCode {
  const end = whole(8 * layout.size);
  return {
    name: "steps",
    parameters: 1,
    body([count], variables) {
      const given = coefficients(layout, variables, ["below", "push"]);
      const pairs = coefficientPairs(layout, variables, MATRICES);
      const [at, list, passes, taken, found] = wholes(variables, 5) as Five;
      const [before, now, other] = wholes(variables, 3) as Five; // addresses of x-, x, and of what they exchange by
      const last = variables.double();
      const [bend, bendAfter, mean, meanAfter] = variables.pairs(4) as [Pairs, Pairs, Pairs, Pairs];
      const [bendBefore, meanBefore, residual, sound, sum] = variables.pairs(5) as [Pairs, Pairs, Pairs, Pairs, Pairs];

      const old = (offset: number) => loadPair(addWhole(at, before), offset);
      const present = (offset: number) => loadPair(addWhole(at, now), offset);
      const bendAt = (offset: number) => multiply(pair(2 / (tau * tau)), subtract(old(offset), present(offset)));
      const meanAt = (offset: number) =>
        add(multiply(pair(2 * alpha), old(offset)), multiply(pair(1 - 2 * alpha), present(offset)));
      const row = (names: readonly Coefficient[], [x, y, z]: readonly [Pair, Pair, Pair]) =>
        [between(x, y), y, between(y, z)].map((each, k) => multiply(pairs.of(names[k]!, at), each)).reduce(add);
      const inertia = layout.lumped
        ? multiply(pairs.of("mass", at), bend)
        : row(["massBelow", "mass", "massAbove"], [bendBefore, bend, bendAfter]);
      const force = add(inertia, row(["stiffBelow", "stiff", "stiffAbove"], [meanBefore, mean, meanAfter]));
      const eliminate = (half: 0 | 1): Statement =>
        sequence(
          last.set(forwardCode(layout, given, at, load(at, layout.inverse), halfOf(residual, half), last)),
          store(at, layout.b, last),
          at.set(addWhole(at, whole(8))),
        );
      /** The residual of (1.1), two coordinates at a time, and elimination. */
      const forward = sequence(
        bendAfter.set(bendAt(16)),
        meanAfter.set(meanAt(16)),
        residual.set(layout.loaded ? subtract(force, pairs.of("load", at)) : force),
        storePair(at, layout.residual, residual),
        eliminate(0),
        eliminate(1),
        bendBefore.set(bend),
        bend.set(bendAfter),
        meanBefore.set(mean),
        mean.set(meanAfter),
      );
      const eliminateAll = sequence(
        at.set(whole(0)),
        last.set(double(0)),
        bendBefore.set(pair(0)),
        meanBefore.set(pair(0)),
        bend.set(bendAt(0)),
        mean.set(meanAt(0)),
        repeat(forward, less(at, end)),
      );
      /** x+ = x- + dz, where x- was. */
      const advance = sequence(
        at.set(whole(0)),
        sound.set(equals(pair(0), pair(0))),
        repeat(
          sequence(
            sum.set(loadPair(at, layout.dz)),
            sound.set(both(sound, below(absolute(sum), pair(Math.min(BOUND, 2 * tau * BOUND))))),
            sum.set(add(old(0), sum)),
            sound.set(both(sound, below(absolute(sum), pair(BOUND)))),
            storePair(addWhole(at, before), 0, sum),
            at.set(addWhole(at, whole(16))),
          ),
          less(at, end),
        ),
        when(isOther(bitsOf(sound), whole(3)), leave(taken)),
        other.set(before),
        before.set(now),
        now.set(other),
      );
      const step = sequence(
        alignCall(layout),
        eliminateAll,
        list.set(substituteCall()),
        passes.set(addWhole(passes, whole(1))),
        when(
          less(whole(layout.lists[0]), list),
          found.set(settleCall(list)),
          when(less(found, whole(0)), leave(taken)),
          passes.set(addWhole(passes, found)),
        ),
        restCall(layout),
        advance,
        taken.set(addWhole(taken, whole(1))),
      );
      return {
        statement: sequence(
          given.begin,
          pairs.begin,
          storeWhole(ORIGIN, layout.turned, whole(1)), // others may have changed the forces
          before.set(whole(layout.positions[0])),
          now.set(whole(layout.positions[1])),
          taken.set(whole(0)),
          passes.set(whole(0)),
          repeat(step, less(taken, count!)),
          finishCode(layout, at, before, sum, tau),
          storeWhole(ORIGIN, layout.passes, passes),
        ),
        result: taken,
      };
    },
  };
}

/** Modes and velocities, and positions where they belong: after an odd number of steps they are exchanged. */
function finishCode(layout: TridiagonalLayout, at: Count, before: Count, kept: Pairs, tau: number): Statement {
  const end = whole(8 * layout.size);
  const way = load(at, layout.dz);
  const one = sequence(
    storeByte(shiftRight(at, whole(3)), layout.mode, subtractWhole(isAbove(way, double(0)), isBelow(way, double(0)))),
    at.set(addWhole(at, whole(8))),
  );
  const two = sequence(
    storePair(at, layout.velocity, divide(loadPair(at, layout.dz), pair(2 * tau))),
    when(
      isOther(before, whole(layout.positions[0])),
      kept.set(loadPair(at, layout.positions[0])),
      storePair(at, layout.positions[0], loadPair(at, layout.positions[1])),
      storePair(at, layout.positions[1], kept),
    ),
    at.set(addWhole(at, whole(16))),
  );
  return sequence(at.set(whole(0)), repeat(one, less(at, end)), at.set(whole(0)), repeat(two, less(at, end)));
}
