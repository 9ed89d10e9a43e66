import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inner, times } from "../../src/numeric/plain-matrix.ts";
import { equilibriumSet, extentAlong } from "../../src/stability/rest/equilibrium-set.ts";
import { energyAt, greatestEnergy } from "../../src/stability/rest/greatest-energy.ts";
import { polygonArea } from "../../src/stability/rest/polygon.ts";
import { analyzeRest } from "../../src/stability/rest/rest-analysis.ts";
import { equilibriumSection, equilibriumShadow } from "../../src/stability/rest/sections.ts";
import { inverse } from "../oracles/dense.ts";
import { list, type Random, seeded, withSpectrum } from "../support/random.ts";
import { cases } from "../support/torture.ts";
import { canRest, machine, randomMachine, twoMasses } from "./machines.ts";

/** Every corner of the box of row forces, sent through K^{-1} by another solver. */
function bruteCorners(of: ReturnType<typeof machine>): number[][] {
  const K = inverse(of.stiffness.map((row) => [...row]));
  return list(2 ** of.rows.length, (code) => code).map((code) => {
    const load = of.rows.reduce(
      (sum, { direction, forward, backward }, i) =>
        sum.map((entry, k) => entry + ((code >> i) & 1 ? backward : -forward) * direction[k]!),
      [...of.force],
    );
    return K.map((row) => inner(row, load));
  });
}

/** Convex hull by gift wrapping: independent of the sorted generators. */
function hullArea(points: readonly (readonly number[])[]): number {
  const sorted = [...points].sort((a, b) => a[0]! - b[0]! || a[1]! - b[1]!);
  const half = (list: readonly (readonly number[])[]) => {
    const chain: (readonly number[])[] = [];
    for (const p of list) {
      while (chain.length > 1) {
        const [a, b] = [chain.at(-2)!, chain.at(-1)!];
        if ((b[0]! - a[0]!) * (p[1]! - a[1]!) - (b[1]! - a[1]!) * (p[0]! - a[0]!) > 0) break;
        chain.pop();
      }
      chain.push(p);
    }
    return chain.slice(0, -1);
  };
  return polygonArea([...half(sorted), ...half(sorted.reverse())].map(([x, y]) => [x!, y!]));
}

function randomSet(random: Random, n: number) {
  const rows = random.whole(0, 6);
  return machine({
    damping: withSpectrum(
      random,
      list(n, () => 1),
    ),
    stiffness: withSpectrum(
      random,
      list(n, () => random.decade(-0.5, 0.7)),
    ),
    force: list(n, () => random.between(-1, 1)),
    directions: list(rows, () => 0).map(() => list(n, () => (random.chance(0.3) ? 0 : random.between(-1, 1)))),
    limits: list(rows, () => (random.chance(0.2) ? 0 : random.between(0, 2))),
    backward: list(rows, () => random.between(0, 2)),
    kinetic: random.between(0.5, 1),
  });
}

describe("the paper's example", () => {
  const { vertices, area, extents, energy, printed, set } = analyzeRest(twoMasses(0.5));

  test("has the corners +-(1, 1), +-(1/3, -1/3), area 4/3 and greatest energy 1", () => {
    const corners = [
      [-1, -1],
      [1 / 3, -1 / 3],
      [1, 1],
      [-1 / 3, 1 / 3],
    ];
    expect(vertices).toHaveLength(4);
    corners.forEach((corner, k) => {
      corner.forEach((value, i) => {
        expect(Math.abs(vertices![k]![i]! - value)).toBeLessThan(1e-14);
      });
    });
    expect(Math.abs(area! - 4 / 3)).toBeLessThan(1e-14);
    expect(Math.abs(energy!.value - 1)).toBeLessThan(1e-14);
    expect(energy!.exact).toBe(true);
    for (const { low, high } of extents)
      expect([low, high].map((end) => Math.round(1e12 * end) / 1e12)).toEqual([-1, 1]);
    expect(set!.unbounded).toEqual([]);
  });

  test("(26) is its bounding box, of area 4", () => {
    expect(printed!.box.map((end) => Math.round(1e12 * end) / 1e12)).toEqual([1, 1]);
  });
});

test("zonotopes equal the hull of all sign vectors: extents, area and greatest energy", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
      const random = seeded(seed);
      const n = random.whole(2, 4);
      const of = randomSet(random, n);
      const corners = bruteCorners(of);
      const set = equilibriumSet(of)!;
      for (let i = 0; i < n; i++) {
        const { low, high } = extentAlong(
          set,
          list(n, (k) => (k === i ? 1 : 0)),
        );
        const values = corners.map((corner) => corner[i]!);
        expect(Math.abs(low - Math.min(...values))).toBeLessThan(1e-10);
        expect(Math.abs(high - Math.max(...values))).toBeLessThan(1e-10);
      }
      const shadow = equilibriumShadow(set, 0, n - 1)!;
      expect(shadow.length).toBeLessThanOrEqual(Math.max(1, 2 * of.rows.length));
      const area = hullArea(corners.map((corner) => [corner[0]!, corner[n - 1]!]));
      expect(Math.abs(polygonArea(shadow) - area)).toBeLessThan(1e-9 * Math.max(1, area));
      const { energy } = analyzeRest(of);
      const energies = corners.map((corner) => {
        const away = corner.map((value, k) => value - set.center[k]!);
        return inner(away, times(of.stiffness, away)) / 2;
      });
      expect(Math.abs(energy!.value - Math.max(...energies))).toBeLessThan(1e-9 * Math.max(1, energy!.value));
    }),
    { numRuns: cases(60, 150) },
  );
});

