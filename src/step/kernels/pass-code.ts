/** The fixed point for batches, emitted: see coordinate-passes.ts. */
import type { Vector } from "../../numeric/vector.ts";
import {
  add,
  addWhole,
  and,
  at,
  atMost,
  double,
  get,
  isZero,
  largest,
  least,
  leave,
  less,
  multiply,
  repeat,
  root,
  set,
  subtract,
  when,
  whole,
} from "../../numeric/wasm.ts";
import { all, type Code, type SolveCode, UNSOLVED } from "./coordinate-code.ts";

export function passCode(
  n: number,
  tables: { lower: Vector; upper: Vector; gain: Vector; inverse: Vector },
  options: { fresh: number; tolerance: number; start: "zero" | "previous"; most: number },
): SolveCode {
  const { fresh, tolerance, start, most } = options;
  const LOWER = 0;
  const UPPER = 8 * n;
  const GAIN = 16 * n;
  const INVERSE = 24 * n;
  const OPTIONS = INVERSE + 8 * n * n; // tolerance, fresh, 1 - fresh
  const numbers = [tolerance, fresh, 1 - fresh];
  const data = Float64Array.from([...tables.lower, ...tables.upper, ...tables.gain, ...tables.inverse, ...numbers]);

  return {
    doubles: n + 3,
    wholes: 2,
    data,
    step({ free, start: from, friction, dz, iterations, doubles, wholes }, base) {
      const [change, size, next, ...previous] = doubles as [number, number, number, ...number[]];
      const [pass, again] = wholes as [number, number];
      const square = (value: Code) => multiply(value, value);
      const respond = all(n, (i) => [
        ...set(
          next,
          Array.from({ length: n }, (_, j) => multiply(at(base + INVERSE + 8 * (i * n + j)), get(friction[j]!))).reduce(
            (sum, part) => add(sum, part),
            get(free[i]!),
          ),
        ),
        ...set(change, add(get(change), square(subtract(get(next), get(dz[i]!))))),
        ...set(size, add(get(size), square(add(get(from[i]!), get(dz[i]!))))),
        ...set(dz[i]!, get(next)),
      ]);
      const settled = atMost(root(get(change)), multiply(at(base + OPTIONS), add(root(get(size)), double(1))));
      const update = all(n, (i) => {
        const moved = subtract(get(friction[i]!), multiply(at(base + GAIN + 8 * i), get(dz[i]!)));
        const projected = least(at(base + UPPER + 8 * i), largest(at(base + LOWER + 8 * i), moved)); // (1.14)
        const mixed = add(
          multiply(at(base + OPTIONS + 8), projected),
          multiply(at(base + OPTIONS + 16), get(previous[i]!)),
        );
        return set(friction[i]!, mixed); // (1.19)
      });
      const oneSweep = [
        ...set(iterations, addWhole(get(iterations), whole(1))),
        ...set(change, double(0)),
        ...set(size, double(0)),
        ...respond, // (1.13)
        ...set(again, isZero(and(settled, less(whole(0), get(pass))))), // (1.15)
        ...when(get(again), [
          ...update,
          ...set(pass, addWhole(get(pass), whole(1))),
          ...when(isZero(less(get(pass), whole(most))), leave(UNSOLVED)),
        ]),
      ];
      return [
        ...all(n, (i) => set(previous[i]!, get(friction[i]!))),
        ...(start === "zero" ? all(n, (i) => set(friction[i]!, double(0))) : []),
        ...set(pass, whole(0)),
        ...repeat(oneSweep, get(again)),
      ];
    },
  };
}
