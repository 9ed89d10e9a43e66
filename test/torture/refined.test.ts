/** Random mechanisms without bouncing: event-driven against refined steps of variational. */
import { expect, it } from "vitest";
import { cases } from "../support/torture.ts";
import { type RefinedVerdict, refineVariational } from "./refined-variational.ts";

const COUNT = cases(1, 1000);

it(`${COUNT} random mechanisms move alike under event-driven and refined variational`, {
  timeout: 36_000_000,
}, async () => {
  const verdicts: RefinedVerdict[] = [];
  for (let seed = 1; seed <= COUNT; seed++) verdicts.push(await refineVariational(seed));
  expect(verdicts.filter(({ outcome }) => outcome !== "agrees")).toEqual([]);
});
