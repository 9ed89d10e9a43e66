/** The fixed point for batches, emitted: see coordinate-passes.ts. */
import type { Vector } from "../../numeric/vector.ts";
import {
  add,
  addWhole,
  andWhole,
  type Double,
  double,
  each,
  isAtMost,
  isZero,
  largest,
  least,
  leave,
  less,
  load,
  multiply,
  NOTHING,
  repeat,
  root,
  type Statement,
  sequence,
  subtract,
  when,
  whole,
} from "../../numeric/wasm/code.ts";
import { UNSOLVED } from "./box-code.ts";
import type { SolveCode } from "./coordinate-code.ts";

export function passCode(
  n: number,
  tables: { lower: Vector; upper: Vector; gain: Vector; inverse: Vector },
  options: { fresh: number; tolerance: number; start: "zero" | "previous"; most: number },
): SolveCode {
  const { fresh, tolerance, start, most } = options;
  return {
    step({ free, start: from, friction, dz, iterations }, variables, layout) {
      const [lower, upper, gain, inverse] = [tables.lower, tables.upper, tables.gain, tables.inverse].map((table) => {
        const place = layout.data(table);
        return (k: number) => load(whole(0), place + 8 * k);
      }) as [Entry, Entry, Entry, Entry];
      const numbers = layout.data([tolerance, fresh, 1 - fresh]);
      const number = (k: number) => load(whole(0), numbers + 8 * k);
      const [change, size, next] = [variables.double(), variables.double(), variables.double()];
      const previous = Array.from({ length: n }, () => variables.double());
      const [pass, again] = [variables.whole(), variables.whole()];
      const square = (value: Double) => multiply(value, value);
      const respond = each(n, (i): Statement => {
        const terms = friction.map((force, j) => multiply(inverse(i * n + j), force));
        return sequence(
          next.set(terms.reduce((sum: Double, part) => add(sum, part), free[i]!)),
          change.set(add(change, square(subtract(next, dz[i]!)))),
          size.set(add(size, square(add(from[i]!, dz[i]!)))),
          dz[i]!.set(next),
        );
      });
      const settled = isAtMost(root(change), multiply(number(0), add(root(size), double(1))));
      const update = each(n, (i) => {
        const moved = subtract(friction[i]!, multiply(gain(i), dz[i]!));
        const projected = least(upper(i), largest(lower(i), moved)); // (1.14)
        return friction[i]!.set(add(multiply(number(1), projected), multiply(number(2), previous[i]!))); // (1.19)
      });
      const oneSweep = sequence(
        iterations.set(addWhole(iterations, whole(1))),
        change.set(double(0)),
        size.set(double(0)),
        respond, // (1.13)
        again.set(isZero(andWhole(settled, less(whole(0), pass)))), // (1.15)
        when(again, update, pass.set(addWhole(pass, whole(1))), when(isZero(less(pass, whole(most))), leave(UNSOLVED))),
      );
      return sequence(
        each(n, (i) => previous[i]!.set(friction[i]!)),
        start === "zero" ? each(n, (i) => friction[i]!.set(double(0))) : NOTHING,
        pass.set(whole(0)),
        repeat(oneSweep, again),
      );
    },
  };
}

type Entry = (k: number) => Double;
