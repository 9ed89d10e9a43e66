import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { emitProgram } from "../../src/expression/emit-program.ts";
import { parse } from "../../src/expression/parse.ts";
import { compileProgram } from "../../src/expression/program.ts";
import type { Node } from "../../src/expression/syntax.ts";
import { hostileFormula } from "../hostile/hostile-formula.ts";
import { names, ranges, seededWords, sized } from "../numeric/elementary-samples.ts";
import { seeded } from "../support/random.ts";
import { cases } from "../support/torture.ts";
import { formula } from "./formula.ts";
import { formulas } from "./random-formula.ts";

const EXTREME = [
  ...[0, -0, 1, -1, 0.5, -0.5, 2, -2, 3, 22, 710, 711, -746, Math.PI, 1e-8, 1e-9, 1e18, 1e19, 2 ** 53, 2 ** 53 - 1],
  ...[Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.MIN_VALUE, -Number.MIN_VALUE],
  ...[Number.MAX_VALUE, -Number.MAX_VALUE, 2 ** -1022, 2 ** -1023, 1e100, -1e300, 1e-300, 1.5e-310, 1647099, 1e6, 1e7],
];

const bits = new DataView(new ArrayBuffer(8));
/** Any double at all. */
function anyDouble(next: () => number): number {
  bits.setUint32(0, next());
  bits.setUint32(4, next());
  return bits.getFloat64(0);
}

/** Rows in which the code and the plain program differ in a digit, and how many rows the code has left. */
function compare(nodes: readonly Node[], variables: readonly string[], rows: readonly (readonly number[])[]) {
  const [plain, own] = [compileProgram(nodes, variables), compileProgram(nodes, variables)];
  let left = 0;
  const run = () => {
    left++;
    own.run();
  };
  const kernel = emitProgram({ ...own, run });
  if (!kernel) throw new Error("no code was made");
  const different: string[] = [];
  for (let from = 0; from < rows.length; from += kernel.capacity) {
    const some = rows.slice(from, from + kernel.capacity);
    kernel.given.set(some.flat());
    kernel.run(some.length);
    some.forEach((row, k) => {
      plain.registers.set(row);
      plain.run();
      plain.outputs.forEach((register, i) => {
        const [expected, got] = [plain.registers[register]!, kernel.found[k * nodes.length + i]!];
        if (!Object.is(expected, got)) different.push(`formula ${i} at ${row}: ${got}, and not ${expected}`);
      });
    });
  }
  return { different, left };
}

const parsed = (text: string, variables: readonly string[]): Node | undefined => {
  const result = parse(text, { constants: new Map([["mu", 0.3]]), variables });
  return "error" in result ? undefined : result.node;
};

describe("functions have the digits of plain TypeScript", () => {
  test.each(names)("%s", (name) => {
    const next = seededWords(7);
    const samples = [
      ...EXTREME,
      ...ranges[name].flatMap((sampler) => Array.from({ length: cases(2000, 100_000) }, () => sampler(next))),
      ...Array.from({ length: cases(2000, 100_000) }, () => anyDouble(next)),
    ];
    expect(
      compare(
        [formula(`${name}(t)`)],
        ["t"],
        samples.map((t) => [t, t]),
      ).different,
    ).toEqual([]);
  });

  test("powers", () => {
    const next = seededWords(8);
    const moderate = sized(-8, 8);
    const wide = sized(-1000, 1000);
    const exponents = [...EXTREME, 5, -5, 7, -3, 0.25, 1 / 3, 1001, -1001];
    const pairs = [
      ...EXTREME.flatMap((x) => exponents.map((y) => [x, y])),
      ...Array.from({ length: cases(20_000, 1_000_000) }, () => [moderate(next), moderate(next)]),
      ...Array.from({ length: cases(20_000, 1_000_000) }, () => [moderate(next), Math.round(moderate(next))]),
      ...Array.from({ length: cases(5000, 100_000) }, () => [wide(next), moderate(next)]),
      ...Array.from({ length: cases(5000, 100_000) }, () => [anyDouble(next), anyDouble(next)]),
    ];
    const rows = pairs.map(([x, y]) => [x!, y!, x!, y!]);
    expect(compare([parsed("x^y", ["x", "y"])!], ["x", "y"], rows)).toEqual({ different: [], left: 0 });
  });

  test("only what needs more digits of pi is left", () => {
    const times = Array.from({ length: 500 }, (_, k) => [k === 100 || k === 101 || k === 499 ? 1e9 : k / 7, 0]);
    expect(compare([formula("sin(t) + t"), formula("2")], ["t"], times)).toEqual({ different: [], left: 3 });
  });
});

describe("formulas have the digits of plain TypeScript", () => {
  const times = fc.oneof(
    fc.double(),
    fc.double({ min: -10, max: 10, noNaN: true }),
    fc.constantFrom(...EXTREME),
    fc.integer({ min: -99, max: 99 }).map((n) => n / 16),
  );
  const instants = fc.array(
    fc.oneof(
      fc.tuple(times, times),
      times.map((t) => [t, t] as const),
    ),
    {
      minLength: 1,
      maxLength: 20,
    },
  );

  test.each([1, 2, 3, 4])("random ones of depth %i, decided at times of their own", (depth) => {
    fc.assert(
      fc.property(
        fc.array(formulas({ smooth: false, depth }), { minLength: 1, maxLength: 3 }),
        instants,
        (some, at) => {
          const nodes = some.map((each) => parsed(each.print(true), ["t"])).filter((node) => node !== undefined);
          fc.pre(nodes.length > 0); // constants like asin(2) are refused
          expect(
            compare(
              nodes,
              ["t"],
              at.map(([time, side]) => [time, side]),
            ).different,
          ).toEqual([]);
        },
      ),
      { numRuns: cases(100, 5000) },
    );
  });

  test("hostile ones, in several variables", () => {
    const variables = ["t", "x", "z", "x(0)", "x(1)", "v(0)", "v(1)", "r(t)"];
    let read = 0;
    for (let seed = 1; seed <= cases(400, 20_000); seed++) {
      const random = seeded(seed);
      const next = seededWords(seed);
      const node = parsed(hostileFormula(random, random.whole(1, 5)), variables);
      if (!node) continue;
      read++;
      const any = () =>
        random.chance(0.4) ? random.pick(EXTREME) : random.chance(0.2) ? anyDouble(next) : random.normal();
      const rows = Array.from({ length: 12 }, () => Array.from({ length: 2 * variables.length }, any));
      expect(compare([node], variables, rows).different, `seed ${seed}`).toEqual([]);
    }
    expect(read).toBeGreaterThan(cases(400, 20_000) / 3);
  });
});

test("formulas that are too long are left to plain TypeScript", () => {
  const long = (terms: number) => Array.from({ length: terms }, (_, k) => `sin(${k + 2}*t)`).join(" + ");
  expect(emitProgram(compileProgram([formula(long(100))], ["t"]))).toBeDefined();
  expect(emitProgram(compileProgram([formula(long(600))], ["t"]))).toBeUndefined();
});
