/** Errors of runs: time stepping against the event-driven scheme, and that one against motions found without it. */
import type { System } from "../src/model/system.ts";
import type { Trajectory } from "../src/simulate/record/trajectory.ts";
import type { Simulation } from "../src/simulate/run/simulation.ts";
import { simulate } from "../src/simulate/simulate.ts";
import { type ExactMotion, tp3 } from "../test/oracles/gskn06.ts";
import { type FrictionSystem, follow } from "../test/oracles/mode-switching.ts";

/** Largest over all coordinates and output times. */
export interface Errors {
  /** m */
  readonly position: number;
  /** m/s */
  readonly velocity: number;
}

export function distance(found: Trajectory, exact: Pick<Trajectory, "position" | "velocity">): Errors {
  return {
    position: largestDifference(found.position, exact.position),
    velocity: largestDifference(found.velocity, exact.velocity),
  };
}

function largestDifference(found: readonly Float64Array[], exact: readonly Float64Array[]): number {
  let largest = 0;
  found.forEach((column, i) => {
    for (let k = 0; k < column.length; k++) largest = Math.max(largest, Math.abs(column[k]! - exact[i]![k]!));
  });
  return largest;
}

/** Errors of an event-driven run against a closed form where there is one, else against the tight integrator of the tests. */
export function referenceErrors(problem: string, simulation: Simulation): Errors {
  const { trajectory } = simulate(simulation);
  const times = Array.from(trajectory.time);
  if (problem === "gskn06-tp3") return distance(trajectory, sampled(tp3, times));
  const { initial } = simulation;
  const start = {
    time: initial.time,
    position: Array.from(initial.position),
    velocity: Array.from(initial.velocity),
  };
  const { moments } = follow(plainSystem(simulation.system), start, times);
  return distance(trajectory, {
    position: columnsOf(moments.map(({ position }) => position)),
    velocity: columnsOf(moments.map(({ velocity }) => velocity)),
  });
}

function sampled({ position, velocity }: ExactMotion, times: readonly number[]) {
  return { position: columnsOf(times.map(position)), velocity: columnsOf(times.map(velocity)) };
}

function columnsOf(samples: readonly (readonly number[])[]): Float64Array[] {
  return samples[0]!.map((_, i) => Float64Array.from(samples, (sample) => sample[i]!));
}

/** For systems with one row of Coulomb friction on each coordinate and a smooth load. */
function plainSystem({ size, linear, rows, load }: System): FrictionSystem {
  const { mass, damping, stiffness } = linear!;
  const indexes = Array.from({ length: size }, (_, i) => i);
  const dense = (matrix: typeof mass) => indexes.map((i) => indexes.map((j) => matrix.at(i, j)));
  const out = new Float64Array(size);
  return {
    mass: dense(mass),
    damping: dense(damping),
    stiffness: dense(stiffness),
    jumps: [],
    force(time) {
      load.evaluate(Float64Array.of(time, time), out);
      return Array.from(out);
    },
    rows: rows.map(({ law }, row) => ({
      direction: indexes.map((i) => (i === row ? 1 : 0)),
      limit: law.fixed!.forward,
      gamma: () => 0,
      kinks: [],
    })),
  };
}
