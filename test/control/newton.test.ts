import { describe, expect, it } from "vitest";
import { compileOrThrow } from "../../src/problem/compile/compile.ts";
import { controlled } from "../../src/simulate/run/controlled.ts";
import { runWithTangents } from "../../src/simulate/run/sensitivity.ts";
import { tp1 } from "../oracles/gk95.ts";
import { list, seeded } from "../support/random.ts";
import { type Changes, endOf, rawProblem } from "../support/run.ts";
import { cases } from "../support/torture.ts";
import { differences, steer, steerRaw } from "./steer.ts";

const close = (found: ArrayLike<number>, wanted: readonly number[], tolerance: number) =>
  wanted.forEach((entry, i) => {
    expect(Math.abs(found[i]! - entry)).toBeLessThan(tolerance);
  });

describe("newton on the paper's problems, from zero", () => {
  it("finds the continuous optimum of tp1 in at most 10 runs", async () => {
    const { status, control, objective, error, runs, optimality } = await steer("gk95-tp1");
    expect(status).toBe("reached");
    expect(error.position).toBeLessThan(1e-10);
    expect(error.velocity).toBeNull();
    expect(runs).toBeLessThanOrEqual(10);
    const { continuous } = tp1.optimum;
    close(control, continuous.control, 1e-9);
    expect(Math.abs(objective - continuous.objective)).toBeLessThan(1e-6);
    expect(optimality).toBeNull();
  });

  it("finds the discrete optimum of tp1 under alpha in at most 20 shots, with differences for tangents", async () => {
    const changes = { scheme: { type: "alpha" } };
    const { status, control, objective, error, runs } = await steer("gk95-tp1", changes, {
      tangents: differences(1e-9), // the map is affine on pieces of size O(dt)
    });
    expect(status).toBe("reached");
    expect(error.position).toBeLessThan(1e-10);
    expect(runs).toBeLessThanOrEqual(20);
    const { discrete } = tp1.optimum;
    close(control, discrete.control, 1e-8);
    expect(Math.abs(objective - discrete.objective)).toBeLessThan(1e-6);
  });

  it.each(["gk95-tp2", "gk95-tp2-springs"])(
    "brings the masses of %s to rest at the target in at most 15",
    async (file) => {
      const { status, control, error, runs } = await steer(file);
      expect(status).toBe("reached");
      expect(error.position).toBeLessThan(1e-10);
      expect(error.velocity).toBe(0);
      expect(runs).toBeLessThanOrEqual(15);
      // another scheme comes to nearly the same place
      const { simulation } = compileOrThrow(rawProblem(file, { scheme: { type: "balanced" }, time: { step: 0.001 } }));
      const outcome = endOf(controlled(simulation, control));
      close(outcome.state.position, [5, 10, 15], 1e-3);
    },
  );

  it("needs the same runs with differences in the place of tangents", async () => {
    const exact = await steer("gk95-tp1");
    const other = await steer("gk95-tp1", {}, { tangents: differences(1e-6) });
    expect(other.runs).toBe(exact.runs);
    close(other.control, Array.from(exact.control), 1e-9);
  });
});

describe("the end of TP1 beside its optimal control", () => {
  const end = (changes: Changes, control: readonly number[], by: number) => {
    const { simulation } = compileOrThrow(rawProblem("gk95-tp1", changes));
    const [first, ...others] = control;
    return endOf(controlled(simulation, Float64Array.of(first! + by, ...others))).state.position[0]!;
  };
  const slopes = (changes: Changes, control: readonly number[], by: number) => {
    const [left, here, right] = [-by, 0, by].map((each) => end(changes, control, each)) as [number, number, number];
    return { left: (here - left) / by, right: (right - here) / by };
  };

  it("has one slope from both sides: the events move smoothly", () => {
    for (const by of [1e-3, 1e-4]) {
      const { left, right } = slopes({}, tp1.optimum.continuous.control, by);
      expect(Math.abs(right - left)).toBeLessThan(10 * by * Math.abs(left));
    }
  });

  it("is piecewise affine in discrete time, on short pieces whose slopes scatter about that of the continuous one", () => {
    const alpha = { scheme: { type: "alpha" } };
    const control = tp1.optimum.discrete.control;
    const here = slopes(alpha, control, 1e-7);
    expect(Math.abs(here.right / here.left - 1)).toBeLessThan(1e-5);
    const beside = slopes(alpha, control, 1e-6);
    expect(Math.abs(beside.right / beside.left - 1)).toBeGreaterThan(0.01);
    const mean = slopes(alpha, control, 1e-2);
    const smooth = slopes({}, tp1.optimum.continuous.control, 1e-4);
    for (const slope of [mean.left, mean.right]) expect(Math.abs(slope / smooth.left - 1)).toBeLessThan(0.03);
  });
});

