/** Rows that vary, jump and weaken, under time stepping: against closed forms, quadratures and the event-driven scheme. */
import { describe, expect, it } from "vitest";
import { runToEnd } from "../../src/simulate/run/final.ts";
import { type Result, simulate } from "../../src/simulate/simulate.ts";
import { rawFault } from "../support/faults.ts";
import { seeded } from "../support/random.ts";
import { compileRaw } from "../support/run.ts";
import { cases } from "../support/torture.ts";
import { type Machine, run } from "./event-driven/machine.ts";
import { randomRows } from "./random-rows.ts";

const schemes = ["balanced", "variational", "alpha", "splitting", "strang"] as const;

const endOf = ({ outcome }: Result) => Float64Array.of(...outcome.state.position, ...outcome.state.velocity);
const farthest = (a: Float64Array, b: Float64Array) => Math.max(...a.map((entry, i) => Math.abs(entry - b[i]!)));

function runRaw(raw: unknown, type: string, step?: number): Result {
  const given = raw as { time: object };
  const time = step === undefined ? given.time : { ...given.time, step };
  const result = simulate(compileRaw({ ...given, time, scheme: { type } }));
  expect(result.outcome.status).toBe("done");
  return result;
}

/** Its end alone, without the audit. */
function endRaw(raw: unknown, type: string, step?: number): Float64Array {
  const given = raw as { time: object };
  const time = step === undefined ? given.time : { ...given.time, step };
  const outcome = runToEnd(compileRaw({ ...given, time, scheme: { type } }));
  expect(outcome.status).toBe("done");
  return Float64Array.of(...outcome.state.position, ...outcome.state.velocity);
}

describe.each(schemes)("the jump law with %s", (type) => {
  it("keeps a block where it comes to rest below its static limit, at any step, incline and mass", () => {
    const random = seeded(7);
    for (let k = 0; k < cases(8, 1000); k++) {
      const mass = random.decade(-1, 1);
      const limit = random.decade(-1, 1);
      const kinetic = limit * random.between(0.05, 0.9);
      const pull = random.between(-0.98, 0.98) * limit; // either way, above or below the kinetic force
      const velocity = random.between(0.2, 3);
      const brake = (kinetic - pull) / mass;
      if (brake < 0.05) continue; // it would hardly stop
      const duration = velocity / brake;
      const step = duration * random.decade(-2.5, -1);
      const machine: Machine = {
        system: { mass: [mass], force: [pull], friction: [{ on: 0, limit, kinetic }] },
        initial: { velocity: [velocity] },
        time: { end: 3 * duration, step },
        scheme: { type },
      };
      const { outcome, trajectory } = run(machine);
      const x = trajectory.position[0]!;
      const where = `mass ${mass}, limit ${limit}, kinetic ${kinetic}, pull ${pull}, velocity ${velocity}, step ${step}`;
      expect(Math.abs(outcome.state.velocity[0]!), where).toBe(0);
      expect(outcome.state.mode[0], where).toBe(0);
      expect(x.at(-1), where).toBeCloseTo(x[Math.ceil((x.length * 2) / 3)]!, 12);
      const order = type === "splitting" ? (velocity * step) / 2 : 2 * (brake + limit / mass) * step * step;
      expect(Math.abs(x.at(-1)! - velocity ** 2 / (2 * brake)), where).toBeLessThan(1.1 * order);
    }
  });

  it("takes a kinetic force of time in slip, and breaks loose at a limit of time", () => {
    const balanced = runRaw(rawFault("jump-balanced"), type, 5e-4);
    const exact = 10 - (10 * Math.sin(0.2 * Math.PI)) / (0.4 * Math.PI);
    expect(Math.abs(balanced.outcome.state.velocity[0]! - exact)).toBeLessThan(type === "balanced" ? 1e-7 : 2e-4);
    const clutch = runRaw(rawFault("jump-moving-frame"), type, 5e-4);
    const [slips, sticks] = clutch.trajectory.events;
    expect([slips!.kind, sticks!.kind]).toEqual(["slip", "stick"]);
    expect(Math.abs(slips!.time - 0.831109)).toBeLessThan(1e-3);
    expect(Math.abs(sticks!.time - 0.902436)).toBeLessThan(1e-3);
  });

  it("follows stick-slip on a belt whose kinetic force varies, the finer the closer", () => {
    const raw = rawFault("kinetic-of-time-event-driven");
    const exact = endRaw(raw, "event-driven");
    expect(Math.abs(exact[0]! - 0.3106)).toBeLessThan(1e-4);
    expect(farthest(endRaw(raw, type, 1e-3), exact)).toBeLessThan(type === "balanced" ? 2e-3 : 2e-2);
  });

  it("slips with its own kinetic force backward", () => {
    const row = { on: 0, limit: "4 + t", backward: "6 + t", kinetic: "3 + t", kineticBackward: "5 + t" };
    const machine = (velocity: number): Machine => ({
      system: { mass: [1], friction: [row] },
      initial: { velocity: [velocity] },
      time: { end: 1, step: 1e-3 },
      scheme: { type },
    });
    expect(run(machine(10)).outcome.state.velocity[0]).toBeCloseTo(10 - 3.5, 2);
    expect(run(machine(-10)).outcome.state.velocity[0]).toBeCloseTo(-10 + 5.5, 2);
  });

  it("with a curve starts to slip at the limit, with the curve's part of the kinetic force", () => {
    const weakening = { shape: "hyperbolic", beta: 0.5, speed: 0.4 };
    const row = { on: 0, limit: 2, kinetic: 1, weakening };
    // v' = -(1 - 0.5 v/(0.4 + v)) from 1 on: time and way are integrals of 1 and v over the force
    const friction = (v: number) => 1 - (0.5 * v) / (0.4 + v);
    const pieces = 1000;
    let way = 0;
    for (let k = 0; k < pieces; k++) way += (k + 0.5) / pieces ** 2 / friction((k + 0.5) / pieces);
    const machine: Machine = {
      system: { mass: [1], friction: [row] },
      initial: { velocity: [1] },
      time: { end: 3, step: 1e-3 },
      scheme: { type },
    };
    const result = run(machine);
    expect(Math.abs(result.outcome.state.position[0]! - way)).toBeLessThan(type === "splitting" ? 1e-3 : 1e-4);
    expect(result.audit.energyError).toBeLessThan(type === "balanced" ? 1e-4 : 2e-2);
    const held = run({ ...machine, initial: {}, system: { mass: [1], force: [1.99], friction: [row] } });
    expect(Math.abs(held.outcome.state.velocity[0]!)).toBe(0);
    const loose = run({ ...machine, initial: {}, system: { mass: [1], force: [2.01], friction: [row] } });
    const exact = run({
      ...machine,
      initial: {},
      system: { mass: [1], force: [2.01], friction: [row] },
      scheme: { type: "event-driven" },
    });
    expect(Math.abs(loose.outcome.state.velocity[0]! - exact.outcome.state.velocity[0]!)).toBeLessThan(5e-3);
  });
});

