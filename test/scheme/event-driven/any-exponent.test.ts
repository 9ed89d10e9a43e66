/** Stribeck curves of any exponent: leaving zero slip, stopping and turning, where |s|^p has no Taylor series. */
import { describe, expect, it } from "vitest";
import { runToEnd } from "../../../src/simulate/run/final.ts";
import { rawFault } from "../../support/faults.ts";
import { compileRaw } from "../../support/run.ts";
import { kinds, run, times } from "./machine.ts";

const [BETA, SPEED] = [0.5, 0.3];
const gamma = (s: number, p: number) => BETA * -Math.expm1(-((s / SPEED) ** p));
const curve = (exponent: number) => ({ shape: "stribeck", beta: BETA, speed: SPEED, exponent });

/** Integral over [0, end] of a function that is smooth but for powers of s at 0: s = end y^8, Simpson's rule. */
function quadrature(f: (s: number) => number, end: number): number {
  const pieces = 4000;
  let sum = 0;
  for (let i = 1; i <= pieces; i++) {
    const y = i / pieces;
    const weight = i === pieces ? 1 : i % 2 === 1 ? 4 : 2;
    sum += weight * f(end * y ** 8) * 8 * end * y ** 7;
  }
  return sum / (3 * pieces);
}

/**
 * s' = jump + tau + (1 - jump) gamma(s) from s = 0, after one second: [way, slip]. In the logarithm of tau, with s = w tau^q and q the
 * power it leaves with, this is a regular equation whose start is a fixed point; Runge-Kutta.
 */
function departureOf(p: number, jump: number): [number, number] {
  const q = jump > 0 ? 1 : p < 0.5 ? 1 / (1 - p) : 2;
  const rate = (theta: number, w: number) => {
    const tau = Math.exp(theta);
    return (jump + tau + (1 - jump) * gamma(w * tau ** q, p)) * tau ** (1 - q) - q * w;
  };
  const speed = (theta: number, w: number) => w * Math.exp((q + 1) * theta);
  const steps = 8_000;
  let theta = Math.log(1e-13);
  const h = -theta / steps;
  let w = jump > 0 ? jump : p < 0.5 ? (BETA / SPEED ** p / q) ** (1 / (1 - p)) : 0.5;
  for (let k = 0; k < 4000; k++) w += 0.01 * rate(theta, w);
  let way = speed(theta, w) / (q + 1);
  for (let k = 0; k < steps; k++) {
    const a = rate(theta, w);
    const b = rate(theta + h / 2, w + (h / 2) * a);
    const c = rate(theta + h / 2, w + (h / 2) * b);
    const d = rate(theta + h, w + h * c);
    const middle = speed(theta + h / 2, w + (h / 4) * (a + b));
    const before = speed(theta, w);
    w += (h / 6) * (a + 2 * b + 2 * c + d);
    theta += h;
    way += (h / 6) * (before + 4 * middle + speed(theta, w));
  }
  return [way, w];
}

const exponents = [0.3, 0.5, 0.75, 1.5, 2.5];