describe("newton from random starts", () => {
  it.each([
    ["gk95-tp1", 30, cases(4, 500)],
    ["gk95-tp2", 90, cases(3, 500)],
    ["gk95-tp2-springs", 90, cases(3, 500)],
  ])("%s: all starts in a box of %i converge in at most 40 runs", async (file, box, starts) => {
    const random = seeded(5);
    const raw = rawProblem(file);
    for (let k = 0; k < starts; k++) {
      const start = list(3, () => random.between(-box, box));
      const { status, runs, error } = await steerRaw(raw, { start });
      expect([status, start]).toEqual(["reached", start]);
      expect(runs).toBeLessThanOrEqual(40);
      expect(error.position).toBeLessThanOrEqual(1e-10);
    }
  });
});

const PIECES = { times: [0, 1, 2, 3, 4], values: Array.from({ length: 5 }, () => [0, 0, 0]) };

describe("least effort", () => {
  it("hits the target of tp1 with five intervals and less effort than any constant control", async () => {
    const { status, message, control, objective, error, optimality, parts } = await steer("gk95-tp1", {
      control: { value: PIECES },
    });
    expect(status).toBe("reached");
    expect(error.position).toBeLessThan(1e-9);
    expect(objective).toBeLessThan(0.6 * tp1.optimum.continuous.objective);
    expect(optimality).toBeLessThan(1e-6);
    expect(message).toContain("optimality residual");
    expect(parts.map(({ part }) => part)).toEqual(["newton", "least-effort"]);
    // the effort as it is defined: intervals of 1 s, N = 1/3
    expect(objective).toBeCloseTo(
      control.reduce((sum, u) => sum + (u * u) / 3, 0),
      9,
    );
  });

  it("goes on across kinks where masses come to rest just at the end, and does not call the end least", async () => {
    const value = { times: [0, 2, 4, 6, 8], values: PIECES.values };
    const constant = await steer("gk95-tp2");
    const { status, error, objective, optimality, message } = await steer("gk95-tp2", {
      control: { value, method: { type: "newton", runs: 150 } },
    });
    expect(status).toBe("reached");
    expect(Math.max(error.position!, error.velocity!)).toBeLessThan(1e-9);
    expect(objective).toBeLessThan(0.2 * constant.objective);
    expect(optimality).toBeGreaterThan(1e-3);
    expect(message).toContain("not surely the least nearby");
  });

  it("agrees with the closed form of a mass without friction", async () => {
    // x(2) = u1 (1/2 + 1) + u2 / 2 from rest: least u1^2 + u2^2 with x(2) = 1 is along (3/2, 1/2)
    const raw = {
      stickslip: 1,
      system: { type: "linear", mass: [1] },
      control: { value: { times: [0, 1], values: [[0], [0]] }, target: { position: [1] } },
      time: { end: 2, step: 0.1 },
    };
    const { control, objective, optimality, runs } = await steerRaw(raw);
    close(control, [0.6, 0.2], 1e-9);
    expect(objective).toBeCloseTo(0.4, 9);
    expect(optimality).toBeLessThan(1e-9);
    expect(runs).toBeLessThan(6);
    const weighted = await steerRaw({ ...raw, control: { ...raw.control, bounds: [-1, 0.5] } });
    close(weighted.control, [0.5, 0.5], 1e-9); // the bound holds the first, the target gives the second
    expect(weighted.status).toBe("reached");
  });
});

