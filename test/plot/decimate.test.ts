import fc from "fast-check";
import { expect, test } from "vitest";
import { decimate, spread } from "../../src/plot/decimate.ts";

/** Uneven, never decreasing times with repeats, as events give them. */
const samples = fc
  .array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: -1e6, max: 1e6, noNaN: true })), {
    minLength: 2,
    maxLength: 400,
  })
  .map((pairs) => {
    let now = 0;
    const time = Float64Array.from(pairs, ([gap]) => {
      now += gap < 0.2 ? 0 : gap;
      return now;
    });
    return { time, values: Float64Array.from(pairs, ([, value]) => value) };
  });

test("first, last, lowest and highest of every bin are kept, in order, and at most four a bin", () => {
  fc.assert(
    fc.property(samples, fc.integer({ min: 1, max: 30 }), ({ time, values }, bins) => {
      const kept = Array.from(decimate(time, values, bins));
      expect(kept).toEqual([...new Set(kept)].sort((a, b) => a - b));
      expect(kept.length).toBeLessThanOrEqual(4 * bins);
      const span = time.at(-1)! - time[0]!;
      const binOf = (k: number) => Math.min(bins - 1, Math.floor((time[k]! - time[0]!) * (bins / span)));
      for (let bin = 0; bin < bins && span > 0; bin++) {
        const inBin = Array.from(time.keys()).filter((k) => binOf(k) === bin);
        if (inBin.length === 0) continue;
        const keptInBin = kept.filter((k) => binOf(k) === bin);
        const range = (indexes: number[]) => [
          Math.min(...indexes.map((k) => values[k]!)),
          Math.max(...indexes.map((k) => values[k]!)),
        ];
        expect(keptInBin[0]).toBe(inBin[0]);
        expect(keptInBin.at(-1)).toBe(inBin.at(-1));
        expect(range(keptInBin)).toEqual(range(inBin));
      }
    }),
  );
});

test("a million samples become at most four a pixel, and a spike of one sample survives", () => {
  const time = Float64Array.from({ length: 1_000_000 }, (_, k) => k);
  const values = Float64Array.from(time, (t) => (t === 345_678 ? 5 : 0));
  const kept = decimate(time, values, 700);
  expect(kept.length).toBeLessThanOrEqual(2800);
  expect(kept).toContain(345_678);
});

test("extremes are found among numbers that follow a NaN", () => {
  const time = Float64Array.from({ length: 9 }, (_, k) => k);
  const values = Float64Array.of(Number.NaN, 1, 2, 7, 3, -4, 0, 1, Number.NaN);
  expect(Array.from(decimate(time, values, 1))).toEqual([0, 3, 5, 8]);
});

test("all samples at one time still keep their extremes", () => {
  expect(Array.from(decimate(new Float64Array(9), Float64Array.of(0, 1, 9, 1, 1, -9, 1, 1, 0), 2))).toEqual([
    0, 2, 5, 8,
  ]);
});

test("a spread choice has both ends, no repeats, and everything if there is room", () => {
  expect(spread(3, 8)).toEqual([0, 1, 2]);
  expect(spread(0, 8)).toEqual([]);
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 500 }), fc.integer({ min: 2, max: 40 }), (count, most) => {
      const chosen = spread(count, most);
      expect(chosen.length).toBe(Math.min(count, most));
      expect(new Set(chosen).size).toBe(chosen.length);
      expect([chosen[0], chosen.at(-1)]).toEqual([0, count - 1]);
    }),
  );
});
