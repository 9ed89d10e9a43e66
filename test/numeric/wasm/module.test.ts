import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as code from "../../../src/numeric/wasm/code.ts";
import { assemble, call, type FunctionCode, instantiate } from "../../../src/numeric/wasm/module.ts";

const { double, load, loadPair, pair, select, store, storePair, whole } = code;
const ORIGIN = whole(0);

/** A function of the pairs at 0 and 16 that leaves its pair at 32. */
function ofPairs(expression: (a: code.Pair, b: code.Pair) => code.Pair) {
  const { memory, functions } = instantiate(
    [
      {
        name: "compute",
        parameters: 0,
        body: () => ({
          statement: storePair(ORIGIN, 32, expression(loadPair(ORIGIN, 0), loadPair(ORIGIN, 16))),
          result: whole(0),
        }),
      },
    ],
    64,
  )!;
  const numbers = new Float64Array(memory);
  return (a: readonly [number, number], b: readonly [number, number]): [number, number] => {
    numbers.set([...a, ...b]);
    functions.compute!();
    return [numbers[4]!, numbers[5]!];
  };
}

const chosen = (mask: (a: code.Pair, b: code.Pair) => code.Pair) => (a: code.Pair, b: code.Pair) =>
  select(mask(a, b), a, b);
const operations: [string, (a: code.Pair, b: code.Pair) => code.Pair, (a: number, b: number) => number][] = [
  ["add", code.add, (a, b) => a + b],
  ["subtract", code.subtract, (a, b) => a - b],
  ["multiply", code.multiply, (a, b) => a * b],
  ["divide", code.divide, (a, b) => a / b],
  ["absolute", (a) => code.absolute(a), (a) => Math.abs(a)],
  ["negative", (a) => code.negative(a), (a) => -a],
  ["lesser", code.lesser, (a, b) => (b < a ? b : a)],
  ["greater", code.greater, (a, b) => (a < b ? b : a)],
  ["equals", chosen(code.equals), (a, b) => (a === b ? a : b)],
  ["below", chosen(code.below), (a, b) => (a < b ? a : b)],
  ["above", chosen(code.above), (a, b) => (a > b ? a : b)],
  ["atMost", chosen(code.atMost), (a, b) => (a <= b ? a : b)],
  ["atLeast", chosen(code.atLeast), (a, b) => (a >= b ? a : b)],
  ["both", chosen((a, b) => code.both(code.below(a, b), code.below(pair(0), a))), (a, b) => (a < b && 0 < a ? a : b)],
  [
    "either",
    chosen((a, b) => code.either(code.below(a, b), code.below(pair(0), a))),
    (a, b) => (a < b || 0 < a ? a : b),
  ],
  [
    "without",
    chosen((a, b) => code.without(code.below(a, b), code.below(pair(0), a))),
    (a, b) => (a < b && !(0 < a) ? a : b),
  ],
  ["exclusive", (a) => code.exclusive(a, pair(-0)), (a) => -a],
];

describe.each(operations)("%s", (_, expression, expected) => {
  it("is JavaScript's in both halves, to the bit", () => {
    const emitted = ofPairs(expression);
    const two = fc.tuple(fc.double(), fc.double());
    fc.assert(
      fc.property(two, two, (a, b) => {
        const [left, right] = emitted(a, b);
        return Object.is(left, expected(a[0], b[0])) && Object.is(right, expected(a[1], b[1]));
      }),
    );
  });
});

it("calls other functions, loops, and gathers doubles from two places", () => {
  /** The sum of the whole numbers up to n, by a call of itself. */
  const sum: FunctionCode = {
    name: "sum",
    parameters: 1,
    body([n], variables) {
      const total = variables.whole();
      return {
        statement: code.when(
          code.less(whole(0), n!),
          total.set(code.addWhole(n!, call(0, code.subtractWhole(n!, whole(1))))),
        ),
        result: total,
      };
    },
  };
  const gather: FunctionCode = {
    name: "gather",
    parameters: 2,
    body([one, other], variables) {
      const both = variables.pair();
      const bits = variables.whole();
      return {
        statement: code.sequence(
          both.set(code.loadBoth(one!, other!, 8)),
          storePair(ORIGIN, 64, both),
          store(ORIGIN, 80, code.add(load(one!, 8), double(0.5))),
          bits.set(code.bitsOf(code.below(both, pair(0)))),
        ),
        result: code.orWhole(bits, code.shiftLeft(code.anyOf(code.equals(both, pair(3))), whole(4))),
      };
    },
  };
  const { memory, functions } = instantiate([sum, gather], 128)!;
  expect(functions.sum!(10)).toBe(55);
  const numbers = new Float64Array(memory);
  numbers.set([0, -2, 3, 7]);
  expect(functions.gather!(0, 8)).toBe(1 + 16);
  expect([...numbers.subarray(8, 11)]).toEqual([-2, 3, -1.5]);
  expect(functions.gather!(16, 0)).toBe(2);
});

it("has a memory of a fixed size, of its own, and reads nothing beyond it", () => {
  const peek: FunctionCode = {
    name: "peek",
    parameters: 1,
    body: ([address]) => ({ statement: code.NOTHING, result: code.loadWhole(address!, 0) }),
  };
  const { memory, functions } = instantiate([peek], 1)!;
  expect(memory.byteLength).toBe(65536);
  expect(functions.peek!(65532)).toBe(0);
  expect(() => functions.peek!(65533)).toThrow(/out of bounds/);
  expect(() => assemble([], 2 ** 31)).toThrow("too much memory");
});

it("throws where the emitted code is wrong", () => {
  const wrong: FunctionCode = {
    name: "wrong",
    parameters: 0,
    body: () => ({ statement: code.NOTHING, result: pair(1) as never }),
  };
  expect(() => instantiate([wrong], 8)).toThrow("invalid WebAssembly");
});
