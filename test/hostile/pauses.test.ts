/** A step that is taken in parts gives way between them, and goes on with the same digits: also from what was saved there. */
import { describe, expect, it, test } from "vitest";
import { readSaved, savedText } from "../../src/numeric/saved-text.ts";
import { sampling } from "../../src/scheme/event-driven/sampling.ts";
import { startRun } from "../../src/simulate/run/run.ts";
import type { Simulation } from "../../src/simulate/run/simulation.ts";
import { compileRaw } from "../support/run.ts";
import { cases } from "../support/torture.ts";

/** As stiff as steel of a meter's thickness, and as light as a rope: Newton's method fails in whole steps. A mutated problem of the gallery. */
const rope = {
  stickslip: 1,
  system: {
    type: "beam",
    dimension: 3,
    length: 5,
    stiffness: 2 ** 53,
    density: 0.4,
    elements: 4,
    ends: [{ at: [0, 0, 0] }, "free"],
    load: [0, 0, -4],
  },
  initial: { position: { x: "s", y: "0", z: "0" }, velocity: { x: "0", y: "s/5", z: "0" } },
  time: { end: 0.24, step: 0.0025 },
};

/** In npm test fewer: each is paused hundreds of times. */
const STEPS = cases(2, 4);

/** The first steps of a run that is paused wherever it can be, and at some pauses saved and taken up by another one; how often. */
function paused(simulation: Simulation, until: number, takenUp: (pause: number) => boolean) {
  let run = startRun(simulation, []);
  let pauses = 0;
  for (; run.progress() < until && pauses < 20_000; pauses++) {
    run.advance(1, () => true);
    if (takenUp(pauses)) run = startRun(simulation, [], { from: readSaved(savedText(run.save())) });
  }
  return { pauses, ...run.finish() };
}

function straight(simulation: Simulation) {
  const run = startRun(simulation, []);
  run.advance(STEPS);
  const until = run.progress();
  return { until, ...run.finish() };
}

it("a beam's steps in parts", () => {
  const simulation = compileRaw(rope);
  const whole = straight(simulation);
  expect(whole.stats.steps).toBe(STEPS);

  const { pauses, state, stats } = paused(simulation, whole.until, (k) => k % 3 === 0);
  expect(pauses).toBeGreaterThan(2 * STEPS); // else no step was paused
  expect([stats.steps, stats.solves, state.time]).toEqual([STEPS, whole.stats.solves, whole.state.time]);
  expect(Array.from(state.position)).toEqual(Array.from(whole.state.position));
  expect(Array.from(state.velocity)).toEqual(Array.from(whole.state.velocity));
});

/** All blocks move as one, but for a little: passes over the rows come slowly to what they have in common. */
function blocks(count: number, scheme: string, solver: string, friction: object = {}) {
  const all = Array.from({ length: count }, (_, k) => k);
  return {
    stickslip: 1,
    system: {
      type: "linear",
      mass: all.map((i) => all.map((j) => (i === j ? 1.001 : 1))),
      stiffness: all.map(() => 1),
      friction: all.map((on) => ({ on, limit: 1 + (on % 12) / 7, ...friction })),
      force: all.map((k) => `${9 - (k % 12)} * sin(30*t + ${k})`),
    },
    time: { end: 1, step: 1e-3 },
    scheme: { type: scheme },
    solver: { type: solver },
  };
}

const kinetic = { kinetic: 0.6 };
const curve = { weakening: { shape: "smooth", beta: 0.3, epsilon: 0.1 } };
const smoothed = { weakening: { shape: "smoothed", eta: 0.01 } };

/** So many blocks that some passes are asked about in each step. */
describe("a step whose solver takes many passes gives way between them", () => {
  it.each([
    { count: 120, scheme: "alpha", solver: "uzawa" },
    { count: 120, scheme: "alpha", solver: "regularized" },
    { count: 200, scheme: "alpha", solver: "gauss-seidel", friction: curve },
    { count: 200, scheme: "alpha", solver: "active-set", friction: smoothed },
    { count: 12, scheme: "balanced", solver: "uzawa", friction: kinetic },
    { count: 200, scheme: "balanced", solver: "gauss-seidel", friction: curve },
    { count: 60, scheme: "balanced", solver: "penalty-newton" },
    { count: 12, scheme: "splitting", solver: "uzawa" },
    { count: 55, scheme: "strang", solver: "penalty-newton" },
    { count: 200, scheme: "variational", solver: "gauss-seidel", friction: curve },
    { count: 12, scheme: "variational", solver: "uzawa", friction: kinetic },
  ])("$scheme, $solver, $friction", ({ count, scheme, solver, friction }) => {
    const simulation = compileRaw(blocks(count, scheme, solver, friction));
    const whole = straight(simulation);
    const { pauses, state, stats } = paused(simulation, whole.until, (k) => k === 2 || k === 7);
    expect(pauses).toBeGreaterThan(2 * STEPS);
    expect(stats).toEqual(whole.stats);
    expect(state).toEqual(whole.state);
  });
});

it.each([{}, { weakening: { shape: "smooth", beta: 0.3, epsilon: 0.1 } }])(
  "a beam whose lengths Uzawa's method keeps, by many updates: %o",
  (law) => {
    const simulation = compileRaw({
      ...rope,
      system: {
        ...rope.system,
        stiffness: 1,
        guides: [{ name: "ring", at: 2.5, along: [0, 1, 0], limit: 0.3, ...law }],
        inextensible: { method: "augmented-lagrangian", epsilon: 1e-2, tolerance: 1e-7 },
      },
    });
    const whole = straight(simulation);
    const { pauses, state, stats } = paused(simulation, whole.until, (k) => k === 2 || k === 7);
    expect(pauses).toBeGreaterThan(2 * STEPS);
    expect(stats).toEqual(whole.stats);
    expect(state).toEqual(whole.state);
  },
);

test("a series that lasts over millions of samples is taken in parts, between which the run gives way", () => {
  const { system, initial, grid } = compileRaw({
    stickslip: 1,
    system: { type: "linear", mass: [1], force: ["sin(5000*t)"], friction: [{ on: 0, limit: 2 }] },
    time: { end: 400, step: 0.1 },
  });
  const samples = sampling(system, initial, grid.step);
  const [at, h, tau] = [new Float64Array(2), new Float64Array(1), new Float64Array(1)];
  let [parts, most, all] = [0, 0, 0];
  for (; at[0]! < grid.end && parts < 10_000; at[0]! += h[0]!) {
    h[0] = grid.end - at[0]!;
    samples.shorten(at, h);
    samples.begin(at, h);
    let count = 0;
    while (samples.next(tau)) count++;
    most = Math.max(most, count);
    all += count;
    parts++;
  }
  expect(at[0]).toBeCloseTo(grid.end, 9);
  expect(all).toBeGreaterThan(1e6);
  expect(most).toBeLessThan(40_000);
});
