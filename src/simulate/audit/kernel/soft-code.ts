/** A step of the audit as WebAssembly: the forces of weakening, as laws.ts has them. */
import {
  above,
  absolute,
  add,
  atMost,
  below,
  choose,
  double,
  each,
  either,
  equals,
  greater,
  isAbove,
  leave,
  lesser,
  load,
  multiply,
  negative,
  type Pair,
  pair,
  perform,
  type Statement,
  sequence,
  store,
  subtract,
  type Whole,
  whole,
  without,
} from "../../../numeric/wasm/code.ts";
import { call, type FunctionCode } from "../../../numeric/wasm/module.ts";
import { tanhCode } from "../../../numeric/wasm/tanh-code.ts";
import { ROUND_OFF, UNDERFLOW } from "../laws.ts";
import { NEAR } from "../soft-mean.ts";
import type { Places } from "./places.ts";
import type { StepParts } from "./step-parts.ts";
import { at, type Index, type Place, put, whenSome } from "./vector-code.ts";

/** Forces of all rows that weaken, from slips at one address to another, by kinetic forces at a third where they vary; behind `first` functions of the module. */
export function softFunctions({ soft, limits, onForward, onBackward }: Places, first: number): FunctionCode[] {
  if (!soft) return [];
  const tanh = soft.tanh && { places: soft.tanh, call: call(first) };
  const forces: FunctionCode = {
    name: "soft",
    parameters: 3,
    body([from, to, laws], variables) {
      const [s, gamma] = [variables.double(), variables.double()];
      const one = ({ row, code }: (typeof soft.curves)[0]): Statement => {
        const [ahead, back] = limits
          ? [load(laws!, 8 * row), load(laws!, backwardBehind(limits[2]!) + 8 * row)]
          : [negative(load(whole(0), onForward.offset + 8 * row)), load(whole(0), onBackward.offset + 8 * row)];
        const limit = choose(isAbove(s, double(0)), ahead!, back!);
        return sequence(
          s.set(load(from!, 8 * row)),
          code(s, gamma, tanh, variables),
          store(to!, 8 * row, multiply(gamma, limit)),
        );
      };
      return { statement: each(soft.curves.length, (k) => one(soft.curves[k]!)), result: whole(1) };
    },
  };
  return [...(soft.tanh ? [tanhCode(soft.tanh)] : []), forces];
}

type Kinetic = Readonly<Record<"kineticForward" | "kineticBackward", Place>>;
const backwardBehind = ({ kineticForward, kineticBackward }: Kinetic): number =>
  kineticBackward.offset - kineticForward.offset;

/** Leaves the kernel before a step in which a row that weakens comes to rest or leaves it: soft-mean.ts has more to say of it. */
export function leaveNearRest(parts: StepParts, record: Whole): Statement {
  const { places, over, matrices, state, table, sums, a, b, ofRows, ofCoordinates } = parts;
  const { soft, slips, scratch, limits, carried } = places;
  if (!soft) return sequence();
  const single = matrices.single && !limits;
  const [first, next] = [slips[2]!, slips[1]!]; // the middle of the last step is not asked for any more
  const size = (of: Place, k: Index): Pair => absolute(at(of, k));
  const near = (k: Index): Pair => {
    const [one, other] = [size(first, k), size(next, k)];
    const far = either(above(lesser(one, other), multiply(pair(NEAR), greater(one, other))), equals(one, other));
    return without(above(at(soft.present, k), pair(0)), far);
  };
  return sequence(
    over(ofCoordinates, (k) =>
      sequence(a.set(state.v(k)), put(scratch.speeds, k, a), single ? sequence() : put(scratch.sizes, k, absolute(a))),
    ),
    matrices.directions.into(sums, scratch.speeds),
    over(ofRows, (k) => put(next, k, limits ? subtract(sums.at(k), table(2, "drive", k)) : sums.at(k))),
    single ? sequence() : matrices.directionSizes.into(sums, scratch.sizes),
    over(ofRows, (k) => {
      const terms = limits ? add(add(sums.at(k), absolute(table(2, "drive", k))), at(carried.ofRows, k)) : sums.at(k);
      const none = below(b, pair(UNDERFLOW));
      const rests = single ? none : either(atMost(b, multiply(pair(ROUND_OFF), terms)), none);
      return sequence(b.set(size(next, k)), put(next, k, without(at(next, k), rests)));
    }),
    whenSome(over, a, ofRows, near, leave(record)),
  );
}

/** Forces in the middle and at the end, added to the smooth ones: after `readForces`. */
export function readSoft({ places, over, matrices, sums, ofRows, ofCoordinates }: StepParts, index: number): Statement {
  const { soft, slips, points, limits } = places;
  if (!soft) return sequence();
  const [first, , last] = soft.forces as [Place, Place, Place];
  const atPoint = (which: 1 | 2): Statement =>
    sequence(
      perform(
        call(
          index,
          whole(slips[which]!.offset),
          whole(soft.forces[which]!.offset),
          whole(limits ? limits[which]!.kineticForward.offset : 0),
        ),
      ),
      over(ofCoordinates, (k) => sums.set(k, at(points[which]!.q, k))),
      matrices.onto.into(sums, soft.forces[which]!, true),
      over(ofCoordinates, (k) => put(points[which]!.q, k, sums.at(k))),
    );
  return sequence(
    over(ofRows, (k) => put(first, k, at(last, k))),
    atPoint(1),
    atPoint(2),
  );
}

/** What of a row changes over the step by weakening, N; undefined: nothing. */
export function softChange({ places: { soft } }: StepParts, k: Index): Pair | undefined {
  return soft && absolute(subtract(at(soft.forces[2]!, k), at(soft.forces[0]!, k)));
}

/** A size and those of the soft force at both ends. */
export function addSoftSizes({ places: { soft } }: Pick<StepParts, "places">, size: Pair, k: Index): Pair {
  if (!soft) return size;
  const [first, , last] = soft.forces as [Place, Place, Place];
  return add(add(size, absolute(at(first, k))), absolute(at(last, k)));
}

/** The larger of a size and that of the soft force at the end. */
export function withSoft({ places: { soft } }: StepParts, size: Pair, k: Index): Pair {
  return soft ? greater(size, absolute(at(soft.forces[2]!, k))) : size;
}

/** A hard force and the soft one at a point. */
export function addSoft({ places: { soft } }: StepParts, hard: Pair, point: 0 | 1 | 2, k: Index): Pair {
  return soft ? add(hard, at(soft.forces[point]!, k)) : hard;
}
