import { describe, expect, test } from "vitest";
import { rowsFrom } from "../../src/numeric/rows.ts";
import { stickProjection } from "../../src/step/stick.ts";
import { combine, inverse, multiply } from "../oracles/dense.ts";
import { list, type Random, seeded } from "../support/random.ts";

function project(
  directions: number[][],
  z: readonly number[],
  { set, held = () => true }: { set?: number[]; held?: (row: number) => boolean } = {},
): number[] {
  const out = Float64Array.from(z);
  const sides = Int8Array.from(set ?? directions.map(() => 0));
  stickProjection(rowsFrom(directions), z.length, new Float64Array(z.length).fill(1), held).apply(sides, out);
  return [...out];
}

const vector = (random: Random, size: number) => list(size, () => random.normal() * random.decade(-3, 3));
const rows = (random: Random, count: number, size: number, share: number) =>
  list(count, (i) => i).map((i) => list(size, (j) => (j === i || random.chance(share) ? random.normal() : 0)));

describe("is zero to the last bit", () => {
  test("for rows on one coordinate", () => {
    const directions = [
      [0, 0.3, 0, 0],
      [0, 0, 0, -7],
      [0, 1, 0, 0],
    ];
    expect(project(directions, [1.5, 1e-17, 2.5, -1e-3])).toEqual([1.5, 0, 2.5, 0]);
  });

  test("once the stuck rows span all velocities", () => {
    for (let seed = 1; seed <= 200; seed++) {
      const random = seeded(seed);
      const size = random.whole(1, 10);
      const directions = [...rows(random, size, size, 0.4), ...rows(random, 2, size, 0.4)];
      expect(project(directions, vector(random, size)), `seed ${seed}`).toEqual(list(size, () => 0));
    }
  });

  test("for a coordinate that several rows determine together", () => {
    const w = [0.1, 0.7, 0.3, 1.9];
    const directions = [w, combine(w, 0.37, [0, 0, 1, 0]), combine(w, -3, [0, 0, 1, 0])];
    const out = project(directions, [1, 2, 3, 4]);
    expect(out[2]).toBe(0);
    expect(Math.abs(multiply([w], out)[0]!)).toBeLessThan(1e-14);
  });
});

test("makes velocities of rows [1, -1] equal to the last bit", () => {
  for (let seed = 1; seed <= 100; seed++) {
    const random = seeded(seed);
    const size = random.whole(2, 8);
    const factor = random.normal();
    const chain = list(size - 1, (i) => i).map((i) =>
      list(size, (j) => (j === i ? factor : j === i + 1 ? -factor : 0)),
    );
    const first = project([chain[0]!], vector(random, size));
    expect(first[0]).toBe(first[1]);
    const all = project(chain, vector(random, size));
    expect(new Set(all).size).toBe(1);
  }
});

test("leaves a slip of at most 4 ulp otherwise, also of redundant rows", () => {
  for (let seed = 1; seed <= 500; seed++) {
    const random = seeded(seed);
    const size = random.whole(2, 16);
    const independent = rows(random, random.whole(1, size - 1), size, random.pick([0.2, 1]));
    const directions = [...independent, combine(independent[0]!, 0.7, independent.at(-1)!)];
    const out = project(directions, vector(random, size));
    const largest = Math.max(...out.map(Math.abs));
    for (const w of directions) {
      const size = w.reduce((sum, entry) => sum + Math.abs(entry), 0) * largest;
      expect(Math.abs(multiply([w], out)[0]!), `seed ${seed}`).toBeLessThanOrEqual(4 * Number.EPSILON * size);
    }
  }
});

test("changes z by round-off only when the slip was round-off", () => {
  for (let seed = 1; seed <= 300; seed++) {
    const random = seeded(seed);
    const size = random.whole(3, 10);
    const directions = rows(random, random.whole(1, 3), size, 0.3);
    // orthogonal to the rows: z - W (W^T W)^{-1} W^T z
    const z = list(size, () => random.normal());
    const gram = directions.map((a) => directions.map((b) => multiply([a], b)[0]!));
    const along = multiply(inverse(gram), multiply(directions, z));
    const stuck = along.reduce((sum, factor, i) => combine(sum, -factor, directions[i]!), z);
    const roundOff = Math.max(...multiply(directions, stuck).map(Math.abs));
    const change = Math.max(...combine(project(directions, stuck), -1, stuck).map(Math.abs));
    const spread = Math.max(...inverse(gram).flat().map(Math.abs)) * Math.max(...directions.flat().map(Math.abs));
    expect(change, `seed ${seed}`).toBeLessThanOrEqual(20 * (1 + spread) * (roundOff + Number.EPSILON));
  }
});

