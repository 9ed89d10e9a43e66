/** The general scheme goes on from an expansion of the kernel: what it has beside the shared memory is brought there. */
import type { Vector } from "../../../numeric/vector.ts";
import type { Decision } from "../decision.ts";
import type { Guards } from "../guards.ts";
import type { Hold } from "../hold.ts";
import type { Series } from "../series.ts";

/** The event that ends an expansion of the kernel: its row or -1, and which way that slips then. */
export interface Ahead {
  readonly event: Int32Array;
  readonly side: Float64Array;
}

/** `at`, `length`: of the present expansion, s. Whether an event ends it. */
export function takeOver(
  { event, side }: Ahead,
  at: Vector,
  length: number,
  parts: {
    readonly side: Vector;
    readonly held: Hold;
    readonly decision: Decision;
    readonly guard: Guards;
    readonly taylor: Series;
    /** The rows at rest are held already. */
    readonly isHeld: boolean;
  },
): boolean {
  const { held, decision, guard, taylor } = parts;
  const { mode, bound, width, kept, blur, passive } = decision;
  if (!parts.isHeld) {
    held.clear();
    for (let i = 0; i < mode.length; i++) if (mode[i] === 0) held.add(i);
    held.prepare();
  }
  for (const list of [bound, width, kept, blur, passive]) list.fill(0);
  taylor.adopt(at);
  guard.forget();
  for (let i = 0; i < mode.length; i++) if (mode[i] !== 0) parts.side[i] = guard.sideOf(i, mode[i]!);
  guard.adopt(taylor, event[0]!, -side[0]!, length);
  return event[0]! >= 0;
}
