/** 500 random strings: they run to their end, their books close, stick is exact, and two schemes converge to each other. */
import { expect, it } from "vitest";
import { simulate } from "../../src/simulate/simulate.ts";
import { seeded } from "../support/random.ts";
import { compileRaw } from "../support/run.ts";
import { cases } from "../support/torture.ts";
import { randomString } from "./strings.ts";

const STEPS = 160;

it(`${cases(6, 500)} random strings`, { timeout: 3_600_000 }, () => {
  const open: string[] = []; // books that do not close, schemes that do not meet
  const still: number[] = [];
  const late: number[] = [];
  let compared = 0;
  let closer = 0;
  for (let seed = 1; seed <= cases(6, 500); seed++) {
    const random = seeded(seed);
    const { problem, longest } = randomString(random, random.whole(4, 40));
    const run = (type: string, parts: number) => {
      const time = { end: STEPS * longest, step: longest / parts };
      const result = simulate(compileRaw({ ...problem, time, scheme: { type } }), { samples: 50 });
      expect(result.outcome.status, `seed ${seed} ${type}`).toBe("done");
      // rows under alpha settle about their place; under balanced one that comes to rest may slip once more by a step
      const stick = result.audit.checks.find(({ name }) => name === "stick")?.verdict;
      if (type === "balanced" && stick === "failed") open.push(`seed ${seed} ${parts}: creeps`);
      if (type === "balanced") (result.audit.stickDrift === 0 ? still : late).push(seed);
      const off = result.audit.energyError / result.audit.energyScale;
      if (!(off < (type === "alpha" ? 0.4 : 0.2) / parts))
        open.push(`seed ${seed} ${type} ${parts}: energy off by ${off}`);
      return result;
    };
    const obstacle = "obstacle" in (problem.system as object);
    const coarse = run("balanced", 1);
    if (obstacle) continue; // alpha knows no stops
    const distance = (parts: number, one = run("balanced", parts)) => {
      const other = run("alpha", parts).outcome.state.position;
      const size = Math.max(...coarse.trajectory.position.flatMap((column) => Array.from(column, Math.abs)));
      return Math.max(...one.outcome.state.position.map((value, i) => Math.abs(value - other[i]!))) / size;
    };
    const [far, near] = [distance(1, coarse), distance(4)];
    compared++;
    if (near < 0.6 * far || near < 1e-6) closer++;
    if (!(near < 0.12)) open.push(`seed ${seed}: schemes apart by ${near}`);
  }
  expect(open).toEqual([]);
  expect(late.length).toBeLessThan(0.05 * still.length + 1);
  expect(closer / compared).toBeGreaterThan(0.85);
});
