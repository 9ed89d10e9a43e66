import { describe, expect, it } from "vitest";
import type { Trajectory } from "../../src/simulate/record/trajectory.ts";
import { type Result, simulate, startSession } from "../../src/simulate/simulate.ts";
import { compileRaw, loadSimulation, runProblem } from "../support/run.ts";

const schemes = ["alpha", "balanced", "splitting", "strang"];

function expectFinite({ outcome, trajectory, audit, energy, multiplier }: Result) {
  const { time, position, velocity, multiplier: lambdas }: Trajectory = trajectory;
  for (const column of [time, ...position, ...velocity, ...lambdas, trajectory.energy]) {
    expect(column.every(Number.isFinite)).toBe(true);
  }
  expect(outcome.state.position.every(Number.isFinite)).toBe(true);
  expect([energy, ...multiplier].every(Number.isFinite)).toBe(true);
  const { rows, verdict: _verdict, checks: _checks, ...numbers } = audit;
  expect(Object.values(numbers).every(Number.isFinite)).toBe(true);
  expect(time.at(-1)).toBe(outcome.state.time);
}

function machine(changes: Record<string, unknown>, scheme: string, end = 10, step = 0.01) {
  const system = { type: "linear", mass: [1], stiffness: [1], friction: [{ on: 0, limit: 0.1 }], ...changes };
  const raw = { stickslip: 1, system, initial: { velocity: [1] }, time: { end, step }, scheme: { type: scheme } };
  return compileRaw(raw);
}

it("says where the output is too coarse for the motion, which is exact all the same", () => {
  const coarse = (end: number, step: number, stiffness = 400) =>
    simulate(machine({ stiffness: [stiffness], force: ["3*sin(20*t)"] }, "event-driven", end, step)).warnings;
  expect(coarse(5, 0.5)).toEqual([
    expect.stringMatching(
      /^The row lambda1 reverses \d+ times in 10 steps of the output: figures and CSV do not show what is between them\. A time\.step of 0\.00\d s would\.$/,
    ),
  ]);
  expect(coarse(5, 0.01)).toEqual([]);
});

describe.each(schemes)("%s", (scheme) => {
  it("ends with status done at the end time", () => {
    const result = simulate(machine({}, scheme));
    expect(result.outcome).toMatchObject({ status: "done", message: "The run reached its end at t = 10 s." });
    expect(result.outcome.state.time).toBe(10);
    expectFinite(result);
  });

  it("ends diverged under negative damping, with the last finite state", () => {
    const result = simulate(machine({ damping: [-1] }, scheme, 2000, 0.04));
    expect(result.outcome.status).toBe("diverged");
    expect(result.outcome.message).toContain("Check the signs of damping and stiffness");
    expect(result.outcome.message).toContain(`t = ${Number(result.outcome.state.time.toPrecision(9))} s`);
    expect(result.outcome.state.time).toBeGreaterThan(100);
    expect(result.outcome.state.time).toBeLessThan(1000);
    expectFinite(result);
  });

  it.each([
    ["log(3 - t)", 3],
    ["sqrt(2 - t)", 2],
    ["1/(t < 4 ? 1 : 0)", 4],
  ])("says when the force %s is no longer defined", (force, time) => {
    const result = simulate(machine({ force: [force] }, scheme));
    expect(result.outcome.status).toBe("undefined-force");
    expect(result.outcome.message).toContain(`The force of x1 has no finite value at t = ${time} s`);
    expect(Math.abs(result.outcome.state.time - time)).toBeLessThan(0.03);
    expectFinite(result);
  });
});

describe("a solver that gives up", () => {
  it("ends the run not-converged, with what was computed", () => {
    const slow = { type: "uzawa", r: 1e-7, tolerance: 1e-300 };
    const result = runProblem("gk95-tp1", { scheme: { type: "alpha" }, solver: slow, time: { end: 0.5 } });
    expect(result.outcome.status).toBe("not-converged");
    expect(result.outcome.message).toContain("with another solver than active-set, take that one");
    expectFinite(result);
  });

  it("is also named when the force is undefined for it", () => {
    const simulation = loadSimulation("gk95-tp1", {
      scheme: { type: "alpha" },
      system: { force: ["log(0.1 - t)", 0, 0] },
      solver: { type: "uzawa" },
    });
    expect(simulate(simulation).outcome.status).toBe("undefined-force");
  });
});

it("a step matrix that is singular ends the run", () => {
  // kick matrix M/dt + D/2 = 0
  const result = simulate(machine({ damping: [-2], stiffness: [0] }, "balanced", 10, 1));
  expect(result.outcome).toMatchObject({ status: "singular" });
  expect(result.outcome.message).toContain("Check that mass is positive definite");
  expect(result.outcome.state.time).toBe(0);
  expectFinite(result);
});

describe("cancel", () => {
  it("keeps what was computed until then", () => {
    const { run, finish } = startSession(loadSimulation("held-mass"));
    expect(run.advance(700)).toBe(true);
    expect(run.progress()).toBeCloseTo(0.35, 12);
    const result = finish();
    expect(result.outcome.status).toBe("cancelled");
    expect(result.outcome.message).toBe("The run was stopped at t = 7 s; what was computed until then is kept.");
    expect(result.trajectory.time).toHaveLength(701);
    expectFinite(result);
  });

  it("between two output times keeps the last state as well", () => {
    const { run, finish } = startSession(
      loadSimulation("held-mass", { scheme: { type: "balanced" }, time: { output: 1 } }),
    );
    run.advance(250);
    const { trajectory } = finish();
    expect([...trajectory.time]).toEqual([0, 1, 2, 2.5]);
  });

  it("before the first step has the start", () => {
    const { outcome, trajectory } = startSession(loadSimulation("held-mass")).finish();
    expect(outcome.status).toBe("cancelled");
    expect([...trajectory.time]).toEqual([0]);
  });
});
