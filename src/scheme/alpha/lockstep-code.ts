/** Steps of two runs side by side, a coordinate of both in a pair; two steps at a time, one with each guess, so that nothing is moved between them. */
import {
  add,
  addWhole,
  andWhole,
  anyOf,
  bitsOf,
  each,
  isOther,
  isZero,
  less,
  loadBoth,
  loadPair,
  loadWhole,
  multiply,
  orWhole,
  type Pair,
  repeat,
  type Statement,
  sequence,
  shiftLeft,
  shiftRight,
  storeWhole,
  subtract,
  subtractWhole,
  timesWhole,
  type Whole,
  when,
  whenElse,
  whole,
} from "../../numeric/wasm/code.ts";
import { call, type FunctionCode, type Variable, type Variables } from "../../numeric/wasm/module.ts";
import { blendTableaux } from "../../step/kernels/blended-tableaux.ts";
import {
  at,
  type BoxCode,
  boxCode,
  boxVariables,
  guessParts,
  put,
  type TableauCode,
} from "../../step/kernels/box-code.ts";
import { plus } from "../../step/kernels/product-code.ts";
import { PATIENCE } from "../../step/solvers/tableau.ts";
import { beginCode } from "./guess-code.ts";
import type { Form, Layout } from "./kernel-memory.ts";
import { allStill, anyBeyond, takeBurst } from "./look-code.ts";

/** The first function of the module; `steps` takes the addresses of each run's node in the table of the load, how many steps, and those between two looks. */
const BLEND = 0;

export function lockstepCode({ n, lanes }: Form, layout: Layout, mixed: boolean, damped: boolean): FunctionCode[] {
  const entry = (start: number, i: number, j: number) => at(start + 16 * (i * n + j));
  const { tableau: place } = guessParts(n);

  function tableauOf(guess: Whole, variables: Variables): TableauCode {
    const done = variables.whole();
    return {
      turned: true,
      product: (given, found) =>
        each(n, (i) => {
          const terms = given.map((value, j): Pair => multiply(loadPair(guess, place + 16 * (i * n + j)), value));
          return sequence(found[i]!.set(terms.reduce(plus)), put(layout.found + 16 * i, found[i]!));
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
    parameters: lanes + 2,
    body([one, other, rest, between], variables) {
      const shared = boxVariables(n, variables);
      const { free, dz, passes } = shared;
      const [even, odd] = [variables.pairs(n), variables.pairs(n)]; // x and x+ before a step with the first guess
      const late = variables.whole(); // the second guess is next
      const [more, burst] = [variables.whole(), variables.whole()];

      /** From x- and x, with one of the guesses; x- becomes x+. */
      function step(box: BoxCode, before: readonly Variable<"v128">[], x: readonly Variable<"v128">[]): Statement {
        const change = (j: number) => subtract(x[j]!, before[j]!);
        const freeOf = (i: number): Pair => {
          let sum = add(loadBoth(one!, other!, 8 * i), at(layout.push + 16 * i));
          if (!damped) sum = add(sum, multiply(at(layout.two), change(i)));
          else for (let j = 0; j < n; j++) sum = add(sum, multiply(entry(layout.swing, i, j), change(j)));
          const held = x.map((place, j): Pair => multiply(entry(layout.elastic, i, j), place)).reduce(plus);
          return subtract(sum, held);
        };
        return sequence(
          each(n, (i) => sequence(free[i]!.set(freeOf(i)), put(layout.given + 16 * i, free[i]!))),
          box.solve,
          each(n, (i) => before[i]!.set(add(before[i]!, dz[i]!))),
          one!.set(addWhole(one!, whole(8 * n))),
          other!.set(addWhole(other!, whole(8 * n))),
          burst.set(subtractWhole(burst, whole(1))),
        );
      }

      const [first, second] = layout.guesses.map((place) => {
        const tableau = tableauOf(whole(place), variables);
        return boxCode({ count: n, mixed, most: PATIENCE }, layout, shared, whole(place), tableau);
      }) as [BoxCode, BoxCode];
      const read = (names: readonly Variable<"v128">[], start: number): Statement =>
        each(n, (i) => names[i]!.set(at(start + 16 * i)));
      const written = (names: readonly Variable<"v128">[], start: number): Statement =>
        each(n, (i) => put(start + 16 * i, names[i]!));
      const move = (to: typeof read): Statement =>
        whenElse(
          late,
          sequence(to(odd, layout.x), to(even, layout.ahead)),
          sequence(to(even, layout.x), to(odd, layout.ahead)),
        );
      const placeOf = (isLate: Whole): Whole =>
        addWhole(whole(layout.guesses[0]), timesWhole(isLate, whole(layout.guesses[1] - layout.guesses[0])));
      return {
        statement: sequence(
          late.set(isOther(loadWhole(whole(0), layout.next), whole(layout.guesses[0]))),
          move(read),
          repeat(
            sequence(
              takeBurst(burst, rest!, between!),
              repeat(
                sequence(
                  when(isZero(late), step(first, even, odd), late.set(whole(1))),
                  more.set(less(whole(0), burst)),
                  when(more, step(second, odd, even), late.set(whole(0)), more.set(less(whole(0), burst))),
                ),
                more,
              ),
            ),
            andWhole(less(whole(0), rest!), isZero(orWhole(anyOf(allStill(dz)), anyBeyond([...even, ...odd])))),
          ),
          storeWhole(whole(0), layout.left, rest!),
          storeWhole(whole(0), layout.next, placeOf(late)),
          move(written),
          whenElse(late, first.end, second.end),
        ),
        result: passes,
      };
    },
  };
  return [blendTableaux(n, layout.tableaux), steps, beginCode(n, layout, mixed, tableauOf)];
}
