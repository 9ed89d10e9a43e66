import { describe, expect, it } from "vitest";
import { emittedSteps } from "../../src/scheme/alpha/emitted.ts";
import { type AlphaMatrices, type AlphaSteps, plainSteps } from "../../src/scheme/alpha/steps.ts";
import { regularized, uzawa } from "../../src/step/solvers/uzawa.ts";
import { newStats, type Solver } from "../../src/step/step.ts";
import { list, type Random, seeded } from "../support/random.ts";
import { compileRaw } from "../support/run.ts";

const NODES = 120;
const fixedPoint = { called: "r", tolerance: 1e-8 } as const;
const solvers: [string, Solver][] = [
  ["uzawa", uzawa({ ...fixedPoint, start: "previous" })],
  ["uzawa from zero", uzawa({ ...fixedPoint, start: "zero" })],
  ["regularized", regularized({ ...fixedPoint, start: "previous", epsilon: 0.004 })],
];

/** Matrices of a machine that sticks and slips; nothing ties them to a motion, so that all terms count. */
function matrices(random: Random, n: number, solver: Solver): AlphaMatrices {
  const { system, scheme } = compileRaw({
    stickslip: 1,
    name: "random",
    system: {
      type: "linear",
      mass: list(n, () => random.between(0.5, 4)),
      stiffness: list(n, (i) => i).map((i) => list(n, (j) => (i === j ? 40 : 0) + random.normal())),
      friction: list(Math.max(1, n - 1), (on) => on).map((on) => ({ on, limit: random.between(0.2, 3) })),
    },
    time: { end: 1, step: 0.01 },
    scheme: { type: "alpha" },
  });
  const prepared = solver.prepareCoordinates!(scheme.problem(system, 0.01))!;
  const around = (size: number, scale: number) =>
    Float64Array.from(list(n * n, (k) => (k % (n + 1) === 0 ? size : 0) + scale * random.normal()));
  return {
    size: n,
    swing: random.chance(0.5) ? around(1.9, 0.01) : undefined,
    elastic: around(0.02, 0.003),
    load: Float64Array.from(list(NODES * n, () => 1e-4 * random.normal())),
    solver: prepared,
  };
}

/** Everything that steps leave, after each of some slices. */
function run(steps: AlphaSteps, random: Random): unknown {
  const stats = newStats();
  const fill = (into: Float64Array, scale: number) => into.set(list(into.length, () => scale * random.normal()));
  fill(steps.x, 0.1);
  steps.ahead.set(steps.x.map((value) => value + 1e-3 * random.normal()));
  fill(steps.push, 1e-4);
  steps.friction.fill(0);
  steps.dz.fill(0);
  steps.begin();
  return [0, 1, 40, NODES].slice(1).map((to, k) => {
    const done = steps.advance([0, 1, 40][k]!, to, stats);
    const { x, ahead, dz, friction } = steps;
    return [done, { ...stats }, ...[x, ahead, dz, friction].map((part) => [...part])];
  });
}

describe.each(solvers)("emitted steps with %s", (_, solver) => {
  it("have the digits of the plain ones", () => {
    const motions = new Set<string>();
    for (let seed = 1; seed <= 40; seed++) {
      const given = matrices(seeded(seed), 1 + (seed % 6), solver);
      const plain = run(plainSteps(given), seeded(1000 + seed));
      expect(run(emittedSteps(given)!, seeded(1000 + seed)), `seed ${seed}`).toEqual(plain);
      motions.add(JSON.stringify(plain));
    }
    expect(motions.size).toBe(40);
  });

  it("end where a position is no number, or has grown beyond all bounds", () => {
    const given = matrices(seeded(3), 3, solver);
    for (const push of [Number.NaN, 1e95]) {
      for (const steps of [plainSteps(given), emittedSteps(given)!]) {
        steps.push[1] = push;
        expect(steps.advance(0, 5, newStats())).toBe(false);
      }
    }
  });
});

it("are made for up to six coordinates", () => {
  const made = [1, 6, 7].map((n) => emittedSteps(matrices(seeded(1), n, solvers[0]![1])) !== undefined);
  expect(made).toEqual([true, true, false]);
});
