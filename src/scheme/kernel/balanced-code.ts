/** The steps of balanced.ts for a kernel: half drift, kick, half drift; beside the position the velocity is remembered. */
import { linearOf } from "../../model/system.ts";
import {
  add,
  choose,
  type Double,
  double,
  each,
  isAtMost,
  isBelow,
  load,
  loadPair,
  loadTwice,
  multiply,
  NOTHING,
  negative,
  pair,
  type Statement,
  sequence,
  store,
  subtract,
  type Whole,
  whole,
} from "../../numeric/wasm/code.ts";
import type { Layout } from "../../numeric/wasm/memory.ts";
import type { Variable } from "../../numeric/wasm/module.ts";
import { type Held, held } from "../../step/kernels/held-code.ts";
import { MOST_PAIRED } from "../../step/kernels/matrix-code.ts";
import { combined } from "../common/combined.ts";
import type { KernelMachine } from "./machine.ts";
import { type Places, writePair } from "./places.ts";
import { combinedCode, coordinateMatrix, type SchemeCode } from "./scheme-code.ts";

export function balancedCode(
  layout: Layout,
  places: Places,
  { system, step, varying, curved, stops: hasStops }: KernelMachine,
): SchemeCode {
  layout.structure.push("balanced");
  const pairs = Math.ceil(step.size / 2);
  const small = step.size <= MOST_PAIRED;
  const matrices = combined(system, step, 1)();
  let means: Held; // the position in the middle
  const halfStep = layout.data([step.duration / 2]);
  const half = () => loadTwice(whole(0), halfStep);
  const { start, column, value } = step.directions;
  const values = layout.data(value);

  const stops = system.rows.map(({ law }) => law.stop);
  const gaps = layout.data(stops.map((stop) => stop?.gap ?? 0));
  const restitutions = layout.data(stops.map((stop) => stop?.restitution ?? 0));

  /** Row i of W^T times a vector. */
  const along = (i: number, vector: number): Double => {
    let sum: Double = double(0);
    for (let e = start[i]!; e < start[i + 1]!; e++) {
      sum = add(sum, multiply(load(whole(0), values + 8 * e), load(whole(0), vector + 8 * column[e]!)));
    }
    return sum;
  };

  /** r = W^T v - drive, and what a stop must give back. */
  const slip = (i: number, rowsAt: Whole, rate: Variable<"f64">): Statement => {
    const own = varying ? subtract(rate, load(rowsAt, places.bounds.drive + 8 * i)) : rate;
    const back = choose(isBelow(rate, double(0)), load(whole(0), restitutions + 8 * i), double(0));
    return sequence(
      rate.set(along(i, places.other)),
      store(whole(0), places.slip + 8 * i, stops[i] ? add(own, multiply(rate, back)) : own),
    );
  };

  /** A stop acts where its gap is closed in the middle of the step. */
  const closed = (i: number, rowsAt: Whole, upper: Variable<"f64">): Statement => {
    if (!stops[i]) return NOTHING;
    const gap = add(along(i, places.mean), load(whole(0), gaps + 8 * i));
    return sequence(
      upper.set(choose(isAtMost(gap, double(0)), double(Number.POSITIVE_INFINITY), double(0))),
      store(rowsAt, places.bounds.upper + 8 * i, upper),
      store(rowsAt, places.bounds.most + 8 * i, upper),
    );
  };

  const drags = system.damped && !matrices;
  const residual = matrices ? freeMotion() : forces();
  return {
    matrices,
    residual(variables, state, loadAt, to) {
      means = held(places.mean, pairs, small, hasStops, variables);
      const mean = (k: number) => add(state.x(k), multiply(half(), state.other(k)));
      return sequence(
        each(pairs, (k) => means.put(k, mean(k))),
        residual(variables, state, loadAt, to),
      );
    },
    rate: (k, { other }) => multiply(loadPair(whole(0), values + 16 * k), other(k)),
    slips(variables, rowsAt) {
      const number = variables.double();
      return each(step.count, (i) => sequence(closed(i, rowsAt, number), slip(i, rowsAt, number)));
    },
    kicks: true,
    velocity: places.other,
    drag: drags ? places.drag : undefined,
    moved: (k, dz, { other }) => add(other(k), dz),
    target: (drive) => drive,
    after: (k, z) => ({
      position: add(means.at(k), multiply(half(), z)),
      velocity: z,
      other: z,
    }),
  };

  /** Combined matrices: what pushes, less what holds. */
  function freeMotion(): SchemeCode["residual"] {
    const product = combinedCode(layout, matrices!, step.size);
    return (variables, { others }, loadAt, free) =>
      product.held(means.vector, others, variables, (k, sum) => free.put(k, subtract(loadPair(loadAt, 16 * k), sum)));
  }

  /** -R, where A is solved with. */
  function forces(): SchemeCode["residual"] {
    const { stiffness, damping } = linearOf(system);
    const elastic = coordinateMatrix(layout, stiffness);
    const damped = system.damped ? coordinateMatrix(layout, damping) : undefined;
    return (variables, { others }, loadAt, given) => {
      const [sums, drag] = [variables.pairs(pairs), variables.pairs(pairs)];
      return sequence(
        elastic.times(means.vector, sums, add, true, variables),
        damped?.times(others, drag, add, true, variables) ?? NOTHING,
        each(pairs, (k) => {
          if (curved.length > 0) {
            return sequence(
              given.put(k, subtract(loadPair(loadAt, 16 * k), sums[k]!)),
              damped ? writePair(places.drag, k, drag[k]!) : NOTHING,
            );
          }
          const rest = negative(subtract(loadPair(loadAt, 16 * k), sums[k]!));
          return given.put(k, subtract(pair(0), damped ? add(rest, drag[k]!) : rest)); // -R
        }),
      );
    };
  }
}
