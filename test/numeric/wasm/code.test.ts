import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as code from "../../../src/numeric/wasm/code.ts";
import { Layout } from "../../../src/numeric/wasm/memory.ts";
import { instantiate } from "../../../src/numeric/wasm/module.ts";

const { double, load, loadPair, store, whole } = code;
const ORIGIN = whole(0);

/** A function of two whole numbers over a memory. */
function emitted(
  statement: (a: code.Whole, b: code.Whole) => code.Statement,
  result: (a: code.Whole, b: code.Whole) => code.Whole,
) {
  const body = {
    name: "f",
    parameters: 2,
    body: ([a, b]: readonly code.Whole[]) => ({ statement: statement(a!, b!), result: result(a!, b!) }),
  };
  const { memory, functions } = instantiate([body], 256)!;
  return { memory, call: functions["f"]! };
}

/** A function of the doubles at 0 and 8 that leaves its value at 16. */
function ofDoubles(expression: (a: code.Double, b: code.Double) => code.Double) {
  const { memory, call } = emitted(
    () => store(ORIGIN, 16, expression(load(ORIGIN, 0), load(ORIGIN, 8))),
    () => ORIGIN,
  );
  const numbers = new Float64Array(memory);
  return (a: number, b: number): number => {
    numbers.set([a, b]);
    call(0, 0);
    return numbers[2]!;
  };
}

const asked = (question: (a: code.Double, b: code.Double) => code.Whole) => (a: code.Double, b: code.Double) =>
  code.choose(question(a, b), a, b);
const operations: [string, (a: code.Double, b: code.Double) => code.Double, (a: number, b: number) => number][] = [
  ["add", code.add, (a, b) => a + b],
  ["subtract", code.subtract, (a, b) => a - b],
  ["multiply", code.multiply, (a, b) => a * b],
  ["divide", code.divide, (a, b) => a / b],
  ["least", code.least, Math.min],
  ["largest", code.largest, Math.max],
  ["absolute", (a) => code.absolute(a), (a) => Math.abs(a)],
  ["negative", (a) => code.negative(a), (a) => -a],
  ["root", (a) => code.root(a), (a) => Math.sqrt(a)],
  ["isEqual", asked(code.isEqual), (a, b) => (a === b ? a : b)],
  ["isUnequal", asked(code.isUnequal), (a, b) => (a !== b ? a : b)],
  ["isBelow", asked(code.isBelow), (a, b) => (a < b ? a : b)],
  ["isAbove", asked(code.isAbove), (a, b) => (a > b ? a : b)],
  ["isAtMost", asked(code.isAtMost), (a, b) => (a <= b ? a : b)],
  ["isAtLeast", asked(code.isAtLeast), (a, b) => (a >= b ? a : b)],
  ["double", (a) => code.add(a, double(0.1)), (a) => a + 0.1],
  [
    "pairOf and its halves",
    (a, b) => code.subtract(code.half(code.pairOf(a, b), 1), code.half(code.pairOf(a, b), 0)),
    (a, b) => b - a,
  ],
];

describe.each(operations)("%s", (_, expression, expected) => {
  it("is JavaScript's, to the bit", () => {
    const compute = ofDoubles(expression);
    fc.assert(
      fc.property(fc.double(), fc.double(), (a, b) => {
        expect(compute(a, b)).toBe(expected(a, b));
        expect(compute(a, a)).toBe(expected(a, a));
      }),
    );
  });
});

it("branches, and tells zero", () => {
  const { call, memory } = emitted(
    (a) => code.whenElse(code.isZero(a), store(ORIGIN, 0, double(1)), store(ORIGIN, 0, double(2))),
    (a) => code.isZero(a),
  );
  const numbers = new Float64Array(memory);
  expect([call(0, 0), numbers[0]]).toEqual([1, 1]);
  expect([call(5, 0), numbers[0]]).toEqual([0, 2]);
});

it("writes halves of pairs, and bytes", () => {
  const { call, memory } = emitted(
    (a, b) =>
      code.sequence(
        code.storeHalf(a, 64, loadPair(ORIGIN, 0), 1),
        code.storeHalf(a, 72, loadPair(ORIGIN, 0), 0),
        code.storeByte(a, 100, b),
      ),
    () => ORIGIN,
  );
  const numbers = new Float64Array(memory);
  numbers.set([3, 4]);
  call(8, -1);
  expect([...numbers.subarray(9, 11)]).toEqual([4, 3]);
  expect([...new Int8Array(memory, 107, 3)]).toEqual([0, -1, 0]);
});

it("lays a memory out in pairs and fills it", () => {
  const layout = new Layout();
  expect([layout.doubles(3), layout.data([1, 2, 3]), layout.wholes([7, -8]), layout.end]).toEqual([0, 32, 64, 80]);
  const memory = new ArrayBuffer(layout.end);
  layout.fill(memory);
  expect([...new Float64Array(memory, 0, 8)]).toEqual([0, 0, 0, 0, 1, 2, 3, 0]);
  expect([...new Int32Array(memory, 64, 4)]).toEqual([7, -8, 0, 0]);
});
