/** One random curved machine: the product's event-driven motion against the oracle's. */
import { load, simulate } from "../../src/index.ts";
import { type Followed, follow, SLOW } from "../oracles/curved/follow.ts";
import { curvedCase } from "./curved-machines.ts";

export interface CurvedVerdict {
  readonly seed: number;
  readonly outcome: "agrees" | "differs" | "sensitive" | NonNullable<Followed["reason"]>;
  /** Largest difference at the end, of positions and velocities. */
  readonly off: number;
  readonly events: number;
  readonly detail: string;
}

const AGREED = 1e-8;
const SENSITIVE = 1e4;

export async function compareCurved(seed: number, inelastic = false): Promise<CurvedVerdict> {
  const { machine, start, end, problem } = curvedCase(seed, inelastic);
  const found = await simulate(load(problem));
  const exact = follow(machine, start, end);
  const values = [...exact.position, ...exact.velocity];
  const off = Math.max(...[...found.position, ...found.velocity].map((value, i) => Math.abs(value - values[i]!)));
  const events = found.events?.length ?? 0;
  const told = `${found.status} ${found.message}`;
  const verdict = (outcome: CurvedVerdict["outcome"], detail = told) => ({ seed, outcome, off, events, detail });
  if (found.status === "done" && off < AGREED) return verdict("agrees");
  if (exact.reason) return verdict(exact.reason);
  if (exact.slowed && off < 10 * SLOW) return verdict("accumulation");
  const nudged = follow(machine, { ...start, velocity: start.velocity.map((v) => v + 1e-9) }, end);
  const moved = [...nudged.position, ...nudged.velocity].map((value, i) => Math.abs(value - values[i]!));
  if (nudged.reason) return verdict(nudged.reason);
  if (Math.max(...moved) > SENSITIVE * 1e-9) return verdict("sensitive");
  return verdict("differs", `${told}; oracle's events ${JSON.stringify(exact.events.slice(0, 12))}`);
}
