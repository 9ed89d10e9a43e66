import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Result, simulate } from "../../src/simulate/simulate.ts";
import { coulombOscillator } from "../oracles/coulomb-oscillator.ts";
import { compileRaw } from "../support/run.ts";

type Data = Record<string, unknown>;

const swing = {
  system: { type: "linear", mass: [1], stiffness: [1], friction: [{ name: "floor", on: 0, limit: 0.1 }] },
  initial: { position: [1.25] },
  time: { end: 25, step: 0.05 },
};
const exact = coulombOscillator({ m: 1, k: 1, c: 0.1, x: 1.25, v: 0 });
const path = 1.25 + 2 * (1.05 + 0.85 + 0.65 + 0.45 + 0.25) + 0.05;

function run(problem: Data, scheme: string, changes: Data = {}): Result {
  return simulate(compileRaw({ stickslip: 1, ...problem, scheme: { type: scheme }, ...changes }));
}

function column({ trajectory }: Result, name: string): Float64Array {
  return trajectory.outputs.find((output) => output.name === name)!.values;
}

const schemes: [string, number, number][] = [
  ["event-driven", 0.05, 1e-9],
  ["balanced", 0.0005, 1e-3],
];

describe.each(schemes)("outputs of a Coulomb oscillator under %s", (scheme, step, tolerance) => {
  const outputs = {
    position: "x(x1)",
    same: "x(0)",
    speed: "abs(v(x1))",
    pull: "force(floor)",
    friction: "multiplier(floor)",
    heat: "dissipation(floor)",
    acceleration: "a(x1)",
    left: "energy + dissipation(0)",
    half: "t/2",
    constant: 3,
  };
  const result = run(swing, scheme, { outputs, time: { end: 25, step, output: 0.05 } });
  const { time, position, velocity, multiplier } = result.trajectory;
  const slips = (k: number) => exact.velocity(time[k]!) !== 0;

  it("keep the order of the file", () => {
    expect(result.trajectory.outputs.map(({ name }) => name)).toEqual(Object.keys(outputs));
  });

  it("are what the trajectory says", () => {
    expect(column(result, "position")).toEqual(position[0]);
    expect(column(result, "same")).toEqual(position[0]);
    expect(column(result, "speed")).toEqual(velocity[0]!.map(Math.abs));
    expect(column(result, "friction")).toEqual(multiplier[0]);
    column(result, "pull").forEach((force, k) => {
      expect(force).toBeCloseTo(-0.1 * multiplier[0]![k]!, 15);
    });
    expect(column(result, "half")).toEqual(time.map((t) => t / 2));
    expect(column(result, "constant").every((value) => value === 3)).toBe(true);
  });

  it("have the heat c times the way, which the energy lacks", () => {
    expect(Math.abs(column(result, "heat").at(-1)! - 0.1 * path)).toBeLessThan(tolerance);
    expect(column(result, "heat").at(-1)).toBeCloseTo(result.audit.dissipation, 9);
    const left = column(result, "left");
    expect(Math.max(...left) - Math.min(...left)).toBeLessThan(tolerance);
  });

  it("have the acceleration of the equation of motion", () => {
    const acceleration = column(result, "acceleration");
    acceleration.forEach((a, k) => {
      if (k > 0 && slips(k) && Math.abs(velocity[0]![k]!) > 2 * step) {
        expect(a).toBeCloseTo(-position[0]![k]! - 0.1 * Math.sign(velocity[0]![k]!), 9);
      }
    });
    expect(Math.abs(acceleration[0]! - -1.15)).toBeLessThan(1e-12);
    expect(Math.abs(acceleration.at(-1)!)).toBeLessThan(scheme === "balanced" ? step : 1e-12);
  });

  it("are told at the end", () => {
    expect(result.outputs).toMatchObject({ position: position[0]!.at(-1), constant: 3, half: 12.5 });
  });
});

