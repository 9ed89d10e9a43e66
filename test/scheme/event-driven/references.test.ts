import { describe, expect, it } from "vitest";
import { ORDER } from "../../../src/scheme/event-driven/general.ts";
import { tp1 as gk95, tp2, tp2Springs } from "../../oracles/gk95.ts";
import { type ExactMotion, tp2 as gskn06Tp2, tp1, tp3, tp4, tp5 } from "../../oracles/gskn06.ts";
import { masses } from "../../oracles/gskn06-tp4.ts";
import { integrate } from "../../oracles/integrate.ts";
import { follow } from "../../oracles/mode-switching.ts";
import { loadProblem } from "../../oracles/problem-file.ts";
import { endOfProblem, runProblem } from "../../support/run.ts";
import { cases } from "../../support/torture.ts";
import { distance, energyFault, run } from "./machine.ts";

const scheme = { type: "event-driven" };

const closedForms: [string, ExactMotion][] = [
  ["gskn06-tp1", tp1],
  ["gskn06-tp2", gskn06Tp2],
  ["gskn06-tp3", tp3],
  ["gskn06-tp3-weakening", tp3],
  ["gskn06-tp4", tp4],
  ["gskn06-tp5", tp5],
];

describe.each(closedForms)("%s", (file, exact) => {
  const result = runProblem(file, { scheme });
  const { time, position, velocity } = result.trajectory;

  it("is its closed form to 1e-11 in position and velocity", () => {
    let worst = 0;
    time.forEach((t, k) => {
      const x = position.map((column) => column[k]!);
      const v = velocity.map((column) => column[k]!);
      worst = Math.max(worst, distance(x, exact.position(t)), distance(v, exact.velocity(t)));
    });
    expect(worst).toBeLessThan(1e-11);
  });

  it("keeps its books", () => {
    expect(result.audit.stickSpeed).toBe(0);
    expect(result.audit.boxResidual).toBeLessThan(1e-12);
    expect(energyFault(result)).toBeLessThan(1e-9);
  });
});

it("gskn06-tp4 reverses and sticks at the known times", () => {
  const { events } = runProblem("gskn06-tp4", { scheme }).trajectory;
  masses.forEach(({ reversal, stick }, i) => {
    const found = events.filter(({ row }) => row === `lambda${i + 1}`);
    expect(found.map(({ kind }) => kind)).toEqual(["reversal", "stick"]);
    expect(Math.abs(found[0]!.time - reversal)).toBeLessThan(1e-12);
    expect(Math.abs(found[1]!.time - stick)).toBeLessThan(1e-12);
  });
});

describe("gk95-tp1", () => {
  const result = runProblem("gk95-tp1", { scheme });
  const { reversals, sticks, position, velocity } = gk95.continuous;

  it("has the six event times and the end of the reference", () => {
    const { events } = result.trajectory;
    const of = (kind: string) =>
      [1, 2, 3].map((i) => events.find((event) => event.row === `lambda${i}` && event.kind === kind)!.time);
    expect(events).toHaveLength(6);
    expect(distance(of("reversal"), reversals)).toBeLessThan(1e-12);
    expect(distance(of("stick"), sticks)).toBeLessThan(1e-12);
    expect(distance(result.outcome.state.position, position)).toBeLessThan(1e-12);
    expect(distance(result.outcome.state.velocity, velocity)).toBe(0);
  });

  it("costs few expansions and one box problem an event", () => {
    const { steps, solves, iterations } = result.outcome.stats;
    expect(iterations % (ORDER - 1)).toBe(0);
    expect(iterations / (ORDER - 1)).toBeLessThanOrEqual(16);
    expect(solves).toBeLessThanOrEqual(6);
    expect(steps).toBe(400);
  });

  it("keeps its books", () => {
    expect(result.audit.stickSpeed).toBe(0);
    expect(result.audit.boxResidual).toBeLessThan(1e-14);
    expect(energyFault(result)).toBeLessThan(1e-8); // of the audit's own sums over the states it reads
  });
});

it.each([
  ["gk95-tp2", tp2],
  ["gk95-tp2-springs", tp2Springs],
])("%s ends at the reference", (file, { continuous }) => {
  expect(distance(endOfProblem(file, { scheme }).state.position, continuous.position)).toBeLessThan(1e-10);
});

