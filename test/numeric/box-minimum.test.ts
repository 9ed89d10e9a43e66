import { expect, test } from "vitest";
import { boxMinimum } from "../../src/numeric/box-minimum.ts";
import { list, seeded, withSpectrum } from "../support/random.ts";

test("box minima meet their optimality conditions", () => {
  let boundary = 0;
  for (let seed = 0; seed < 300; seed++) {
    const random = seeded(seed);
    const n = random.whole(1, 9);
    const spectrum = list(n, () => random.decade(-3, 4));
    const matrix = withSpectrum(random, spectrum);
    const gradient = Float64Array.from(list(n, () => random.decade(-1, 2) * random.normal()));
    const low = Float64Array.from(list(n, () => (random.chance(0.2) ? 0 : -random.decade(-2, 1))));
    const high = Float64Array.from(
      list(n, () => (random.chance(0.2) ? Number.POSITIVE_INFINITY : random.decade(-2, 1))),
    );
    const { x, held } = boxMinimum(Float64Array.from(matrix.flat()), gradient, low, high);
    const slope = matrix.map((row, i) => row.reduce((sum, a, j) => sum + a * x[j]!, gradient[i]!));
    const scale = 1e-8 * Math.max(...gradient.map(Math.abs), ...spectrum);
    for (let i = 0; i < n; i++) {
      expect(x[i]!).toBeGreaterThanOrEqual(low[i]!);
      expect(x[i]!).toBeLessThanOrEqual(high[i]!);
      if (held[i] === 0) expect(Math.abs(slope[i]!)).toBeLessThan(scale);
      else expect(slope[i]! * held[i]!).toBeLessThan(scale);
      if (held[i] !== 0) expect(x[i]).toBe(held[i]! < 0 ? low[i] : high[i]);
      if (held[i] !== 0) boundary++;
    }
  }
  expect(boundary).toBeGreaterThan(300);
});
