/** Random mechanisms against the second oracle. */
import { expect, it } from "vitest";
import { cases, torture } from "../support/torture.ts";
import { type CurvedVerdict, compareCurved } from "./compare-curved.ts";

const COUNT = cases(2, 1000);
/** In `npm test` two that the oracle is quick with. */
const FIRST = torture ? 1 : 7;

it(`${COUNT} random mechanisms move as the oracle has it`, { timeout: 36_000_000 }, async () => {
  const verdicts: CurvedVerdict[] = [];
  for (let seed = FIRST; seed < FIRST + COUNT; seed++) verdicts.push(await compareCurved(seed));
  expect(verdicts.filter(({ outcome }) => outcome === "differs")).toEqual([]);
  const unsure = verdicts.filter(({ outcome }) => outcome !== "agrees");
  expect(unsure.length).toBeLessThanOrEqual(Math.max(1, 0.05 * COUNT));
});