/** chain-20 has 20 coordinates with 20 rows. */
describe.each([
  ["gskn06-tp3-same-force", 4, 1e-11],
  ["slow-spring", 20, 1e-9],
  ["gearbox", 16, 1e-10],
  ["two-masses", 10, 1e-9],
  ["chain-20", cases(1.2, 3), 1e-10], // its oracle takes long
])("%s", (file, end, tolerance) => {
  const { system, initial } = loadProblem(file);
  const oracle = follow(system, initial, [end / 2, end]);

  it("follows the mode-switching oracle in state and events", () => {
    const result = runProblem(file, { scheme, time: { end, step: end / 200 } });
    const { time, position, velocity, events } = result.trajectory;
    for (const moment of oracle.moments) {
      const k = time.findIndex((t) => Math.abs(t - moment.time) < 1e-12);
      expect(
        distance(
          position.map((column) => column[k]!),
          moment.position,
        ),
      ).toBeLessThan(tolerance);
      expect(
        distance(
          velocity.map((column) => column[k]!),
          moment.velocity,
        ),
      ).toBeLessThan(10 * tolerance);
    }
    expect(events.map(({ kind }) => kind)).toEqual(oracle.events.map(({ kind }) => kind));
    expect(
      distance(
        events.map((event) => event.time),
        oracle.events.map((event) => event.time),
      ),
    ).toBeLessThan(tolerance);
    expect(result.audit.stickSpeed).toBeLessThan(1e-15);
    expect(energyFault(result)).toBeLessThan(1e-9);
  });
});

it("chain-20, with 20 coordinates and 20 rows, ends at the reference of the mode-switching oracle", () => {
  const { outcome, trajectory } = runProblem("chain-20", { scheme });
  expect(outcome.status).toBe("done");
  expect(trajectory.events).toHaveLength(208);
  expect(Math.abs(outcome.state.position[0]! - 0.830811930530908)).toBeLessThan(1e-12);
});

/** A swinging mass under single-valued friction: the oracle integrates the law itself. */
describe.each([
  ["smoothed, eta = 0.1", { shape: "smoothed", eta: 0.1 }],
  ["smoothed, eta = 0.001", { shape: "smoothed", eta: 0.001 }],
])("the law (5): %s", (_, weakening) => {
  it("is integrated to 1e-10", () => {
    const { eta } = weakening;
    const rate = (t: number, [x, v]: readonly number[]) => [
      v!,
      Math.sin(2 * t) - x! - (0.3 * v!) / Math.hypot(eta, v!),
    ];
    const { state } = integrate(rate, 0, [1.25, 0], 6, { maxStep: Math.min(0.05, eta) });
    const { outcome } = run({
      system: { mass: [1], stiffness: [1], force: ["sin(2*t)"], friction: [{ on: 0, limit: 0.3, weakening }] },
      initial: { position: [1.25] },
      time: { end: 6, step: 0.1 },
    });
    expect(outcome.status).toBe("done");
    expect(distance([outcome.state.position[0]!, outcome.state.velocity[0]!], state)).toBeLessThan(1e-10);
  });
});

describe.each([1, 1.5, 2, 2.7, 4, 12])("Stribeck friction with exponent %d", (exponent) => {
  const weakening = { shape: "stribeck", beta: 0.4, speed: 0.05, exponent };
  const gamma = (s: number) => Math.sign(s) * 0.4 * (1 - Math.exp(-((Math.abs(s) / 0.05) ** exponent)));
  const rows = [{ direction: [1], limit: 0.4 * 9.81, gamma, kinks: [] }];
  const machine = {
    system: { mass: [1], stiffness: [20], force: ["t"], friction: [{ on: 0, limit: "0.4*9.81", weakening }] },
    time: { end: 10, step: 0.1 },
  };

  it("follows the mode-switching oracle through two slides", () => {
    const system = { mass: [[1]], damping: [[0]], stiffness: [[20]], force: (t: number) => [t], jumps: [], rows };
    const { moments, events } = follow(system, { time: 0, position: [0], velocity: [0] }, [10]);
    const result = run(machine);
    expect(result.outcome.status).toBe("done");
    expect(events.map(({ kind }) => kind)).toEqual(["slip", "stick", "slip", "stick"]);
    expect(result.trajectory.events.map(({ kind }) => kind)).toEqual(["slip", "stick", "slip", "stick"]);
    expect(
      distance(
        result.trajectory.events.map(({ time }) => time),
        events.map(({ time }) => time),
      ),
    ).toBeLessThan(1e-8);
    expect(distance(result.outcome.state.position, moments[0]!.position)).toBeLessThan(1e-9);
    expect(result.audit.stickSpeed).toBe(0);
    expect(energyFault(result)).toBeLessThan(1e-9);
  });

  it("needs a bounded number of expansions", () => {
    const { iterations } = run(machine).outcome.stats;
    expect(iterations / (ORDER - 1)).toBeLessThan(Number.isInteger(exponent) ? 200 : 1500);
  });
});
