/** Mechanisms of the gallery against what is known of them, and mechanisms that are linear against `linear`. */
import { describe, expect, it } from "vitest";
import { isFriction } from "../../../../src/model/rows/law.ts";
import { simulate } from "../../../../src/simulate/simulate.ts";
import { compileRaw, endOfProblem, rawProblem, runProblem } from "../../../support/run.ts";
import { mechanismOf } from "./linear-as-mechanism.ts";

describe("pendulum-friction", () => {
  const [m, l, g, c] = [1, 1, 9.81, 0.6];
  const { outcome, trajectory, audit } = runProblem("pendulum-friction", { time: { end: 40, step: 0.05 } });

  it("loses c times the angle in each half swing, to 1e-12", () => {
    const turns = [2.5];
    const times = trajectory.events
      .filter(({ kind }) => kind === "reversal" || kind === "stick")
      .map(({ time }) => time);
    for (const time of times) {
      const end = endOfProblem("pendulum-friction", { time: { end: time, step: time } }).state;
      turns.push(end.position[0]!);
    }
    expect(turns.length).toBeGreaterThan(10);
    for (let k = 1; k < turns.length; k++) {
      const [from, to] = [turns[k - 1]!, turns[k]!];
      const balance = m * g * l * (Math.cos(to) - Math.cos(from)) - c * Math.abs(to - from);
      expect(Math.abs(balance), `half swing ${k}`).toBeLessThan(1e-12 * 20);
    }
  });

  it("stops where friction holds it, and is stuck to the last bit", () => {
    const last = outcome.state;
    expect(last.mode[0]).toBe(0);
    expect(last.velocity[0]).toBe(0);
    expect(Math.abs(Math.sin(last.position[0]!))).toBeLessThan(c / (m * g * l));
    expect(audit?.verdict).toBe("ok");
  });
});

it("bead-on-hoop rests inside its bands, wherever it starts", () => {
  const [m, R, g, w, c] = [0.5, 1, 9.81, 4.5, 0.4];
  for (const position of [-2.5, -0.4, 0.1, 0.9, 2]) {
    const outcome = endOfProblem("bead-on-hoop", { initial: { position: [position] }, time: { end: 60, step: 0.5 } });
    const [phi] = outcome.state.position;
    expect(outcome.state.velocity[0], `from ${position}`).toBe(0);
    const unbalance = Math.abs(m * R * (g - R * w * w * Math.cos(phi!)) * Math.sin(phi!));
    expect(unbalance, `from ${position}`).toBeLessThan(R * c);
  }
});

it("a bead that starts inside a band stays, one that starts outside does not", () => {
  const [m, R, g, w, c] = [0.5, 1, 9.81, 4.5, 0.4];
  const pull = (phi: number) => Math.abs(m * R * (g - R * w * w * Math.cos(phi)) * Math.sin(phi)) - R * c;
  let [low, high] = [0, 0.3]; // the edge of the lower band
  for (let k = 0; k < 60; k++) {
    const middle = (low + high) / 2;
    if (pull(middle) < 0) low = middle;
    else high = middle;
  }
  for (const [start, stays] of [
    [low - 1e-9, true],
    [high + 1e-9, false],
  ] as const) {
    const initial = { position: [start], velocity: [0] };
    const outcome = endOfProblem("bead-on-hoop", { initial, time: { end: 1, step: 0.5 } });
    expect(outcome.state.position[0] === start).toBe(stays);
  }
});

describe("a linear machine written with energies", () => {
  it.each([
    "gk95-tp1",
    "gk95-tp2",
    "gskn06-tp1",
    "gskn06-tp2",
    "gskn06-tp3-weakening",
    "two-masses",
    "slow-spring",
    "belt",
    "coulomb-oscillator",
    "buffer",
    "clutch",
    "stage-pid-limited",
  ])("%s moves as `linear` says", (file) => {
    const raw = rawProblem(file) as { system: Record<string, unknown> };
    const linear = compileRaw({ ...raw, outputs: {}, measures: {} });
    const other = compileRaw({ ...raw, outputs: {}, measures: {}, system: mechanismOf(raw.system) });
    expect(other.system.linear).toBeUndefined();
    expect(other.system.rows.filter(({ law }) => isFriction(law)).length).toBeGreaterThan(0);
    const [one, two] = [simulate(linear), simulate(other)];
    expect(two.outcome.status).toBe("done");
    expect(two.trajectory.events.map(({ kind }) => kind)).toEqual(one.trajectory.events.map(({ kind }) => kind));
    one.outcome.state.position.forEach((value, i) => {
      expect(Math.abs(two.outcome.state.position[i]! - value)).toBeLessThan(1e-12 * (1 + Math.abs(value)));
    });
  });
});
