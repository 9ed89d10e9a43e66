/** Every key of every type of machine in turn at each of the values that nobody means: what random mutations reach by chance. */
import { describe, expect, it } from "vitest";
import { torture } from "../support/torture.ts";
import { complaint } from "./handled.ts";
import { places } from "./mutate.ts";
import { complete } from "./seeds.ts";

type Holder = Record<string | number, unknown>;

const numbers = [0, -1, 1, 7, 1e-320, 1e-30, 1e30, 9.9e99, 1e100, -1e300, Number.NaN, Number.POSITIVE_INFINITY];
const texts = ["", "t", "-t", "1/t", "1e99*t", "sqrt(-t)", "1e300^t", "x", "s", "base", "__proto__", "\u202e\u001b[2J"];
const others = [null, true, [], {}, [[]], [0], { at: [0, 0] }, undefined, Array(1001).fill(1), "1e9", "free"];
const values: readonly unknown[] = [...numbers, ...texts, ...others];

/** The problem with a value in the place of its k-th one, in the order of `places`. */
function withValue(raw: unknown, k: number, value: unknown): unknown {
  const root: Holder = { raw: structuredClone(raw) };
  const { holder, key } = places(root)[k]!;
  holder[key] = value;
  return root.raw;
}

describe("each key at each hostile value is refused with faults or runs to numbers and a status", () => {
  it.each(complete)("$name", { timeout: 36_000_000 }, ({ raw }) => {
    expect(complaint(raw), "as it is").toEqual({ ran: true });
    const all = places({ raw });
    const wrong: string[] = [];
    let next = 0;
    for (let k = 1; k < all.length; k++) {
      for (const value of values) {
        if (!torture && next++ % 127 !== 0) continue; // 127 and the number of values have no common divisor: all of them have their turn
        const found = complaint(withValue(raw, k, value)).wrong;
        if (found !== undefined) wrong.push(`${all[k]!.key} (${k}) = ${JSON.stringify(value)}: ${found}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
