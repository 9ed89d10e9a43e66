/** Between bursts of steps a kernel looks whether somebody else has to: where a run stands still it may rest for good, and one beyond all bounds is left to single steps. */
import {
  absolute,
  below,
  bitsOf,
  both,
  choose,
  equals,
  isOther,
  less,
  type Pair,
  pair,
  type Statement,
  sequence,
  subtractWhole,
  type Whole,
  whole,
} from "../../numeric/wasm/code.ts";
import type { Variable } from "../../numeric/wasm/module.ts";
import { BOUND } from "./steps.ts";

/** Takes the steps of the next burst from what is left. */
export function takeBurst(burst: Variable<"i32">, left: Variable<"i32">, most: Whole): Statement {
  return sequence(burst.set(choose(less(left, most), left, most)), left.set(subtractWhole(left, burst)));
}

/** Lanes of which no pair has moved in the last step. */
export function allStill(dz: readonly Pair[]): Pair {
  return dz.map((way): Pair => equals(way, pair(0))).reduce(both);
}

/** Whether a position is larger than what is stepped here, or no number. */
export function anyBeyond(positions: readonly Pair[]): Whole {
  const within = positions.map((x): Pair => below(absolute(x), pair(BOUND))).reduce(both);
  return isOther(bitsOf(within), whole(3));
}
