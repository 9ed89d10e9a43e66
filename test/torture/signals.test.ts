/** Random machines whose forces, limits and drives are tables, against the same tables written as formulas. */
import { expect, it } from "vitest";
import { load, simulate } from "../../src/index.ts";
import { list, type Random, seeded } from "../support/random.ts";
import { cases } from "../support/torture.ts";
import { randomMachine } from "./random-machines.ts";

const COUNT = cases(6, 1000);
const AGREED = 1e-9;

interface Table {
  readonly times: readonly number[];
  readonly values: readonly number[];
  readonly interpolation: "linear" | "hold";
  readonly outside: number | "hold";
}

interface Raw {
  signals?: Record<string, Table>;
  readonly system: { readonly force: (string | number)[]; readonly friction: Record<string, unknown>[] };
  readonly time: { readonly end: number };
}

const short = (value: number) => Number(value.toPrecision(5));

/** Samples before the run, within it and beyond; some values are zero, some equal their neighbors. */
function table(random: Random, end: number, low: number, high: number): Table {
  const value = () => (random.chance(0.25) ? Math.max(0, low) : short(random.between(low, high)));
  const drawn = list(random.whole(2, 6), () => short(random.between(-0.2, 1.2) * end));
  const times = [...new Set([...drawn, short(1.3 * end)])].sort((a, b) => a - b);
  const values = times.map(value);
  if (random.chance(0.2)) values[1] = values[0]!;
  return {
    ...{ times, values },
    interpolation: random.pick(["linear", "hold"] as const),
    outside: random.pick(["hold", value()] as const),
  };
}

/** The same as nested conditions. */
function formula({ times, values, interpolation, outside }: Table): string {
  const beyond = (k: number) => (outside === "hold" ? values[k]! : outside);
  let text = `${beyond(values.length - 1)}`;
  for (let i = times.length - 2; i >= 0; i--) {
    const [a, b, u, v] = [times[i]!, times[i + 1]!, values[i]!, values[i + 1]!];
    const line = interpolation === "hold" ? `${u}` : `((${u}) + ((${v}) - (${u}))*(t - (${a}))/((${b}) - (${a})))`;
    text = `(t < ${b} ? ${line} : ${text})`;
  }
  return `(t < ${times[0]} ? ${beyond(0)} : ${text})`;
}

/** A machine with tables, and with formulas in their place; undefined: it has neither. */
function twins(seed: number): readonly [Raw, Raw] | undefined {
  const random = seeded(seed * 31 + 7);
  const { raw } = randomMachine(seed);
  const [one, other] = [structuredClone(raw) as unknown as Raw, structuredClone(raw) as unknown as Raw];
  const { end } = one.time;
  const put = (name: string, given: Table, set: (raw: Raw, text: string) => void) => {
    one.signals = { ...one.signals, [name]: given };
    set(one, `${name}(t)`);
    set(other, formula(given));
  };
  const row = one.system.friction[0];
  if (random.chance(0.7)) {
    put("push", table(random, end, -4, 4), ({ system }, text) => {
      system.force[0] = `(${system.force[0]}) + ${text}`;
    });
  }
  if (row && row["kinetic"] === undefined && random.chance(0.5)) {
    put("load", table(random, end, 0, 3), ({ system }, text) => {
      system.friction[0]!["limit"] = text;
    });
  }
  if (row && random.chance(0.4)) {
    put("belt", table(random, end, -1, 1), ({ system }, text) => {
      system.friction[0]!["drive"] = text;
    });
  }
  return one.signals && [one, other];
}

it(`${COUNT} random machines move alike by tables and by formulas`, { timeout: 36_000_000 }, async () => {
  let compared = 0;
  for (let seed = 1; seed <= COUNT; seed++) {
    const pair = twins(seed);
    if (!pair) continue;
    compared++;
    const [one, other] = await Promise.all(pair.map((raw) => simulate(load(raw))));
    const ends = [one!, other!].map(({ position, velocity }) => [...position, ...velocity]);
    const off = Math.max(...ends[0]!.map((value, i) => Math.abs(value - ends[1]![i]!)));
    expect(one!.status, `seed ${seed}`).toBe(other!.status);
    expect([one!.audit.verdict, other!.audit.verdict], `seed ${seed}`).toEqual(["ok", "ok"]);
    expect(one!.events.length, `seed ${seed}`).toBe(other!.events.length);
    expect(off, `seed ${seed}`).toBeLessThan(AGREED);
  }
  expect(compared).toBeGreaterThan(COUNT / 2);
});