describe.each(exponents)("an exponent of %d", (exponent) => {
  it.each([
    [0, 0],
    [0, 30],
    [0.2, 0.3],
  ])("leaves rest as the equation says, with a jump of %d, on a belt at %d m/s", (jump, drive) => {
    const row = { on: 0, limit: 1, drive, weakening: curve(exponent), ...(jump > 0 ? { kinetic: 1 - jump } : {}) };
    const { outcome, trajectory } = run({
      system: { mass: [1], force: ["t"], friction: [row] },
      initial: { velocity: [drive] },
      time: { end: 2, step: 0.5 },
    });
    const [way, slip] = departureOf(exponent, jump);
    expect(outcome.status).toBe("done");
    expect(Math.abs(trajectory.events[0]!.time - 1)).toBeLessThan(1e-12);
    expect(Math.abs(outcome.state.velocity[0]! - drive - slip)).toBeLessThan(1e-9);
    expect(Math.abs(outcome.state.position[0]! - 2 * drive - way)).toBeLessThan(1e-9);
  });

  it.each([0, 0.3])("stops when and where the energy is spent, on a belt at %d m/s", (drive) => {
    const result = run({
      system: { mass: [1], friction: [{ on: 0, limit: 1, drive, weakening: curve(exponent) }] },
      initial: { velocity: [drive + 1] },
      time: { end: 3, step: 0.5 },
    });
    const duration = quadrature((s) => 1 / (1 - gamma(s, exponent)), 1);
    const way = quadrature((s) => s / (1 - gamma(s, exponent)), 1);
    expect(kinds(result)).toEqual(["stick lambda1"]);
    expect(Math.abs(times(result)[0]! - duration)).toBeLessThan(1e-11);
    expect(Math.abs(result.outcome.state.position[0]! - 3 * drive - way)).toBeLessThan(1e-11);
    expect(result.outcome.state.velocity[0]).toBe(drive);
  });

  describe.each([1e-7, 1e-6, 2e-5])("in the very first moments, up to a slip of %d m/s", (slip) => {
    const lasts = quadrature((s) => 1 / (0.5 + gamma(s, exponent)), slip);
    const way = quadrature((s) => s / (0.5 + gamma(s, exponent)), slip);
    const friction = [{ on: 0, limit: 1, weakening: curve(exponent) }];

    it("hits a stop that stands close by when and as fast as the equation says", () => {
      const stops = [{ on: 0, gap: way, restitution: 0.5 }];
      const result = run({
        system: { mass: [1], force: [1.5], friction, stops },
        time: { end: 10, step: 1 },
      });
      expect(kinds(result)[0]).toBe("impact stop1");
      expect(Math.abs(times(result)[0]! / lasts - 1)).toBeLessThan(1e-10);
    });

    it("is at an output there as fast as the equation says", () => {
      const result = run({
        system: { mass: [1], force: [`t < ${1 - lasts} ? 0 : 1.5`], friction },
        time: { end: 10, step: 1 },
      });
      const { trajectory } = result;
      const late = 1 - (1 - lasts) - lasts; // the start is rounded
      expect(trajectory.time[1]).toBe(1);
      expect(Math.abs(trajectory.velocity[0]![1]! / (slip + late * (0.5 + gamma(slip, exponent))) - 1)).toBeLessThan(
        1e-10,
      );
      expect(Math.abs(trajectory.position[0]![1]! / (way + late * slip) - 1)).toBeLessThan(1e-9);
      expect(result.audit.verdict).toBe("ok");
    });
  });

  it("turns, and leaves zero slip again the other way", () => {
    const back = quadrature((s) => 1 / (3 - gamma(s, exponent)), 1);
    const end = back + quadrature((s) => 1 / (1 + gamma(s, exponent)), 0.5);
    const result = run({
      system: { mass: [1], force: [-2], friction: [{ on: 0, limit: 1, weakening: curve(exponent) }] },
      initial: { velocity: [1] },
      time: { end, step: end / 4 },
    });
    const way =
      quadrature((s) => s / (3 - gamma(s, exponent)), 1) - quadrature((s) => s / (1 + gamma(s, exponent)), 0.5);
    expect(kinds(result)).toEqual(["reversal lambda1"]);
    expect(Math.abs(times(result)[0]! - back)).toBeLessThan(1e-11);
    expect(Math.abs(result.outcome.state.velocity[0]! + 0.5)).toBeLessThan(1e-10);
    expect(Math.abs(result.outcome.state.position[0]! - way)).toBeLessThan(1e-10);
  });
});

it("oblique rows with an exponent that is not whole move as balanced does with ever smaller steps", () => {
  const raw = rawFault("stribeck-exponent-audit-ok.json") as { time: { end: number } };
  const endOf = (type: string, step: number) => {
    const outcome = runToEnd(compileRaw({ ...raw, scheme: { type }, time: { ...raw.time, step } }));
    expect(outcome.status).toBe("done");
    return Float64Array.of(...outcome.state.position, ...outcome.state.velocity);
  };
  const exact = endOf("event-driven", 0.05);
  const errors = [4e-3, 1e-4].map((step) =>
    Math.max(...endOf("balanced", step).map((v, i) => Math.abs(v - exact[i]!))),
  );
  expect(errors[1]).toBeLessThan(1e-3);
  expect(errors[1]! / errors[0]!).toBeLessThan(0.2);
});

it("does not crawl where the limit of a row with a curve falls to zero", () => {
  const weakening = { shape: "smooth", beta: 0.3, epsilon: 0.1 };
  const row = { on: 0, limit: "max(0, 4*sin(1.77*t + 2.96))", drive: "0.399*sin(3.51*t)", weakening };
  const { outcome } = run({
    system: { mass: [1], stiffness: [20], force: ["5*sin(2*t + 1)"], friction: [row] },
    initial: { position: [0.2], velocity: [0.5] },
    time: { end: 2, step: 0.5 },
  });
  expect(outcome.status).toBe("done");
  expect(outcome.stats.iterations).toBeLessThan(100 * 23);
});