describe.each(schemes)("rows that are free for a while, and drives that jump, with %s", (type) => {
  it("lets a row without a limit go either way", () => {
    const { outcome } = runRaw(rawFault("zero-limit-negative"), type, 0.01);
    expect(outcome.state.velocity[0]).toBeCloseTo(-4, 9);
    expect(Math.abs(outcome.state.position[0]! + 8)).toBeLessThan(type === "splitting" ? 0.03 : 1e-10);
  });

  it("does not snap a mass onto a belt that jumps past it, with and without a jump law", () => {
    for (const kinetic of [undefined, 0.1]) {
      const raw = structuredClone(rawFault("belt-jump-snaps-mass")) as { system: { friction: object[] } };
      if (kinetic !== undefined) Object.assign(raw.system.friction[0]!, { limit: 0.3, kinetic });
      const { outcome } = runRaw(raw, type, 1e-3);
      expect(Math.abs(outcome.state.velocity[0]! - 1)).toBeLessThan(1e-3);
    }
  });

  it("catches a mass on a belt that jumps onto its velocity", () => {
    const row = { on: 0, limit: 0.3, kinetic: 0.1, drive: "t < 1 ? 0 : 0.9" };
    const machine = { system: { mass: [1], friction: [row] }, initial: { velocity: [1] }, scheme: { type } };
    const { outcome } = run({ ...machine, time: { end: 2, step: 1e-3 } });
    expect(outcome.state.velocity[0]).toBeCloseTo(0.9, 12);
    expect(outcome.state.mode[0]).toBe(0);
  });

  it("barely moves a mass on a belt that jerks for a millisecond", () => {
    const coarse = type === "alpha" ? 2e-4 : 1e-3;
    const { outcome } = runRaw(rawFault("belt-jerk-audit-ok"), type, coarse);
    expect(Math.abs(outcome.state.velocity[0]!)).toBe(0);
    expect(Math.abs(outcome.state.position[0]! - 1e-6)).toBeLessThan(1e-6);
  });

  it("turns a freewheel one way only", () => {
    const raw = rawFault("freewheel-false-creep");
    const exact = endOf(runRaw(raw, "event-driven"));
    const result = runRaw(raw, type, 5e-3);
    expect(farthest(endOf(result), exact)).toBeLessThan(2e-3);
    expect(Math.min(...result.trajectory.velocity[0]!)).toBeGreaterThan(-1e-12);
  });
});

it("random rows over all keys converge to the event-driven motion under balanced and alpha", () => {
  const count = cases(3, 200);
  const errors = { balanced: [] as number[], alpha: [] as number[], coarse: [] as number[] };
  for (let seed = 1; seed <= count; seed++) {
    const raw = randomRows(seed);
    const exact = endRaw(raw, "event-driven");
    errors.coarse.push(farthest(endRaw(raw, "balanced", 4e-3), exact));
    errors.balanced.push(farthest(endRaw(raw, "balanced", 5e-4), exact));
    errors.alpha.push(farthest(endRaw(raw, "alpha", 5e-4), exact));
  }
  const median = (list: number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)]!;
  expect(Math.max(...errors.balanced)).toBeLessThan(0.02);
  expect(Math.max(...errors.alpha)).toBeLessThan(0.05);
  expect(median(errors.balanced) / median(errors.coarse)).toBeLessThan(0.3);
});
