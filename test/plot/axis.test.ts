import fc from "fast-check";
import { expect, test } from "vitest";
import { axis, drawable, extent, padded, timeRange } from "../../src/plot/axis.ts";

const finite = fc.double({ min: -1e290, max: 1e290, noNaN: true });

test("every pair of values gives an axis with ticks inside it, labels all different", () => {
  fc.assert(
    fc.property(finite, finite, fc.double({ min: 2, max: 10, noNaN: true }), (a, b, count) => {
      const range = padded(extent([Float64Array.of(a, b)]), 0.05);
      expect(range.low).toBeLessThan(range.high);
      const { ticks, format } = axis(range, count);
      expect(ticks.length).toBeGreaterThanOrEqual(2);
      expect(ticks.length).toBeLessThanOrEqual(4 * count);
      for (const tick of ticks) {
        expect(tick).toBeGreaterThanOrEqual(range.low - 1e-9 * Math.abs(range.low));
        expect(tick).toBeLessThanOrEqual(range.high + 1e-9 * Math.abs(range.high));
      }
      const labels = ticks.map(format);
      expect(new Set(labels).size).toBe(labels.length);
      // A label says its tick exactly.
      expect(labels.map((label) => Number(label.replaceAll("\u2212", "-")))).toEqual(ticks.map((tick) => tick + 0));
    }),
    { numRuns: 2000 },
  );
});

test("labels are plain where people read them plain and short where they cannot", () => {
  const labels = (low: number, high: number) => axis({ low, high }, 4).ticks.map(axis({ low, high }, 4).format);
  expect(labels(0, 2)).toEqual(["0", "0.5", "1.0", "1.5", "2.0"]);
  expect(labels(-1, 1)).toEqual(["\u22121.0", "\u22120.5", "0", "0.5", "1.0"]);
  expect(labels(0, 2e-6)).toEqual(["0", "5e\u22127", "1.0e\u22126", "1.5e\u22126", "2.0e\u22126"]);
  expect(labels(0, 4e7)).toEqual(["0", "1e7", "2e7", "3e7", "4e7"]);
});

test("a constant is drawn in the middle, round-off included", () => {
  expect(padded({ low: 0, high: 0 }, 0.05)).toEqual({ low: -1, high: 1 });
  const { low, high } = padded({ low: 3, high: 3 + 1e-12 }, 0.05);
  expect(low).toBeCloseTo(2.7, 6);
  expect(high).toBeCloseTo(3.3, 6);
});

test("what a diverged run leaves is not part of the extent", () => {
  expect(extent([Float64Array.of(1, Number.NaN, Number.POSITIVE_INFINITY, -2), Float64Array.of(-1e300)])).toEqual({
    low: -2,
    high: 1,
  });
  expect(extent([])).toEqual({ low: 0, high: 0 });
  expect(drawable(Number.NEGATIVE_INFINITY)).toBeNaN();
});

test("a lone sample has a time axis", () => {
  expect(timeRange(Float64Array.of(2))).toEqual({ low: 2, high: 3 });
});
