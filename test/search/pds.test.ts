import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DirectSearchOptions, directSearch } from "../../src/search/pds.ts";
import { lookAhead } from "../../src/search/template.ts";
import { list, seeded, uniform, withSpectrum } from "../support/random.ts";

type Objective = (x: Float64Array) => number;

function minimize(f: Objective, options: DirectSearchOptions) {
  const search = directSearch(options);
  const values: number[] = [];
  for (let points = search.ask(); points.length > 0; points = search.ask()) {
    search.tell(points.map(f));
    values.push(search.best().value);
  }
  return { search, values };
}

describe("the look-ahead template", () => {
  it("begins with rotation, expansion and contraction about the best vertex", () => {
    const { points, shrink } = lookAhead(2, 6);
    const offsets = points.map(({ offset }) => Array.from(offset));
    expect(offsets).toEqual([
      [-1, 0],
      [0, -1],
      [-2, 0],
      [0, -2],
      [0.5, 0],
      [0, 0.5],
    ]);
    expect(shrink).toBe(0.5);
  });

  it.each([
    [1, 3],
    [3, 9],
    [3, 1728],
    [8, 24],
    [8, 500],
  ])("has as many different points as asked for: n = %i, %i points", (n, count) => {
    const { points } = lookAhead(n, count);
    expect(points).toHaveLength(count);
    expect(new Set(points.map(({ offset }) => offset.join())).size).toBe(count);
  });

  it("looks three whole steps ahead with 1728 points in three dimensions, so that it shrinks to an eighth", () => {
    expect(lookAhead(3, 1728).shrink).toBe(1 / 8);
    expect(lookAhead(3, 9).shrink).toBe(1 / 2);
  });

  it("gives each point a simplex that is a copy of the first one, scaled by a power of two", () => {
    const edge = (a: Float64Array, b: Float64Array) => Math.hypot(...a.map((x, i) => x - b[i]!));
    for (const point of lookAhead(3, 400).points) {
      const simplex = point.simplex().map(({ offset }) => offset);
      expect(simplex[0]).toEqual(point.offset);
      const lengths = simplex.flatMap((a, i) => simplex.slice(i + 1).map((b) => edge(a, b))).sort((a, b) => a - b);
      expect(Math.abs(Math.log2(lengths[0]!) % 1)).toBe(0);
      const ratios = lengths.map((length) => length / lengths[0]!);
      for (const [k, ratio] of ratios.entries()) expect(ratio).toBeCloseTo(k < 3 ? 1 : Math.SQRT2, 12);
    }
  });
});

