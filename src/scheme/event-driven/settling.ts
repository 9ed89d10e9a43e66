/**
 * Brings mass, directions and held rows to where an expansion has ended, and the position back onto what holds it: joints that are
 * conditions on positions and closed stops drift off by the round-off of their accelerations otherwise. Stuck friction rows do not move by it.
 */
import type { System } from "../../model/system.ts";
import type { Kept } from "../../numeric/kept.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Decision } from "./decision.ts";
import type { Hold } from "./hold.ts";
import type { Place } from "./place.ts";

export interface Settling {
  /** False: rows that held have become dependent there, and must be decided on anew. */
  follow(at: Vector, x: Vector): boolean;
  /** After a saved run has been restored: brings everything to x before the factors of held rows are. */
  kept(x: Vector): Kept;
}

export function settling(system: System, place: Place, held: Hold, { mode }: Decision): Settling {
  const n = system.size;
  const m = system.rows.length;
  const still = new Float64Array(n);
  const change = new Float64Array(n);
  const target = new Float64Array(m);
  const gaps = new Float64Array(m);
  const force = new Float64Array(m);

  /** How far each held row's place is from where it must be, m; whether any is. */
  function measure(at: Vector, x: Vector): boolean {
    target.fill(0);
    system.violationsAt?.(at, x, target);
    if (system.hasStops) system.gapsAt(x, gaps);
    let off = false;
    for (let i = 0; i < m; i++) {
      if (mode[i] === 0 && system.rows[i]!.law.stop) target[i] = gaps[i]!;
      target[i] = held.holds[i] === 1 ? -target[i]! : 0;
      off ||= target[i] !== 0;
    }
    return off;
  }

  return {
    follow(at, x) {
      if (place.fixed) return true;
      place.moveTo(x);
      if (!held.follow(x)) return false;
      if (!measure(at, x)) return true;
      held.solve(still, target, change, force);
      held.project(mode, target, change);
      for (let k = 0; k < n; k++) x[k]! += change[k]!;
      return true;
    },
    kept: (x) => ({
      save: () => 0,
      restore() {
        place.moveTo(x);
        held.place(x);
      },
    }),
  };
}
