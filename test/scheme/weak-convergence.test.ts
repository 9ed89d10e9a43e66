/**
 * Theorem 1.1 of Glowinski and Kearsley (1995) on their test problem 1: positions and midpoint velocities of `alpha` converge in the
 * max norm, the multipliers only weakly. In stick they alternate about the exact ones for ever, by an amount that depends on
 * how the mass came to rest; averages over two steps converge, and so does every moment against a smooth function.
 */
import { describe, expect, it } from "vitest";
import type { Trajectory } from "../../src/simulate/record/trajectory.ts";
import { multiply } from "../oracles/dense.ts";
import { tp1 } from "../oracles/gk95.ts";
import { follow } from "../oracles/mode-switching.ts";
import { loadProblem } from "../oracles/problem-file.ts";
import { runProblem } from "../support/run.ts";

const finest = 1600;
const counts = [100, 200, 400, 800, finest];
const runs = new Map(counts.map((count) => [count, run(count).trajectory]));

function run(count: number, solver: Record<string, unknown> = { type: "active-set" }) {
  return runProblem("gk95-tp1", { scheme: { type: "alpha" }, time: { step: tp1.end / count }, solver });
}

describe("positions and midpoint velocities", () => {
  const { system, initial } = loadProblem("gk95-tp1");
  const half = tp1.end / finest / 2;
  const seen = Math.ceil(1.2 / half); // everything rests from 0.93 s on
  const times = Array.from({ length: seen + 1 }, (_, k) => k * half);
  const { moments } = follow(system, initial, times);

  const maxErrors = ({ time, position }: Trajectory) => {
    const stride = (2 * finest) / (time.length - 1);
    const worst = { position: 0, velocity: 0 };
    for (let k = 0; (k + 1) * stride <= seen; k++) {
      position.forEach((x, i) => {
        const middle = (x[k + 1]! - x[k]!) / (time[k + 1]! - time[k]!);
        worst.position = Math.max(worst.position, Math.abs(x[k]! - moments[k * stride]!.position[i]!));
        worst.velocity = Math.max(worst.velocity, Math.abs(middle - moments[(k + 0.5) * stride]!.velocity[i]!));
      });
    }
    return worst;
  };

  it("converge in the max norm", () => {
    const errors = counts.map((count) => maxErrors(runs.get(count)!));
    expect(errors.at(-1)!.position).toBeLessThan(errors[0]!.position / 8);
    expect(errors.at(-1)!.velocity).toBeLessThan(errors[0]!.velocity / 8);
    expect(errors.at(-1)!.position).toBeLessThan(5e-3);
    expect(errors.at(-1)!.velocity).toBeLessThan(2e-2);
  });
});

describe("multipliers in stick, t > 1.2", () => {
  const { system } = loadProblem("gk95-tp1");
  const springs = multiply(system.stiffness, tp1.continuous.position);
  const exact = (t: number, i: number) => (system.force(t)[i]! - springs[i]!) / system.rows[i]!.limit;
  const rows = [0, 1, 2];

  /** Of one row: the largest deviation, the total variation and the error of the moment against sin 3t. */
  function character({ time, multiplier }: Trajectory, i: number) {
    const lambda = multiplier[i]!;
    const step = time[1]! - time[0]!;
    const found = { deviation: 0, variation: 0, moment: 0 };
    for (let k = Math.round(1.2 / step); k < lambda.length; k++) {
      const error = lambda[k]! - exact(time[k]!, i);
      found.deviation = Math.max(found.deviation, Math.abs(error));
      found.variation += Math.abs(lambda[k]! - lambda[k - 1]!);
      found.moment += step * error * Math.sin(3 * time[k]!);
    }
    return found;
  }

  it("flutter, and do so ever more often", () => {
    const worst = (count: number) => rows.map((i) => character(runs.get(count)!, i));
    for (const count of counts.slice(1)) {
      expect(Math.max(...worst(count).map(({ deviation }) => deviation))).toBeGreaterThan(0.2);
    }
    const variation = (count: number) => Math.max(...worst(count).map((row) => row.variation));
    expect(variation(finest)).toBeGreaterThan(4 * variation(200));
  });

  it("have moments that converge", () => {
    const moment = (count: number) => Math.max(...rows.map((i) => Math.abs(character(runs.get(count)!, i).moment)));
    expect(moment(finest)).toBeLessThan(moment(200) / 4);
    expect(moment(finest)).toBeLessThan(3e-4);
  });

  /** The two runs come to rest up to epsilon apart, and the springs with them; that is the difference that remains. */
  it.each([
    [400, 4e-3],
    [finest, 1e-3],
  ])("regularized in %i steps equal the means of two that are not", (count, tolerance) => {
    const plain = runs.get(count)!;
    const smooth = run(count, { type: "regularized", tolerance: 1e-12 }).trajectory;
    const from = Math.round((1.5 * count) / tp1.end);
    for (const i of rows) {
      for (let k = from; k < count; k++) {
        const mean = (plain.multiplier[i]![k - 1]! + plain.multiplier[i]![k]!) / 2;
        expect(Math.abs(mean - smooth.multiplier[i]![k]!)).toBeLessThan(tolerance);
        expect(Math.abs(smooth.multiplier[i]![k]! - smooth.multiplier[i]![k - 1]!)).toBeLessThan(1e-4);
      }
    }
  });
});
