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

  it("finds them where they are many times the same but for round-off, and where blocks repeat", () => {
    const random = seeded(11);
    for (let k = 0; k < 400; k++) {
      const half = random.whole(1, 4);
      const block = Array.from({ length: half * half }, () => (random.chance(0.4) ? 0 : random.normal()));
      const n = 2 * half;
      const noise = random.chance(0.5) ? 10 ** random.between(-17, -10) : 0;
      const rows = Array.from({ length: n }, (_, i) =>
        Array.from({ length: n }, (_, j) => {
          const same = Math.floor(i / half) === Math.floor(j / half);
          return (same ? block[(i % half) * half + (j % half)]! : 0) + noise * random.normal();
        }),
      );
      const one = eigenvalues(Float64Array.from(block), half);
      const both = eigenvalues(Float64Array.from(rows.flat()), n);
      expect(one && both).toBeDefined();
      const sum = (list: Float64Array | readonly number[]) => Array.from(list).reduce((total, x) => total + x, 0);
      expect(sum(both!.real as Float64Array)).toBeCloseTo(2 * sum(one!.real as Float64Array), 7);
    }
  });

  it("finds the zeros of nilpotent matrices, and none of what is not finite", () => {
    for (const [x, y] of found([
      [0, 1.4, 0],
      [0, 0, 0],
      [-0.6, 0, 0],
    ])) {
      expect(Math.hypot(x, y)).toBeLessThan(1e-12);
    }
    expect(eigenvalues(Float64Array.of(1, Number.NaN, 0, 1), 2)).toBeUndefined();
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
