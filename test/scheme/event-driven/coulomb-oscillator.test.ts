import fc from "fast-check";
import { expect, it } from "vitest";
import { coulombOscillator } from "../../oracles/coulomb-oscillator.ts";
import { cases } from "../../support/torture.ts";
import { energyFault, run } from "./machine.ts";

const positive = (min: number, max: number) =>
  fc.double({ min: Math.log(min), max: Math.log(max), noNaN: true }).map(Math.exp);
const signed = (max: number) => fc.double({ min: -max, max, noNaN: true });

const data = fc.record({
  m: positive(1e-2, 1e2),
  k: positive(1e-1, 1e3),
  /** Swings until rest, about. */
  swings: positive(0.3, 12),
  x: signed(3),
  v: fc.oneof(
    fc.constant(0),
    signed(3).filter((v) => Math.abs(v) > 1e-6),
  ),
});

it("loses 2c/k a half swing and rests within c/k, where and when the closed form says", () => {
  const property = fc.property(data, ({ m, k, swings, x, v }) => {
    const amplitude = Math.hypot(x, v * Math.sqrt(m / k)) + 1e-3;
    const c = (k * amplitude) / (2 * swings);
    const exact = coulombOscillator({ m, k, c, x, v });
    // a swing that ends within round-off of |x| = c/k may go either way
    const turns = exact.reversals.map(exact.position).concat(v === 0 ? [x] : [], exact.restPosition);
    fc.pre(turns.every((turn) => Math.abs(Math.abs(turn) - c / k) > (1e-9 * c) / k));
    const end = 1.1 * exact.restTime + Math.sqrt(m / k);
    const result = run({
      system: { mass: [m], stiffness: [k], friction: [{ on: 0, limit: c }] },
      initial: { position: [x], velocity: [v] },
      time: { end, step: end / 50 },
    });
    const { events, time, position, velocity } = result.trajectory;
    const reversals = events.filter(({ kind }) => kind === "reversal").map((event) => event.time);
    expect(result.outcome.status).toBe("done");
    expect(reversals).toHaveLength(exact.reversals.length);
    reversals.forEach((t, i) => {
      expect(Math.abs(t - exact.reversals[i]!)).toBeLessThan(1e-11 * end);
      if (i === 0) return;
      const fallen = Math.abs(exact.position(exact.reversals[i - 1]!)) - Math.abs(exact.position(exact.reversals[i]!));
      expect(Math.abs(fallen - (2 * c) / k)).toBeLessThan(1e-11 * amplitude);
    });
    const stick = events.find(({ kind }) => kind === "stick");
    if (exact.restTime > 0) expect(Math.abs(stick!.time - exact.restTime)).toBeLessThan(1e-11 * end);
    else expect(stick).toBeUndefined();
    time.forEach((t, i) => {
      expect(Math.abs(position[0]![i]! - exact.position(t))).toBeLessThan(1e-11 * amplitude);
      expect(Math.abs(velocity[0]![i]! - exact.velocity(t))).toBeLessThan(1e-11 * amplitude * Math.sqrt(k / m));
    });
    expect(Math.abs(result.outcome.state.position[0]!)).toBeLessThanOrEqual((c / k) * (1 + 1e-12));
    expect(result.audit.stickSpeed).toBe(0);
    expect(energyFault(result)).toBeLessThan(1e-9);
  });
  fc.assert(property, { numRuns: cases(100, 300), seed: 11 });
});
