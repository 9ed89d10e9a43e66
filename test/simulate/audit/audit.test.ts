/** The audit judges motions that no scheme made: right ones, and ones that are wrong in a known way. */
import { describe, expect, it } from "vitest";
import type { State } from "../../../src/scheme/scheme.ts";
import { audit } from "../../../src/simulate/audit/audit.ts";
import type { Audit } from "../../../src/simulate/audit/result.ts";
import type { Simulation } from "../../../src/simulate/run/simulation.ts";
import { simulate } from "../../../src/simulate/simulate.ts";
import { coulombOscillator } from "../../oracles/coulomb-oscillator.ts";
import { type ExactMotion, tp3 } from "../../oracles/gskn06.ts";
import { compileRaw, loadSimulation, runProblem } from "../../support/run.ts";

interface Told {
  readonly position: (t: number) => number[];
  readonly velocity: (t: number) => number[];
  readonly force?: (t: number) => number[];
  readonly mode?: number;
}

/** What the audit says of samples of a motion, which may have events between them. */
function judge(simulation: Simulation, motion: Told, start: number, end: number, steps: number): Audit {
  const sink = audit({ ...simulation, scheme: { ...simulation.scheme, name: "balanced", order: 2 } });
  const { rows } = simulation.system;
  for (let k = 0; k <= steps; k++) {
    const time = start + ((end - start) * k) / steps;
    const state: State = {
      time,
      position: Float64Array.from(motion.position(time)),
      velocity: Float64Array.from(motion.velocity(time)),
      force: Float64Array.from(motion.force?.(time) ?? rows.map(() => 0)),
      limit: Float64Array.from(rows, ({ law }) => law.fixed?.forward ?? 0),
      mode: new Int8Array(rows.length).fill(motion.mode ?? 0),
      memory: new Float64Array(0),
    };
    sink.step!(state);
  }
  return sink.result();
}

const oscillator = loadSimulation("coulomb-oscillator");
const exact = coulombOscillator({ m: 1, k: 1, c: 0.1, x: 1.25, v: 0 });
const swing: Told = { position: (t) => [exact.position(t)], velocity: (t) => [exact.velocity(t)] };
const held = loadSimulation("held-mass");

describe("a right motion", () => {
  const within = (steps: number) => judge(oscillator, swing, 0.3, 2.8, steps);

  it("has residuals that vanish with the spacing of the samples", () => {
    const [coarse, fine] = [within(20), within(40)];
    expect(Math.log2(coarse.balanceResidual / fine.balanceResidual)).toBeGreaterThan(3);
    expect(coarse.energyError).toBeLessThan(1e-14); // what the rows lose depends on the ends alone
    expect(within(500).balanceResidual).toBeLessThan(1e-9);
    expect(within(500).energyError).toBeLessThan(1e-9);
  });

  it("is not said to stick, creep or leave its box", () => {
    expect(within(100)).toMatchObject({ stickSpeed: 0, stickDrift: 0, creepTime: 0, boxResidual: 0 });
    expect(within(100).rows).toEqual([
      { name: "floor", stuckTime: 0, stickDrift: 0, dissipation: expect.closeTo(within(100).dissipation, 12) },
    ]);
  });

  it("has the work and dissipation of the closed form over all its half swings", () => {
    const whole = judge(oscillator, swing, 0, 25, 2500);
    const path = 1.25 + 2 * (1.05 + 0.85 + 0.65 + 0.45 + 0.25) + 0.05;
    expect(whole.dissipation).toBeCloseTo(0.1 * path, 5);
    expect(whole.work).toBe(0);
    expect(whole.energyError).toBeLessThan(1e-5);
    expect(whole.rows[0]!.stuckTime).toBeCloseTo(25 - exact.restTime, 1);
    expect(whole).toMatchObject({ stickSpeed: 0, stickDrift: 0, creepTime: 0 });
  });

  it("of two coupled masses under a piecewise force stays right", () => {
    const simulation = loadSimulation("gskn06-tp3");
    const { position, velocity }: ExactMotion = tp3;
    const found = judge(simulation, { position, velocity }, 0, 4, 4000);
    expect(found.balanceResidual).toBeLessThan(1e-8);
    expect(found.energyError).toBeLessThan(1e-8);
    expect(found.stickDrift).toBeLessThan(1e-12);
    expect(found.rows[1]!.stuckTime).toBeCloseTo(2, 1);
  });
});

