/** Values of weakening curves in kernels: the operations of curve.ts in the same order, and so the same digits. */
import {
  absolute,
  add,
  addWhole,
  andWhole,
  choose,
  type Double,
  divide,
  double,
  isAbove,
  isAtMost,
  isBelow,
  less,
  load,
  multiply,
  negative,
  perform,
  root,
  type Statement,
  sequence,
  store,
  subtract,
  type Whole,
  whole,
} from "../../numeric/wasm/code.ts";
import { whilst } from "../../numeric/wasm/flow.ts";
import type { Data } from "../../numeric/wasm/memory.ts";
import type { Variable, Variables } from "../../numeric/wasm/module.ts";
import type { TanhPlaces } from "../../numeric/wasm/tanh-code.ts";
import type { Recipe } from "./curve.ts";

/** Whether there is code for a curve: powers other than the first and second have none. */
export function hasCode(recipe: Recipe): boolean {
  if (recipe.kind === "blend") return recipe.parts.every((part) => hasCode(part.recipe));
  return recipe.kind !== "stribeck" || recipe.exponent === 1 || recipe.exponent === 2;
}

/** Whether it needs tanh. */
export function needsTanh(recipe: Recipe): boolean {
  return recipe.kind === "stribeck" || (recipe.kind === "blend" && recipe.parts.some((part) => needsTanh(part.recipe)));
}

/** What of a curve its code depends on; its numbers are data. */
export function structureOf(recipe: Recipe): unknown {
  if (recipe.kind === "blend") return recipe.parts.map((part) => structureOf(part.recipe));
  if (recipe.kind === "table") return recipe.speeds.length;
  return recipe.kind === "stribeck" ? recipe.exponent : recipe.kind;
}

/** How the code of a module calls its tanh, which works on the number at a place. */
export interface TanhCall {
  readonly places: TanhPlaces;
  readonly call: Whole;
}

/** Sets `value` to gamma(s); the curve's numbers are laid out before. */
export type CurveCode = (
  s: Variable<"f64">,
  value: Variable<"f64">,
  tanh: TanhCall | undefined,
  variables: Variables,
) => Statement;

export function curveCode(recipe: Recipe, layout: Data): CurveCode {
  if (recipe.kind === "blend") return blendCode(recipe.parts, layout);
  if (recipe.kind === "table") return tableCode(recipe.speeds, recipe.ratios, layout);
  const [beta, speed] = numbers(layout, recipe.beta, recipe.speed);
  if (recipe.kind === "stribeck") return stribeckCode(recipe.exponent === 2, beta, speed);
  if (recipe.kind === "ramp") {
    return (s, value) => {
      const inner = divide(multiply(beta, s), speed);
      return value.set(choose(isAtMost(absolute(s), speed), inner, signed(s, beta)));
    };
  }
  if (recipe.kind === "smooth") {
    return (s, value) => value.set(divide(multiply(beta, s), root(add(multiply(speed, speed), multiply(s, s)))));
  }
  return (s, value) => value.set(divide(multiply(beta, s), add(speed, absolute(s))));
}

function stribeckCode(squared: boolean, beta: Double, speed: Double): CurveCode {
  return (s, value, tanh) => {
    const { places, call } = tanh!;
    const found = load(whole(0), places.number);
    return sequence(
      value.set(divide(absolute(s), speed)),
      ...(squared ? [value.set(multiply(value, value))] : []),
      store(whole(0), places.number, divide(value, double(2))),
      perform(call),
      value.set(multiply(beta, divide(multiply(double(2), found), add(double(1), found)))),
      value.set(signed(s, value)),
    );
  };
}

const signed = (s: Double, of: Double): Double => choose(isBelow(s, double(0)), negative(of), of);

function numbers(layout: Data, one: number, other: number): [Double, Double] {
  const start = layout.data([one, other]);
  return [load(whole(0), start), load(whole(0), start + 8)];
}

function blendCode(parts: Extract<Recipe, { kind: "blend" }>["parts"], layout: Data): CurveCode {
  const list = parts.map(({ share, scale, recipe }) => ({
    factors: numbers(layout, share, scale),
    code: curveCode(recipe, layout),
  }));
  return (s, value, tanh, variables) => {
    const [own, part] = [variables.double(), variables.double()];
    const terms = list.map(({ factors: [share, scale], code }) =>
      sequence(
        own.set(multiply(scale, s)),
        code(own, part, tanh, variables),
        value.set(add(value, multiply(share, part))),
      ),
    );
    return sequence(value.set(double(0)), ...terms);
  };
}

function tableCode(speeds: readonly number[], ratios: readonly number[], layout: Data): CurveCode {
  const last = speeds.length - 1;
  const rises = speeds.map((speed, k) => (k < last ? (ratios[k + 1]! - ratios[k]!) / (speeds[k + 1]! - speed) : 0));
  const speedsAt = layout.data(speeds);
  const ratiosAt = layout.data(ratios);
  const risesAt = layout.data(rises);
  return (s, value, _, variables) => {
    const at = variables.whole();
    const size = variables.double();
    const next = andWhole(less(at, whole(8 * last)), isAbove(size, load(at, speedsAt + 8)));
    const fallen = multiply(load(at, risesAt), subtract(size, load(at, speedsAt)));
    return sequence(
      size.set(absolute(s)),
      at.set(whole(0)),
      whilst(next, at.set(addWhole(at, whole(8)))),
      value.set(subtract(subtract(double(1), load(at, ratiosAt)), fallen)),
      value.set(choose(isBelow(s, double(0)), negative(value), value)),
    );
  };
}
