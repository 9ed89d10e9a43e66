/** Means of what jumps and bends inside steps, against what the motion itself says: fundamental theorems, closed forms, balances. */
import { describe, expect, it, test } from "vitest";
import { type Result, simulate, startSession } from "../../src/simulate/simulate.ts";
import { rawFault } from "../support/faults.ts";
import { type Random, seeded } from "../support/random.ts";
import { compileRaw } from "../support/run.ts";
import { cases } from "../support/torture.ts";

test("the mean of a signal and of an acceleration that jump inside steps is exact", () => {
  const { measures } = simulate(compileRaw(rawFault("mean-of-acceleration")));
  expect(measures.mean).toBeCloseTo(0.24375, 12);
  expect(measures.acc).toBeCloseTo(0.24375, 12);
  expect(measures.v).toBeCloseTo(0.24375, 12);
  expect(measures.rms).toBeCloseTo(Math.sqrt((0.3 + 25 * 0.6 + 4 * 1.55 + 0.25 * 1.55) / 4), 12);
  expect(measures.plain).toBeCloseTo((3 * 1.2345 - (4 - 1.2345)) / 4, 12);
});

test("kinks of round-off are not looked for, those of a fast swing are", () => {
  let looks = 0;
  const measured = (formula: string, period: number) => {
    const simulation = compileRaw({
      stickslip: 1,
      parameters: { w: (2 * Math.PI) / period },
      system: {
        type: "mechanism",
        coordinates: [{ name: "a" }, { name: "b" }],
        kinetic: "v(a)^2/2 + v(b)^2/2",
        joints: [{ name: "rod", zero: "x(a)^2 + x(b)^2 - 1" }],
        friction: [{ on: "a", limit: 0.01 }],
      },
      measures: { mean: { mean: formula }, worst: { max: formula } },
      initial: { position: [1, 0], velocity: [0, 1] },
      time: { end: 4, step: 0.1 },
    });
    const { system } = simulation;
    const violationsAt = (...given: Parameters<NonNullable<typeof system.violationsAt>>) => {
      looks++;
      system.violationsAt!(...given);
    };
    return simulate({ ...simulation, system: { ...system, violationsAt } }).measures;
  };
  expect(measured("abs(constraint(rod))", 1).worst).toBeLessThan(1e-14);
  expect(looks).toBeLessThan(10_000);
  expect(measured("abs(sin(w*t + x(a)*0))", 0.16).mean).toBeCloseTo(2 / Math.PI, 10);
});

test("swings that are only fast, or zero at all samples, are no round-off", () => {
  const measured = (velocity: number, limit: number, end: number, data: object) =>
    simulate(
      compileRaw({
        stickslip: 1,
        system: { type: "linear", mass: [1], friction: [{ on: 0, limit }] },
        measures: { m: data },
        initial: { position: [0], velocity: [velocity] },
        time: { end, step: 1 },
      }),
    ).measures.m!;
  expect(measured(20_000, 1, 100, { mean: "cos(x(0))^2" })).toBeCloseTo(0.5, 4);
  const zeros = `abs(sin(${3 * Math.PI}*(x(0) + 1e-8)))`;
  expect(measured(1, 0, 64, { mean: zeros })).toBeCloseTo(2 / Math.PI, 8);
  expect(measured(1, 0, 64, { min: zeros })).toBeGreaterThan(-1e-12);
});

/** A bead on a ring whose condition is round-off. */
const bead = (measures: object) => ({
  stickslip: 1,
  system: {
    type: "mechanism",
    coordinates: [{ name: "a" }, { name: "b" }],
    kinetic: "v(a)^2/2 + v(b)^2/2",
    joints: [{ name: "rod", zero: "x(a)^2 + x(b)^2 - 1" }],
    friction: [{ on: "a", limit: 0.001 }],
  },
  measures,
  initial: { position: [1, 0], velocity: [0, 1] },
  time: { end: 6, step: 0.1 },
});

test("means of round-off: none of a size is negative, and runs that go on have the same", () => {
  const raw = bead({
    early: { mean: "constraint(rod) + max(0, t-1)", to: 1 },
    rest: { mean: "constraint(rod)" },
    size: { mean: "abs(constraint(rod))" },
  });
  const whole = simulate(compileRaw(raw)).measures;
  expect(whole.size).toBeGreaterThan(0);
  const begun = startSession(compileRaw(raw));
  for (let k = 0; k < 25; k++) begun.run.advance(1);
  const rest = startSession(compileRaw(raw), { from: begun.run.save() });
  rest.run.advance(Number.POSITIVE_INFINITY);
  expect(rest.finish().measures).toEqual(whole);
});

/** Two masses with friction, springs, a load with jumps, no stops. */
function randomMachine(random: Random, step: number) {
  const limits = [random.between(0.2, 1), random.between(0.1, 0.6)];
  return {
    stickslip: 1,
    system: {
      type: "linear",
      mass: [random.between(0.5, 2), random.between(0.5, 2)],
      springs: [
        { on: 0, stiffness: random.between(1, 6) },
        { between: [0, 1], stiffness: random.between(1, 6) },
      ],
      force: [
        `${random.between(0.5, 2)}*sin(${random.between(0.5, 3)}*t)`,
        `t < ${random.between(1, 4)} ? ${random.between(-1, 1)} : ${random.between(-1, 1)}`,
      ],
      friction: [
        { name: "a", on: 0, limit: limits[0] },
        { name: "b", direction: [-1, 1], limit: limits[1], kinetic: limits[1]! * random.between(0.5, 1) },
      ],
    },
    initial: { position: [random.between(-1, 1), random.between(-1, 1)], velocity: [random.between(-1, 1), 0] },
    time: { end: 6, step },
  };
}

