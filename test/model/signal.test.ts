import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  firstJump,
  type Samples,
  SIDE_VALUE,
  SLOPE,
  sampledSignal,
  slopeSignal,
  VALUE,
} from "../../src/model/control/signal.ts";

const samples = (changes: Partial<Samples> = {}): Samples => ({
  times: Float64Array.of(1, 2, 4),
  values: Float64Array.of(10, 20, 16),
  interpolation: "linear",
  before: -1,
  after: -2,
  ...changes,
});

/** [value, slope, value at the side] */
function at(signal: ReturnType<typeof sampledSignal>, time: number, side = time): number[] {
  const out = new Float64Array(3);
  signal.evaluate(Float64Array.of(time, side), out);
  return [out[VALUE]!, out[SLOPE]!, out[SIDE_VALUE]!];
}

describe("linear", () => {
  const signal = sampledSignal(samples());

  it.each([
    [0, [-1, 0, -1]],
    [1, [10, 10, 10]],
    [1.5, [15, 10, 15]],
    [2, [20, -2, 20]],
    [3.5, [17, -2, 17]],
    [4, [-2, 0, -2]],
    [9, [-2, 0, -2]],
  ])("at %d s", (time, expected) => expect(at(signal, time)).toEqual(expected));

  it("takes the limit on which the side lies", () => {
    expect(at(signal, 1, 0.5)).toEqual([-1, 0, -1]);
    expect(at(signal, 1, 1.5)).toEqual([10, 10, 15]);
    expect(at(signal, 2, 1.5)).toEqual([20, 10, 15]);
    expect(at(signal, 4, 3)).toEqual([16, -2, 18]);
    expect(at(signal, 4, 5)).toEqual([-2, 0, -2]);
  });

  it("does so for a time that round-off put beyond the edge", () => {
    expect(at(signal, 1 + 2e-16, 0.5)[0]).toBe(-1);
    expect(at(signal, 4 - 1e-15, 5)).toEqual([-2, 0, -2]);
  });

  it("is itself where other samples lie between the time and its side", () => {
    expect(at(signal, 1.5, 3)).toEqual([15, 10, 18]);
    expect(at(signal, 3.5, 0)).toEqual([17, -2, -1]);
    expect(at(signal, 1, 3).slice(0, 2)).toEqual([10, 10]);
    expect(at(signal, 4, 1.5).slice(0, 2)).toEqual([16, -2]);
  });

  it("breaks at the jumps of its ends and where its slope changes", () => {
    expect(signal.breakpoints(0, 9)).toEqual([1, 2, 4]);
    expect(signal.breakpoints(1, 4)).toEqual([2]);
    expect(signal.breakpoints(2, 2.5)).toEqual([]);
    expect(signal.breakpoints(5, 9)).toEqual([]);
    const ramp = { times: Float64Array.of(0, 1, 2, 3), values: Float64Array.of(0, 2, 4, 4), before: 0, after: 4 };
    expect(sampledSignal(samples(ramp)).breakpoints(-1, 9)).toEqual([0, 2]);
  });
});

describe("hold", () => {
  const signal = sampledSignal(samples({ interpolation: "hold" }));

  it("keeps each sample until the next", () => {
    for (const [time, value] of [
      [0.5, -1],
      [1, 10],
      [1.9, 10],
      [2, 20],
      [3.9, 20],
      [4, -2],
    ] as const) {
      expect(at(signal, time)).toEqual([value, 0, value]);
    }
    expect(at(signal, 2, 1.5)).toEqual([10, 0, 10]);
    expect(at(signal, 2 - 1e-15, 3)).toEqual([20, 0, 20]);
  });

  it("breaks where its value changes", () => {
    expect(signal.breakpoints(0, 9)).toEqual([1, 2, 4]);
    const flat = { times: Float64Array.of(0, 1, 2, 3), values: Float64Array.of(5, 5, 6, 6), before: 5, after: 6 };
    expect(sampledSignal(samples({ ...flat, interpolation: "hold" })).breakpoints(-1, 9)).toEqual([2]);
  });
});

it("does not depend on where it was asked before", () => {
  const steps = fc.array(fc.double({ min: 1e-3, max: 10, noNaN: true }), { minLength: 2, maxLength: 40 });
  const asked = fc.array(fc.double({ min: -20, max: 420, noNaN: true }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(steps, asked, fc.constantFrom("linear" as const, "hold" as const), (lengths, list, interpolation) => {
      let time = 0;
      const times = Float64Array.from(lengths, (length) => (time += length));
      const values = Float64Array.from(lengths, (_, i) => Math.cos(7 * i));
      const data = samples({ times, values, interpolation });
      const signal = sampledSignal(data);
      for (const each of list) {
        const next = times.findIndex((edge) => each < edge);
        const value =
          next === 0
            ? -1
            : next < 0
              ? -2
              : interpolation === "hold"
                ? values[next - 1]!
                : values[next - 1]! +
                  ((values[next]! - values[next - 1]!) * (each - times[next - 1]!)) / (times[next]! - times[next - 1]!);
        expect(at(signal, each)[0]).toBeCloseTo(value, 12);
        expect(at(signal, each)).toEqual(at(sampledSignal(data), each));
      }
    }),
  );
});

it.each(["linear", "hold"] as const)("its slope as a signal of its own, %s", (interpolation) => {
  const data = samples({ interpolation });
  const [signal, slope] = [sampledSignal(data), slopeSignal(data)];
  for (const [time, side] of [
    [0, 0],
    [1, 0.5],
    [1, 1.5],
    [1.7, 1.7],
    [2, 1.5],
    [2, 3],
    [4, 3],
    [4, 5],
    [9, 9],
  ] as const) {
    expect(at(slope, time, side)[0]).toBe(at(signal, time, side)[1]);
    expect(at(slope, time, side)[2]).toBe(at(signal, side)[1]);
    expect(at(slope, time, side)[1]).toBe(0);
  }
});

it("its first jump inside an interval", () => {
  expect(firstJump(samples(), 0, 9)).toBe(1);
  expect(firstJump(samples(), 1, 9)).toBe(4);
  expect(firstJump(samples(), 1, 4)).toBeUndefined();
  expect(firstJump(samples({ interpolation: "hold" }), 1, 4)).toBe(2);
  expect(firstJump(samples({ before: 10, after: 16 }), 0, 9)).toBeUndefined();
  expect(firstJump(samples({ before: 10, after: 16, interpolation: "hold" }), 2, 9)).toBe(4);
});
