/** Motions as a run tells them to its audit, so that they can be told again, also with something disturbed. */
import type { State } from "../../src/scheme/scheme.ts";
import { audit } from "../../src/simulate/audit/audit.ts";
import type { Audit } from "../../src/simulate/audit/result.ts";
import type { Event } from "../../src/simulate/record/trajectory.ts";
import { copyState, startRun } from "../../src/simulate/run/run.ts";
import type { Simulation } from "../../src/simulate/run/simulation.ts";

export type Told =
  | { readonly kind: "step"; readonly state: State }
  | { readonly kind: "jump"; readonly before: State; readonly after: State }
  | { readonly kind: "event"; readonly event: Event };

export interface Motion {
  readonly simulation: Simulation;
  readonly told: readonly Told[];
  readonly status: string;
}

/** Runs that tell more than this are not worth a test's time. */
const MOST_TOLD = 20_000;

export function tell(simulation: Simulation): Motion {
  const told: Told[] = [];
  const note = (entry: Told) => {
    if (told.length >= MOST_TOLD) throw new Error(`more than ${MOST_TOLD} states`);
    told.push(entry);
  };
  const run = startRun(simulation, [
    {
      step: (state) => note({ kind: "step", state: copyState(state) }),
      jump: (before, after) => note({ kind: "jump", before: copyState(before), after: copyState(after) }),
      event: (event) => note({ kind: "event", event }),
    },
  ]);
  run.advance(Number.POSITIVE_INFINITY);
  return { simulation, told, status: run.finish().status };
}

/** What the audit says of a motion that is told to it. */
export function audited(simulation: Simulation, told: readonly Told[]): Audit {
  const sink = audit(simulation);
  for (const entry of told) {
    if (entry.kind === "step") sink.step!(entry.state);
    else if (entry.kind === "jump") sink.jump!(entry.before, entry.after);
    else sink.event?.(entry.event);
  }
  return sink.result();
}

export type Part = "position" | "velocity" | "force";

/** The same motion with entry k of a part of the states number from .. to changed by `size`. */
export function disturbed(
  told: readonly Told[],
  change: { part: Part; k: number; from: number; to: number; size: (t: number) => number },
): Told[] {
  let number = 0;
  return told.map((entry) => {
    if (entry.kind !== "step") return entry;
    const here = number++;
    if (here < change.from || here > change.to) return entry;
    const state = copyState(entry.state);
    state[change.part][change.k]! += change.size(state.time);
    return { kind: "step", state };
  });
}

/** Largest size of an entry over a motion; of forces of friction rows the largest limit. */
export function scaleOf({ told }: Motion, part: Part, k: number): number {
  let scale = 0;
  for (const entry of told) {
    if (entry.kind !== "step") continue;
    const limit = part === "force" ? entry.state.limit[k]! : 0;
    scale = Math.max(scale, Math.abs(entry.state[part][k]!), Number.isFinite(limit) ? limit : 0);
  }
  return scale;
}
