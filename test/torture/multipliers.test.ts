/** Multipliers of cycles on which events coincide, against differences of runs that know nothing of derivatives. */
import { expect, it } from "vitest";
import { eigenvalues } from "../../src/numeric/general-eigenvalues.ts";
import type { Vector } from "../../src/numeric/vector.ts";
import { runToEnd } from "../../src/simulate/run/final.ts";
import type { Simulation } from "../../src/simulate/run/simulation.ts";
import { type Cycle, findCycle } from "../../src/stability/cycle/cycle.ts";
import { advance, flow, from, packState } from "../../src/stability/cycle/periodic-state.ts";
import { type Random, seeded } from "../support/random.ts";
import { compileRaw } from "../support/run.ts";
import { cases } from "../support/torture.ts";
import { type CoincidingCycle, coincidingCycle, dependentCycle } from "./coinciding-cycles.ts";

const DISTANCE = 2e-5;

/** How many events share an instant with another. */
function coinciding({ events }: Cycle): number {
  return events.filter(({ time }, k) => events.some((other, j) => j !== k && Math.abs(other.time - time) < 1e-9))
    .length;
}

interface Start {
  readonly z: Vector;
  readonly period: number;
  /** s */
  readonly start: number;
}

/** A state of the cycle in which no row sticks: one that does may be thrown off its jump law by the slowest slip. */
function slippingStart(simulation: Simulation, { orbit: { z, period }, events }: Cycle): Start | undefined {
  const { time } = simulation.initial;
  const times = [0, ...events.map((event) => event.time), period];
  for (let k = 1; k < times.length; k++) {
    const later = (times[k - 1]! + times[k]!) / 2;
    if (times[k]! - times[k - 1]! < 0.02 * period) continue;
    const { state } = runToEnd(from(simulation, z, time, later));
    if (state.mode.every((mode) => mode !== 0)) {
      return { z: packState(simulation.system, state.position, state.velocity), period, start: time + later };
    }
  }
  return undefined;
}

/** Columns d(end)/d(start) of one period, between two sides: differences at three distances, free of the first two powers of them. */
function differences(
  simulation: Simulation,
  { z, period, start }: Start,
  [high, low]: readonly [number, number],
): number[][] | undefined {
  const columns = Array.from(z, (_, j) => {
    const [wide, middle, narrow] = [1, 0.5, 0.25].map((part) => {
      const [above, below] = [high, low].map((side) => {
        const near = Float64Array.from(z);
        near[j]! += side * part * DISTANCE;
        return advance(simulation, near, start, period);
      });
      return above && below && above.map((x, i) => (x - below[i]!) / ((high - low) * part * DISTANCE));
    });
    return wide && middle && narrow && Array.from(narrow, (x, i) => (8 * x - 6 * middle[i]! + wide[i]!) / 3);
  });
  return columns.every((column) => column !== undefined) ? columns : undefined;
}

/** Largest distance of a multiplier from the nearest one of the other list not yet taken. */
function apart(columns: readonly (readonly number[])[], cycle: Cycle, forced: boolean): number {
  const n = columns.length;
  const matrix = Float64Array.from({ length: n * n }, (_, k) => columns[k % n]![Math.floor(k / n)]!);
  const { real, imaginary } = eigenvalues(matrix, n)!;
  const own = cycle.multipliers.map((one) => [one.real, one.imaginary] as const);
  if (!forced) own.push([1, 0]);
  const left = Array.from(real, (x, i) => [x, imaginary[i]!] as const);
  let worst = 0;
  for (const [x, y] of own) {
    const distance = left.map(([u, v]) => Math.hypot(x - u, y - v));
    const nearest = distance.indexOf(Math.min(...distance));
    worst = Math.max(worst, distance[nearest]!);
    left.splice(nearest, 1);
  }
  return left.length > 0 ? Number.NaN : worst;
}

interface Case extends CoincidingCycle {
  readonly seed: number;
  readonly simulation: Simulation;
  readonly cycle: Cycle;
  readonly start: Start;
}

/** Random machines until so many have a cycle with coinciding events; most must have one. */
function* cyclesOf(make: (random: Random) => CoincidingCycle, wanted: number): Generator<Case> {
  let found = 0;
  for (let seed = 1; found < wanted; seed++) {
    expect(seed).toBeLessThan(2 * wanted + 10);
    const made = make(seeded(seed));
    const simulation = compileRaw(made.raw);
    const cycle = findCycle(simulation, made.period === undefined ? {} : { period: made.period });
    if (cycle.status !== "found" || coinciding(cycle) === 0) continue;
    const start = slippingStart(simulation, cycle);
    if (!start) continue;
    found++;
    yield { ...made, seed, simulation, cycle, start };
  }
}

it("multipliers of cycles with coinciding events are those of differences of runs", { timeout: 3_600_000 }, () => {
  const bad: string[] = [];
  for (const { seed, family, simulation, cycle, start, period } of cyclesOf(coincidingCycle, cases(3, 200))) {
    const columns = differences(simulation, start, [1, -1]);
    const distance = columns ? apart(columns, cycle, period !== undefined) : Number.NaN;
    if (distance < 1e-5 && !cycle.orbit.kinked) continue;
    bad.push(`seed ${seed} (${family}): off by ${distance}, kinked: ${cycle.orbit.kinked}`);
  }
  expect(bad).toEqual([]);
});

it("where events feel each other the columns are derivatives to one side, and it is said", {
  timeout: 3_600_000,
}, () => {
  const bad: string[] = [];
  for (const { seed, family, simulation, start } of cyclesOf(dependentCycle, cases(1, 40))) {
    const columns = differences(simulation, start, [1, 0]);
    const n = start.z.length;
    const { tangent, kinked } = flow(simulation, start.z, start.start, start.period)!;
    const off = Math.max(
      ...(columns ?? [[Number.NaN]]).flatMap((column, j) => column.map((x, i) => Math.abs(x - tangent[i * n + j]!))),
    );
    if (off < 1e-5 && kinked) continue;
    bad.push(`seed ${seed} (${family}): off by ${off}, kinked: ${kinked}`);
  }
  expect(bad).toEqual([]);
});
