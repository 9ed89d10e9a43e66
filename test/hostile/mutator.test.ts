import { expect, it } from "vitest";
import { stringify } from "yaml";
import { readProblem } from "../../src/problem/read/read.ts";
import { seeded } from "../support/random.ts";
import { cases } from "../support/torture.ts";
import { complaint } from "./handled.ts";
import { garbled, mutated } from "./mutate.ts";
import { seeds } from "./seeds.ts";

const all = seeds();
/** Bytes that a case may leave in use while it is handled, beside what the tests themselves need. */
const MOST_MEMORY = 500e6;

/** Runs seeded cases; a failing one is named by its seed. */
function tried(count: number, first: number, handle: (seed: number) => { ran: boolean; wrong?: string }) {
  const wrong: string[] = [];
  let ran = 0;
  for (let seed = first; seed < first + count && wrong.length < 5; seed++) {
    const before = process.memoryUsage().rss;
    const result = handle(seed);
    if (result.ran) ran++;
    if (result.wrong !== undefined) wrong.push(`seed ${seed}: ${result.wrong}`);
    const grown = process.memoryUsage().rss - before;
    if (grown > MOST_MEMORY) wrong.push(`seed ${seed}: ${grown} bytes`);
  }
  return { wrong, ran };
}

it("mutated problems are refused with faults or run to numbers and a status", { timeout: 36_000_000 }, () => {
  const count = cases(1000, 250_000);
  const { wrong, ran } = tried(count, 1, (seed) => {
    const random = seeded(seed);
    return complaint(mutated(random.pick(all).raw, random));
  });
  expect(wrong).toEqual([]);
  expect(ran).toBeGreaterThan(count / 8); // else the mutations test the refusals alone
});

it("garbled texts are refused with faults or run to numbers and a status", { timeout: 36_000_000 }, () => {
  const texts = all.map(({ raw }) => stringify(raw)).filter((text) => text.length < 10_000);
  const count = cases(250, 50_000);
  const { wrong } = tried(count, 1_000_000, (seed) => {
    const random = seeded(seed);
    const read = readProblem(garbled(random.pick(texts), random));
    if (!read.faults) return complaint(read.raw);
    return read.faults.length > 0 ? { ran: false } : { ran: false, wrong: "refused without a fault" };
  });
  expect(wrong).toEqual([]);
});