describe("greatestEnergy", () => {
  test("looks at all corners for 12 rows, and bounds 24 rows from above", () => {
    const random = seeded(3);
    for (const m of [12, 24]) {
      const spectrum = list(m, () => random.between(0, 1));
      const matrix = withSpectrum(random, spectrum);
      const ranges = list(m, (i) => i).map(() => ({ low: -random.between(0.2, 1), high: random.between(0.2, 1) }));
      const found = greatestEnergy(matrix, ranges);
      let most = 0;
      for (let k = 0; k < 4000; k++) {
        most = Math.max(
          most,
          energyAt(
            matrix,
            ranges.map(({ low, high }) => (random.chance(0.5) ? low : high)),
          ),
        );
      }
      expect(found.exact).toBe(m === 12);
      expect(found.value).toBeGreaterThanOrEqual(most * (1 - 1e-12));
      expect(found.value).toBeGreaterThanOrEqual(energyAt(matrix, found.corner) * (1 - 1e-12));
      if (found.exact) expect(Math.abs(found.value - energyAt(matrix, found.corner))).toBeLessThan(1e-12);
    }
  });
});

test("many rows that all push one way: the bound is reached, and known to be", () => {
  const matrix = list(40, (i) => i).map((i) => list(40, (j) => 1 / (1 + Math.abs(i - j))));
  const ranges = list(40, (i) => i).map(() => ({ low: -1, high: 1 }));
  const { value, exact } = greatestEnergy(matrix, ranges);
  expect([value, exact]).toEqual([matrix.flat().reduce((sum, entry) => sum + entry, 0) / 2, true]);
});

describe("sets that are not solid", () => {
  const rows = { directions: [[1, 0]], limits: [1] };
  const damping = [
    [1, 0],
    [0, 1],
  ];

  test("no friction and zero limits: E is a point, moved by the force", () => {
    const stiffness = [
      [2, -1],
      [-1, 2],
    ];
    for (const [directions, limits] of [
      [[], []],
      [[[1, 0]], [0]],
    ] as [number[][], number[]][]) {
      const { vertices, area, energy } = analyzeRest(
        machine({ damping, stiffness, directions, limits, force: [3, 0] }),
      );
      expect(vertices!.map((corner) => corner.map((value) => Math.round(1e12 * value) / 1e12))).toEqual([[2, 1]]);
      expect([area, energy!.value]).toEqual([0, 0]);
    }
  });

  test("a singular stiffness: E has no end along its kernel, and what is bounded is told", () => {
    // two masses on one spring, floor under both: they may stand anywhere, but not far apart
    const free = machine({
      damping,
      stiffness: [
        [1, -1],
        [-1, 1],
      ],
      directions: [
        [1, 0],
        [0, 1],
      ],
      limits: [1, 2],
    });
    const set = equilibriumSet(free)!;
    expect(set.unbounded).toHaveLength(1);
    expect(Math.abs(set.unbounded[0]![0]! - set.unbounded[0]![1]!)).toBeLessThan(1e-12);
    expect(extentAlong(set, [1, 0])).toEqual({ low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY });
    const { low, high } = extentAlong(set, [1, -1]);
    expect([low, high].map((end) => Math.round(1e9 * end) / 1e9)).toEqual([-1, 1]); // the lesser limit
    expect(equilibriumShadow(set, 0, 1)).toBeUndefined();
    expect(analyzeRest(free).energy).toBeUndefined();
  });

  test("a force that nothing holds leaves no place to rest; friction may hold it", () => {
    const stiffness = [
      [0, 0],
      [0, 1],
    ];
    expect(equilibriumSet(machine({ damping, stiffness, ...rows, force: [1.5, 0] }))).toBeUndefined();
    const held = equilibriumSet(machine({ damping, stiffness, ...rows, force: [0.5, 3] }))!;
    expect(extentAlong(held, [0, 1])).toEqual({ low: 3, high: 3 });
  });
});

test("sections agree with a test of single points", () => {
  for (let seed = 1; seed <= 25; seed++) {
    const random = seeded(seed);
    const of = randomMachine(random, 3, 4, 0);
    const at = list(3, () => random.between(-0.05, 0.05));
    const section = equilibriumSection(of, 0, 2, at);
    expect(section, `seed ${seed}`).toBeDefined();
    const middle = [0, 1].map((k) => section!.reduce((sum, corner) => sum + corner[k]!, 0) / section!.length);
    for (const corner of section!) {
      for (const [share, rests] of [
        [0.999, true],
        [1.001, false],
      ] as const) {
        const [x, z] = corner.map((value, k) => middle[k]! + share * (value - middle[k]!));
        expect(canRest(of, [x!, at[1]!, z!]), `seed ${seed}`).toBe(rests);
      }
    }
  }
});