/** Each measure, and what it must be by another argument. */
const identities: Record<string, [data: object, exact: (run: Result, start: number[]) => number]> = {
  speed: [{ mean: "v(0)" }, ({ outcome }, [x]) => (outcome.state.position[0]! - x!) / 6],
  acceleration: [{ mean: "a(0)" }, ({ outcome }, [, , v]) => (outcome.state.velocity[0]! - v!) / 6],
  // the integral of sign(v) a is the change of |v|; |v| has a kink wherever v changes its sign
  kink: [
    { mean: "sign(v(0))*a(0)" },
    ({ outcome }, [, , v]) => (Math.abs(outcome.state.velocity[0]!) - Math.abs(v!)) / 6,
  ],
  power: [{ mean: "v(1)*a(1)" }, ({ outcome }, [, , , v]) => (outcome.state.velocity[1]! ** 2 - v! ** 2) / 12],
  larger: [
    { mean: "max(v(0), v(1)) + min(v(0), v(1))" },
    ({ outcome: { state } }, [x, y]) => (state.position[0]! - x! + state.position[1]! - y!) / 6,
  ],
  branches: [
    { mean: "x(0) > 0.1 ? v(0) : 0" },
    ({ outcome }, [x]) => (above(outcome.state.position[0]!) - above(x!)) / 6,
  ],
  friction: [{ mean: "force(a)*slip(a) + force(b)*slip(b)" }, ({ audit }) => -loss(audit) / 6],
};
const above = (x: number) => Math.max(0, x - 0.1);
const loss = (audit: Result["audit"]) => audit.rows.reduce((sum, row) => sum + row.dissipation, 0);

test("means along exact motions keep the fundamental theorem to 1e-9", () => {
  const measures = Object.fromEntries(Object.entries(identities).map(([name, [data]]) => [name, data]));
  const count = cases(15, 1000);
  for (let seed = 1; seed <= count; seed++) {
    const machine = randomMachine(seeded(seed), 0.25);
    const run = simulate(compileRaw({ ...machine, measures }));
    expect(run.outcome.status, `${seed}`).toBe("done");
    const { position, velocity } = machine.initial;
    for (const [name, [, exact]] of Object.entries(identities)) {
      const tolerance = name === "friction" ? 1e-6 : 1e-9; // the audit's losses are those of cubics
      const wanted = exact(run, [...position, ...velocity]);
      expect(Math.abs(run.measures[name]! - wanted), `${seed} ${name}`).toBeLessThan(tolerance);
    }
  }
});

test("under time stepping means have the order of the steps", () => {
  const machine = (step: number) => ({
    ...randomMachine(seeded(3), step),
    scheme: { type: "balanced" },
    measures: { kink: { mean: "abs(v(0))" }, force: { mean: "a(0)" }, top: { max: "abs(x(1))" } },
  });
  const exact = simulate(compileRaw({ ...machine(0.1), scheme: { type: "event-driven" } })).measures;
  for (const name of ["kink", "force", "top"]) {
    const [coarse, fine] = [0.02, 0.0025].map((step) =>
      Math.abs(simulate(compileRaw(machine(step))).measures[name]! - exact[name]!),
    );
    expect(coarse, name).toBeLessThan(2e-2);
    expect(fine, name).toBeLessThan(Math.max(1e-6, coarse! / 4));
  }
});

describe("of closed forms", () => {
  const free = { stickslip: 1, system: { type: "linear", mass: [1], force: ["0"] }, time: { end: 10, step: 1 } };
  const measure = (data: object) => simulate(compileRaw({ ...free, measures: { m: data } })).measures.m!;

  it.each<[string, object, number]>([
    ["a wave that turns many times between two outputs", { mean: "sin(50*t)" }, (1 - Math.cos(500)) / 500],
    ["its size", { mean: "abs(sin(pi*t*7))" }, 2 / Math.PI],
    ["its square", { rms: "sin(2*pi*t)" }, Math.SQRT1_2],
    ["a square wave", { mean: "sign(sin(2*pi*t/5)) + 1" }, 1],
    ["a short pulse", { mean: "t > 3.3 ? (t < 3.3001 ? 7 : 0) : 0" }, 7e-5],
    ["a root", { mean: "sqrt(t)" }, (2 / 3) * Math.sqrt(10)],
  ])("%s", (_, data, exact) => {
    expect(Math.abs(measure(data) - exact)).toBeLessThan(1e-9);
  });

  it("extremes lie between outputs too, and on both sides of jumps", () => {
    expect(measure({ max: "sin(t) + 0.1*sin(7.3*t)", to: 3 })).toBeCloseTo(
      largest((t) => Math.sin(t) + 0.1 * Math.sin(7.3 * t), 3),
      11,
    );
    expect(measure({ min: "t < 4.4 ? t : 20 - t" })).toBeCloseTo(0, 12);
    expect(measure({ max: "t < 4.4 ? t : 1", from: 0.3 })).toBeCloseTo(4.4, 12);
    expect(measure({ max: "-abs(t - 3.21)" })).toBeCloseTo(0, 12);
  });
});

/** By brute force and a parabola. */
function largest(f: (t: number) => number, end: number): number {
  let best = 0;
  for (let k = 0; k <= 300_000; k++) if (f((end * k) / 300_000) > f(best)) best = (end * k) / 300_000;
  const h = end / 300_000;
  const [a, b, c] = [f(best - h), f(best), f(best + h)];
  return b - (c - a) ** 2 / (8 * (a - 2 * b + c));
}