describe("parallel direct search", () => {
  it.each([2, 3, 4, 5, 6, 7, 8])("finds the minimum of quadratics in %i dimensions", (n) => {
    for (let seed = 0; seed < 3; seed++) {
      const random = seeded(100 * n + seed);
      const matrix = withSpectrum(
        random,
        list(n, (i) => 1 + (4 * i) / n),
      );
      const center = list(n, () => random.between(-3, 3));
      const f: Objective = (x) => {
        const d = center.map((c, i) => x[i]! - c);
        return matrix.reduce((sum, row, i) => sum + d[i]! * row.reduce((dot, a, j) => dot + a * d[j]!, 0), 0);
      };
      const { search } = minimize(f, { start: new Float64Array(n), points: 3 * n, budget: 50_000 });
      expect(search.ended()).toBe("edge-tolerance");
      expect(Math.max(...search.best().point.map((x, i) => Math.abs(x - center[i]!)))).toBeLessThan(1e-7);
    }
  });

  it("finds the minimum of Rosenbrock's function", () => {
    const f: Objective = ([x, y]) => 100 * (y! - x! * x!) ** 2 + (1 - x!) ** 2;
    const { search } = minimize(f, { start: Float64Array.of(-1.2, 1), points: 100, budget: 10_000 });
    expect(search.ended()).toBe("edge-tolerance");
    expect(Math.hypot(search.best().point[0]! - 1, search.best().point[1]! - 1)).toBeLessThan(1e-7);
  });

  const powell: Objective = ([a, b, c, d]) =>
    (a! + 10 * b!) ** 2 + 5 * (c! - d!) ** 2 + (b! - 2 * c!) ** 4 + 10 * (a! - d!) ** 4;

  it("finds the minimum of Powell's singular function from the usual start, which is on its lattice", () => {
    const { search } = minimize(powell, { start: Float64Array.of(3, -1, 0, 1), points: 400, budget: 20_000 });
    expect(search.ended()).toBe("edge-tolerance");
    expect(Math.max(...search.best().point.map(Math.abs))).toBeLessThan(1e-9);
  });

  it("comes near it from elsewhere, slowly: its second derivative is singular there", () => {
    const start = Float64Array.of(3.1, -0.9, 0.2, 1.3);
    const { search } = minimize(powell, { start, points: 400, budget: 400_000 });
    expect(powell(start)).toBeGreaterThan(100);
    expect(search.best().value).toBeLessThan(1e-7);
    expect(Math.max(...search.best().point.map(Math.abs))).toBeLessThan(0.02);
  });

  it("says that the edge tolerance ended it where it stalls on a function that is not smooth", () => {
    // a narrow valley along x = y: every lattice direction goes up from (1, 1), yet the minimum is at the origin
    const f: Objective = ([x, y]) => Math.abs(x! - y!) * 10 + Math.abs(x! + y!);
    const { search } = minimize(f, { start: Float64Array.of(1, 1), points: 6, budget: 10_000 });
    expect(search.ended()).toBe("edge-tolerance");
    expect(search.best().value).toBeGreaterThan(1);
  });

  it("keeps to its budget, and asks for nothing after the end", () => {
    const { search } = minimize(([x, y]) => x! * x! + y! * y!, { start: Float64Array.of(5, 3), points: 6, budget: 50 });
    expect(search.ended()).toBe("budget");
    expect(search.evaluations()).toBe(3 + 7 * 6);
    expect(search.rounds()).toBe(7);
    expect(search.ask()).toEqual([]);
  });

  it("takes what is not a number for infinitely bad", () => {
    const f: Objective = ([x, y]) => (x! > 2 ? Number.NaN : (x! - 2) ** 2 + y! * y!);
    const { search } = minimize(f, { start: Float64Array.of(0.3, 0.2), points: 6 });
    expect(search.best().value).toBeLessThan(1e-9);
  });

  it("never gets worse, asks for its points and shrinks to its tolerance, whatever the function", () => {
    const inputs = fc.record({
      n: fc.integer({ min: 1, max: 4 }),
      points: fc.integer({ min: 2, max: 60 }),
      coefficients: fc.array(uniform(-2, 2), { minLength: 12, maxLength: 12 }),
    });
    fc.assert(
      fc.property(inputs, ({ n, points, coefficients }) => {
        const f: Objective = (x) =>
          x.reduce((sum, entry, i) => {
            return (
              sum + Math.abs(entry - coefficients[i]!) + coefficients[i + 4]! * Math.sin(3 * entry) + entry * entry
            );
          }, 0);
        const search = directSearch({ start: new Float64Array(n), points, budget: 3000, tolerance: 1e-6 });
        let before = Number.POSITIVE_INFINITY;
        for (let asked = search.ask(); asked.length > 0; asked = search.ask()) {
          expect(asked).toHaveLength(search.evaluations() === 0 ? n + 1 : points);
          expect(search.ask()).toBe(asked);
          search.tell(asked.map(f));
          const { value, point } = search.best();
          expect(value).toBeLessThanOrEqual(before);
          expect(f(point)).toBe(value);
          before = value;
        }
        if (search.ended() === "edge-tolerance") expect(search.edge()).toBeLessThan(1e-6);
        else expect(search.evaluations() + points).toBeGreaterThan(3000);
      }),
      { numRuns: 60 },
    );
  });

  it("goes on from the best of its stored vertices when they are scored again", () => {
    const search = directSearch({ start: Float64Array.of(0, 0), points: 6 });
    const f: Objective = ([x, y]) => (x! - 3) ** 2 + (y! - 1) ** 2;
    const g: Objective = ([x, y]) => (x! + 3) ** 2 + (y! + 1) ** 2;
    for (let k = 0; k < 3; k++) search.tell(search.ask().map(f));
    const stored = search.stored();
    for (const { point, value } of stored) expect(f(point)).toBe(value);
    expect(stored.length).toBeGreaterThan(1);
    const evaluations = search.evaluations();
    search.rescore(stored.map(({ point }) => g(point)));
    expect(search.evaluations()).toBe(evaluations);
    expect(search.best().value).toBe(Math.min(...stored.map(({ point }) => g(point))));
    for (let points = search.ask(); points.length > 0; points = search.ask()) search.tell(points.map(g));
    expect(search.best().value).toBeLessThan(1e-15);
  });

  it("refuses a wrong number of values", () => {
    const search = directSearch({ start: Float64Array.of(0, 0) });
    search.ask();
    expect(() => search.tell([1, 2])).toThrow("not 3 values: 2");
  });
});
