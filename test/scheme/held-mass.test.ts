import { describe, expect, it } from "vitest";
import { simulate } from "../../src/simulate/simulate.ts";
import { loadSimulation, runProblem } from "../support/run.ts";

describe.each(["alpha", "balanced", "variational"])("%s", (type) => {
  it("does not move a held mass by a single bit in 2000 steps", () => {
    const simulation = loadSimulation("held-mass", { scheme: { type } });
    let steps = 0;
    let moved = 0;
    const watch = {
      step(state: { position: Float64Array; velocity: Float64Array }) {
        steps++;
        if (state.position[0] !== 0.5 || state.velocity[0] !== 0) moved++;
      },
    };
    const { audit, trajectory, outcome } = simulate(simulation, { sinks: [watch] });
    expect(outcome.stats.steps).toBe(2000);
    expect(steps).toBe(2001); // the start counts
    expect(moved).toBe(0);
    expect(trajectory.events).toEqual([]);
    expect(Math.max(...trajectory.multiplier[0]!.map((lambda) => Math.abs(lambda + 0.5)))).toBeLessThan(1e-15);
    expect(audit).toMatchObject({ stickSpeed: 0, stickDrift: 0, creepTime: 0, boxResidual: 0, energyError: 0 });
    expect(audit.rows).toEqual([{ name: "floor", stuckTime: expect.closeTo(20, 9), stickDrift: 0, dissipation: 0 }]);
  });
});

it("event-driven holds it too, to the last bit", () => {
  const { trajectory, outcome } = runProblem("held-mass", { scheme: { type: "event-driven" } });
  expect(outcome.state.position[0]).toBe(0.5);
  expect(trajectory.velocity[0]!.every((speed) => speed === 0)).toBe(true);
});

it("with a multiplier of zero at the start, (1.5), the held mass alternates for ever: (1.1)-(1.6) written out", () => {
  const dt = 0.01;
  const a = 1 + dt ** 2 / 4; // m = k = c = 1, x(0) = 0.5 at rest
  let before = 0.5;
  let here = ((1 - dt ** 2 / 4) * 0.5) / a;
  for (let n = 1; n < 2000; n++) {
    const free = (2 * here - before - (dt ** 2 / 4) * (2 * here + before)) / a;
    const reach = dt ** 2 / a;
    const after = Math.abs(free - before) <= reach ? before : free - reach * Math.sign(free - before);
    [before, here] = [here, after];
  }
  expect(Math.abs(here - before)).toBeCloseTo(2.5e-5, 8);
});

describe.each(["splitting", "strang"])("%s", (type) => {
  it("creeps, and the audit says so", () => {
    const { audit, outcome } = runProblem("held-mass", { scheme: { type } });
    expect(outcome.state.position[0]! - 0.5).toBeCloseTo(-0.0476, 4);
    expect(audit.stickDrift).toBeGreaterThan(0.047);
    expect(audit.stickDrift).toBeLessThan(0.0477);
    expect(audit.creepTime).toBeGreaterThan(19.9);
    expect(audit.creepTime).toBeLessThanOrEqual(20);
  });
});

it("the audit of splitting names the speed of the elastic half, dt/2 k/m x", () => {
  expect(runProblem("held-mass", { scheme: { type: "splitting" } }).audit.stickSpeed).toBeCloseTo(0.005, 5);
});

it("two held blocks, one on the other, stay where they are", () => {
  const changes = { system: { force: [0, 0] }, initial: { position: [0.1, 0.15], velocity: [0, 0] } };
  for (const type of ["alpha", "balanced", "variational"]) {
    const { outcome, audit } = runProblem("two-masses", { ...changes, scheme: { type } });
    expect([...outcome.state.position]).toEqual([0.1, 0.15]);
    expect(audit.stickDrift).toBe(0);
  }
});
