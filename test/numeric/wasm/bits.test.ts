import { describe, expect, test } from "vitest";
import { highWord, scaledDown, shifted, twoTo } from "../../../src/numeric/wasm/bits.ts";
import { type Double, load, NOTHING, single, store, toDouble, toWhole, whole } from "../../../src/numeric/wasm/code.ts";
import {
  callDouble,
  type DoubleFunctionCode,
  type FunctionCode,
  instantiate,
} from "../../../src/numeric/wasm/module.ts";

/** The function of the number at 0 as a program of its own: called, not written out. */
function evaluator(made: (x: Double) => Double): (x: number) => number {
  const inner: DoubleFunctionCode = { doubles: 1, body: ([x]) => ({ statement: NOTHING, result: made(x!) }) };
  const outer: FunctionCode = {
    name: "outer",
    parameters: 0,
    body: () => ({ statement: store(whole(0), 8, callDouble(0, load(whole(0), 0))), result: whole(0) }),
  };
  const { memory, functions } = instantiate([inner, outer], 16)!;
  const numbers = new Float64Array(memory, 0, 2);
  expect(Object.keys(functions)).toEqual(["outer"]); // functions of doubles are for the module alone
  return (x) => {
    numbers[0] = x;
    functions.outer!();
    return numbers[1]!;
  };
}

const NUMBERS = [0, -0, 1, -1, 0.1, -2.5, 1e10, -1e10, Math.PI, 2 ** -1022, 2 ** -1074, 1e308, 2 ** 31 - 1, -(2 ** 31)];

describe("bits", () => {
  test("as in TypeScript", () => {
    const words = new DataView(new ArrayBuffer(8));
    const cases: [(x: Double) => Double, (x: number) => number][] = [
      [single, Math.fround],
      [
        (x) => toDouble(highWord(x)),
        (x) => {
          words.setFloat64(0, x);
          return words.getInt32(0);
        },
      ],
      [
        (x) => toDouble(shifted(highWord(x), 20)),
        (x) => {
          words.setFloat64(0, x);
          return words.getInt32(0) >> 20;
        },
      ],
    ];
    for (const [made, plain] of cases) {
      const evaluate = evaluator(made);
      for (const x of [...NUMBERS, Number.NaN, Number.POSITIVE_INFINITY]) expect(evaluate(x)).toBe(plain(x));
    }
  });

  test("whole numbers of doubles: none of NaN, never a trap", () => {
    const evaluate = evaluator((x) => toDouble(toWhole(x)));
    for (const x of NUMBERS.filter((each) => Math.abs(each) < 2 ** 31)) expect(evaluate(x)).toBe(x | 0);
    expect(evaluate(Number.NaN)).toBe(0);
    expect(evaluate(1e300)).toBe(2 ** 31 - 1);
  });

  test("powers of two, and products with them", () => {
    const power = evaluator((k) => twoTo(toWhole(k)));
    for (let k = -1022; k <= 1023; k++) expect(power(k)).toBe(2 ** k);
    for (const k of [-1000, -3, 0, 7, 1000]) {
      const down = evaluator((x) => scaledDown(x, whole(k)));
      for (const x of [1, -1.7, Math.PI, -1e-3]) expect(down(x)).toBe(x * 2 ** -k);
    }
  });
});
