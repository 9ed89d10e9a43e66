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
  sequence,
  subtract,
  whole,
} from "../../numeric/wasm/code.ts";
import type { Layout } from "../../numeric/wasm/memory.ts";
import { MOST_PAIRED } from "../../step/kernels/matrix-code.ts";
import type { KernelMachine } from "./machine.ts";
import { type Places, writePair } from "./places.ts";
import { coordinateMatrix, type SchemeCode } from "./steps-code.ts";

export function alphaCode(
  weight: number,
  layout: Layout,
  places: Places,
  { system, step, curved }: KernelMachine,
): SchemeCode {
  const { mass, stiffness } = linearOf(system);
  layout.structure.push("alpha");
  const pairs = Math.ceil(step.size / 2);
  const inertia = coordinateMatrix(layout, mass);
  const elastic = coordinateMatrix(layout, stiffness);
  const dt = step.duration;
  const numbers = layout.data([2 / (dt * dt), 2 * weight, 1 - 2 * weight, 2 * dt]);
  const [factor, outer, inner, time] = [0, 8, 16, 24].map((place) => () => loadTwice(whole(0), numbers + place)) as [
    Twice,
    Twice,
    Twice,
    Twice,
  ];
  return {
    slips: false,
    kicks: false,
    velocity: places.velocity,
    moved: (_, dz) => dz,
    target: (drive) => multiply(load(whole(0), numbers + 24), drive),
    residual(variables, { x, other }, loadAt) {
      const [sums, bent] = [variables.pairs(pairs), variables.pairs(pairs)];
      const small = step.size <= MOST_PAIRED;
      const [bends, means] = [variables.pairs(small ? pairs : 0), variables.pairs(small ? pairs : 0)];
      return sequence(
        each(pairs, (k) => {
          const bend = multiply(factor(), subtract(x(k), other(k)));
          const mean = add(multiply(outer(), x(k)), multiply(inner(), other(k)));
          if (small) return sequence(bends[k]!.set(bend), means[k]!.set(mean));
          return sequence(writePair(places.bend, k, bend), writePair(places.mean, k, mean));
        }),
        inertia.times(small ? bends : places.bend, sums, add, true, variables),
        elastic.times(small ? means : places.mean, bent, add, true, variables),
        each(pairs, (k) =>
          writePair(
            curved.length > 0 ? places.base : places.given,
            k,
            // -R, with the zeros of 0 - R
            subtract(add(loadPair(loadAt, 16 * k), pair(0)), add(sums[k]!, bent[k]!)),
          ),
        ),
      );
    },
    after: (k, dz, { x, other }) => ({
      position: other(k),
      velocity: divide(dz, time()),
      other: add(x(k), dz),
    }),
  };
}

/** A number of the problem, twice. */
type Twice = () => Pair;
