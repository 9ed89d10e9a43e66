import fc from "fast-check";
import { expect, test } from "vitest";
import { rowsAddTransposed, rowsFrom, rowsMultiply } from "../../src/numeric/rows.ts";
import { combine, multiply } from "../oracles/dense.ts";

const entry = fc.integer({ min: -3, max: 3 });
const columns = 5;
const dense = fc.array(fc.array(entry, { minLength: columns, maxLength: columns }), { maxLength: 7 });
const vector = (length: number) => fc.array(entry, { minLength: length, maxLength: length });

test("keeps the non-zero entries only", () => {
  const rows = rowsFrom([
    [0, 2, 0],
    [0, 0, 0],
    [-1, 0, 3],
  ]);
  expect(rows.count).toBe(3);
  expect([...rows.start]).toEqual([0, 1, 1, 3]);
  expect([...rows.column]).toEqual([1, 0, 2]);
  expect([...rows.value]).toEqual([2, -1, 3]);
});

test("multiplies as the dense rows do", () => {
  fc.assert(
    fc.property(dense, vector(columns), (rows, x) => {
      const out = new Float64Array(rows.length).fill(9);
      rowsMultiply(rowsFrom(rows), Float64Array.from(x), out);
      expect(out).toEqual(Float64Array.from(multiply(rows, x)));
    }),
  );
});

test("adds the transposed product to what is there", () => {
  fc.assert(
    fc.property(dense, vector(7), vector(columns), (rows, y, start) => {
      const out = Float64Array.from(start);
      rowsAddTransposed(rowsFrom(rows), Float64Array.from(y), out);
      const expected = rows.reduce((sum, row, i) => combine(sum, y[i]!, row), start);
      expect([...out].map((value) => value + 0)).toEqual(expected.map((value) => value + 0));
    }),
  );
});
