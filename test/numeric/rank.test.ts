import { expect, test } from "vitest";
import { pivotRank } from "../../src/numeric/rank.ts";
import { rowsFrom } from "../../src/numeric/rows.ts";
import { combine } from "../oracles/dense.ts";
import { list, seeded } from "../support/random.ts";

const dependent = (rows: number[][]) => pivotRank(rowsFrom(rows), rows[0]?.length ?? 0).dependent;

test("names the rows that depend on rows before them", () => {
  expect(
    dependent([
      [1, 0, 0],
      [0, 1, 0],
      [2, -3, 0],
      [0, 0, 1],
      [1, 1, 1],
    ]),
  ).toEqual([2, 4]);
  expect(
    dependent([
      [1, -1, 0],
      [0, 1, -1],
      [1, 0, -1],
    ]),
  ).toEqual([2]);
  expect(
    dependent([
      [0, 1],
      [0, 1],
    ]),
  ).toEqual([1]);
});

test("a zero row depends on nothing and is named", () => {
  expect(
    dependent([
      [0, 0],
      [1, 0],
    ]),
  ).toEqual([0]);
});

test("finds combinations among random rows of any size", () => {
  for (let seed = 1; seed <= 200; seed++) {
    const random = seeded(seed);
    const columns = random.whole(2, 12);
    const rows: number[][] = [];
    const expected: number[] = [];
    for (let i = 0; i < random.whole(1, 16); i++) {
      const full = i - expected.length === columns;
      const unit = random.decade(-6, 6);
      if (full || (i > 1 && random.chance(0.3))) {
        const [a, b] = [random.pick(rows), random.pick(rows)];
        const bigger = Math.max(...a.map(Math.abs), ...b.map(Math.abs));
        rows.push(
          combine(
            a.map((entry) => entry / bigger),
            0.5 / bigger,
            b,
          ).map((entry) => entry * unit),
        );
        expected.push(i);
      } else rows.push(list(columns, () => unit * random.normal()));
    }
    expect(dependent(rows), `seed ${seed}`).toEqual(expected);
  }
});

test("more rows than columns always depend", () => {
  const random = seeded(2);
  const rows = list(8, (i) => i).map(() => list(5, () => random.normal()));
  expect(dependent(rows)).toEqual([5, 6, 7]);
});

test("nearly parallel rows are independent down to 1e-12", () => {
  expect(
    dependent([
      [1, 1],
      [1, 1 + 1e-10],
    ]),
  ).toEqual([]);
  expect(
    dependent([
      [1, 1],
      [1, 1 + 1e-14],
    ]),
  ).toEqual([1]);
});
