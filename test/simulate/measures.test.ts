import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Result, simulate } from "../../src/simulate/simulate.ts";
import { coulombOscillator } from "../oracles/coulomb-oscillator.ts";
import { compileRaw } from "../support/run.ts";

type Data = Record<string, unknown>;

function run(problem: Data, scheme: string, measures: Data): Result {
  return simulate(compileRaw({ stickslip: 1, ...problem, scheme: { type: scheme }, measures }));
}

const swing = (step: number) => ({
  system: { type: "linear", mass: [1], stiffness: [1], friction: [{ name: "floor", on: 0, limit: 0.1 }] },
  initial: { position: [1.25] },
  time: { end: 25, step },
});
const { restTime } = coulombOscillator({ m: 1, k: 1, c: 0.1, x: 1.25, v: 0 });
const path = 1.25 + 2 * (1.05 + 0.85 + 0.65 + 0.45 + 0.25) + 0.05;

/** Within the first half swing x = 0.1 + 1.15 cos t. */
const closedForms: Record<string, [measure: Data, exact: number]> = {
  peak: [{ max: "abs(x(0))", from: 1.6 }, 1.05],
  start: [{ max: "x(0)" }, 1.25],
  lowest: [{ min: "x(0)" }, -1.05],
  fastest: [{ min: "v(0)" }, -1.15],
  edges: [{ max: "x(0)", from: 0.33, to: 0.77 }, 0.1 + 1.15 * Math.cos(0.33)],
  other: [{ min: "x(0)", from: 0.33, to: 0.77 }, 0.1 + 1.15 * Math.cos(0.77)],
  mean: [{ mean: "x(0)", from: 0.3, to: 2.9 }, 0.1 + (1.15 * (Math.sin(2.9) - Math.sin(0.3))) / 2.6],
  root: [{ rms: "x(0)", to: "pi" }, Math.sqrt(0.01 + 1.15 ** 2 / 2)],
  pull: [{ mean: "force(floor)", from: "pi", to: "2*pi" }, -0.1],
  at: [{ final: "x(0)", to: 1 }, 0.1 + 1.15 * Math.cos(1)],
  last: [{ final: "x(0)" }, 0.05],
  heat: [{ final: "dissipation(floor)" }, 0.1 * path],
  work: [{ max: "heat" }, 0.1 * path],
  stuck: [{ time: "floor" }, 25 - restTime],
  window: [{ time: 0, from: 20, to: 22 }, 2],
  sticks: [{ first: "stick" }, restTime],
  turns: [{ count: "reversal", row: "floor" }, 5],
  later: [{ count: "reversal", from: 4 }, 4],
  turn: [{ first: "reversal", row: 0, from: 4 }, 2 * Math.PI],
};
const measures = Object.fromEntries(Object.entries(closedForms).map(([name, [measure]]) => [name, measure]));

describe.each([
  ["event-driven", 0.05, 5e-9],
  ["balanced", 0.001, 2e-3],
])("measures of a Coulomb oscillator under %s", (scheme, step, tolerance) => {
  const problem = { ...swing(step), outputs: { heat: "dissipation(floor)" } };
  const found = run(problem, scheme, measures).measures;

  it.each(Object.entries(closedForms))("%s", (name, [, exact]) => {
    expect(Math.abs(found[name]! - exact)).toBeLessThan(tolerance);
  });

  it("come in the order of the file", () => {
    expect(Object.keys(found)).toEqual(Object.keys(closedForms));
  });
});

describe("what is not defined is null", () => {
  const { measures: found } = run(swing(0.05), "event-driven", {
    never: { first: "impact" },
    late: { max: "x(0)", from: 30 },
    mean: { mean: "force(floor)", from: 30 },
    final: { final: "x(0)", from: 30 },
    infinite: { max: "1/v(0)", from: 20 },
    root: { rms: "log(x(0))" },
    none: { count: "impact" },
    time: { time: "floor", to: 1 },
  });
  it("and counts and times are 0", () => {
    const nothing = { never: null, late: null, mean: null, final: null, infinite: null, root: null };
    expect(found).toEqual({ ...nothing, none: 0, time: 0 });
  });
});

