/** Steps of one run whose coordinates are paired. */
import {
  add,
  addWhole,
  andWhole,
  bitsOf,
  each,
  isSame,
  isZero,
  less,
  loadPair,
  loadWhole,
  multiply,
  NOTHING,
  orWhole,
  repeat,
  type Statement,
  sequence,
  shiftLeft,
  storeWhole,
  subtract,
  subtractWhole,
  type Whole,
  whole,
} from "../../numeric/wasm/code.ts";
import { call, type FunctionCode, type Variables } from "../../numeric/wasm/module.ts";
import { at, boxCode, boxVariables, guessParts, put, type TableauCode } from "../../step/kernels/box-code.ts";
import { findTableau } from "../../step/kernels/kept-tableaux.ts";
import { plus, productCode } from "../../step/kernels/product-code.ts";
import { PATIENCE } from "../../step/solvers/tableau.ts";
import { beginCode, otherGuess } from "./guess-code.ts";
import type { Form, Layout } from "./kernel-memory.ts";
import { allStill, anyBeyond, takeBurst } from "./look-code.ts";

/** The first function of the module; `steps` takes the address of the run's node in the table of the load, how many steps, and those between two looks. */
const FIND = 0;

export function pairedCode({ n, pairs: count }: Form, layout: Layout, mixed: boolean, damped: boolean): FunctionCode[] {
  const { tableau: place } = guessParts(count);

  function tableauOf(guess: Whole, variables: Variables): TableauCode {
    const found = variables.whole();
    return {
      turned: false,
      product: (given, sums) =>
        sequence(
          found.set(loadWhole(guess, place)),
          each(count, (k) => put(layout.given + 16 * k, given[k]!)),
          productCode({ n, base: found, offset: 0, vector: layout.given, sums, combine: plus, fresh: true }, variables),
          each(count, (k) => put(layout.found + 16 * k, sums[k]!)),
        ),
      choose(stuck) {
        const set = stuck.map((mask, k) => shiftLeft(bitsOf(mask), whole(2 * k))).reduce(orWhole);
        return storeWhole(guess, place, call(FIND, set));
      },
    };
  }

  const steps: FunctionCode = {
    name: "steps",
    parameters: 3,
    body([node, rest, between], variables) {
      const before = variables.pairs(count);
      const shared = boxVariables(count, variables);
      const { free, dz, passes } = shared;
      const [guess, burst] = [variables.whole(), variables.whole()];
      const tableau = tableauOf(guess, variables);
      const box = boxCode({ count, mixed, most: PATIENCE }, layout, shared, guess, tableau);
      const sum = (offset: number, vector: number, fresh: boolean): Statement =>
        productCode({ n, base: whole(0), offset, vector, sums: free, combine: plus, fresh }, variables);
      const given = (k: number) => add(loadPair(node!, 16 * k), at(layout.push + 16 * k));
      const change = (k: number) => subtract(at(layout.x + 16 * k), before[k]!);
      const swung = sequence(
        each(count, (k) => sequence(put(layout.change + 16 * k, change(k)), free[k]!.set(given(k)))),
        sum(layout.swing, layout.change, false),
        each(count, (k) => put(layout.change + 16 * k, free[k]!)),
      );
      const pushed = (k: number) =>
        damped ? at(layout.change + 16 * k) : add(given(k), multiply(at(layout.two), change(k)));
      const step = sequence(
        each(count, (k) =>
          sequence(before[k]!.set(at(layout.x + 16 * k)), put(layout.x + 16 * k, at(layout.ahead + 16 * k))),
        ),
        damped ? swung : NOTHING,
        sum(layout.elastic, layout.x, true),
        each(count, (k) => free[k]!.set(subtract(pushed(k), free[k]!))),
        box.solve,
        each(count, (k) => put(layout.ahead + 16 * k, add(before[k]!, dz[k]!))),
        node!.set(addWhole(node!, whole(16 * count))),
        otherGuess(guess, layout),
        burst.set(subtractWhole(burst, whole(1))),
      );
      const ahead = Array.from({ length: count }, (_, k) => at(layout.ahead + 16 * k));
      const isStill = isSame(bitsOf(allStill(dz)), whole(3)); // what only fills a pair never moves
      return {
        statement: sequence(
          guess.set(loadWhole(whole(0), layout.next)),
          repeat(
            sequence(takeBurst(burst, rest!, between!), repeat(step, less(whole(0), burst))),
            andWhole(less(whole(0), rest!), isZero(orWhole(isStill, anyBeyond(ahead)))),
          ),
          storeWhole(whole(0), layout.left, rest!),
          storeWhole(whole(0), layout.next, guess),
          box.end,
        ),
        result: passes,
      };
    },
  };
  const places = { n, inverse: layout.tableaux, factor: layout.factor, tags: layout.tags, slots: layout.slots };
  return [findTableau(places), steps, beginCode(count, layout, mixed, tableauOf)];
}
