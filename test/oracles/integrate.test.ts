import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { coulombOscillator } from "./coulomb-oscillator.ts";
import { integrate } from "./integrate.ts";
import { follow } from "./mode-switching.ts";

const swing = (_: number, [x, v]: readonly number[]) => [v!, -x!];

describe("integrate", () => {
  it("follows a harmonic motion for ten periods", () => {
    const { time, state, guard } = integrate(swing, 0, [1, 0], 20 * Math.PI);
    expect(time).toBe(20 * Math.PI);
    expect(guard).toBeUndefined();
    expect(Math.hypot(state[0]! - 1, state[1]!)).toBeLessThan(2e-11);
  });

  it("follows growth and decay in a rate that depends on time", () => {
    const { state } = integrate((t, [y]) => [y! * Math.cos(t)], 0, [2], 7);
    expect(Math.abs(state[0]! - 2 * Math.exp(Math.sin(7)))).toBeLessThan(1e-11);
  });

  it("returns after an eccentric orbit", () => {
    const orbit = (_: number, [x, y, u, v]: readonly number[]) => {
      const cube = Math.hypot(x!, y!) ** 3;
      return [u!, v!, -x! / cube, -y! / cube];
    };
    const start = [0.2, 0, 0, 3];
    const { state } = integrate(orbit, 0, start, 2 * Math.PI);
    expect(Math.max(...state.map((value, i) => Math.abs(value - start[i]!)))).toBeLessThan(1e-9);
  });

  it("locates the first guard that turns negative, on its far side", () => {
    const guards = [(_: number, [, v]: readonly number[]) => v! + 0.9, (_: number, [x]: readonly number[]) => x! - 0.5];
    const { time, state, guard } = integrate(swing, 0, [1, 0], 10, { guards });
    expect(guard).toBe(1);
    expect(Math.abs(time - Math.PI / 3)).toBeLessThan(1e-14);
    expect(state[0]!).toBeLessThan(0.5);
  });

  it("does not see a jump of the rate at the end time", () => {
    expect(integrate((t) => [t < 1 ? 3 : 1e6], 0, [0], 1).state[0]!).toBeCloseTo(3, 13);
  });
});

describe("coulomb oscillator", () => {
  const data = fc.record({
    m: fc.double({ min: 0.2, max: 5, noNaN: true }),
    k: fc.double({ min: 0.2, max: 5, noNaN: true }),
    c: fc.double({ min: 0.1, max: 2, noNaN: true }),
    x: fc.double({ min: -3, max: 3, noNaN: true }),
    v: fc.oneof(
      fc.constant(0),
      fc.double({ min: 0.1, max: 3, noNaN: true }),
      fc.double({ min: -3, max: -0.1, noNaN: true }),
    ),
  });

  it("loses 2c/k in every half swing", () => {
    const { reversals, restTime, restPosition, position } = coulombOscillator({ m: 1, k: 1, c: 0.1, x: 1.25, v: 0 });
    const turns = reversals.map(position);
    [-1.05, 0.85, -0.65, 0.45, -0.25].forEach((x, i) => {
      expect(turns[i]!).toBeCloseTo(x, 13);
    });
    expect(restTime).toBeCloseTo(6 * Math.PI, 13);
    expect(restPosition).toBeCloseTo(0.05, 13);
  });

  it("satisfies the equation of motion in slip, and the limit at rest", () => {
    const property = fc.property(data, fc.double({ min: 0.01, max: 1.5, noNaN: true }), (given, share) => {
      const { position, velocity, multiplier, reversals, restTime, restPosition } = coulombOscillator(given);
      expect(Math.abs(given.k * restPosition)).toBeLessThanOrEqual(given.c);
      expect(position(0)).toBeCloseTo(given.x, 12);
      const h = 1e-5;
      const t = Math.max(2 * h, share * restTime);
      fc.pre([...reversals, restTime].every((time) => Math.abs(time - t) > 2 * h));
      const slopeOf = (curve: (time: number) => number) => (curve(t + h) - curve(t - h)) / (2 * h);
      expect(Math.abs(slopeOf(position) - velocity(t))).toBeLessThan(1e-7);
      const force = given.m * slopeOf(velocity) + given.k * position(t) + given.c * multiplier(t);
      expect(Math.abs(force)).toBeLessThan(1e-6);
      expect(multiplier(t) * velocity(t)).toBeCloseTo(Math.abs(velocity(t)), 14);
    });
    fc.assert(property, { numRuns: 500 });
  });

  it("agrees with a mode-switching integration", () => {
    const property = fc.property(data, (given) => {
      const { m, k, c, x, v } = given;
      const exact = coulombOscillator(given);
      const rows = [{ direction: [1], limit: c, gamma: () => 0, kinks: [] }];
      const system = { mass: [[m]], damping: [[0]], stiffness: [[k]], force: () => [0], jumps: [], rows };
      const times = [exact.restTime / 2 + 0.1, exact.restTime + 1];
      const { moments, events } = follow(system, { time: 0, position: [x], velocity: [v] }, times, 0.1);
      const found = events.filter((event) => event.kind === "reversal");
      expect(found).toHaveLength(exact.reversals.length);
      for (const { time, position, velocity } of moments) {
        expect(Math.abs(position[0]! - exact.position(time))).toBeLessThan(1e-10);
        expect(Math.abs(velocity[0]! - exact.velocity(time))).toBeLessThan(1e-10);
      }
    });
    fc.assert(property, { numRuns: 30 });
  });
});