describe("a ball with a stop", () => {
  const [g, height, e] = [9.81, 1, 0.5];
  const ball = {
    system: {
      type: "linear",
      coordinates: [{ name: "ball" }],
      mass: [2],
      force: [-2 * g],
      stops: [{ name: "ground", direction: [-1], gap: 0, restitution: e }],
    },
    initial: { position: [height] },
    time: { end: 0.95, step: 0.03 },
  };
  const fall = Math.sqrt((2 * height) / g);
  const speed = g * fall;
  const { measures: found, audit } = run(ball, "event-driven", {
    impacts: { count: "impact", row: "ground" },
    first: { first: "impact" },
    second: { first: "impact", from: 0.5 },
    up: { max: "v(ball)" },
    down: { min: "v(ball)" },
    apex: { max: "x(ball)", from: fall + 0.05 },
    lost: { final: "dissipation(ground)", to: 0.9 },
    closed: { time: "ground" },
    mean: { mean: "v(ball)", to: 0.9 },
    acceleration: { mean: "a(ball)", from: 0.5, to: 0.9 },
  });

  it("has its impacts counted and timed", () => {
    expect(found).toMatchObject({ impacts: 2, closed: 0 });
    expect(found.first).toBeCloseTo(fall, 12);
    expect(found.second).toBeCloseTo(fall + (2 * e * speed) / g, 12);
  });

  it("is fastest right before and right after the first impact", () => {
    expect(found.down).toBeCloseTo(-speed, 12);
    expect(found.up).toBeCloseTo(e * speed, 12);
    expect(found.apex).toBeCloseTo(e * e * height, 12);
  });

  it("loses what the impacts take", () => {
    expect(found.lost).toBeCloseTo(2 * g * height * (1 - e * e), 11);
    expect(audit.rows[0]!.dissipation).toBeCloseTo(2 * g * height * (1 - e ** 4), 11);
  });

  it("has means across impacts", () => {
    const since = 0.9 - fall;
    const end = e * speed * since - (g / 2) * since * since;
    expect(found.mean).toBeCloseTo((end - height) / 0.9, 12);
    expect(found.acceleration).toBeCloseTo(-g, 9);
  });

  it("two at once lose what each of them alone would", () => {
    const stops = [0, 1].map((i) => ({
      direction: i === 0 ? [-1, 0] : [0, -1],
      gap: 0,
      restitution: i === 0 ? 0 : 0.8,
    }));
    const system = { type: "linear", mass: [1, 3], force: [-g, -3 * g], stops };
    const initial = { position: [height, height] };
    const both = run({ system, initial, time: { end: 0.6, step: 0.1 } }, "event-driven", {
      soft: { final: "dissipation(stop1)" },
      hard: { final: "dissipation(stop2)" },
    }).measures;
    expect(both.soft).toBeCloseTo(g * height, 11);
    expect(both.hard).toBeCloseTo(3 * g * height * (1 - 0.64), 11);
  });

  it("under balanced loses as much, to its accuracy", () => {
    const fine = { ...ball, time: { end: 0.6, step: 1e-4 } };
    const { lost, impacts } = run(fine, "balanced", {
      lost: { final: "dissipation(ground)" },
      impacts: { count: "impact" },
    }).measures;
    expect(impacts).toBe(1);
    expect(lost).toBeCloseTo(2 * g * height * (1 - e * e), 2);
  });
});

