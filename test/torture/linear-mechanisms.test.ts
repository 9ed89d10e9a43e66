/** Random linear machines over all keys of a row, against the same by their energies: other series, checked otherwise. */
import { expect, it } from "vitest";
import { load, simulate } from "../../src/index.ts";
import { mechanismOf } from "../scheme/event-driven/nonlinear/linear-as-mechanism.ts";
import { cases } from "../support/torture.ts";
import { randomMachine } from "./random-machines.ts";

const COUNT = cases(6, 1000);
const FIRST = 200_001;
const AGREED = 1e-8;
const KINDS = ["stick", "slip", "saturate", "unsaturate"];

/** Stiffness that is not symmetric has no energy: it is written as forces. */
function twin(system: Record<string, unknown>): Record<string, unknown> {
  const { stiffness, ...rest } = system as { stiffness?: readonly (number | readonly number[])[] };
  const made = mechanismOf(rest) as { force: string[] };
  const rows = stiffness?.map((row, i) =>
    typeof row === "number" ? stiffness.map((_, j) => (i === j ? row : 0)) : row,
  );
  const pull = (i: number) =>
    (rows?.[i] ?? []).map((entry, j) => (entry === 0 ? "" : ` - (${entry})*x(x${j + 1})`)).join("");
  return { ...made, force: made.force.map((text, i) => text + pull(i)) };
}

it(`${COUNT} random machines move alike as mechanisms`, { timeout: 36_000_000 }, async () => {
  for (let seed = FIRST; seed < FIRST + COUNT; seed++) {
    const { raw } = randomMachine(seed);
    const one = await simulate(load(raw));
    const other = await simulate(load({ ...raw, system: twin(raw["system"] as Record<string, unknown>) }));
    const ends = [one, other].map(({ position, velocity }) => [...position, ...velocity]);
    const off = ends[0]!.map((value, i) => Math.abs(value - ends[1]![i]!) / Math.max(1, Math.abs(value)));
    const told = [one, other].map(({ events }) => events.filter(({ kind }) => KINDS.includes(kind)).length);
    expect([other.status, other.audit.verdict], `seed ${seed}`).toEqual([one.status, one.audit.verdict]);
    expect(Math.max(...off), `seed ${seed}`).toBeLessThan(AGREED);
    expect(told[1], `seed ${seed}`).toBe(told[0]);
  }
});
