/** 500 random strings: they run to their end, their books close, stick is exact, and two schemes converge to each other. */
import { expect, it } from "vitest";
import { simulate } from "../../src/simulate/simulate.ts";
import { seeded } from "../support/random.ts";
import { compileRaw } from "../support/run.ts";
import { cases } from "../support/torture.ts";
import { randomString } from "./strings.ts";

const STEPS = 160;

it(`${cases(10, 500)} random strings`, { timeout: 3_600_000 }, () => {
  let compared = 0;
  let closer = 0;
  for (let seed = 1; seed <= cases(10, 500); seed++) {
    const random = seeded(seed);
    const { problem, longest } = randomString(random, random.whole(4, 40));
    const run = (type: string, parts: number) => {
      const time = { end: STEPS * longest, step: longest / parts };
      const result = simulate(compileRaw({ ...problem, time, scheme: { type } }), { samples: 50 });
      expect(result.outcome.status, `seed ${seed} ${type}`).toBe("done");
      const exact = { stickSpeed: 0, stickDrift: 0, creepTime: 0 }; // rows under alpha settle about their place
      if (type === "balanced") expect(result.audit, `seed ${seed}`).toMatchObject(exact);
      expect(result.audit.energyError / result.audit.energyScale, `seed ${seed} ${type}`).toBeLessThan(0.05);
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
    expect(near, `seed ${seed}`).toBeLessThan(0.12);
  }
  expect(closer / compared).toBeGreaterThan(0.85);
});
