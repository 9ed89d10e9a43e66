/** The forces that weakening gives back, C gamma(s), in a kernel: of common/rows.ts and model/rows/soft-force.ts, in the same order. */
import { curveCode, needsTanh, structureOf } from "../../model/rows/curve-code.ts";
import {
  add,
  choose,
  type Double,
  double,
  each,
  isAbove,
  load,
  multiply,
  NOTHING,
  perform,
  type Statement,
  sequence,
  store,
  subtract,
  type Whole,
  whole,
} from "../../numeric/wasm/code.ts";
import type { Layout } from "../../numeric/wasm/memory.ts";
import { call, type FunctionCode } from "../../numeric/wasm/module.ts";
import { tanhCode, tanhPlaces } from "../../numeric/wasm/tanh-code.ts";
import type { KernelMachine } from "./machine.ts";
import type { Places } from "./places.ts";

export interface SoftCode {
  readonly functions: readonly FunctionCode[];
  /** The forces at the velocity at one address, by drive and limits at another, times the weight, to a third. */
  evaluate(velocity: Whole, limits: Whole, to: number, weight?: Double): Statement;
  /** Adds W times the forces at an address to `given`. */
  give(from: number): Statement;
}

/** Undefined where no row weakens; `first`: place of its functions in the module. */
export function softCode(
  layout: Layout,
  places: Places,
  { system, step, curved }: KernelMachine,
  first: number,
): SoftCode | undefined {
  if (curved.length === 0) return undefined;
  const { start, column, value } = step.directions;
  const recipes = curved.map((i) => system.rows[i]!.law.weakening!.recipe);
  const tanh = recipes.some(needsTanh) ? { places: tanhPlaces(layout), call: call(first) } : undefined;
  layout.structure.push(JSON.stringify([curved, recipes.map(structureOf), [...start, ...column]]));
  const values = layout.data(value);
  const curves = recipes.map((recipe) => curveCode(recipe, layout));
  const { drive, forward, backward } = places.bounds;
  const soft: FunctionCode = {
    name: "soft",
    parameters: 3,
    body([velocity, limits, to], variables) {
      const [s, gamma] = [variables.double(), variables.double()];
      const one = (k: number): Statement => {
        const i = curved[k]!;
        let sum: Double = double(0);
        for (let e = start[i]!; e < start[i + 1]!; e++) {
          sum = add(sum, multiply(load(whole(0), values + 8 * e), load(velocity!, 8 * column[e]!)));
        }
        const limit = choose(isAbove(s, double(0)), load(limits!, forward + 8 * i), load(limits!, backward + 8 * i));
        return sequence(
          s.set(subtract(sum, load(limits!, drive + 8 * i))),
          curves[k]!(s, gamma, tanh, variables),
          store(to!, 8 * i, multiply(gamma, limit)),
        );
      };
      return { statement: each(curved.length, one), result: whole(1) };
    },
  };
  const index = tanh ? first + 1 : first;
  return {
    functions: [...(tanh ? [tanhCode(tanh.places)] : []), soft],
    evaluate(velocity, limits, to, weight) {
      const weigh = (i: number): Statement =>
        weight ? store(whole(0), to + 8 * i, multiply(load(whole(0), to + 8 * i), weight)) : NOTHING;
      return sequence(perform(call(index, velocity, limits, whole(to))), ...curved.map(weigh));
    },
    give: (from) =>
      sequence(
        ...curved.flatMap((i) =>
          Array.from({ length: start[i + 1]! - start[i]! }, (_, e) => {
            const entry = start[i]! + e;
            const at = places.given + 8 * column[entry]!;
            const part = multiply(load(whole(0), from + 8 * i), load(whole(0), values + 8 * entry));
            return store(whole(0), at, add(load(whole(0), at), part));
          }),
        ),
      ),
  };
}
