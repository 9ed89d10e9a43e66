import { describe, expect, it } from "vitest";
import { controlled } from "../../src/simulate/run/controlled.ts";
import { endRuns } from "../../src/simulate/run/ends.ts";
import { runToEnd } from "../../src/simulate/run/final.ts";
import { type RunOutcome, startRun } from "../../src/simulate/run/run.ts";
import type { Simulation } from "../../src/simulate/run/simulation.ts";
import { newStats } from "../../src/step/step.ts";
import { list, type Random, seeded, withSpectrum } from "../support/random.ts";
import { compileRaw, loadSimulation } from "../support/run.ts";
import { cases } from "../support/torture.ts";

/** The oracle: every step by the scheme itself. */
function stepped(simulation: Simulation): RunOutcome {
  const run = startRun(simulation, []);
  run.advance(Number.POSITIVE_INFINITY);
  return run.finish();
}

/** Whether the simulation, or one run of it, has a batch form. */
function batched({ scheme, system, solver, grid, initial }: Simulation): boolean {
  const nodes = Float64Array.from({ length: grid.steps }, (_, k) => grid.start + (k + 1) * grid.step);
  const stats = newStats();
  return scheme.batch?.(system, solver, grid.step, nodes)?.run(system, initial, stats) !== undefined;
}

function relativeDistance(one: Float64Array, other: Float64Array): number {
  const size = Math.max(1, ...other.map(Math.abs));
  return Math.max(0, ...one.map((value, i) => Math.abs(value - other[i]!))) / size;
}

function expectSame(batch: RunOutcome, single: RunOutcome, name: string, tolerance = 1e-12): void {
  expect(batch.status, name).toBe(single.status);
  expect(batch.message).toBe(single.message);
  // guesses of the set differ, and a row alone is solved in closed form
  const { iterations } = batch.stats;
  expect(batch.stats, name).toEqual({ ...single.stats, iterations });
  expect(iterations, name).toBeGreaterThanOrEqual(single.stats.solves);
  expect(iterations, name).toBeLessThanOrEqual(1.5 * Math.max(single.stats.iterations, single.stats.solves));
  const { state } = batch;
  expect(state.time).toBe(single.state.time);
  expect(relativeDistance(state.position, single.state.position), name).toBeLessThan(tolerance);
  // velocities are differences of positions over a step of 0.01 s or more, forces over its square
  expect(relativeDistance(state.velocity, single.state.velocity), name).toBeLessThan(100 * tolerance);
  expect(relativeDistance(state.memory, single.state.memory), name).toBeLessThan(tolerance);
  expect(relativeDistance(state.force, single.state.force), name).toBeLessThan(1e4 * tolerance);
  expect([...state.limit]).toEqual([...single.state.limit]);
  expect([...state.mode], name).toEqual([...single.state.mode]);
}

/** Rows of either sense and of unequal bounds on some of the coordinates, damping that need not be symmetric. */
function randomRaw(random: Random, solver: string): unknown {
  const n = random.whole(1, 8);
  const exact = solver === "active-set";
  const rows = list(n, (i) => i).filter(() => random.chance(0.85));
  const on = rows.length > 0 ? rows : [0];
  const intervals = random.whole(1, 3);
  const damping = () => list(n, () => list(n, () => 0.2 * random.normal()) as never);
  return {
    stickslip: 1,
    name: "random",
    system: {
      type: "linear",
      mass: withSpectrum(
        random,
        list(n, () => random.decade(-0.3, 0.7)),
      ),
      stiffness: withSpectrum(
        random,
        list(n, () => random.decade(-1, 1.5)),
      ),
      ...(random.chance(0.5) ? { damping: damping() } : {}),
      force: list(n, () => 8 * random.normal()).map((size) => `${size}*sin(${random.between(1, 6)}*t)*exp(-t)`),
      friction: on.map((i) => ({
        direction: list(n, (j) => (j === i ? random.pick([1, 1, -1, 2, -0.5]) : 0)),
        limit: random.between(1, 5),
        ...(exact && random.chance(0.3) ? { backward: random.between(0, 6) } : {}),
      })),
    },
    control: {
      value: {
        times: list(intervals, (k) => k),
        values: list(intervals, () => 0).map(() => list(n, () => random.normal())),
      },
    },
    initial: {
      position: list(n, () => 0.3 * random.normal()),
      velocity: list(n, () => (random.chance(0.5) ? random.normal() : 0)),
    },
    time: { end: 4, step: random.pick([0.01, 0.02, 0.05]) },
    scheme: { type: "alpha", alpha: random.pick([0.25, 0.3, 0.5]) },
    solver: { type: solver, ...(exact ? {} : { start: random.pick(["zero", "previous"]) }) },
  };
}

describe.each(["active-set", "uzawa", "regularized"])("random machines with %s", (solver) => {
  it("end a batch as they end step by step, with the same counts", () => {
    for (let seed = 1; seed <= cases(12, 30); seed++) {
      const random = seeded(seed);
      const simulation = compileRaw(randomRaw(random, solver));
      expect(batched(simulation)).toBe(true);
      for (let k = 0; k < 5; k++) {
        const values = simulation.control!.values.map((value) => value + k * 3 * random.normal());
        const one = controlled(simulation, values);
        expectSame(runToEnd(one), stepped(one), `seed ${seed}, run ${k}`);
      }
    }
  });
});

