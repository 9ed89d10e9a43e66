/** Belt, clutch, brake and stage of the gallery: what their descriptions promise. */
import { describe, expect, it } from "vitest";
import type { Result } from "../../src/simulate/simulate.ts";
import { integrate } from "../oracles/integrate.ts";
import { envelopeOrder, octavesOf } from "../support/convergence.ts";
import { runProblem } from "../support/run.ts";
import { energyFault, kinds } from "./event-driven/machine.ts";

const slips = ({ trajectory }: Result) => trajectory.events.filter(({ kind }) => kind === "slip");

it("belt has the same period from every start", () => {
  const starts = [
    [0, 0],
    [0, 0.2],
    [1.5, 0],
    [-2, 0.7],
    [0.6, 0.1],
    [3, -2],
  ];
  const periods = starts.map(([x, v]) => {
    const changes = { initial: { position: [x], velocity: [v] }, time: { end: 120, step: 0.5, output: 0.5 } };
    const times = slips(runProblem("belt", changes)).map(({ time }) => time);
    expect(times.length).toBeGreaterThan(5);
    return times.at(-1)! - times.at(-2)!;
  });
  for (const period of periods) expect(Math.abs(period - periods[0]!)).toBeLessThan(1e-9);
});

describe("clutch", () => {
  const result = runProblem("clutch");
  const { time, velocity } = result.trajectory;
  const [motor, load] = [velocity[0]!, velocity[1]!];
  const clutch = 0; // row
  // the winch and its damper, seen from the load: 0.3 + 5/10^2 kg m^2, 2/10^2 N m s
  const slipping =
    (torque: (t: number) => number) =>
    (t: number, [wm, wl]: readonly number[]) => {
      const grip = 20 * Math.min(t, 1) * Math.sign(wm! - wl!);
      return [(torque(t) - grip) / 0.2, (grip - 0.02 * wl!) / 0.35, grip * (wm! - wl!)];
    };
  const raised = integrate(
    slipping(() => 8),
    0,
    [100, 0, 0],
    1,
  );
  const locked = integrate(
    slipping(() => 8),
    1,
    raised.state,
    6,
    {
      guards: [(_, [wm, wl]) => wm! - wl!],
      maxStep: 0.05,
    },
  );

  it("locks when the closed form says", () => {
    const rate = 0.02 / 0.35;
    const first = (20 / 0.35) * (1 / rate - (1 - Math.exp(-rate)) / rate ** 2);
    const difference = (s: number) => 90 - 60 * s - (1000 + (first - 1000) * Math.exp(-rate * s));
    const slope = (s: number) => -60 + rate * (first - 1000) * Math.exp(-rate * s);
    let since = 0.5;
    for (let k = 0; k < 30; k++) since -= difference(since) / slope(since);
    const lock = result.measures["lock"]!;
    expect(Math.abs(lock - (1 + since))).toBeLessThan(1e-9);
    expect(Math.abs(lock - locked.time)).toBeLessThan(1e-9);
  });

  it("makes the heat of the independent integration, and keeps the energy balance", () => {
    const early = runProblem("clutch", { time: { end: 5, step: 0.01 } });
    const heat = locked.state[2]!;
    expect(Math.abs(early.measures["heat"]! - heat) / heat).toBeLessThan(1e-9);
    expect(energyFault(early)).toBeLessThan(1e-9);
    expect(energyFault(result)).toBeLessThan(1e-9);
  });

  it("turns motor and load as one until the torque is more than it carries, at t = 6", () => {
    expect(kinds(result)).toEqual(["stick clutch", "slip clutch"]);
    expect(Math.abs(result.trajectory.events[1]!.time - 6)).toBeLessThan(1e-12);
    time.forEach((t, k) => {
      const together = t > locked.time && t <= 6;
      const slip = Math.abs(motor[k]! - load[k]!);
      if (together) expect(slip, `t = ${t}`).toBeLessThan(1e-12);
      else expect(slip, `t = ${t}`).toBeGreaterThan(1e-3);
      if (together) expect(Math.abs(result.trajectory.multiplier[clutch]![k]!)).toBeLessThan(t < 6 ? 0.99 : 1.01);
    });
  });

  it("ends with the speeds and the heat of the independent integration", () => {
    const speed = locked.state[0]!;
    const rate = 0.02 / 0.55;
    const joined = 400 + (speed - 400) * Math.exp(-rate * (6 - locked.time));
    const last = integrate(
      slipping(() => 60),
      6,
      [joined + 1e-300, joined, locked.state[2]!],
      8,
      { maxStep: 0.05 },
    );
    expect(Math.abs(motor.at(-1)! - last.state[0]!) / last.state[0]!).toBeLessThan(1e-9);
    expect(Math.abs(load.at(-1)! - last.state[1]!) / last.state[1]!).toBeLessThan(1e-9);
    expect(Math.abs(result.measures["heat"]! - last.state[2]!) / last.state[2]!).toBeLessThan(1e-9);
  });
});

/** Largest distance in x over the common output times; `scale` makes it a part of the motion. */
function stepError(file: string, end: number, steps: number, outputs: number): number {
  const time = (count: number) => ({ end, step: end / count, output: end / outputs });
  const exact = runProblem(file, { time: time(outputs), scheme: { type: "event-driven" } }).trajectory;
  const stepped = runProblem(file, { time: time(steps), scheme: { type: "balanced" } }).trajectory;
  expect(stepped.time.length).toBe(exact.time.length);
  const scale = Math.max(...exact.position.flatMap((column) => Array.from(column, Math.abs)));
  const error = exact.position.flatMap((column, i) =>
    Array.from(column, (x, k) => Math.abs(x - stepped.position[i]![k]!)),
  );
  return Math.max(...error) / scale;
}

/** Events fall inside steps, so the order is 1 in general. */
it.each([
  ["belt", 20, 500],
  ["clutch", 8, 400],
  ["brake-squeal", 0.5, 500],
] as const)("balanced converges to event-driven on %s", (file, end, from) => {
  const errors = octavesOf(from, 4, 4).map((octave) => octave.map((count) => stepError(file, end, count, 1)));
  expect(envelopeOrder(errors)).toBeGreaterThan(0.85);
  expect(Math.max(...errors.at(-1)!)).toBeLessThan(1e-2);
});
