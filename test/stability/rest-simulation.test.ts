/** The analysis against motions: the event-driven scheme knows nothing of energies and zonotopes. */
import { describe, expect, test } from "vitest";
import { addScaled, combination, inner, scaled, times } from "../../src/numeric/plain-matrix.ts";
import { pencilEigen } from "../../src/numeric/symmetric-eigen.ts";
import { runToEnd } from "../../src/simulate/run/final.ts";
import { certify } from "../../src/stability/rest/certificate.ts";
import { exactBound } from "../../src/stability/rest/exact-bound.ts";
import type { FrictionMachine } from "../../src/stability/rest/machine.ts";
import { analyzeRest } from "../../src/stability/rest/rest-analysis.ts";
import { list, type Random, seeded } from "../support/random.ts";
import { compileRaw } from "../support/run.ts";
import { canRest, machine, problemOf, randomMachine, twoMasses } from "./machines.ts";

function endOf(of: FrictionMachine, position: readonly number[], end: number, velocity?: readonly number[]) {
  const { state, status } = runToEnd(compileRaw(problemOf(of, position, end, velocity)));
  expect(status).toBe("done");
  return { position: Array.from(state.position), velocity: Array.from(state.velocity) };
}

const moved = (from: readonly number[], to: readonly number[]) => Math.max(...from.map((x, i) => Math.abs(x - to[i]!)));

describe("corners of E", () => {
  test("just inside rests, just outside moves: random machines with two coordinates", () => {
    for (let seed = 1; seed <= 12; seed++) {
      const random = seeded(seed);
      const base = randomMachine(random, 2, random.whole(2, 4), random.whole(0, 1));
      const of: FrictionMachine = {
        ...base,
        force: list(2, () => random.between(-1, 1)),
        rows: base.rows.map((row) => {
          const backward = row.forward * random.between(0.4, 1);
          return { ...row, backward, kineticBackward: backward };
        }),
      };
      const { vertices, set } = analyzeRest(of);
      expect(vertices!.length).toBeGreaterThanOrEqual(4);
      for (const corner of vertices!) {
        const at = (share: number) => addScaled(set!.center, share, addScaled(corner, -1, set!.center));
        expect(moved(at(1 - 1e-6), endOf(of, at(1 - 1e-6), 5).position), `seed ${seed}`).toBeLessThan(1e-12);
        expect(moved(at(1 + 1e-4), endOf(of, at(1 + 1e-4), 5).position), `seed ${seed}`).toBeGreaterThan(1e-8);
      }
    }
  });

  test("and with four coordinates, where the corners come from sign vectors", () => {
    const random = seeded(5);
    const of = randomMachine(random, 4, 4, 1);
    const { set } = analyzeRest(of);
    for (let code = 0; code < 16; code++) {
      const signs = set!.ranges.map(({ low, high }, i) => ((code >> i) & 1 ? low : high));
      const corner = combination(set!.generators, signs, 4);
      expect(moved(scaled(corner, 1 - 1e-6), endOf(of, scaled(corner, 1 - 1e-6), 5).position)).toBeLessThan(1e-12);
      expect(moved(scaled(corner, 1 + 1e-4), endOf(of, scaled(corner, 1 + 1e-4), 5).position)).toBeGreaterThan(1e-8);
    }
  });
});

/** A state of a given energy above the center, in a random direction of positions and velocities. */
function stateOf(of: FrictionMachine, center: readonly number[], energy: number, random: Random) {
  const n = center.length;
  const away = list(n, () => random.normal());
  const velocity = list(n, () => random.normal());
  const now = inner(away, times(of.stiffness, away)) / 2 + inner(velocity, times(of.mass, velocity)) / 2;
  const scale = Math.sqrt(energy / now);
  return { position: addScaled(center, scale, away), velocity: scaled(velocity, scale) };
}

/** At rest on E, up to what an exponential decay leaves after a long time. */
function atRest(of: FrictionMachine, { position, velocity }: { position: number[]; velocity: number[] }): boolean {
  return Math.max(...velocity.map(Math.abs)) < 1e-6 && canRest(of, position, 1e-4);
}