describe("streaming equals recomputation from a dense trajectory", () => {
  const problem = (step: number, output: number) => ({
    system: {
      type: "linear",
      mass: [1, 2],
      stiffness: [
        [4, -2],
        [-2, 2],
      ],
      force: ["sin(3*t)", 0],
      friction: [
        { name: "a", on: 0, limit: 1 },
        { name: "b", direction: [-1, 1], limit: 0.3, weakening: { shape: "smooth", beta: 0.4, epsilon: 0.2 } },
      ],
    },
    initial: { position: [1, -1] },
    time: { end: 6, step, output },
    outputs: { drift: "x(1) - x(0)", pull: "force(b)*slip(b)", g: "energy + sin(t)" },
  });

  /** Recomputed with the trapezoidal rule from the columns. */
  function recompute({ trajectory }: Result, name: string, from: number, to: number) {
    const { time, outputs } = trajectory;
    const values = outputs.find((output) => output.name === name)!.values;
    let [max, min, sum, squares] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, 0, 0];
    for (let k = 0; k < time.length; k++) {
      if (time[k]! < from - 1e-9 || time[k]! > to + 1e-9) continue;
      max = Math.max(max, values[k]!);
      min = Math.min(min, values[k]!);
      if (k === 0 || time[k - 1]! < from - 1e-9) continue;
      const h = time[k]! - time[k - 1]!;
      sum += (h * (values[k]! + values[k - 1]!)) / 2;
      squares += (h * (values[k]! ** 2 + values[k - 1]! ** 2)) / 2;
    }
    return { max, min, mean: sum / (to - from), rms: Math.sqrt(squares / (to - from)) };
  }

  const dense = {
    "event-driven": run(problem(0.001, 0.001), "event-driven", {}),
    balanced: run(problem(0.001, 0.001), "balanced", {}),
  };

  it.each(["event-driven", "balanced"] as const)("%s", (scheme) => {
    const property = fc.property(
      fc.integer({ min: 0, max: 2900 }),
      fc.integer({ min: 3000, max: 6000 }),
      fc.constantFrom("drift", "pull", "g"),
      (first, last, name) => {
        const [from, to] = [first / 1000, last / 1000];
        const kinds = ["max", "min", "mean", "rms"] as const;
        const asked = Object.fromEntries(kinds.map((kind) => [kind, { [kind]: name, from, to }]));
        const coarse = problem(scheme === "balanced" ? 0.001 : 0.25, 0.25);
        const found = run(coarse, scheme, asked).measures;
        const wanted = recompute(dense[scheme], name, from, to);
        // forces are only known at the states, of which an event-driven run has fewer
        const tolerance = name === "pull" ? 0.02 : scheme === "balanced" ? 2e-3 : 2e-6;
        for (const kind of kinds) expect(Math.abs(found[kind]! - wanted[kind])).toBeLessThan(tolerance);
      },
    );
    fc.assert(property, { numRuns: 15 });
  });

  it("time stuck is the time in mode 0", () => {
    const { trajectory } = dense["event-driven"];
    const stuck = trajectory.mode.map((mode) => mode.reduce((sum, value) => sum + (value === 0 ? 0.001 : 0), 0));
    expect(Math.max(...stuck)).toBeGreaterThan(0.1);
    for (const scheme of ["event-driven", "balanced"]) {
      const found = run(problem(0.001, 0.25), scheme, { a: { time: "a" }, b: { time: "b" } }).measures;
      expect([found.a, found.b]).toEqual(stuck.map((time) => expect.closeTo(time, 1)));
    }
  });
});

it("outputs in measures stand for their formulas", () => {
  const problem = { ...swing(0.05), outputs: { drift: "x(0) - 1", "not a symbol": "x(0)" } };
  const asked = { a: { rms: "2*drift + drift^2" }, b: { rms: "2*(x(0) - 1) + (x(0) - 1)^2" } };
  const { a, b } = run(problem, "event-driven", asked).measures;
  expect(a).toBeCloseTo(b!, 14);
});

it("the time of a signal is its own", () => {
  const signals = { ag: { times: [0, 1, 2], values: [0, 3, -1] } };
  const { peak, mean } = run({ ...swing(0.05), signals }, "event-driven", {
    peak: { max: "ag(t)" },
    mean: { mean: "ag(t)", to: 1 },
  }).measures;
  expect(peak).toBeCloseTo(3, 12);
  expect(mean).toBeCloseTo(1.5, 12);
});
