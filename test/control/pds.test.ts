import { describe, expect, it } from "vitest";
import type { Batch } from "../../src/batch/executor.ts";
import { findControl } from "../../src/control/control.ts";
import { compileOrThrow } from "../../src/problem/compile/compile.ts";
import { tp1 } from "../oracles/gk95.ts";
import { rawProblem } from "../support/run.ts";
import { steer, steerRaw } from "./steer.ts";

const pds = (options: object) => ({ scheme: { type: "alpha" }, control: { method: { type: "pds", ...options } } });

describe("pds with more unknowns than targets", () => {
  it("does not pass its effort off as the least", async () => {
    const raw = (method: object) => ({
      stickslip: 1,
      system: { type: "linear", mass: [1], stiffness: [1], friction: [{ on: 0, limit: 0.5 }] },
      initial: { position: [0], velocity: [0.5] },
      time: { end: 3, step: 0.01 },
      control: { value: { times: [0, 1, 2], values: [[0], [0], [0]] }, target: { position: [2.5] }, method },
    });
    const direct = await steerRaw(raw({ type: "pds", points: 9 }));
    const newton = await steerRaw(raw({ type: "newton" }));
    expect([direct.status, newton.status]).toEqual(["reached", "reached"]);
    expect(direct.objective).toBeGreaterThan(1.01 * newton.objective);
    expect(direct.message).toContain("does not tell whether the effort is the least");
  });
});

describe("pds on tp1 as the paper has it", () => {
  it("solves it with 9 points in at most 2500 runs", async () => {
    const { status, control, error, runs, simplexes, optimality } = await steer("gk95-tp1", pds({ points: 9 }));
    expect(status).toBe("reached");
    expect(runs).toBeLessThanOrEqual(2500);
    expect(runs).toBe(4 + 9 * simplexes!);
    expect(error.position).toBeLessThanOrEqual(7.8e-8);
    expect(optimality).toBeNull();
    for (const [i, entry] of tp1.optimum.discrete.control.entries()) {
      expect(Math.abs(control[i]! - entry)).toBeLessThan(1e-6);
    }
  });

  it.each([
    ["P", "dynamic"],
    ["Pi", "constant"],
    ["Pi", "dynamic"],
  ])("also with %s, %s", async (penalty, update) => {
    const { status, error, objective } = await steer("gk95-tp1", pds({ points: 18, penalty, update, rho: 1e5 }));
    expect(status).toBe("reached");
    expect(error.position).toBeLessThanOrEqual(7.8e-8);
    expect(Math.abs(objective - tp1.optimum.discrete.objective)).toBeLessThan(1e-4);
  });
});

it("counts runs that fail and goes around them", async () => {
  const { simulation, goal } = compileOrThrow(
    rawProblem("stuck-block", { control: { target: { position: [1.5] }, method: { type: "pds", points: 6 } } }),
  );
  let failed = 0;
  /** Ends at |u| / 2, but fails at every control beyond 3.2. */
  const batch: Batch = {
    inputs: 1,
    outputs: 2,
    async run(rows) {
      const beyond = rows.filter((u) => Math.abs(u) > 3.2).length;
      failed += beyond;
      return Float64Array.from({ length: 2 * rows.length }, (_, k) => {
        const u = Math.abs(rows[k >> 1]!);
        return u > 3.2 ? Number.NaN : k % 2 === 0 ? u / 2 : 0;
      });
    },
  };
  const { status, control, failures } = await findControl(simulation, goal!, { open: () => batch });
  expect(status).toBe("reached");
  expect(Math.abs(control[0]!)).toBeCloseTo(3, 5);
  expect(failed).toBeGreaterThan(0);
  expect(failures).toBe(failed);
});

it("says that the edge tolerance ended it inside a friction limit, where all is flat", async () => {
  const { status, message, control } = await steer("stuck-block", { control: { method: { type: "pds", points: 6 } } });
  expect(status).toBe("target-missed");
  expect(message).toContain("edge tolerance");
  expect(control[0]).toBeCloseTo(0, 9);
});

it("stays within the bounds and says that they end it", async () => {
  const { status, message, control } = await steer("weak-motor", { control: { method: { type: "pds", points: 6 } } });
  expect(status).toBe("target-missed");
  expect(message).toContain("Widen control.bounds");
  expect(control[0]).toBe(10.5);
});

it("keeps to its runs", async () => {
  const { status, runs } = await steer("gk95-tp1", pds({ points: 9, runs: 100 }));
  expect(status).toBe("not-converged");
  expect(runs).toBe(4 + 9 * 10);
});
