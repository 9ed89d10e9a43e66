/** Steps of two runs side by side, a coordinate of both in a pair. */
import {
  add,
  addWhole,
  andWhole,
  bitsOf,
  each,
  less,
  loadBoth,
  loadPair,
  loadWhole,
  multiply,
  orWhole,
  type Pair,
  pair,
  repeat,
  type Statement,
  sequence,
  shiftLeft,
  shiftRight,
  storeWhole,
  subtract,
  subtractWhole,
  type Whole,
  whole,
} from "../../numeric/wasm/code.ts";
import { call, type FunctionCode, type Variable, type Variables } from "../../numeric/wasm/module.ts";
import { blendTableaux } from "../../step/kernels/blended-tableaux.ts";
import { at, boxCode, guessParts, put, type TableauCode } from "../../step/kernels/box-code.ts";
import { plus } from "../../step/kernels/product-code.ts";
import { PATIENCE } from "../../step/solvers/tableau.ts";
import { beginCode, otherGuess } from "./guess-code.ts";
import type { Form, Layout } from "./kernel-memory.ts";

/** The first function of the module; `steps` takes the addresses of each run's node in the table of the load, and how many steps. */
const BLEND = 0;

export function lockstepCode({ n, lanes }: Form, layout: Layout, mixed: boolean, damped: boolean): FunctionCode[] {
  const entry = (start: number, i: number, j: number) => at(start + 16 * (i * n + j));
  const { tableau: place } = guessParts(n);

  function tableauOf(guess: Whole, variables: Variables): TableauCode {
    const done = variables.whole();
    return {
      product: (given, found) =>
        each(n, (i) => {
          const terms = given.map((value, j): Pair => multiply(loadPair(guess, place + 16 * (i * n + j)), value));
          return found[i]!.set(terms.reduce(plus));
        }),
      choose(stuck) {
        const bit = (i: number, lane: number): Whole =>
          shiftLeft(andWhole(shiftRight(bitsOf(stuck[i]!), whole(lane)), whole(1)), whole(i));
        const set = (lane: number) => stuck.map((_, i) => bit(i, lane)).reduce(orWhole);
        return done.set(call(BLEND, set(0), set(1), addWhole(guess, whole(place))));
      },
    };
  }

  const steps: FunctionCode = {
    name: "steps",
    parameters: lanes + 1,
    body([one, other, rest], variables) {
      const before = variables.pairs(n);
      const x = variables.pairs(n);
      const ahead = variables.pairs(n);
      const free = variables.pairs(n);
      const passes = variables.whole();
      const guess = variables.whole();
      const tableau = tableauOf(guess, variables);
      const box = boxCode(n, mixed, layout, variables, guess, free, passes, PATIENCE, tableau);
      const freeOf = (i: number): Pair => {
        const change = (j: number) => subtract(x[j]!, before[j]!);
        let sum = add(loadBoth(one!, other!, 8 * i), at(layout.push + 16 * i));
        if (!damped) sum = add(sum, multiply(pair(2), change(i)));
        else for (let j = 0; j < n; j++) sum = add(sum, multiply(entry(layout.swing, i, j), change(j)));
        for (let j = 0; j < n; j++) sum = subtract(sum, multiply(entry(layout.elastic, i, j), x[j]!));
        return sum;
      };
      const step = sequence(
        each(n, (i) => sequence(before[i]!.set(x[i]!), x[i]!.set(ahead[i]!))),
        each(n, (i) => free[i]!.set(freeOf(i))),
        box.solve,
        each(n, (i) => ahead[i]!.set(add(before[i]!, free[i]!))),
        one!.set(addWhole(one!, whole(8 * n))),
        other!.set(addWhole(other!, whole(8 * n))),
        otherGuess(guess, layout),
        rest!.set(subtractWhole(rest!, whole(1))),
      );
      const read = (names: readonly Variable<"v128">[], start: number): Statement =>
        each(n, (i) => names[i]!.set(at(start + 16 * i)));
      const written = (names: readonly Variable<"v128">[], start: number): Statement =>
        each(n, (i) => put(start + 16 * i, names[i]!));
      return {
        statement: sequence(
          read(x, layout.x),
          read(ahead, layout.ahead),
          guess.set(loadWhole(whole(0), layout.next)),
          repeat(step, less(whole(0), rest!)),
          storeWhole(whole(0), layout.next, guess),
          written(x, layout.x),
          written(ahead, layout.ahead),
          box.end,
        ),
        result: passes,
      };
    },
  };
  return [blendTableaux(n, layout.tableaux), steps, beginCode(n, layout, mixed, tableauOf)];
}
