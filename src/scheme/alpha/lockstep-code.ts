/** Steps of runs side by side, a coordinate of two of them in a pair; with more than one such group their operations overlap. */
import {
  add,
  addWhole,
  andWhole,
  bitsOf,
  each,
  less,
  loadBoth,
  multiply,
  orWhole,
  type Pair,
  pair,
  repeat,
  type Statement,
  sequence,
  shiftLeft,
  shiftRight,
  subtract,
  subtractWhole,
  type Whole,
  whole,
} from "../../numeric/wasm/code.ts";
import { call, type FunctionCode, type Variable } from "../../numeric/wasm/module.ts";
import { blendTableaux } from "../../step/kernels/blended-tableaux.ts";
import { at, boxCode, put, type TableauCode } from "../../step/kernels/box-code.ts";
import { plus } from "../../step/kernels/product-code.ts";
import { PATIENCE } from "../../step/solvers/tableau.ts";
import type { Form, Layout } from "./kernel-memory.ts";

/** The first function of the module; `steps` takes the addresses of each run's node in the table of the load, and how many steps. */
const BLEND = 0;

export function lockstepCode(
  { n, groups, pairs, lanes }: Form,
  layout: Layout,
  mixed: boolean,
  damped: boolean,
): FunctionCode[] {
  const blended = (group: number) => layout.blended + 16 * n * n * group;
  const steps: FunctionCode = {
    name: "steps",
    parameters: lanes + 1,
    body(parameters, variables) {
      const nodes = parameters.slice(0, lanes);
      const rest = parameters[lanes]!;
      const before = variables.pairs(pairs);
      const x = variables.pairs(pairs);
      const ahead = variables.pairs(pairs);
      const free = variables.pairs(pairs);
      const passes = variables.whole();
      const done = variables.whole();
      const entry = (start: number, i: number, j: number) => at(start + 16 * (i * n + j));
      const tableau: TableauCode = {
        product: (given, found) =>
          each(pairs, (k) => {
            const group = Math.floor(k / n);
            const term = (j: number): Pair => multiply(entry(blended(group), k % n, j), given[group * n + j]!);
            return found[k]!.set(Array.from({ length: n }, (_, j) => term(j)).reduce(plus));
          }),
        choose: (stuck) =>
          each(groups, (group) => {
            const bit = (i: number, lane: number): Whole =>
              shiftLeft(andWhole(shiftRight(bitsOf(stuck[group * n + i]!), whole(lane)), whole(1)), whole(i));
            const set = (lane: number) => Array.from({ length: n }, (_, i) => bit(i, lane)).reduce(orWhole);
            return done.set(call(BLEND, set(0), set(1), whole(blended(group))));
          }),
      };
      const box = boxCode(pairs, mixed, layout, variables, free, passes, PATIENCE, tableau);
      const freeOf = (k: number): Pair => {
        const first = k - (k % n);
        const i = k % n;
        const group = Math.floor(k / n);
        const change = (j: number) => subtract(x[first + j]!, before[first + j]!);
        let sum = add(loadBoth(nodes[2 * group]!, nodes[2 * group + 1]!, 8 * i), at(layout.push + 16 * k));
        if (!damped) sum = add(sum, multiply(pair(2), change(i)));
        else for (let j = 0; j < n; j++) sum = add(sum, multiply(entry(layout.swing, i, j), change(j)));
        for (let j = 0; j < n; j++) sum = subtract(sum, multiply(entry(layout.elastic, i, j), x[first + j]!));
        return sum;
      };
      const step = sequence(
        each(pairs, (k) => sequence(before[k]!.set(x[k]!), x[k]!.set(ahead[k]!))),
        each(pairs, (k) => free[k]!.set(freeOf(k))),
        box.solve,
        each(pairs, (k) => ahead[k]!.set(add(before[k]!, free[k]!))),
        each(lanes, (lane) => nodes[lane]!.set(addWhole(nodes[lane]!, whole(8 * n)))),
        rest.set(subtractWhole(rest, whole(1))),
      );
      const read = (names: readonly Variable<"v128">[], start: number): Statement =>
        each(pairs, (k) => names[k]!.set(at(start + 16 * k)));
      const written = (names: readonly Variable<"v128">[], start: number): Statement =>
        each(pairs, (k) => put(start + 16 * k, names[k]!));
      return {
        statement: sequence(
          read(x, layout.x),
          read(ahead, layout.ahead),
          box.begin,
          repeat(step, less(whole(0), rest)),
          written(x, layout.x),
          written(ahead, layout.ahead),
          box.end,
        ),
        result: passes,
      };
    },
  };
  return [blendTableaux(n, layout.tableaux), steps];
}
