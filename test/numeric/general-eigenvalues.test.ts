import { describe, expect, it } from "vitest";
import { eigenvalues } from "../../src/numeric/general-eigenvalues.ts";
import { seeded } from "../support/random.ts";

function found(rows: readonly (readonly number[])[]): [number, number][] {
  const { real, imaginary } = eigenvalues(Float64Array.from(rows.flat()), rows.length)!;
  return [...real].map((x, i): [number, number] => [x, imaginary[i]!]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

describe("eigenvalues of any matrix", () => {
  it("knows small ones by heart", () => {
    expect(found([[3]])).toEqual([[3, 0]]);
    const turn = found([
      [0, -2],
      [2, 0],
    ]);
    expect(turn).toEqual([
      [0, -2],
      [0, 2],
    ]);
    const companion = found([
      [0, 1, 0],
      [0, 0, 1],
      [6, -11, 6],
    ]);
    companion.forEach(([x, y], i) => {
      expect(x).toBeCloseTo(i + 1, 12);
      expect(y).toBeCloseTo(0, 12);
    });
  });

  it("finds the roots of cyclic shifts, where shifts stall without exceptional ones", () => {
    const shift = found([
      [0, 0, 0, 1],
      [1, 0, 0, 0],
      [0, 1, 0, 0],
      [0, 0, 1, 0],
    ]);
    for (const [x, y] of shift) expect(x * x + y * y).toBeCloseTo(1, 12);
  });

  it("keeps trace, determinant of A - s and conjugate pairs on random matrices", () => {
    const random = seeded(5);
    for (let k = 0; k < 200; k++) {
      const n = random.whole(1, 12);
      const scale = Array.from({ length: n }, () => random.decade(-2, 2));
      const a = Array.from({ length: n }, (_, i) =>
        Array.from({ length: n }, (_, j) => (random.chance(0.3) ? 0 : (random.between(-1, 1) * scale[i]!) / scale[j]!)),
      );
      const values = found(a);
      const trace = a.reduce((sum, row, i) => sum + row[i]!, 0);
      expect(values.reduce((sum, [x]) => sum + x, 0)).toBeCloseTo(trace, 9);
      expect(values.reduce((sum, [, y]) => sum + y, 0)).toBeCloseTo(0, 9);
      const shift = random.between(2, 4);
      const product = values.reduce(
        ([p, q], [x, y]) => [p * (x - shift) - q * y, p * y + q * (x - shift)] as [number, number],
        [1, 0] as [number, number],
      );
      const wanted = determinant(a.map((row, i) => row.map((entry, j) => entry - (i === j ? shift : 0))));
      expect(Math.abs(product[0] - wanted)).toBeLessThan(1e-9 * Math.max(1, Math.abs(wanted)));
    }
  });
});

/** By elimination with pivots. */
function determinant(rows: readonly (readonly number[])[]): number {
  const a = rows.map((row) => [...row]);
  let product = 1;
  for (let k = 0; k < a.length; k++) {
    const pivot = a.reduce((best, row, i) => (i >= k && Math.abs(row[k]!) > Math.abs(a[best]![k]!) ? i : best), k);
    if (pivot !== k) {
      [a[k], a[pivot]] = [a[pivot]!, a[k]!];
      product = -product;
    }
    product *= a[k]![k]!;
    if (a[k]![k] === 0) return 0;
    for (let i = k + 1; i < a.length; i++) {
      const factor = a[i]![k]! / a[k]![k]!;
      for (let j = k; j < a.length; j++) a[i]![j]! -= factor * a[k]![j]!;
    }
  }
  return product;
}
