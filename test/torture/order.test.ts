/** Random machines with their coordinates in another order and their rows in the opposite one: nothing but round-off may change. */
import { expect, it } from "vitest";
import { load, simulate } from "../../src/index.ts";
import { list, type Random, seeded } from "../support/random.ts";
import { cases } from "../support/torture.ts";
import { randomMachine } from "./random-machines.ts";

const COUNT = cases(6, 1000);
const FIRST = 210_001;
const AGREED = 1e-8;
const STEPS = 200;
const KINDS = ["stick", "slip", "saturate", "unsaturate"];

type Data = Record<string, unknown>;
type Entries = readonly (number | readonly number[])[];

function shuffled(random: Random, n: number): number[] {
  const order = list(n, (i) => i);
  for (let i = n - 1; i > 0; i--) {
    const j = random.whole(0, i);
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}

/** Coordinate order[i] of the machine becomes coordinate i. */
function reordered(raw: Data, order: readonly number[]): Data {
  const system = raw["system"] as Data & { mass: Entries; force: unknown[]; friction: Data[] };
  const initial = raw["initial"] as { position: number[]; velocity: number[] };
  const place = (i: number) => order.indexOf(i);
  const vector = <T>(of: readonly T[]): T[] => order.map((k) => of[k]!);
  const matrix = (of: Entries) =>
    order.map((i) => {
      const row = of[i]!;
      return order.map((j) => (typeof row === "number" ? (i === j ? row : 0) : row[j]!));
    });
  const text = (of: unknown) =>
    typeof of === "string" ? of.replace(/\b([xv])\((\d+)\)/g, (_, name, i) => `${name}(${place(Number(i))})`) : of;
  /** What acts on coordinates: by directions, indexes, and formulas. */
  const part = (of: Data): Data =>
    Object.fromEntries(
      Object.entries(of).map(([key, value]) => {
        if (key === "direction") return [key, vector(value as number[])];
        if (key === "between") return [key, (value as number[]).map(place)];
        if (key === "on" || key === "of" || key === "to") return [key, place(value as number)];
        return [key, text(value)];
      }),
    );
  const parts = (of: unknown) => (of as Data[]).map(part);
  const made = Object.fromEntries(
    Object.entries(system).map(([key, value]) => {
      if (key === "mass" || key === "damping" || key === "stiffness") return [key, matrix(value as Entries)];
      if (key === "force") return [key, vector(value as unknown[]).map(text)];
      if (key === "friction") return [key, parts(value).reverse()];
      return [key, typeof value === "object" ? parts(value) : value];
    }),
  );
  return {
    ...raw,
    system: made,
    ...(raw["feedback"] ? { feedback: parts(raw["feedback"]) } : {}),
    initial: { position: vector(initial.position), velocity: vector(initial.velocity) },
  };
}

it.each(["event-driven", "balanced"])(
  `${COUNT} random machines move alike in another order under %s`,
  {
    timeout: 36_000_000,
  },
  async (type) => {
    for (let seed = FIRST; seed < FIRST + COUNT; seed++) {
      const { raw: drawn } = randomMachine(seed);
      const { end } = drawn["time"] as { end: number };
      const raw: Data = type === "balanced" ? { ...drawn, scheme: { type }, time: { end, step: end / STEPS } } : drawn;
      const order = shuffled(seeded(seed), (drawn["initial"] as { position: number[] }).position.length);
      const one = await simulate(load(raw));
      const other = await simulate(load(reordered(raw, order)));
      const off = order.flatMap((k, i) =>
        (["position", "velocity"] as const).map(
          (of) => Math.abs(one[of][k]! - other[of][i]!) / Math.max(1, Math.abs(one[of][k]!)),
        ),
      );
      const told = [one, other].map(({ events }) => events.filter(({ kind }) => KINDS.includes(kind)).length);
      expect([other.status, other.audit.verdict], `seed ${seed}`).toEqual([one.status, one.audit.verdict]);
      expect(Math.max(...off), `seed ${seed}`).toBeLessThan(AGREED);
      expect(told[1], `seed ${seed}`).toBe(told[0]);
    }
  },
);
