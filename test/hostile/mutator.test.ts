import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { readProblem } from "../../src/problem/read/read.ts";
import { seeded } from "../support/random.ts";
import { spent } from "../support/spent.ts";
import { blocks, torture } from "../support/torture.ts";
import { complaint } from "./handled.ts";
import { garbled, mutated } from "./mutate.ts";
import { seeds } from "./seeds.ts";

const all = seeds();
/** Bytes that a case may leave in use while it is handled, beside what the tests themselves need. */
const MOST_MEMORY = 500e6;

/** Runs seeded cases; a failing one is named by its seed, and in torture the one that took longest too. */
function tried(count: number, first: number, handle: (seed: number) => { ran: boolean; wrong?: string }) {
  const wrong: string[] = [];
  let ran = 0;
  let longest = { seed: first, ms: 0 };
  for (let seed = first; seed < first + count && wrong.length < 20; seed++) {
    const before = process.memoryUsage.rss();
    const begin = spent();
    const result = handle(seed);
    const ms = spent() - begin;
    if (ms > longest.ms) longest = { seed, ms };
    if (result.ran) ran++;
    const grown = process.memoryUsage.rss() - before;
    const fault = result.wrong ?? (grown > MOST_MEMORY ? `${grown} bytes` : undefined);
    if (fault === undefined) continue;
    wrong.push(`seed ${seed}: ${fault}`);
    if (torture) console.log(wrong.at(-1)); // at once: a run of hours may be stopped before its end
  }
  if (torture) console.log(`${count} cases from ${first}: ${ran} ran; longest, ms of the processor:`, longest);
  return { wrong, ran };
}

describe("mutated problems are refused with faults or run to numbers and a status", () => {
  it.each(blocks(600, 250_000))("$count from seed $first", { timeout: 36_000_000 }, ({ first, count }) => {
    const { wrong, ran } = tried(count, first, (seed) => {
      const random = seeded(seed);
      return complaint(mutated(random.pick(all).raw, random));
    });
    expect(wrong).toEqual([]);
    expect(ran).toBeGreaterThan(count / 8); // else the mutations test the refusals alone
  });
});

describe("garbled texts are refused with faults or run to numbers and a status", () => {
  const texts = all.map(({ raw }) => stringify(raw)).filter((text) => text.length < 10_000);
  it.each(blocks(500, 50_000, 1_000_000))("$count from seed $first", { timeout: 36_000_000 }, ({ first, count }) => {
    const { wrong } = tried(count, first, (seed) => {
      const random = seeded(seed);
      const read = readProblem(garbled(random.pick(texts), random));
      if (!read.faults) return complaint(read.raw);
      return read.faults.length > 0 ? { ran: false } : { ran: false, wrong: "refused without a fault" };
    });
    expect(wrong).toEqual([]);
  });
});