describe("the audit trusts", () => {
  it("no mode of the scheme, and no force where forces are means over steps", () => {
    const plain = judge(oscillator, swing, 0, 25, 1000);
    const lying = judge(oscillator, { ...swing, mode: -1, force: (t) => [0.1 * Math.sin(9 * t)] }, 0, 25, 1000);
    expect(lying).toEqual(plain);
  });
});

describe("a wrong motion", () => {
  it("that creeps shows in stickSpeed, stickDrift and creepTime", () => {
    const creep: Told = { position: (t) => [0.5 - 1e-4 * t], velocity: () => [-1e-4] };
    const found = judge(held, creep, 0, 10, 1000);
    expect(found.stickSpeed).toBeCloseTo(1e-4, 12);
    expect(found.stickDrift).toBeGreaterThan(0.99e-3);
    expect(found.stickDrift).toBeLessThanOrEqual(1e-3);
    expect(found.creepTime).toBeGreaterThan(9.9);
    expect(found.rows[0]!.stuckTime).toBeCloseTo(10, 9);
  });

  it("that creeps while it claims to rest shows in stickDrift", () => {
    const found = judge(held, { position: (t) => [0.5 - 1e-4 * t], velocity: () => [0] }, 0, 10, 1000);
    expect(found.stickSpeed).toBe(0);
    expect(found.stickDrift).toBeGreaterThan(0.99e-3);
    expect(found.creepTime).toBeGreaterThan(9.9);
  });

  it("whose position only alternates has drifted but does not creep", () => {
    const flutter: Told = { position: (t) => [0.5 + (Math.round(t * 100) % 2) * 1e-5], velocity: () => [0] };
    const found = judge(held, flutter, 0, 10, 1000);
    expect(found.stickDrift).toBeCloseTo(1e-5, 12);
    expect(found.creepTime).toBe(0);
  });

  it("with a multiplier outside shows in boxResidual, and there alone", () => {
    const plain = judge(oscillator, swing, 0.3, 2.8, 100);
    const outside = judge(oscillator, { ...swing, force: () => [-0.12] }, 0.3, 2.8, 100);
    expect(outside.boxResidual).toBeCloseTo(0.2, 12);
    const same = { checks: [], verdict: "ok", boxResidual: 0 };
    expect({ ...outside, ...same }).toEqual({ ...plain, ...same });
    const failed = outside.checks.filter(({ verdict }) => verdict !== "ok").map(({ name }) => name);
    expect(failed).toEqual(["box"]);
  });

  it("with a wrong velocity shows in balanceResidual and energyError", () => {
    const fast: Told = { ...swing, velocity: (t) => [1.01 * exact.velocity(t)] };
    const found = judge(oscillator, fast, 0.3, 2.8, 500);
    expect(found.balanceResidual).toBeGreaterThan(5e-3);
    expect(found.energyError).toBeGreaterThan(5e-3);
  });

  it("that knows no friction shows the missing force and energy", () => {
    const free: Told = { position: (t) => [1.25 * Math.cos(t)], velocity: (t) => [-1.25 * Math.sin(t)] };
    const found = judge(oscillator, free, 0.3, 2.8, 500);
    expect(found.balanceResidual).toBeCloseTo(0.1, 4);
    expect(found.energyError).toBeCloseTo(0.1 * 1.25 * (Math.cos(0.3) - Math.cos(2.8)), 4);
  });

  it("that is held by more than its limit shows the excess", () => {
    const found = judge(held, { position: () => [1.5], velocity: () => [0] }, 0, 10, 1000);
    expect(found.balanceResidual).toBeCloseTo(0.5, 9);
    expect(found.energyError).toBe(0);
  });
});

