/** The steps of balanced.ts for a kernel: half drift, kick, half drift; beside the position the velocity is remembered. */
import { linearOf } from "../../model/system.ts";
import {
  add,
  type Double,
  double,
  each,
  load,
  loadPair,
  loadTwice,
  multiply,
  negative,
  pair,
  type Statement,
  sequence,
  store,
  subtract,
  whole,
} from "../../numeric/wasm/code.ts";
import type { Layout } from "../../numeric/wasm/memory.ts";
import type { KernelMachine } from "./machine.ts";
import type { Places } from "./places.ts";
import { coordinateMatrix, readPair, type SchemeCode, writePair } from "./steps-code.ts";

export function balancedCode(layout: Layout, places: Places, { system, step, varying }: KernelMachine): SchemeCode {
  const { stiffness, damping } = linearOf(system);
  const pairs = Math.ceil(step.size / 2);
  const elastic = coordinateMatrix(layout, stiffness);
  const damped = system.damped ? coordinateMatrix(layout, damping) : undefined;
  const halfStep = layout.data([step.duration / 2]);
  const half = () => loadTwice(whole(0), halfStep);
  const { start, column, value } = step.directions;
  const values = layout.data(value);

  /** r = W^T v - drive */
  const slip = (i: number, drive: Double): Statement => {
    let sum: Double = double(0);
    for (let e = start[i]!; e < start[i + 1]!; e++) {
      sum = add(sum, multiply(load(whole(0), values + 8 * e), load(whole(0), places.other + 8 * column[e]!)));
    }
    return store(whole(0), places.slip + 8 * i, varying ? subtract(sum, drive) : sum);
  };

  return {
    slips: true,
    moved: (k, dz) => add(readPair(places.other, k), dz),
    target: (drive) => drive,
    residual(variables, loadAt, rowsAt) {
      const [sums, drag] = [variables.pairs(pairs), variables.pairs(pairs)];
      return sequence(
        each(pairs, (k) =>
          writePair(places.mean, k, add(readPair(places.x, k), multiply(half(), readPair(places.other, k)))),
        ),
        elastic.times(places.mean, sums, add, true, variables),
        damped?.times(places.other, drag, add, true, variables) ?? (() => {}),
        each(pairs, (k) => {
          const rest = negative(subtract(loadPair(loadAt, 16 * k), sums[k]!));
          return writePair(places.given, k, subtract(pair(0), damped ? add(rest, drag[k]!) : rest)); // -R
        }),
        each(step.count, (i) => slip(i, load(rowsAt, places.bounds.drive + 8 * i))),
      );
    },
    after: (k, z) => ({
      position: add(readPair(places.mean, k), multiply(half(), z)),
      velocity: z,
      other: z,
    }),
  };
}
