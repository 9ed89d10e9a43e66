/** The steps of alpha.ts for a kernel: (1.1), (16) about dz = x+ - x-; beside the position the next one is remembered. */
import { linearOf } from "../../model/system.ts";
import {
  add,
  divide,
  each,
  load,
  loadPair,
  loadTwice,
  multiply,
  type Pair,
  pair,
  type Statement,
  sequence,
  subtract,
  whole,
} from "../../numeric/wasm/code.ts";
import type { Layout } from "../../numeric/wasm/memory.ts";
import { held } from "../../step/kernels/held-code.ts";
import { MOST_PAIRED } from "../../step/kernels/matrix-code.ts";
import { combined } from "../common/combined.ts";
import type { KernelMachine } from "./machine.ts";
import type { Places } from "./places.ts";
import { combinedCode, coordinateMatrix, type SchemeCode } from "./scheme-code.ts";

export function alphaCode(weight: number, layout: Layout, places: Places, machine: KernelMachine): SchemeCode {
  const { system, step } = machine;
  layout.structure.push("alpha");
  const pairs = Math.ceil(step.size / 2);
  const small = step.size <= MOST_PAIRED;
  const dt = step.duration;
  const numbers = layout.data([2 / (dt * dt), 2 * weight, 1 - 2 * weight, 2 * dt]);
  const [factor, outer, inner, time] = [0, 8, 16, 24].map((place) => () => loadTwice(whole(0), numbers + place)) as [
    Twice,
    Twice,
    Twice,
    Twice,
  ];
  const matrices = combined(system, step, 1 / dt)();
  return {
    matrices,
    kicks: false,
    velocity: places.velocity,
    moved: (_, dz) => dz,
    target: (drive) => multiply(load(whole(0), numbers + 24), drive),
    residual: matrices ? freeMotion() : leftSide(),
    after: (k, dz, { x, other }) => ({
      position: other(k),
      velocity: divide(dz, time()),
      other: add(x(k), dz),
    }),
  };

  /** Combined matrices: 2 (x - x-) and what pushes, less what holds. */
  function freeMotion(): SchemeCode["residual"] {
    const product = combinedCode(layout, matrices!, step.size);
    return (variables, { x, other, others }, loadAt, free) => {
      const ways = held(places.bend, pairs, small, false, variables);
      const way = (k: number): Pair => subtract(other(k), x(k));
      return sequence(
        product.damps ? each(pairs, (k) => ways.put(k, way(k))) : sequence(),
        product.held(others, ways.vector, variables, (k, sum): Statement => {
          const pushed = add(loadPair(loadAt, 16 * k), multiply(pair(2), product.damps ? ways.at(k) : way(k)));
          return free.put(k, subtract(pushed, sum));
        }),
      );
    };
  }

  /** -R, where A is solved with. */
  function leftSide(): SchemeCode["residual"] {
    const { mass, stiffness } = linearOf(system);
    const inertia = coordinateMatrix(layout, mass);
    const elastic = coordinateMatrix(layout, stiffness);
    return (variables, { x, other }, loadAt, given) => {
      const [sums, bent] = [variables.pairs(pairs), variables.pairs(pairs)];
      const bends = held(places.bend, pairs, small, false, variables);
      const means = held(places.mean, pairs, small, false, variables);
      return sequence(
        each(pairs, (k) =>
          sequence(
            bends.put(k, multiply(factor(), subtract(x(k), other(k)))),
            means.put(k, add(multiply(outer(), x(k)), multiply(inner(), other(k)))),
          ),
        ),
        inertia.times(bends.vector, sums, add, true, variables),
        elastic.times(means.vector, bent, add, true, variables),
        // -R, with the zeros of 0 - R
        each(pairs, (k) => given.put(k, subtract(add(loadPair(loadAt, 16 * k), pair(0)), add(sums[k]!, bent[k]!)))),
      );
    };
  }
}

/** A number of the problem, twice. */
type Twice = () => Pair;
