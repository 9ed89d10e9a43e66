/** Decisions by time and the motion together, against plain Runge-Kutta steps: min(limit(t), kinetic(x)) and its like. */
import { describe, expect, it } from "vitest";
import { simulate } from "../../../src/simulate/simulate.ts";
import { compileRaw } from "../../support/run.ts";

type Value = (t: number, x: number) => number;
interface Quantity {
  readonly text: string;
  readonly value: Value;
}

const TABLE = { times: [0, 0.5, 1.2, 3], values: [0.5, 0.9, 0.3, 0.8] };
const table: Value = (t) => {
  const { times, values } = TABLE;
  const k = times.findIndex((time) => t <= time) || 1;
  return values[k - 1]! + ((values[k]! - values[k - 1]!) * (t - times[k - 1]!)) / (times[k]! - times[k - 1]!);
};

const LIMITS: readonly Quantity[] = [
  { text: "0.6 + 0.1*t", value: (t) => 0.6 + 0.1 * t },
  { text: "0.6 + 0.3*sin(4*t)", value: (t) => 0.6 + 0.3 * Math.sin(4 * t) },
  { text: "0.5 + 0.5*x(a)", value: (_, x) => 0.5 + 0.5 * x },
  { text: "1 - 0.4*x(a)", value: (_, x) => 1 - 0.4 * x },
  { text: "s(t)", value: table },
];
const KINETICS: readonly Quantity[] = [
  { text: "0.6 + 0.2*cos(3*t)", value: (t) => 0.6 + 0.2 * Math.cos(3 * t) },
  { text: "0.8 - 0.3*x(a)", value: (_, x) => 0.8 - 0.3 * x },
  { text: "1.1*s(t)", value: (t, x) => 1.1 * table(t, x) },
  { text: "abs(x(a) - 0.8*t) + 0.2", value: (t, x) => Math.abs(x - 0.8 * t) + 0.2 },
];
const END = 0.8; // it slides all the way

/** x'' = -x - min(limit, kinetic) in many steps. */
function integrated(limit: Value, kinetic: Value): readonly [number, number] {
  const steps = 40_000;
  const h = END / steps;
  const rate = (t: number, x: number) => -x - Math.min(Math.max(0, limit(t, x)), Math.max(0, kinetic(t, x)));
  let [x, v] = [0, 1.9];
  for (let k = 0; k < steps; k++) {
    const t = k * h;
    const a = rate(t, x);
    const b = rate(t + h / 2, x + (h / 2) * v);
    const c = rate(t + h / 2, x + (h / 2) * v + ((h * h) / 4) * a);
    const d = rate(t + h, x + h * v + ((h * h) / 2) * b);
    x += h * v + ((h * h) / 6) * (a + b + c);
    v += (h / 6) * (a + 2 * b + 2 * c + d);
  }
  expect(v).toBeGreaterThan(0);
  return [x, v];
}

const machine = (type: string, limit: string, kinetic: string) => ({
  stickslip: 1,
  signals: { s: TABLE },
  system: {
    type,
    coordinates: [{ name: "a" }],
    ...(type === "linear" ? { mass: [1], stiffness: [1] } : { kinetic: "v(a)^2/2", potential: "x(a)^2/2" }),
    friction: [{ on: "a", limit, kinetic }],
  },
  initial: { velocity: [1.9] },
  time: { end: END, step: 0.01 },
});

describe.each(["linear", "mechanism"])("of a row of a %s machine", (type) => {
  it.each(LIMITS)("limit $text", (limit) => {
    for (const kinetic of KINETICS) {
      const { outcome, audit } = simulate(compileRaw(machine(type, limit.text, kinetic.text)));
      expect([kinetic.text, outcome.status, audit.verdict]).toEqual([kinetic.text, "done", "ok"]);
      const [x, v] = integrated(limit.value, kinetic.value);
      expect(outcome.state.position[0]).toBeCloseTo(x, 7);
      expect(outcome.state.velocity[0]).toBeCloseTo(v, 7);
      expect(outcome.stats.iterations).toBeLessThan(4000);
    }
  });
});

it("of a force: a smaller one of a spring and a push that grows", () => {
  const raw = {
    stickslip: 1,
    system: {
      type: "mechanism",
      coordinates: [{ name: "a" }],
      kinetic: "v(a)^2/2",
      force: { a: "-min(0.8 - 0.3*x(a), 0.6 + 0.1*t)" },
    },
    initial: { velocity: [1.5] },
    time: { end: 1, step: 0.01 },
  };
  const { outcome, audit } = simulate(compileRaw(raw));
  expect([outcome.status, audit.verdict]).toEqual(["done", "ok"]);
  expect(outcome.state.position[0]).toBeCloseTo(1.2004645737, 9);
  expect(outcome.state.velocity[0]).toBeCloseTo(0.9325254581, 9);
});
