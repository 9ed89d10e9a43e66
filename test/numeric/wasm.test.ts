import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as wasm from "../../src/numeric/wasm.ts";

type Code = readonly number[];

/** A function of the doubles at addresses 0 and 8 that leaves its value at 16. */
function ofDoubles(code: (a: Code, b: Code) => Code): (a: number, b: number) => number {
  const body = [...wasm.store(16, code(wasm.at(0), wasm.at(8))), ...wasm.whole(0)];
  const { memory, call } = wasm.emit(body, { doubles: 0, wholes: 0 }, 24)!;
  return (a, b) => {
    memory[0] = a;
    memory[1] = b;
    call(0, 0);
    return memory[2]!;
  };
}

function ofWholes(code: Code, locals = { doubles: 0, wholes: 0 }): (a: number, b: number) => number {
  return wasm.emit(code, locals, 8)!.call;
}

const doubles: [string, (a: Code, b: Code) => Code, (a: number, b: number) => number][] = [
  ["add", wasm.add, (a, b) => a + b],
  ["subtract", wasm.subtract, (a, b) => a - b],
  ["multiply", wasm.multiply, (a, b) => a * b],
  ["least", wasm.least, Math.min],
  ["largest", wasm.largest, Math.max],
  ["absolute", (a) => wasm.absolute(a), (a) => Math.abs(a)],
  ["negative", (a) => wasm.negative(a), (a) => -a],
  ["root", (a) => wasm.root(a), (a) => Math.sqrt(a)],
  ["below", (a, b) => wasm.choose(wasm.below(a, b), a, b), (a, b) => (a < b ? a : b)],
  ["above", (a, b) => wasm.choose(wasm.above(a, b), a, b), (a, b) => (a > b ? a : b)],
  ["atMost", (a, b) => wasm.choose(wasm.atMost(a, b), a, b), (a, b) => (a <= b ? a : b)],
  ["double", (a) => wasm.add(a, wasm.double(0.1)), (a) => a + 0.1],
];

describe.each(doubles)("%s", (_, code, expected) => {
  it("is JavaScript's, to the bit", () => {
    const emitted = ofDoubles(code);
    fc.assert(fc.property(fc.double(), fc.double(), (a, b) => Object.is(emitted(a, b), expected(a, b))));
  });
});

const a = wasm.get(0);
const b = wasm.get(1);
const wholes: [string, Code, (a: number, b: number) => number][] = [
  ["addWhole", wasm.addWhole(a, b), (a, b) => (a + b) | 0],
  ["timesWhole", wasm.timesWhole(a, b), Math.imul],
  ["and", wasm.and(a, b), (a, b) => a & b],
  ["or", wasm.or(a, b), (a, b) => a | b],
  ["shift", wasm.shift(a, b), (a, b) => a << b],
  ["isZero", wasm.isZero(wasm.and(a, wasm.whole(3))), (a) => ((a & 3) === 0 ? 1 : 0)],
  ["less", wasm.less(a, b), (a, b) => (a < b ? 1 : 0)],
  ["when", [...wasm.when(wasm.less(a, b), wasm.set(0, b)), ...a], Math.max],
  ["otherwise", [...wasm.when(wasm.less(a, b), wasm.set(0, a), wasm.set(0, b)), ...a], Math.min],
];

describe.each(wholes)("%s", (_, code, expected) => {
  it("is JavaScript's", () => {
    const emitted = ofWholes(code);
    const any = fc.integer();
    fc.assert(fc.property(any, any, (a, b) => emitted(a, b) === expected(a, b)));
    fc.assert(fc.property(fc.integer({ min: -3, max: 3 }), any, (a, b) => emitted(a, b) === expected(a, b)));
  });
});

it("writes whole numbers of every size", () => {
  const any = fc.oneof(fc.integer(), fc.constantFrom(0, 63, 64, -64, -65, 8191, 8192, -8192, -8193));
  fc.assert(fc.property(any, (value) => ofWholes(wasm.whole(value))(0, 0) === value));
});

it("reads far addresses, repeats and leaves", () => {
  const far = 1_000_000;
  const { memory, call } = wasm.emit(
    [...wasm.store(far, wasm.load(a, far + 8)), ...wasm.whole(7)],
    { doubles: 0, wholes: 0 },
    far + 32,
  )!;
  memory[far / 8 + 2] = 42;
  expect(call(8, 0)).toBe(7);
  expect(memory[far / 8]).toBe(42);
  // the sum of b, b - 1, ... down to 1, at most 5 terms
  const sum = 2;
  const count = 3;
  const body = [
    ...wasm.set(sum, wasm.addWhole(wasm.get(sum), b)),
    ...wasm.set(1, wasm.addWhole(b, wasm.whole(-1))),
    ...wasm.set(count, wasm.addWhole(wasm.get(count), wasm.whole(1))),
    ...wasm.when(wasm.less(wasm.whole(4), wasm.get(count)), wasm.leave(wasm.get(sum))),
  ];
  const total = ofWholes([...wasm.repeat(body, wasm.less(wasm.whole(0), b)), ...wasm.get(sum)], {
    doubles: 0,
    wholes: 2,
  });
  expect([total(0, 1), total(0, 4), total(0, 10)]).toEqual([1, 10, 40]);
});

it("gives nothing where the host refuses", () => {
  expect(wasm.emit([0xff], { doubles: 0, wholes: 0 }, 8)).toBeUndefined();
});
