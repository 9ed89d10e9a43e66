/** The double pendulum of paper 4 with its tip on an ellipse, under a torque of -30 N m for 4 s (corrected Table 3). */
import { describe, expect, it } from "vitest";
import { type ConstraintMethod, constraintMethod } from "../../../src/model/rows/constraint-method.ts";
import type { State } from "../../../src/scheme/scheme.ts";
import { doublePendulum, ELLIPSE, ELLIPSE_START } from "../../model/double-pendulum.ts";
import { ride } from "./ride.ts";

const onEllipse = (method: Partial<ConstraintMethod>, torque = -30) =>
  doublePendulum({ ...ELLIPSE, torque, ellipse: { ...ELLIPSE.ellipse!, method: constraintMethod(method) } });

const tip = ({ position: [p, q] }: Pick<State, "position">) => Math.sin(p!) + 0.5 * Math.sin(q!); // y, m

interface Seen {
  /** Height of the tip after whole seconds, m, and the energy there, J. */
  readonly y: number[];
  readonly energy: number[];
  violation: number;
  /** Most step problems in a step, without the one for the new velocity. */
  rounds: number;
  solves: number;
  multipliers: number;
  status: string;
}

/** The torque ends after 4 s. */
function motion(method: Partial<ConstraintMethod>, h: number, end: number): Seen {
  const seen: Seen = { y: [], energy: [], violation: 0, rounds: 0, solves: 0, multipliers: 0, status: "stepped" };
  const second = Math.round(1 / h);
  const value = new Float64Array(1);
  let start = { time: 0, ...ELLIPSE_START };
  for (const [torque, until] of [
    [-30, Math.min(4, end)],
    [0, end],
  ] as const) {
    const system = onEllipse(method, torque);
    let before = 0;
    const { state, stats, status } = ride(
      system,
      start,
      h,
      Math.round((until - start.time) / h),
      (at, { solves }, k) => {
        seen.rounds = Math.max(seen.rounds, solves - before - 1);
        before = solves;
        system.violationsAt!(value, at.position, value);
        seen.violation = Math.max(seen.violation, Math.abs(value[0]!));
        if (k % second !== 0) return;
        seen.y.push(tip(at));
        seen.energy.push(system.energy(at.position, at.velocity));
      },
    );
    seen.solves += stats.solves;
    seen.multipliers += stats.multipliers;
    seen.status = status;
    start = state;
    if (status !== "stepped") break;
  }
  return seen;
}

/** Two steps that differ by a factor of 2, of second order. */
const refined = (coarse: number, fine: number) => fine + (fine - coarse) / 3;

describe("kkt", () => {
  it("finds the known motion, in at most 4 rounds of Newton's method a step", () => {
    const [coarse, fine] = [5e-4, 2.5e-4].map((h) => motion({ type: "kkt" }, h, 2));
    expect(refined(coarse!.y[0]!, fine!.y[0]!)).toBeCloseTo(0.4907529249, 8);
    expect(Math.abs(refined(coarse!.y[1]!, fine!.y[1]!) - 0.5013667859)).toBeLessThan(1e-7);
    expect(Math.abs(refined(coarse!.energy[0]!, fine!.energy[0]!) - 70.017572308)).toBeLessThan(1e-7);
    for (const { rounds, violation } of [coarse!, fine!]) {
      expect(rounds).toBeLessThanOrEqual(4);
      expect(violation).toBeLessThan(1e-12);
    }
  });

  it("keeps E + 30 theta1 for 4 s, to second order", () => {
    const drift = [1e-3, 5e-4].map((h) => {
      const system = onEllipse({ type: "kkt" });
      const balance = ({ position, velocity }: Pick<State, "position" | "velocity">) =>
        system.energy(position, velocity) + 30 * position[0]!;
      let worst = 0;
      ride(system, ELLIPSE_START, h, 4 / h, (state) => {
        worst = Math.max(worst, Math.abs(balance(state) - balance(ELLIPSE_START)));
      });
      return worst;
    });
    expect(drift[1]).toBeLessThan(0.003);
    expect(drift[0]! / drift[1]!).toBeCloseTo(4, 0);
  });

  it("keeps the velocity on the ellipse too", () => {
    const system = onEllipse({ type: "kkt" });
    const directions = system.newDirections();
    let worst = 0;
    ride(system, ELLIPSE_START, 1e-3, 2000, ({ position, velocity }) => {
      system.directionsAt(position, directions);
      const [a, b] = directions.value;
      worst = Math.max(worst, Math.abs(a! * velocity[0]! + b! * velocity[1]!));
    });
    expect(worst).toBeLessThan(1e-12);
  });

  it("at the middle, as printed, has an odd-even mode that grows", () => {
    const { violation, status } = motion({ type: "kkt", at: "middle" }, 5e-4, 3);
    expect(violation).toBeGreaterThan(0.1);
    expect(status).not.toBe("violated");
  });
});

