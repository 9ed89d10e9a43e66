import { expect, test } from "vitest";
import { axisGroups } from "../../src/plot/blocks/axis-groups.ts";

/** A column that swings by `span` about `center`. */
const swing = (span: number, center = 0) => Float64Array.of(center - span / 2, center, center + span / 2);
const groups = (spans: number[], units = spans.map(() => "m")) =>
  axisGroups(
    spans.map((span) => swing(span)),
    units,
  ).map(({ members, units: own }) => [...members, ...own]);

test("curves of like size share an axis, others have their own, the largest first", () => {
  expect(groups([1, 5, 2])).toEqual([[0, 1, 2, "m"]]);
  expect(groups([2, 40, 30, 1, 1e-4])).toEqual([
    [1, 2, "m"],
    [0, 3, "m"],
    [4, "m"],
  ]);
});

test("a curve at rest goes with the largest; units never share", () => {
  expect(groups([1, 0, 1e-14])).toEqual([[0, 1, 2, "m"]]);
  expect(groups([1, 1, 1], ["m", "rad", "m"])).toEqual([
    [0, 2, "m"],
    [1, "rad"],
  ]);
  expect(groups([0, 0])).toEqual([[0, 1, "m"]]);
});

test("the axis holds its own curves; without any there is still one panel", () => {
  const [large, small] = axisGroups([swing(40, 20), swing(2, 1)], ["rad", "rad"]);
  expect(large!.range).toEqual({ low: -2, high: 42 });
  expect(small!.range.high).toBeCloseTo(2.1, 12);
  expect(axisGroups([], [])).toHaveLength(1);
});

test("a file cannot ask for endless panels", () => {
  const many = Array.from({ length: 100 }, () => 1);
  expect(
    groups(
      many,
      many.map((_, i) => `u${i}`),
    ),
  ).toHaveLength(5);
  expect(groups(many.map((_, i) => 1.5 ** i))).toHaveLength(1);
});
