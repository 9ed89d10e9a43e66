import { describe, expect, it } from "vitest";
import { derivative } from "../../src/expression/derivative.ts";
import { parse } from "../../src/expression/parse.ts";
import { LARGEST, type Load } from "../../src/model/load.ts";
import { compileTimeFunctions } from "../../src/problem/compile/time/time-functions.ts";
import { seeded } from "../support/random.ts";
import { spent } from "../support/spent.ts";
import { blocks, torture } from "../support/torture.ts";
import { hostileFormula } from "./hostile-formula.ts";

const constants = new Map([["mu", 0.3]]);
const ORDER = 12;
const none = new Map();
/** ms of the processor. */
const LONGEST = 2000;

function valuesOf(load: Load): number[] {
  const out = new Float64Array(1);
  return Array.from({ length: 65 }, (_, k) => {
    load.evaluate(Float64Array.of(k / 64, k / 64), out);
    return out[0]!;
  });
}

/** What is wrong with how a formula is handled, if anything; and whether it is one. */
function complaint(text: string): { valid: boolean; bounded: boolean; wrong?: string } {
  const begin = spent();
  const parsed = parse(text, { constants, variables: ["t", "x", "z", "x(0)", "v(0)", "r(t)"] });
  if ("error" in parsed) {
    const { message, column } = parsed.error;
    const sound = message !== "" && message.length < 400 && column >= 1 && column <= text.length + 1;
    return { valid: false, bounded: false, ...(sound ? {} : { wrong: `${message} at ${column}` }) };
  }
  const inTime = parse(text, { constants, variables: ["t"] });
  if ("error" in inTime) return { valid: true, bounded: false };
  const load = compileTimeFunctions([inTime.node, derivative(inTime.node, "t")], none);
  load.expansion(ORDER)(Float64Array.of(0.3, 0.3), new Float64Array(2 * (ORDER + 1)));
  const { times } = load.breakpoints(0, 1);
  if (times.some((time, k) => !(time > 0 && time < 1 && (k === 0 || time > times[k - 1]!)))) {
    return { valid: true, bounded: false, wrong: `breakpoints ${times.join(", ")}` };
  }
  const alone = compileTimeFunctions([inTime.node], none);
  const bounded = alone.bounded!(0, 1);
  const worst = bounded ? valuesOf(alone).find((value) => !(Math.abs(value) < LARGEST)) : undefined;
  if (worst !== undefined) return { valid: true, bounded, wrong: `proved to be a number, and is ${worst}` };
  const took = spent() - begin;
  return { valid: true, bounded, ...(took > LONGEST ? { wrong: `${took} ms` } : {}) };
}

describe("hostile formulas are refused with a column, or compiled; what is proved of them holds", () => {
  it.each(blocks(4000, 300_000))("$count from seed $first", { timeout: 36_000_000 }, ({ first, count }) => {
    const wrong: string[] = [];
    let [valid, proved] = [0, 0];
    let longest = { seed: first, ms: 0 };
    for (let seed = first; seed < first + count && wrong.length < 20; seed++) {
      const random = seeded(seed);
      const text = hostileFormula(random, random.whole(1, 5));
      const begin = spent();
      try {
        const result = complaint(text);
        if (result.wrong !== undefined) wrong.push(`seed ${seed}, ${text.slice(0, 200)}: ${result.wrong}`);
        if (result.valid) valid++;
        if (result.bounded) proved++;
      } catch (error) {
        wrong.push(`seed ${seed}, ${text.slice(0, 200)}: ${(error as Error).stack}`);
      }
      const ms = spent() - begin;
      if (ms > longest.ms) longest = { seed, ms };
    }
    if (torture) console.log(`${count} formulas from ${first}: longest, ms of the processor:`, longest);
    expect(wrong).toEqual([]);
    expect(valid).toBeGreaterThan(count / 3);
    expect(proved).toBeGreaterThan(count / 20); // else the proof is tested by nothing
  });
});

describe("formulas that change faster than anyone can follow are given up soon", () => {
  it.each([
    "abs(cos(((t) - (1e-300)) == (sign(t)) ? exp(t) : (1e300)^(t)))", // 5.2 s on a busy machine before powers were paid for
    "abs(sin((1e300)^(t)*t))",
    "sqrt(abs(sin(1e9*t)^1.5*exp(-t)))",
    "sign(sin(exp(700*t)) + cos((2 + t)^(t*900)))",
    "max(sin(1e8*t), cos(1e8*t + abs(sin(1e7*t))))",
  ])("%s", (text) => {
    expect(complaint(text)).toEqual({ valid: true, bounded: expect.any(Boolean) });
  });
});