describe("an augmented Lagrangian and a penalty, at 5e-4 s until 8 s", () => {
  const multipliers = motion({ type: "augmented-lagrangian", at: "middle", tolerance: 1e-8 }, 5e-4, 8);
  const penalty = motion({ type: "penalty", epsilon: 1e-9 }, 5e-4, 8);
  const soft = motion({ type: "penalty", epsilon: 1e-6 }, 5e-4, 8);
  const hard = motion({ type: "kkt" }, 5e-4, 8);

  it("take 35 to 45 multiplier updates a step, as printed (40)", () => {
    expect(multipliers.status).toBe("stepped");
    const mean = multipliers.multipliers / 16_000;
    expect(mean).toBeGreaterThan(35);
    expect(mean).toBeLessThan(45);
  });

  it("give the same answer, the penalty at a twentieth of the cost", () => {
    expect(Math.abs(multipliers.y[0]! - penalty.y[0]!)).toBeLessThan(1e-6);
    expect(Math.abs(multipliers.y[1]! - penalty.y[1]!)).toBeLessThan(1e-5);
    expect(multipliers.solves / penalty.solves).toBeGreaterThan(20);
    expect(multipliers.solves / hard.solves).toBeGreaterThan(20);
  });

  it("the penalty of 1e-6 converges at 500 times the printed step, in 4 step problems a step at most", () => {
    expect(soft.status).toBe("stepped");
    expect(soft.solves / 16_000).toBeLessThan(4);
  });

  it("do not damp: without the torque the energy of penalty and kkt is kept", () => {
    for (const { energy } of [penalty, soft, hard]) {
      const [, , , , ...after] = energy;
      expect(after).toHaveLength(4);
      for (const value of after) expect(Math.abs(value - after[0]!)).toBeLessThan(0.05);
    }
  });
});

it("multipliers at the end need fewer updates, with those of second order less than two a step", () => {
  const first = motion({ type: "augmented-lagrangian" }, 5e-4, 1);
  const second = motion({ type: "augmented-lagrangian", update: "second" }, 5e-4, 1);
  expect(first.multipliers / 2000).toBeLessThan(10);
  expect(second.multipliers / 2000).toBeLessThan(2);
  const hard = motion({ type: "kkt" }, 5e-4, 1);
  for (const { violation, y } of [first, second]) {
    expect(violation).toBeLessThan(1.1e-8);
    expect(Math.abs(y[0]! - hard.y[0]!)).toBeLessThan(1e-7);
  }
  // imposed at the middle of steps, the chord of the ellipse leaves more at their ends
  const middle = motion({ type: "augmented-lagrangian", at: "middle", tolerance: 1e-8 }, 5e-4, 1);
  expect(middle.violation).toBeGreaterThan(1e-6);
  expect(middle.violation).toBeLessThan(1e-4);
});

it("a tolerance out of reach ends with a status, not with a hang", () => {
  const { status } = motion({ type: "augmented-lagrangian", epsilon: 10, tolerance: 1e-14 }, 5e-4, 0.1);
  expect(status).toBe("violated");
});

it.each([
  [{ type: "penalty", form: "time-discretized", epsilon: 1e-9 }, 4e-7],
  [{ type: "penalty", at: "end", epsilon: 1e-9 }, 4e-7],
] as const)("%j follows the ellipse", (method, most) => {
  const { violation, y } = motion(method, 5e-4, 1);
  expect(violation).toBeLessThan(most);
  expect(Math.abs(y[0]! - 0.49075)).toBeLessThan(1e-5);
});
