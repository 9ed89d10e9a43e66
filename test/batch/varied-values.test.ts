import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { gridRows, parseVaried, type VariedValues } from "../../src/batch/varied-values.ts";

const values = (text: string) => (parseVaried(text) as VariedValues).values;

test("equal steps, with the ends as they were given", () => {
  expect(parseVaried("parameters.k=0:1:11")).toEqual({
    path: "parameters.k",
    values: [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1],
    spacing: "linear",
  });
  expect(values("a = 5 : -1 : 3")).toEqual([5, 2, -1]);
});

test("equal ratios", () => {
  const found = values("k=log:1e-3:1e3:7");
  for (const [k, value] of [1e-3, 1e-2, 1e-1, 1, 10, 100, 1e3].entries()) {
    expect(found[k]! / value).toBeCloseTo(1, 14);
  }
  expect(values("k=log:-8:-2:3")[1]).toBeCloseTo(-4, 14);
});

test("steps of any range are ordered and keep inside", () => {
  const finite = fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((value) => value + 0); // no -0, whose text is 0
  fc.assert(
    fc.property(finite, finite, fc.integer({ min: 2, max: 60 }), fc.boolean(), (from, to, count, log) => {
      const text = `p=${log ? "log:" : ""}${from}:${to}:${count}`;
      const parsed = parseVaried(text);
      if (typeof parsed === "string") {
        expect(from === to || (log && Math.sign(from) * Math.sign(to) <= 0)).toBe(true);
        return;
      }
      expect(parsed.values).toHaveLength(count);
      expect([parsed.values[0], parsed.values.at(-1)]).toEqual([from, to]);
      const [low, high] = from < to ? [from, to] : [to, from];
      for (const value of parsed.values) expect(value >= low && value <= high).toBe(true);
    }),
  );
});

test("a list, also of one", () => {
  expect(values("k=1, 2,5e-1")).toEqual([1, 2, 0.5]);
  expect(values("k=3")).toEqual([3]);
});

describe("refused with a reason", () => {
  test.each([
    ["k", "not path=from:to:n, path=log:from:to:n or path=1,2,5: k. As in parameters.k=1:5:9"],
    ["=1:2:3", "not path=from:to:n"],
    ["k=", "not path=from:to:n"],
    ["k=1:2", "not from:to:n or log:from:to:n: 1:2. As in k=1:5:9"],
    ["k=1:2:3:4", "not from:to:n"],
    ["k=log:1:2", "not from:to:n"],
    ["k=a:2:3", "from and to are not numbers: a:2:3"],
    ["k=:2:3", "from and to are not numbers"],
    ["k=1:Infinity:3", "from and to are not numbers"],
    ["k=1:2:1", "not a whole number from 2 to 1000000: 1:2:1"],
    ["k=1:2:2.5", "not a whole number"],
    ["k=2:2:5", "from is to: 2:2:5. For one value write k=2"],
    ["k=log:0:2:5", "log needs from and to of one sign, not 0: log:0:2:5. Take k=0:2:5"],
    ["k=log:-1:2:5", "log needs from and to of one sign"],
    ["k=1,x", "not numbers: 1,x. As in k=1,2,5"],
    ["k=1,,2", "not numbers"],
    ["k=1,2,1", "1 stands there twice"],
  ])("%s", (text, message) => {
    expect(parseVaried(text)).toContain(message);
  });
});

test("the full grid: the last value changes fastest", () => {
  const varied = ["a=1,2", "b=10,20,30"].map((text) => parseVaried(text) as VariedValues);
  expect(gridRows(varied)).toEqual(Float64Array.of(1, 10, 1, 20, 1, 30, 2, 10, 2, 20, 2, 30));
});

test("a grid of more than a million is refused with its size", () => {
  const varied = ["a=0:1:1000", "b=0:1:1001"].map((text) => parseVaried(text) as VariedValues);
  expect(gridRows(varied)).toEqual({ tooMany: 1_001_000 });
});