describe("of runs", () => {
  const balanced = { scheme: { type: "balanced" } };

  it("the audit finds small and shrinking errors in balanced, none of them in stick", () => {
    const [coarse, fine] = [0.004, 0.001].map(
      (step) => runProblem("gskn06-tp3", { ...balanced, time: { step } }).audit,
    );
    expect(fine!.energyError).toBeLessThan(coarse!.energyError / 8);
    expect(fine!.energyError / fine!.energyScale).toBeLessThan(1e-5);
    expect(fine).toMatchObject({ stickSpeed: 0, creepTime: 0, boxResidual: 0, penetration: 0 });
    expect(fine!.stickDrift).toBeLessThan(1e-13);
  });

  it("a smoothed law creeps, as the law says: eta q / sqrt(1 - q^2)", () => {
    const friction = [{ on: 0, limit: 1, weakening: { shape: "smoothed", eta: 1e-4 } }];
    const { audit: found } = runProblem("held-mass", { ...balanced, system: { friction } });
    const speed = (1e-4 * 0.5) / Math.sqrt(1 - 0.25);
    expect(found.stickSpeed).toBeCloseTo(speed, 6);
    expect(found.stickDrift).toBeGreaterThan(18 * speed * 0.95);
    expect(found.creepTime).toBeGreaterThan(19);
  });

  it("penalty-newton as printed leaves its box, and the projection repairs it", () => {
    const solver = { type: "penalty-newton", epsilon: 1e-2 };
    const printed = runProblem("gk95-tp1", { scheme: { type: "alpha" }, solver: { ...solver, project: false } });
    expect(printed.audit.boxResidual).toBeGreaterThan(0.1);
    expect(printed.warnings.join()).toContain("perturbed law");
    const repaired = runProblem("gk95-tp1", { scheme: { type: "alpha" }, solver: { ...solver, project: true } });
    expect(repaired.audit.boxResidual).toBeLessThan(1e-12);
  });
});

describe("the work of a drive that varies while its row sticks", () => {
  // a mass rides on x = (1 - cos 2t)/2 against a spring: the belt's work is the energy, and nothing is lost
  const riding = compileRaw({
    stickslip: 1,
    system: { type: "linear", mass: [2], stiffness: [3], friction: [{ on: 0, limit: 20, drive: "sin(2*t)" }] },
    time: { end: 1, step: 0.1 },
  });
  const motion: Told = { position: (t) => [(1 - Math.cos(2 * t)) / 2], velocity: (t) => [Math.sin(2 * t)] };
  const energy = Math.sin(4) ** 2 + (3 / 2) * ((1 - Math.cos(4)) / 2) ** 2;

  it("is booked with the force's own course within a step", () => {
    const [coarse, fine] = [40, 80].map((steps) => judge(riding, motion, 0, 2, steps));
    expect(Math.abs(fine!.work - energy)).toBeLessThan(1e-7);
    expect(coarse!.energyError / fine!.energyError).toBeGreaterThan(12); // of fourth order
    expect(fine!.dissipation).toBeLessThan(1e-12);
  });

  it("which also holds beside a row that slips", () => {
    const { audit: told } = simulate(
      compileRaw({
        stickslip: 1,
        system: {
          type: "linear",
          mass: [1, 2],
          springs: [
            { on: 0, stiffness: 3 },
            { between: [0, 1], stiffness: 5 },
          ],
          friction: [
            { name: "belt", on: 0, limit: 4, drive: "sin(2*t)" },
            { name: "floor", on: 1, limit: 0.5, kinetic: 0.4 },
          ],
        },
        initial: { position: [0, 0.3] },
        time: { end: 10, step: 0.05 },
      }),
    );
    expect(told.rows[0]!.stuckTime).toBeGreaterThan(4);
    expect(told.energyError).toBeLessThan(1e-7 * told.energyScale);
  });
});
