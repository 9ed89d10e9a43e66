/** The kinds of quantities and the rules of verdicts, on made-up runs. */
import { describe, expect, it } from "vitest";
import type { RunOutput } from "../../src/papers/compute.ts";
import type { Quantity, Rule, Value } from "../../src/papers/experiment.ts";
import { evaluate } from "../../src/papers/value.ts";
import {
  constant,
  difference,
  distance,
  gap,
  largest,
  least,
  order,
  over,
  ratio,
  times,
} from "../../src/papers/values.ts";
import { verdictOf } from "../../src/papers/verdict.ts";

const time = Float64Array.of(0, 1, 2, 3);
const moved = (x: number[], lambda: number[]): RunOutput => ({
  ...{ status: "done", message: "", problem: "", seconds: 0 },
  data: { rho: { exact: 3 }, list: [1, 2, 3], nested: [[4, 5]], word: "global" },
  trajectory: {
    ...{
      time,
      energy: Float64Array.of(1, 1, 1, 0.5),
      position: [Float64Array.from(x)],
      velocity: [Float64Array.of(1, 0, 0, 0)],
    },
    multiplier: [Float64Array.from(lambda)],
    outputs: [{ name: "gap", values: Float64Array.of(5, 6, 7, 8) }],
    events: [
      { time: 0.5, kind: "stick", row: "a" },
      { time: 1.5, kind: "stick", row: "b" },
      { time: 2.5, kind: "stick", row: "a" },
    ],
  } as unknown as NonNullable<RunOutput["trajectory"]>,
});
/** Errors of order 2, with luck in every second one. */
const steps = [1, 0.8, 0.6, 0.5, 0.4, 0.3, 0.25, 0.2, 0.15];
const swept: RunOutput = {
  ...{ status: "done", message: "", problem: "", seconds: 0, data: {} },
  table: { columns: ["time.step", "e"], rows: steps.map((step, k) => [step, step * step * (k % 2 === 0 ? 1 : 0.1)]) },
};
const outputs = { one: moved([1, 2, 4, 3], [1, -1, 1, -1]), two: moved([1, 2, 3, 3], [0, 0, 0, 0]), swept };
const at = (value: Value) => evaluate(value, outputs);

describe("values", () => {
  it("are found by path, and told from words", () => {
    expect(at({ kind: "number", of: "one", path: "rho.exact" })).toBe(3);
    expect(at({ kind: "number", of: "one", path: "nested[0][1]" })).toBe(5);
    expect(at({ kind: "number", of: "one", path: "list" })).toBe(3);
    expect(at({ kind: "is", of: "one", path: "word", value: "global" })).toBe(1);
    expect(at({ kind: "is", of: "one", path: "status", value: "failed" })).toBe(0);
    expect(() => at({ kind: "number", of: "one", path: "word" })).toThrow("no number at word");
  });

  it("are taken of columns, within a span", () => {
    expect(at({ kind: "at", of: "one", column: "x(0)", time: 1.9 })).toBe(4);
    expect(at(over("one", "x(0)", "max"))).toBe(4);
    expect(at(over("one", "x(0)", "max", { to: 1 }))).toBe(2);
    expect(at(over("one", "lambda(0)", "min"))).toBe(-1);
    expect(at(over("one", "lambda(0)", "jump"))).toBe(2);
    expect(at(over("one", "gap", "span", { from: 1 }))).toBe(2);
    expect(at(over("one", "energy", "size", { from: 3 }))).toBe(0.5);
    expect(() => at(over("one", "x(1)", "max"))).toThrow("no column x(1)");
    expect(() => at(over("one", "x(0)", "max", { from: 9 }))).toThrow("no sample");
  });

  it("are times of events", () => {
    expect(at({ kind: "event", of: "one", event: "stick", row: "a", nth: 2 })).toBe(2.5);
    expect(at({ kind: "event", of: "one", event: "stick" })).toBe(0.5);
    expect(() => at({ kind: "event", of: "one", event: "slip" })).toThrow("no event slip 1");
  });

  it("are distances of runs", () => {
    expect(at(distance(["one", "two"], "position"))).toBe(1);
    expect(at(distance(["one", "two"], "position", { relative: true }))).toBe(1 / 4);
    expect(at(distance(["one", "two"], "multiplier"))).toBe(1);
    expect(at(distance(["one", "two"], "multiplier", { averaged: true }))).toBe(0);
  });

  it("are orders of the envelope", () => {
    expect(at(order("swept", "e"))).toBeCloseTo(2, 12);
  });

  it("are put together", () => {
    const [two, three] = [constant(2), constant(3)];
    expect(at(ratio(two, three))).toBeCloseTo(2 / 3, 15);
    expect([at(difference(two, three)), at(gap(two, three)), at(times(5, two))]).toEqual([-1, 1, 10]);
    expect([at(largest(two, three)), at(least(two, three))]).toEqual([3, 2]);
    expect(() => at(ratio(two, constant(0)))).toThrow("not a finite number");
  });
});

it.each<[Rule, number | string, number, string]>([
  [{ near: 0.1 }, 100, 109, "reproduced"],
  [{ near: 0.1 }, 100, 111, "differs"],
  [{ near: 0.1 }, -100, -95, "reproduced"],
  [{ within: 0.5 }, 1, 1.4, "reproduced"],
  [{ within: 0, to: 3 }, "three", 3, "reproduced"],
  [{ within: 0, to: 3 }, "three", 3.1, "differs"],
  [{ atMost: 4 }, 4, 4, "reproduced"],
  [{ atMost: 4 }, 4, 4.1, "differs"],
  [{ atLeast: 100 }, "over 100", 99, "differs"],
])("%j with %s printed and %d computed is %s", (rule, printed, ours, verdict) => {
  const quantity: Quantity = { name: "q", printed, rule, value: constant(0) };
  expect(verdictOf(quantity, ours)).toBe(verdict);
  if (verdict === "differs")
    expect(verdictOf({ ...quantity, otherwise: "inconsistent-in-print" }, ours)).toBe("inconsistent-in-print");
});