describe.each(["gk95-tp1", "gk95-tp2"])("%s", (file) => {
  it.each(["active-set", "uzawa", "regularized"])("ends a batch as step by step with %s", (type) => {
    const simulation = loadSimulation(file, { scheme: { type: "alpha" }, solver: { type } });
    const random = seeded(5);
    for (let k = 0; k < 12; k++) {
      const one = controlled(simulation, Float64Array.from(list(3, () => random.between(-30, 30))));
      expectSame(runToEnd(one), stepped(one), `run ${k}`);
    }
  });
});

it("does not depend on the runs before", () => {
  const load = () => loadSimulation("gk95-tp2", { scheme: { type: "alpha" } });
  const controls = list(20, (k) => k).map((k) => Float64Array.of(k - 10, 7 - k, 2 * k - 20));
  const used = load();
  const ends = controls.map((values) => runToEnd(controlled(used, values)).state);
  const fresh = controls.map((values) => runToEnd(controlled(load(), values)).state);
  expect(ends).toEqual(fresh);
  expect(controls.toReversed().map((values) => runToEnd(controlled(used, values)).state)).toEqual(fresh.toReversed());
});

it.each([
  ["gk95-tp1", "alpha"],
  ["gk95-tp2", "alpha"],
  ["gk95-tp1", "event-driven"],
  ["gk95-tp2-springs", "event-driven"],
])("%s by %s: many runs at once end with the digits of one", (file, type) => {
  const simulation = loadSimulation(file, { scheme: { type } });
  const count = 37;
  const random = seeded(11);
  const values = Float64Array.from(list(3 * count, () => random.between(-30, 30)));
  const ends = new Float64Array(6 * count);
  endRuns(simulation)!(values, ends);
  for (let run = 0; run < count; run++) {
    const { position, velocity } = runToEnd(controlled(simulation, values.subarray(3 * run, 3 * run + 3))).state;
    expect([...ends.subarray(6 * run, 6 * run + 6)], `run ${run}`).toEqual([...position, ...velocity]);
  }
});

it("marks runs that must be stepped, beside others that need not", () => {
  const simulation = loadSimulation("gk95-tp1", { scheme: { type: "alpha" } });
  const values = Float64Array.of(1, 2, 3, 1, Number.NaN, 3, 1e95, 0, 0, 3, 2, 1);
  const ends = new Float64Array(24);
  endRuns(simulation)!(values, ends);
  const good = list(4, (run) => run).map((run) => ends.subarray(6 * run, 6 * run + 6).every(Number.isFinite));
  expect(good).toEqual([true, false, false, true]);
});

it("leaves out the steps of a machine at rest only while nothing can move it", () => {
  // at rest from the start; the load passes the limit of 1 N for the last time at 0.995 of the run
  const raw = (peak: number) => ({
    stickslip: 1,
    name: "late push",
    system: {
      type: "linear",
      mass: [1],
      stiffness: [0.5],
      force: [`${peak}*exp(-((t - 9.9)*20)^2)`],
      friction: [{ on: 0, limit: 1 }],
    },
    time: { end: 10, step: 0.01 },
    scheme: { type: "alpha" },
  });
  const held = runToEnd(compileRaw(raw(0.99)));
  expect([...held.state.position]).toEqual([0]);
  expect(held.stats).toMatchObject({ steps: 1000, solves: 1000, iterations: 1000 });
  const pushed = compileRaw(raw(1.5));
  expectSame(runToEnd(pushed), stepped(pushed), "pushed");
  expect(runToEnd(pushed).state.position[0]).toBeGreaterThan(1e-4);
});

it.each([
  ["a row between two coordinates", "two-masses", {}],
  ["weakening", "gskn06-tp5", {}],
  ["another solver", "gk95-tp1", { solver: { type: "gauss-seidel" } }],
  ["another scheme", "gk95-tp1", { scheme: { type: "balanced" } }],
] as const)("steps one by one: %s", (_, file, changes) => {
  const simulation = loadSimulation(file, { scheme: { type: "alpha" }, ...changes });
  expect(batched(simulation)).toBe(false);
  expect(runToEnd(simulation)).toEqual(stepped(simulation));
});

it("tells of a motion that diverges, and of a force without a value, as single steps do", () => {
  const fast = { scheme: { type: "alpha" }, time: { end: 2000, step: 0.5 } };
  const growing = loadSimulation("gk95-tp1", {
    ...fast,
    system: { damping: [-1, -1, -1] },
    initial: { velocity: [100, 100, 100] },
  });
  expect(runToEnd(growing)).toEqual(stepped(growing));
  expect(runToEnd(growing).status).toBe("diverged");
  const simulation = loadSimulation("gk95-tp1", { scheme: { type: "alpha" } });
  const undefinedForce = controlled(simulation, Float64Array.of(0, Number.NaN, 0));
  expect(runToEnd(undefinedForce).status).toBe("undefined-force");
});
