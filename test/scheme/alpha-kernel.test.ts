import { describe, expect, it } from "vitest";
import { type AlphaKernel, alphaKernel } from "../../src/scheme/alpha/kernel.ts";
import { type AlphaMatrices, plainSteps } from "../../src/scheme/alpha/steps.ts";
import { activeSet } from "../../src/step/solvers/active-set.ts";
import { newStats } from "../../src/step/step.ts";
import { list, type Random, seeded } from "../support/random.ts";
import { compileRaw } from "../support/run.ts";

const NODES = 150;

/** Matrices of a machine that sticks and slips; nothing ties them to a motion, so that all terms count. */
function matrices(random: Random, n: number): AlphaMatrices {
  const { system, scheme } = compileRaw({
    stickslip: 1,
    name: "random",
    system: {
      type: "linear",
      mass: list(n, () => random.between(0.5, 4)),
      stiffness: list(n, (i) => i).map((i) => list(n, (j) => (i === j ? 400 : 0) + 10 * random.normal())),
      friction: list(Math.max(1, n - (n % 3)), (on) => on).map((on) => ({ on, limit: random.between(0.2, 3) })),
    },
    time: { end: 1, step: 0.01 },
    scheme: { type: "alpha" },
  });
  const solver = activeSet().prepareCoordinates!(scheme.problem(system, 0.01))!;
  const around = (size: number, scale: number) =>
    Float64Array.from(list(n * n, (k) => (k % (n + 1) === 0 ? size : 0) + scale * random.normal()));
  return {
    size: n,
    swing: random.chance(0.5) ? around(1.9, 0.01 / n) : undefined,
    elastic: around(0.02, 0.003 / n),
    load: Float64Array.from(list(NODES * n, () => 1e-4 * random.normal())),
    solver,
  };
}

interface Start {
  readonly x: readonly number[];
  readonly ahead: readonly number[];
  readonly push: readonly number[];
  readonly from: number;
}

function start(random: Random, n: number, from: number): Start {
  const x = list(n, () => 0.1 * random.normal());
  return {
    x,
    ahead: x.map((value) => value + 1e-3 * random.normal()),
    push: list(n, () => 1e-4 * random.normal()),
    from,
  };
}

/** Where a run is after so many steps. */
function plain(given: AlphaMatrices, { x, ahead, push, from }: Start, count: number) {
  const steps = plainSteps(given);
  const stats = newStats();
  steps.x.set(x);
  steps.ahead.set(ahead);
  steps.push.set(push);
  steps.friction.fill(0);
  steps.begin();
  expect(steps.advance(from, from + count, stats)).toBe(true);
  const parts = [steps.x, steps.ahead, steps.dz, steps.friction].map((part) => [...part]);
  return { parts, iterations: stats.iterations };
}

function emitted(kernel: AlphaKernel, n: number, starts: readonly Start[], slices: readonly number[]) {
  const { place, lanes } = kernel;
  const { box } = kernel;
  for (let lane = 0; lane < lanes; lane++) {
    const { x, ahead, push } = starts[lane]!;
    for (let i = 0; i < n; i++) {
      kernel.x[place(lane, i)] = x[i]!;
      kernel.ahead[place(lane, i)] = ahead[i]!;
      kernel.push[place(lane, i)] = push[i]!;
      const side = 0 <= box.lower[i]! ? -1 : 0 >= box.upper[i]! ? 1 : 0;
      for (const sides of kernel.sides) sides[place(lane, i)] = side;
    }
  }
  kernel.begin();
  const nodes = Int32Array.from({ length: lanes }, (_, lane) => starts[lane]!.from);
  let iterations = 0;
  for (const count of slices) {
    for (let left = count; left > 0; ) {
      iterations += kernel.advance(nodes, left, 16);
      for (let lane = 0; lane < lanes; lane++) nodes[lane]! += left - kernel.left();
      left = kernel.left();
    }
  }
  const groups = [kernel.x, kernel.ahead, kernel.dz, kernel.friction];
  return {
    ends: list(lanes, (lane) => lane).map((lane) =>
      groups.map((part) => list(n, (i) => i).map((i) => part[place(lane, i)]!)),
    ),
    iterations,
  };
}

describe.each(list(30, (k) => k + 1))("%i coordinates", (n) => {
  it("end with the digits of plain loops, however many steps are taken at once", () => {
    let stuck = 0;
    let slipping = 0;
    for (let seed = 1; seed <= (n > 12 ? 2 : 6); seed++) {
      const random = seeded(100 * n + seed);
      const given = matrices(random, n);
      const kernel = alphaKernel(given)!;
      const starts = [0, 20].map((from) => start(random, n, from));
      const slices = [1, 40, 59];
      const { ends, iterations } = emitted(kernel, n, starts, slices);
      ends.forEach((end, lane) => {
        const oracle = plain(given, starts[lane]!, 100);
        expect(end, `seed ${seed}, run ${lane}`).toEqual(oracle.parts);
        if (kernel.lanes === 1) expect(iterations).toBe(oracle.iterations);
        stuck += end[2]!.filter((change) => change === 0).length;
        slipping += end[2]!.filter((change) => change !== 0).length;
      });
    }
    expect(stuck).toBeGreaterThan(0);
    expect(slipping).toBeGreaterThan(0);
  });
});
