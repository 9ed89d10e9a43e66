/**
 * The steps of steps.ts with a fixed point as WebAssembly, unrolled over the coordinates: some five times faster than plain loops. The
 * code depends on sizes; the numbers of a problem are data in its memory.
 */
import type { Vector } from "../../numeric/vector.ts";
import {
  absolute,
  add,
  addWhole,
  type Double,
  double,
  each,
  isBelow,
  isZero,
  leave,
  less,
  multiply,
  load as read,
  repeat,
  sequence,
  store,
  subtract,
  when,
  whole,
} from "../../numeric/wasm/code.ts";
import { Layout } from "../../numeric/wasm/memory.ts";
import { type FunctionCode, instantiate } from "../../numeric/wasm/module.ts";
import { UNSOLVED } from "../../step/kernels/box-code.ts";
import { type AlphaMatrices, type AlphaSteps, BOUND } from "./steps.ts";

/** Coordinates up to which steps are unrolled. */
const MOST_UNROLLED = 6;

/** Undefined for many coordinates, and where the host allows no WebAssembly. */
export function emittedSteps({ size: n, swing, elastic, load, solver }: AlphaMatrices): AlphaSteps | undefined {
  const { code } = solver;
  if (n > MOST_UNROLLED || !code) return undefined;
  const layout = new Layout();
  const kept = Array.from({ length: 4 }, () => layout.doubles(n)); // x, ahead, dz, friction
  const push = layout.doubles(n);
  const table = layout.data(load);
  const entries = (matrix: Vector) => {
    const place = layout.data(matrix);
    return (i: number, j: number) => read(whole(0), place + 8 * (i * n + j));
  };
  const elasticAt = entries(elastic);
  const swingAt = swing && entries(swing);

  /** The steps whose loads stand from the first address to the second; linear solves, or UNSOLVED. */
  const steps: FunctionCode = {
    name: "steps",
    parameters: 2,
    body([from, to], variables) {
      const vector = () => Array.from({ length: n }, () => variables.double());
      const [x, ahead, dz, friction, before, free] = [vector(), vector(), vector(), vector(), vector(), vector()];
      const iterations = variables.whole();
      const freeOf = (i: number): Double => {
        const change = (j: number) => subtract(x[j]!, before[j]!);
        let sum = add(read(from!, 8 * i), read(whole(0), push + 8 * i));
        if (!swingAt) sum = add(sum, multiply(double(2), change(i)));
        else for (let j = 0; j < n; j++) sum = add(sum, multiply(swingAt(i, j), change(j)));
        const held = x.map((place, j) => multiply(elasticAt(i, j), place)).reduce((all: Double, one) => add(all, one));
        return subtract(sum, held);
      };
      const step = sequence(
        each(n, (i) => sequence(before[i]!.set(x[i]!), x[i]!.set(ahead[i]!))),
        each(n, (i) => free[i]!.set(freeOf(i))),
        code.step({ free, start: before, friction, dz, iterations }, variables, layout),
        each(n, (i) =>
          sequence(
            ahead[i]!.set(add(before[i]!, dz[i]!)),
            when(isZero(isBelow(absolute(ahead[i]!), double(BOUND))), leave(UNSOLVED)),
          ),
        ),
        from!.set(addWhole(from!, whole(8 * n))),
      );
      const groups = [x, ahead, dz, friction];
      return {
        statement: sequence(
          each(4, (k) => each(n, (i) => groups[k]![i]!.set(read(whole(0), kept[k]! + 8 * i)))),
          repeat(step, less(from!, to!)),
          each(4, (k) => each(n, (i) => store(whole(0), kept[k]! + 8 * i, groups[k]![i]!))),
        ),
        result: iterations,
      };
    },
  };
  const instance = instantiate([steps], layout);
  if (!instance) return undefined;
  layout.fill(instance.memory);
  const memory = new Float64Array(instance.memory);
  const call = instance.functions["steps"] as (from: number, to: number) => number;
  const view = (start: number): Vector => memory.subarray(start / 8, start / 8 + n);
  const [x, ahead, dz, friction] = kept.map(view) as [Vector, Vector, Vector, Vector];
  return {
    ...{ x, ahead, dz, friction, push: view(push) },
    begin() {},
    advance(from, to, stats) {
      if (from >= to) return true;
      const count = call(table + 8 * from * n, table + 8 * to * n);
      if (count < 0) return false;
      stats.solves += to - from;
      stats.iterations += count;
      return true;
    },
  };
}
