/** Roots of a speed: forces that bring a mass to rest in finite time by themselves, and masses that pass rest under them. */
import { describe, expect, it } from "vitest";
import { simulate } from "../../../src/simulate/simulate.ts";
import { integrate } from "../../oracles/integrate.ts";
import { compileRaw } from "../../support/run.ts";

function run(force: string, initial: object, end = 4) {
  const system = { type: "mechanism", coordinates: [{ name: "a" }], kinetic: "v(a)^2/2", force: { a: force } };
  return simulate(compileRaw({ stickslip: 1, system, initial, time: { end, step: 0.1 } }));
}

describe.each([0.1, 0.3, 1 / 3, 0.5, 0.6, 0.7])("-abs(v)^%d*sign(v)", (p) => {
  it.each([1, -1, 0.01])("takes %d m/s away in finite time, and leaves the mass at rest", (speed) => {
    const { outcome, trajectory } = run(`-abs(v(a))^${p}*sign(v(a))`, { velocity: [speed] });
    expect(outcome.status).toBe("done");
    const q = 1 / (1 - p);
    const size = Math.abs(speed);
    const stop = size ** (1 - p) * q; // v = ((stop - t) / q)^q
    expect(stop).toBeLessThan(3.9);
    trajectory.time.forEach((t, k) => {
      const v = t < stop ? ((stop - t) / q) ** q : 0;
      const x = (q / (q + 1)) * (size ** (2 - p) - v ** (2 - p));
      expect(Math.abs(trajectory.velocity[0]![k]! - Math.sign(speed) * v)).toBeLessThan(1e-11 * size);
      expect(Math.abs(trajectory.position[0]![k]! - Math.sign(speed) * x)).toBeLessThan(1e-11 * size);
    });
    expect(outcome.state.velocity[0]).toBe(0);
  });
});

it("stops as (sqrt(v0) - t/2)^2, written as sqrt(abs(v))*sign(v), without an alarm", () => {
  const { outcome, audit } = run("-sqrt(abs(v(a)))*sign(v(a))", { velocity: [1] });
  expect(outcome.status).toBe("done");
  expect(outcome.state.position[0]).toBeCloseTo(2 / 3, 14);
  expect(audit!.verdict).toBe("ok");
});

/** v = w |w| takes the root of the speed away: |w| w' = (pull - w) / 2, in a time s with t' = |w|. */
it.each([
  ["1", (_x: number) => 1, -1, 0],
  ["-x(a)", (x: number) => -x, 1, 0],
  ["-x(a)", (x: number) => -x, 0, 1],
])("passes rest under another force: %s", (text, pull, speed, place) => {
  const { outcome, audit } = run(`${text}-sqrt(abs(v(a)))*sign(v(a))`, { position: [place], velocity: [speed] }, 2);
  const rate = (_t: number, [x, v]: readonly number[]) => [v!, pull(x!) - Math.sqrt(Math.abs(v!)) * Math.sign(v!)];
  // on either side of rest, t - t0 = s^2 makes the root smooth in s
  let state = [place, speed];
  let time = 0;
  const away = (from: number, to: number, start: number[]) =>
    integrate((s, y) => rate(0, y).map((entry) => 2 * s * entry), 0, start, Math.sqrt(to - from), { maxStep: 1e-3 })
      .state;
  if (speed !== 0) {
    // backwards in time from rest is as smooth: the instant of rest by bisection on where it began
    let [low, high] = [0, 2];
    const ends = (t: number) => integrate(rate, 0, state, t, { maxStep: 1e-3 }).state;
    for (let k = 0; k < 40; k++) {
      const middle = (low + high) / 2;
      if (ends(middle)[1]! * speed > 0) low = middle;
      else high = middle;
    }
    time = low;
    state = [ends(low)[0]!, 0];
  }
  state[1] = Math.sign(pull(state[0]!)) * 1e-300;
  const end = away(time, 2, state);
  expect(outcome.status).toBe("done");
  expect(Math.abs(outcome.state.position[0]! - end[0]!)).toBeLessThan(1e-7);
  expect(Math.abs(outcome.state.velocity[0]! - end[1]!)).toBeLessThan(1e-7);
  expect(audit!.verdict).toBe("ok");
});

it("tells no rest under a force that has no value: a Hertz contact that is pulled open", () => {
  const springs = [{ on: 0, potential: "x^2.5" }];
  const system = { type: "linear", mass: [1], springs, force: ["-sin(t)"], friction: [{ on: 0, limit: 0.5 }] };
  const { outcome, trajectory } = simulate(compileRaw({ stickslip: 1, system, time: { end: 1, step: 0.05 } }));
  expect(outcome.status).toBe("undefined-force");
  expect(trajectory.events.map(({ kind }) => kind)).toEqual(["slip"]);
});