describe("targets that cannot be reached", () => {
  it("ends at the bounds with target-missed, the best control and its distance", async () => {
    const { status, message, control, error } = await steer("weak-motor");
    expect(status).toBe("target-missed");
    expect(message).toContain("Widen control.bounds");
    expect(Array.from(control)).toEqual([10.5]);
    expect(error.position).toBeCloseTo(0.5, 12); // (u - 10) t^2 / (2 m) = 0.5
  });

  it("calls an effort least at which other starts end too", async () => {
    const raw = {
      stickslip: 1,
      system: {
        type: "linear",
        mass: [1, 2],
        stiffness: [
          [2, -1],
          [-1, 2],
        ],
        friction: [
          { on: 0, limit: 0.5 },
          { on: 1, limit: 0.3 },
        ],
      },
      initial: { position: [0.5, 0], velocity: [0.3, 0.5] },
      time: { end: 3, step: 0.01 },
      control: { value: { times: [0, 1, 2], values: [0, 1, 2].map(() => [0, 0]) }, target: { position: [1, 2] } },
    };
    const { control, objective, message } = await steerRaw(raw);
    expect(message).toContain("The effort is the least nearby");
    // other starts end at the same effort: it does not depend on the path
    for (const start of [control.map((u) => u + 0.1), control.map((u, i) => u * (1 + 0.1 * (i % 2)))]) {
      const other = await steerRaw(raw, { start: Array.from(start) });
      expect(Math.abs(other.objective / objective - 1)).toBeLessThan(1e-9);
    }
  });

  it("stays within a bound to the last bit", async () => {
    for (const [start, highest] of [
      [-0.23778127, 0.31411],
      [-0.28506988, 0.32918],
    ] as const) {
      expect(start + (highest - start)).toBeGreaterThan(highest); // what a whole step to the bound rounds to
      const { control } = await steerRaw({
        stickslip: 1,
        system: { type: "linear", mass: [1], stiffness: [0.1] },
        time: { end: 1, step: 0.1 },
        control: { value: [start], target: { position: [5] }, bounds: [-2, highest] },
      });
      expect(control[0]).toBe(highest);
    }
  });

  it("keeps within bounds on the way to a target inside of them", async () => {
    const bounds = [-13, 13];
    const { status, control } = await steer("gk95-tp1", { control: { bounds } });
    expect(status).toBe("reached");
    close(control, tp1.optimum.continuous.control, 1e-9);
    const tight = await steer("gk95-tp1", { control: { bounds: [-9, 13] } });
    expect(tight.status).toBe("target-missed");
    expect(tight.control[2]).toBe(-9);
    expect(tight.error.position).toBeGreaterThan(0.01);
  });

  it("says so where one control value is to serve two targets", async () => {
    const target = { position: [1], velocity: [5] };
    const { status, message } = await steer("weak-motor", { control: { bounds: undefined, target } });
    expect(status).toBe("target-missed");
    expect(message).toContain("more targets than the control can serve");
  });
});

it("a search that is stopped returns the best so far", async () => {
  const controller = new AbortController();
  const { status, runs, error, control } = await steer(
    "gk95-tp1",
    {},
    {
      signal: controller.signal,
      report: ({ runs }) => {
        if (runs === 4) controller.abort();
      },
    },
  );
  expect([status, runs]).toEqual(["cancelled", 4]);
  expect(error.position).toBeLessThan(2.4);
  expect(control).toHaveLength(3);
});

it("a first run that fails is told, with no end", async () => {
  const { status, message, error } = await steerRaw({
    stickslip: 1,
    system: { type: "linear", mass: [1], force: ["sqrt(0.5 - t)"] },
    control: { value: [0], target: { position: [1] } },
    time: { end: 1, step: 0.1 },
  });
  expect(status).toBe("run-failed");
  expect(message).toContain("The force of x1 has no finite value at t = 0.5 s");
  expect(error.position).toBe(Number.POSITIVE_INFINITY);
});

it("looks beside a start whose run fails", async () => {
  let calls = 0;
  const { status, runs, failures } = await steer(
    "gk95-tp1",
    {},
    {
      tangents: (simulation, directions) => {
        const run = runWithTangents(simulation, directions);
        return ++calls > 1 ? run : { ...run, outcome: { ...run.outcome, status: "event-accumulation" } };
      },
    },
  );
  expect([status, failures]).toEqual(["reached", 1]);
  expect(runs).toBeLessThanOrEqual(10);
});

it("tells where a tangent meets no derivative: here a push that equals the friction limit", async () => {
  const { kinks } = await steer("weak-motor", {}, { start: [10] });
  const reason = expect.stringContaining("from rest");
  expect(kinks).toEqual([{ run: 1, time: 0, row: "floor", reason, derivative: "none" }]);
});