describe("outputs", () => {
  it("show forces with their weakening, and that of a stop", () => {
    const weakening = { shape: "ramp", beta: 0.5, epsilon: 0.1 };
    const system = {
      type: "linear",
      mass: [1],
      force: [2],
      friction: [{ on: 0, limit: 1, weakening }],
      stops: [{ on: 0, gap: 1 }],
    };
    const outputs = { drag: "force(lambda1)", push: "force(stop1)", gapRate: "slip(stop1)" };
    const result = run({ system, time: { end: 3, step: 0.01 } }, "event-driven", { outputs });
    const speed = result.trajectory.velocity[0]!;
    column(result, "drag").forEach((force, k) => {
      if (speed[k]! > 0.1) expect(force).toBeCloseTo(-0.5, 12);
      else if (speed[k]! > 0) expect(force).toBeCloseTo(-(1 - 5 * speed[k]!), 12);
    });
    expect(column(result, "gapRate")).toEqual(speed.map((v) => 0 - v));
    expect(2 + column(result, "drag").at(-1)! - column(result, "push").at(-1)!).toBeCloseTo(0, 12);
  });

  it("measure slip and heat of a driven row against what it slips on", () => {
    const friction = [
      { name: "belt", on: 0, limit: 1, drive: 0.2, weakening: { shape: "hyperbolic", beta: 1, speed: 0.3 } },
    ];
    const system = { type: "linear", mass: [1], stiffness: [1], friction };
    const outputs = { slide: "slip(belt)", pull: "force(belt)", heat: "dissipation(belt)" };
    const result = run({ system, initial: { position: [0.5] }, time: { end: 20, step: 0.002 } }, "balanced", {
      outputs,
    });
    const { velocity, friction: recorded } = result.trajectory;
    expect(column(result, "slide")).toEqual(velocity[0]!.map((v) => v - 0.2));
    expect(recorded).toEqual([
      { name: "belt", unit: "m", slip: column(result, "slide"), force: column(result, "pull") },
    ]);
    column(result, "slide").forEach((s, k) => {
      if (s < -0.01) expect(column(result, "pull")[k]).toBeCloseTo(1 / (1 - s / 0.3), 9);
    });
    expect(result.outputs.heat).toBeCloseTo(result.audit.dissipation, 9);
    expect(result.outputs.heat).toBeGreaterThan(0.5);
  });

  it("take the load's limit from the past at a jump, and from the future at the start", () => {
    const system = { type: "linear", mass: [2], force: ["piecewise(t, [0, 1], 8, 2, 6)"] };
    const outputs = { a: "a(0)" };
    for (const scheme of ["event-driven", "balanced"]) {
      const { trajectory } = run({ system, time: { end: 2, step: 0.5 } }, scheme, { outputs: { push: outputs.a } });
      expect([...trajectory.outputs[0]!.values]).toEqual([1, 1, 1, 3, 3]);
    }
  });

  it("of no finite value are null at the end and no number in the column", () => {
    const result = run(swing, "event-driven", { outputs: { inverse: "1/v(0)" } });
    expect(result.outputs).toEqual({ inverse: null });
    expect(column(result, "inverse").at(-1)).toBe(Number.POSITIVE_INFINITY);
  });

  it("do not change the run, and thin out with it", () => {
    const plain = run(swing, "event-driven");
    const asked = run(swing, "event-driven", { outputs: { heat: "dissipation(floor)", twice: "2*x(0)" } });
    expect(asked.trajectory.position).toEqual(plain.trajectory.position);
    expect(asked.audit).toEqual(plain.audit);
    const simulation = compileRaw({ stickslip: 1, ...swing, outputs: { twice: "2*x(0)" } });
    const thin = simulate(simulation, { samples: 60 }).trajectory;
    expect(thin.time.length).toBeLessThanOrEqual(61);
    expect(thin.outputs[0]!.values).toEqual(thin.position[0]!.map((x) => 2 * x));
  });

  it("sum up to the audit's dissipation, whatever the rows", () => {
    const row = fc.record({
      direction: fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: -3, max: 3 })),
      limit: fc.double({ min: 0.05, max: 1, noNaN: true }),
      weakening: fc.option(
        fc.constantFrom(
          { shape: "ramp", beta: 0.5, epsilon: 0.1 },
          { shape: "stribeck", beta: 0.6, speed: 0.2 },
          { shape: "smoothed", eta: 0.1 },
        ),
        { nil: undefined },
      ),
    });
    const property = fc.property(
      fc.array(row, { minLength: 1, maxLength: 3 }),
      fc.constantFrom("event-driven", "balanced"),
      (friction, scheme) => {
        const rows = friction.map((entry) => JSON.parse(JSON.stringify(entry)) as Data);
        const system = { type: "linear", mass: [1, 2], stiffness: [3, 1], friction: rows };
        const problem = { system, initial: { position: [1, -1] }, time: { end: 3, step: 0.02 } };
        const names = friction.map((_, i) => `dissipation(${i})`);
        const result = run(problem, scheme, { outputs: { all: names.join("+") } });
        expect(result.outcome.status).toBe("done");
        expect(result.outputs.all).toBeCloseTo(result.audit.dissipation, 4);
        const heat = column(result, "all");
        for (let k = 1; k < heat.length; k++) expect(heat[k]! - heat[k - 1]!).toBeGreaterThan(-1e-12);
      },
    );
    fc.assert(property, { numRuns: 25 });
  });
});