test("is the identity the second time", () => {
  for (let seed = 1; seed <= 100; seed++) {
    const random = seeded(seed);
    const size = random.whole(2, 10);
    const directions = rows(random, random.whole(1, size), size, 0.5);
    const once = project(directions, vector(random, size));
    expect(project(directions, once)).toEqual(once);
  }
});

test("takes the rows that are stuck and held, and forgets those of the call before", () => {
  const directions = rowsFrom([
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ]);
  const projection = stickProjection(directions, 3, Float64Array.of(1, 1, 1), (row) => row !== 2);
  const after = (...set: number[]) => {
    const z = Float64Array.of(1, 2, 3);
    projection.apply(Int8Array.from(set), z);
    return [...z];
  };
  expect(after(0, 1, 0)).toEqual([0, 2, 3]);
  expect(after(-1, 0, 0)).toEqual([1, 0, 3]);
  expect(after(1, -1, 1)).toEqual([1, 2, 3]);
  expect(after(0, 0, 0)).toEqual([0, 0, 3]);
});

describe("of many rows", () => {
  /** Pieces of a machine that share no coordinates: rows on one coordinate, between neighbors, and any. */
  function pieces(random: Random): number[][][] {
    return list(36, (i) => i).map((i) => {
      if (i % 3 === 0) return [[random.normal()]];
      const size = random.whole(2, 6);
      if (i % 3 === 2) return rows(random, random.whole(1, size), size, 0.5);
      return list(size - 1, (k) => k).map((k) => list(size, (j) => (j === k ? -1 : j === k + 1 ? 1 : 0)));
    });
  }

  test("each piece has the digits that it has alone, also with targets and after the directions have changed", () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = seeded(seed);
      const parts = pieces(random);
      const offsets = parts.map((_, k) => parts.slice(0, k).reduce((sum, part) => sum + part[0]!.length, 0));
      const size = offsets.at(-1)! + parts.at(-1)![0]!.length;
      const all = parts.flatMap((part, k) => part.map((row) => list(size, (j) => row[j - offsets[k]!] ?? 0)));
      expect(all.length * size).toBeGreaterThan(4096);
      const weights = Float64Array.from(list(size, () => random.decade(-2, 2)));
      const directions = rowsFrom(all);
      const whole = stickProjection(directions, size, weights, () => true);
      for (const round of [0, 1, 2]) {
        if (round === 2) {
          directions.value.forEach((value, k) => {
            directions.value[k] = 2 * value;
          });
          directions.version++;
        }
        const set = Int8Array.from(list(all.length, () => (random.chance(0.6) ? 0 : 1)));
        const z = Float64Array.from(vector(random, size));
        const target = Float64Array.from(list(all.length, () => (random.chance(0.5) ? 0 : random.normal())));
        const expected = Float64Array.from(z);
        let first = 0;
        parts.forEach((part, k) => {
          const from = offsets[k]!;
          const to = from + part[0]!.length;
          const own = rowsFrom(part.map((row) => row.map((entry) => (round === 2 ? 2 : 1) * entry)));
          const last = first + part.length;
          stickProjection(own, to - from, weights.subarray(from, to), () => true).apply(
            set.subarray(first, last),
            expected.subarray(from, to),
            round === 0 ? undefined : target.subarray(first, last),
          );
          first = last;
        });
        whole.apply(set, z, round === 0 ? undefined : target);
        expect(z, `seed ${seed}, round ${round}`).toEqual(expected);
      }
    }
  });

  test("a long chain of rows between neighbors makes their velocities equal", () => {
    const size = 120;
    const directions = list(size - 1, (k) => k).map((k) => list(size, (j) => (j === k ? -1 : j === k + 1 ? 1 : 0)));
    const z = list(size, (j) => Math.sin(j));
    const out = project(directions, z);
    expect(new Set(out).size).toBe(1);
    const parted = project(directions, z, { set: directions.map((_, i) => (i === 59 ? 1 : 0)) });
    expect(new Set(parted.slice(0, 60)).size).toBe(1);
    expect(new Set(parted.slice(60)).size).toBe(1);
    expect(new Set(parted).size).toBe(2);
  });
});