describe("states that are called attracted", () => {
  test("come to rest on E: random machines, states up to the guaranteed energy, its worst velocity among them", () => {
    let local = 0;
    for (let seed = 1; seed <= 24; seed++) {
      const random = seeded(seed);
      const n = random.whole(1, 4);
      const of = randomMachine(random, n, random.whole(1, n), random.whole(0, Math.min(2, n)));
      const analysis = analyzeRest(of);
      const { verdict } = certify(analysis);
      if (verdict === "not-certified") continue;
      const { rho, set, friction } = analysis;
      const energy = Number.isFinite(rho.exact) ? 0.99 * rho.exact : 20;
      const horizon = Math.max(300, ...(analysis.leastFree ? [60 / analysis.leastFree.value] : []));
      const starts = list(3, (k) => k).map(() => stateOf(of, set!.center, energy, random));
      if (verdict === "local") {
        local++;
        const worst = exactBound(of, friction).velocity!;
        starts.push({ position: [...set!.center], velocity: scaled(worst, 0.995) });
      }
      for (const { position, velocity } of starts) {
        const end = endOf(of, position, horizon, velocity);
        expect(atRest(of, end), `seed ${seed}, ${verdict}`).toBe(true);
      }
    }
    expect(local).toBeGreaterThan(8);
  });

  test("weakening and asymmetric limits, with a force: the same", () => {
    const friction = [
      { on: 0, limit: 1.5, backward: 1, weakening: { shape: "stribeck", beta: 0.4, speed: 0.2 } },
      { on: 1, limit: 1, kinetic: 0.7 },
    ];
    const raw = {
      ...problemOf(twoMasses(0.5), [0, 0]),
      system: { ...problemOf(twoMasses(0.5), [0, 0]).system, friction, force: [0.3, -0.2] },
      time: { end: 400, step: 0.1 },
    };
    const of: FrictionMachine = {
      ...twoMasses(0.5),
      force: [0.3, -0.2],
      rows: [
        { name: "a", direction: [1, 0], forward: 1.5, backward: 1, kineticForward: 0.9, kineticBackward: 0.6 },
        { name: "b", direction: [0, 1], forward: 1, backward: 1, kineticForward: 0.7, kineticBackward: 0.7 },
      ],
    };
    const { rho, set } = analyzeRest(of);
    expect(rho.exact).toBeGreaterThan(1);
    const random = seeded(2);
    for (let k = 0; k < 6; k++) {
      const { position, velocity } = stateOf(of, set!.center, 0.99 * rho.exact, random);
      const { state } = runToEnd(compileRaw({ ...raw, initial: { position, velocity } }));
      expect(atRest(of, { position: Array.from(state.position), velocity: Array.from(state.velocity) })).toBe(true);
    }
  });
});

test("a motion may die out to nothing: velocities below the smallest number end no run", () => {
  const of = machine({ damping: [[2]], stiffness: [[5]], directions: [], limits: [] });
  const { position, velocity } = endOf(of, [1], 3000);
  expect([Math.abs(position[0]!) < 1e-250, Math.abs(velocity[0]!) < 1e-250]).toEqual([true, true]);
});

describe("states that are not", () => {
  test("friction on mass 1 alone with negative damping on mass 2: only E itself rests", () => {
    for (const of of [
      twoMasses(0.3, [[1, 0]]),
      machine({
        damping: [
          [0.5, 0],
          [0, -0.1],
        ],
        stiffness: [
          [2, -1],
          [-1, 2],
        ],
        directions: [[1, 0]],
        limits: [1],
      }),
    ]) {
      expect(certify(analyzeRest(of)).verdict).toBe("not-certified");
      expect(endOf(of, [0.5, 0.25], 200).position).toEqual([0.5, 0.25]);
      const { position, velocity } = endOf(of, [0.5, 0.2501], 200);
      expect(moved([0.5, 0.25], position) + Math.max(...velocity.map(Math.abs))).toBeGreaterThan(0.01);
    }
  });

  test("beyond the guaranteed energy some motions never rest: the bound is not idle", () => {
    const of = twoMasses(0.5);
    const slowest = pencilEigen(of.damping, of.mass)![0]!.vector;
    // the saddle cycle along x1 = -x2 has the amplitude 2.945371329706
    expect(atRest(of, endOf(of, scaled(slowest, 2.94 * Math.SQRT2), 400))).toBe(true);
    expect(atRest(of, endOf(of, scaled(slowest, 2.95 * Math.SQRT2), 100))).toBe(false);
  });

  test("mass 2 swings for ever without damping beside a stuck mass 1", () => {
    const of = machine({
      damping: [
        [0, 0],
        [0, 0],
      ],
      stiffness: [
        [2, -1],
        [-1, 2],
      ],
      directions: [[1, 0]],
      limits: [1],
    });
    const { velocity, position } = endOf(of, [0, 0.3], 1000);
    expect(velocity[1]! ** 2 / 2 + position[1]! ** 2).toBeCloseTo(0.09, 8);
  });
});
