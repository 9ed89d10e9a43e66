/** Steps of one run whose coordinates are paired. */
import {
  add,
  addWhole,
  bitsOf,
  each,
  less,
  loadPair,
  multiply,
  orWhole,
  pair,
  repeat,
  type Statement,
  sequence,
  shiftLeft,
  subtract,
  subtractWhole,
  whole,
} from "../../numeric/wasm/code.ts";
import { call, type FunctionCode, type Variable } from "../../numeric/wasm/module.ts";
import { at, boxCode, put, type TableauCode } from "../../step/kernels/box-code.ts";
import { findTableau } from "../../step/kernels/kept-tableaux.ts";
import { plus, productCode } from "../../step/kernels/product-code.ts";
import { PATIENCE } from "../../step/solvers/tableau.ts";
import type { Form, Layout } from "./kernel-memory.ts";

/** The first function of the module; `steps` takes the address of the run's node in the table of the load, and how many steps. */
const FIND = 0;

export function pairedCode({ n, pairs: count }: Form, layout: Layout, mixed: boolean, damped: boolean): FunctionCode[] {
  const stepping: FunctionCode = {
    name: "steps",
    parameters: 2,
    body([node, rest], variables) {
      const before = variables.pairs(count);
      const free = variables.pairs(count);
      const passes = variables.whole();
      const found = variables.whole();
      const origin = whole(0);
      const tableau: TableauCode = {
        product: (given, sums) =>
          sequence(
            each(count, (k) => put(layout.given + 16 * k, given[k]!)),
            productCode(
              { n, base: found, offset: 0, vector: layout.given, sums, combine: plus, fresh: true },
              variables,
            ),
          ),
        choose: (stuck) => {
          const bits = stuck.map((mask, k) => shiftLeft(bitsOf(mask), whole(2 * k)));
          return found.set(
            call(
              FIND,
              bits.reduce((sum, each) => orWhole(sum, each)),
            ),
          );
        },
      };
      const box = boxCode(count, mixed, layout, variables, free, passes, PATIENCE, tableau);
      const step = sequence(
        each(count, (k) =>
          sequence(
            before[k]!.set(at(layout.x + 16 * k)),
            put(layout.x + 16 * k, at(layout.ahead + 16 * k)),
            free[k]!.set(add(loadPair(node!, 16 * k), at(layout.push + 16 * k))),
            ...changed(k, before[k]!, free[k]!),
          ),
        ),
        damped
          ? productCode(
              { n, base: origin, offset: layout.swing, vector: layout.change, sums: free, combine: plus },
              variables,
            )
          : () => {},
        productCode(
          { n, base: origin, offset: layout.elastic, vector: layout.x, sums: free, combine: subtract },
          variables,
        ),
        box.solve,
        each(count, (k) => put(layout.ahead + 16 * k, add(before[k]!, free[k]!))),
        node!.set(addWhole(node!, whole(16 * count))),
        rest!.set(subtractWhole(rest!, whole(1))),
      );
      return {
        statement: sequence(box.begin, repeat(step, less(whole(0), rest!)), box.end),
        result: passes,
      };
    },
  };
  const places = { n, inverse: layout.tableaux, factor: layout.factor, tags: layout.tags, slots: layout.slots };
  return [findTableau(places), stepping];

  function changed(k: number, before: Variable<"v128">, free: Variable<"v128">): Statement[] {
    const change = subtract(at(layout.x + 16 * k), before);
    return damped ? [put(layout.change + 16 * k, change)] : [free.set(add(free, multiply(pair(2), change)))];
  }
}
