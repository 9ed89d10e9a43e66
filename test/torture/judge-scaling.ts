/** One random machine in its own units and in others. */
import { follow } from "../oracles/enumerated/follow.ts";
import type { Random } from "../support/random.ts";
import { type ProductRun, runProduct, sensitivity } from "./compare.ts";
import type { RandomMachine } from "./random-machines.ts";
import { rescale } from "./rescale.ts";

export interface ScalingVerdict {
  readonly verdict: "same" | "sensitive" | "different";
  readonly detail: string;
}

const AGREEMENT = 1e-9;

export function judgeScaling({ raw, machine }: RandomMachine, random: Random): ScalingVerdict {
  const { raw: scaled, units } = rescale(random, raw);
  const plain = runProduct(raw, machine.mass.length);
  const other = runProduct(scaled, machine.mass.length);
  const back: ProductRun = {
    ...other,
    position: other.position.map((entry, i) => entry / units.coordinates[i]!),
    velocity: other.velocity.map((entry, i) => (entry * units.time) / units.coordinates[i]!),
    events: other.events.map((event) => ({ ...event, time: event.time / units.time })),
  };
  const detail = difference(plain, back);
  if (detail === undefined) return { verdict: "same", detail: "" };
  const oracle = follow(machine);
  const excused = oracle.accumulation || oracle.ambiguous || oracle.graze < 1e-7 || sensitivity(machine, oracle) > 1e4;
  return { verdict: excused ? "sensitive" : "different", detail: `${detail}; units ${JSON.stringify(units)}` };
}

function difference(a: ProductRun, b: ProductRun): string | undefined {
  if (a.status !== b.status) return `${a.status} and ${b.status}`;
  for (const key of ["position", "velocity"] as const) {
    const off = a[key].findIndex(
      (value, i) => !(Math.abs(value - b[key][i]!) <= AGREEMENT * Math.max(1, Math.abs(value))),
    );
    if (off >= 0) return `${key} ${off}: ${a[key][off]} and ${b[key][off]}`;
  }
  if (a.events.length !== b.events.length) return `${a.events.length} and ${b.events.length} events`;
  const names = (run: ProductRun) => run.events.map(({ kind, row }) => `${kind} ${row}`).sort();
  const odd = names(a).findIndex((name, k) => name !== names(b)[k]);
  if (odd >= 0) return `${names(a)[odd]} and ${names(b)[odd]}`;
  const late = a.events.findIndex((event, k) => Math.abs(event.time - b.events[k]!.time) > 1e-7);
  return late < 0 ? undefined : `event at ${a.events[late]!.time} and ${b.events[late]!.time}`;
}
