/** The general scheme goes on from an expansion of the kernel: what it has beside the shared memory is brought there. */
import type { Vector } from "../../../numeric/vector.ts";
import type { Decision } from "../decision.ts";
import type { Guards } from "../guards.ts";
import type { Hold } from "../hold.ts";
import type { NextEvent } from "../next-event.ts";
import type { Series } from "../series.ts";

/** The event that ends an expansion of the kernel: its row or -1, and which way that slips then. */
export interface Ahead {
  readonly event: Int32Array;
  readonly side: Float64Array;
}

interface Parts {
  readonly side: Vector;
  readonly held: Hold;
  readonly decision: Decision;
  readonly guard: Guards;
  readonly taylor: Series;
  readonly found: Pick<NextEvent, "event" | "saturates" | "switched">;
}

/** `at`, `length`: of the present expansion, s. `anew`: others had the rows since the last time. */
export function takeOver(
  { event, side }: Ahead,
  at: Vector,
  length: number,
  { held, decision, guard, taylor, found, ...parts }: Parts,
  anew: boolean,
): void {
  const { mode, bound, width, kept, blur, passive } = decision;
  if (anew || !holdsAll(held, mode)) {
    held.clear();
    for (let i = 0; i < mode.length; i++) if (mode[i] === 0) held.add(i);
    held.prepare();
  }
  for (const list of [bound, width, kept, blur, passive]) list.fill(0);
  taylor.adopt(at);
  guard.forget();
  for (let i = 0; i < mode.length; i++) if (mode[i] !== 0) parts.side[i] = guard.sideOf(i, mode[i]!);
  guard.adopt(taylor, event[0]!, -side[0]!, length);
  found.saturates = found.switched = false;
  found.event = event[0]! >= 0;
}

/** Whether those rows are held that are at rest. */
function holdsAll({ holds }: Hold, mode: Int8Array): boolean {
  for (let i = 0; i < mode.length; i++) if ((mode[i] === 0) !== (holds[i] === 1)) return false;
  return true;
}
