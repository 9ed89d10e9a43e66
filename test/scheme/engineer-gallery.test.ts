/** Belt, clutch, brake and stage of the gallery: what their descriptions promise. */
import { describe, expect, it } from "vitest";
import type { Result } from "../../src/simulate/simulate.ts";
import { integrate } from "../oracles/integrate.ts";
import { envelopeOrder, octavesOf } from "../support/convergence.ts";
import { endOfProblem, runProblem } from "../support/run.ts";
import { distance, energyFault, kinds } from "./event-driven/machine.ts";

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
  // the motor is the faster one in every slip; the winch and its damper, seen from the load: 0.3 + 5/10^2 kg m^2, 2/10^2 N m s
  const slipping =
    (torque: (t: number) => number) =>
    (t: number, [wm, wl]: readonly number[]) => {
      const grip = 20 * Math.min(t, 1);
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
    const lock = result.measures.lock!;
    expect(Math.abs(lock - (1 + since))).toBeLessThan(1e-9);
    expect(Math.abs(lock - locked.time)).toBeLessThan(1e-9);
  });

  it("makes the heat of the independent integration, and keeps the energy balance", () => {
    const early = runProblem("clutch", { time: { end: 5, step: 0.01 } });
    const heat = locked.state[2]!;
    expect(Math.abs(early.measures.heat! - heat) / heat).toBeLessThan(1e-9);
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
      [joined, joined, locked.state[2]!],
      8,
      { maxStep: 0.05 },
    );
    expect(Math.abs(motor.at(-1)! - last.state[0]!) / last.state[0]!).toBeLessThan(1e-9);
    expect(Math.abs(load.at(-1)! - last.state[1]!) / last.state[1]!).toBeLessThan(1e-9);
    expect(Math.abs(result.measures.heat! - last.state[2]!) / last.state[2]!).toBeLessThan(1e-9);
  });
});

/** Events fall inside steps, so the order is 1; errors are of the end position, as a part of it. */
it.each([
  ["belt", 20, 500],
  ["clutch", 8, 400],
  ["brake-squeal", 0.5, 500],
] as const)("balanced converges to event-driven on %s", (file, end, from) => {
  const endOf = (type: string, steps: number) =>
    endOfProblem(file, { time: { end, step: end / steps, output: end }, scheme: { type } }).state.position;
  const exact = endOf("event-driven", 1);
  const scale = Math.max(...exact.map(Math.abs));
  const errorOf = (steps: number) => distance(endOf("balanced", steps), Array.from(exact)) / scale;
  const errors = octavesOf(from, 3, 4).map((octave) => octave.map(errorOf));
  expect(envelopeOrder(errors)).toBeGreaterThan(0.85);
  expect(Math.max(...errors.at(-1)!)).toBeLessThan(1e-2);
});

describe("stage-pid", () => {
  const target = 1;
  const row = { name: "guide", on: "stage", limit: 1 };

  it("hunts for ever with the exact law: it overshoots to both sides by the same amount", () => {
    const result = runProblem("stage-pid", { time: { end: 200, step: 0.05, output: 0.05 } });
    const late = slips(result).filter(({ time }) => time > 100);
    expect(late.length).toBeGreaterThan(5);
    const { time, position } = result.trajectory;
    const errors = late.map((slip) => position[0]![time.findLastIndex((t) => t <= slip.time)]! - target);
    for (let i = 1; i < errors.length; i++) expect(errors[i]! * errors[i - 1]!).toBeLessThan(0);
    for (const error of errors) expect(Math.abs(Math.abs(error) - Math.abs(errors[0]!))).toBeLessThan(1e-7);
    expect(Math.abs(errors[0]!)).toBeGreaterThan(0.1);
  });

  it("does not hunt with the smoothed law, which creeps to the target", () => {
    const friction = [{ ...row, weakening: { shape: "smoothed", eta: 0.1 } }];
    const result = runProblem("stage-pid", { system: { friction } });
    expect(slips(result)).toEqual([]);
    expect(result.measures.stuck).toBe(0);
    expect(result.measures.late).toBeLessThan(0.003);
    expect(Math.abs(result.outputs.error!)).toBeLessThan(2e-5);
  });

  it("nor with the same Stribeck friction times s/sqrt(eta^2 + s^2), integrated here", () => {
    const friction = (v: number) => ((0.5 + 0.5 * Math.exp(-Math.abs(v) / 0.05)) * v) / Math.hypot(0.1, v);
    const rate = (_: number, [x, v, z]: readonly number[]) => [
      v!,
      3 * (target - x!) + 2 * z! - 2 * v! - friction(v!),
      target - x!,
    ];
    const { state } = integrate(rate, 0, [0, 0, 0], 80, { relative: 1e-6, absolute: 1e-8, maxStep: 0.1 });
    expect(Math.abs(target - state[0]!)).toBeLessThan(2e-5);
  });
});
