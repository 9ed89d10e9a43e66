/**
 * 500 random strings: they run to their end, their books close, stick is exact, and two schemes converge to each other.
 *
 * Books close to second order under `balanced`. Impacts on an obstacle are found to a step, which is first order. So are books of `alpha` in some cases, irregularly:
 * a row comes to rest between two nodes, x+ = x- is not x, and what is left swings about its place by up to a step's way. Under `balanced` a row whose needed force
 * passes its limit by less than the error of a step may slip for one step where the audit would hold it: it drifts by a part of a step's way, and by less in shorter ones.
 */
import { expect, it } from "vitest";
import { simulate } from "../../src/simulate/simulate.ts";
import { seeded } from "../support/random.ts";
import { compileRaw } from "../support/run.ts";
import { cases } from "../support/torture.ts";
import { randomString } from "./strings.ts";

const STEPS = 160;

it(`${cases(6, 500)} random strings`, { timeout: 3_600_000 }, () => {
  const open: string[] = []; // books that do not close, schemes that do not meet
  const apart: string[] = []; // the same on obstacles, where one impact more or less decides what follows
  const still: number[] = [];
  const late: number[] = [];
  const second: number[] = []; // alpha's books, by order
  const first: number[] = [];
  let compared = 0;
  let closer = 0;
  for (let seed = 1; seed <= cases(6, 500); seed++) {
    const random = seeded(seed);
    const { problem, longest } = randomString(random, random.whole(4, 40));
    const obstacle = "obstacle" in (problem.system as object);
    let size = 0;
    const run = (type: string, parts: number) => {
      const time = { end: STEPS * longest, step: longest / parts };
      const result = simulate(compileRaw({ ...problem, time, scheme: { type } }), { samples: 50 });
      const { outcome, audit, trajectory } = result;
      const tell = (what: string) => open.push(`seed ${seed} ${type} ${parts}${obstacle ? " obstacle" : ""}: ${what}`);
      size = Math.max(size, ...trajectory.position.flatMap((column) => Array.from(column, Math.abs)));
      if (outcome.status !== "done") tell(outcome.status);
      const stick = audit.checks.find(({ name }) => name === "stick")?.verdict;
      if (type === "balanced" && stick === "failed") tell("creeps");
      if (type === "balanced") (audit.stickDrift === 0 ? still : late).push(seed);
      if (type === "balanced" && !(audit.stickDrift < (1e-3 * size) / parts))
        tell(`drifts by ${audit.stickDrift / size}`);
      const off = audit.energyError / audit.energyScale;
      const order = type === "balanced" && !obstacle ? 2 : 1;
      const bound = order === 2 ? 0.1 : 0.4;
      if (!(off < bound / parts ** order)) tell(`energy off by ${off}`);
      if (type === "alpha" && !obstacle) (off * parts ** 2 < 0.2 ? second : first).push(seed);
      return outcome.state.position;
    };
    const distance = (parts: number) => {
      const [one, other] = [run("balanced", parts), run("alpha", parts)];
      return Math.max(...one.map((value, i) => Math.abs(value - other[i]!))) / size;
    };
    const [far, near] = [distance(1), distance(4)];
    compared++;
    if (near < 0.6 * far || near < 1e-6) closer++;
    if (!(near < 0.12)) (obstacle ? apart : open).push(`seed ${seed}: schemes apart by ${far}, ${near}`);
  }
  expect(open).toEqual([]);
  expect(apart.length).toBeLessThan(0.01 * compared + 1);
  expect(late.length).toBeLessThan(0.05 * still.length + 1);
  expect(first.length).toBeLessThan(0.05 * second.length + 1);
  expect(closer / compared).toBeGreaterThan(0.85);
});
