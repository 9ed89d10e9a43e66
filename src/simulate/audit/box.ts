/** Reported forces against their limits: at the state, or anywhere in the step where they are means over it. */
import { isFriction } from "../../model/rows/law.ts";
import { rowValues } from "../../model/rows/row-values.ts";
import type { System } from "../../model/system.ts";
import type { Kept } from "../../numeric/kept.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { State } from "../../scheme/scheme.ts";
import type { Laws } from "./laws.ts";
import type { Reading } from "./reading.ts";
import type { Room } from "./room.ts";

export interface BoxCheck {
  /** By how much reported forces left their limits, or those of stops became negative, N. */
  readonly outside: Vector;
  /** Largest reported force of each row, N. */
  readonly largestForce: Vector;
  observe(state: State, step: Reading, laws: Laws): void;
  /** `outside` as parts of the largest limits; for stops, which have none, N. */
  relative(laws: Laws): Vector;
  readonly kept: Kept;
}

/** `atNodes`: forces are those of states, so a limit that jumps there has its value after the jump, too. */
export function boxCheck(system: System, exact: boolean, atNodes: boolean, room: Room): BoxCheck {
  const { rows } = system;
  const m = rows.length;
  // a step of time stepping may pass a place where limits bend or jump: each of its ends has its own side
  const own = !exact && system.rowMotion?.decides ? [rowValues(system), rowValues(system)] : [];
  const after = !exact && atNodes && (system.rowFunctions ?? system.rowMotion) ? rowValues(system) : undefined;
  const instant = new Float64Array(2);
  const outside = room.vector(m);
  const largestForce = room.vector(m);
  const friction = Int8Array.from(rows, ({ law }) => (isFriction(law) ? 1 : 0));
  const joint = Int8Array.from(rows, ({ law }) => (law.joint ? 1 : 0));
  return {
    kept: { outside, largestForce },
    outside,
    largestForce,
    observe({ time, position, velocity, force }, step, { points, varying }) {
      const first = points[0];
      const middle = points[1];
      const last = points[2];
      for (let end = 0; end < own.length; end++) {
        const { at, x, v } = step.points[end === 0 ? 0 : 2];
        own[end]!.update(at, x, v);
      }
      if (after) {
        instant[0] = time;
        instant[1] = time;
        after.update(instant, position, velocity);
      }
      for (let i = 0; i < m; i++) {
        if (joint[i] === 1) continue;
        const found = force[i]!;
        const size = Math.abs(found);
        if (size > largestForce[i]!) largestForce[i] = size;
        let beyond = -found;
        if (friction[i] === 1) {
          let limit = found > 0 ? last.backward[i]! : last.forward[i]!;
          if (varying && !exact) {
            // somewhere in the step, perhaps beyond the three points by as much as they differ
            const a = found > 0 ? first.backward[i]! : first.forward[i]!;
            const b = found > 0 ? middle.backward[i]! : middle.forward[i]!;
            let most = Math.max(a, b, limit);
            const differ = most - Math.min(a, b, limit);
            for (let end = 0; end < own.length; end++) {
              most = Math.max(most, found > 0 ? own[end]!.backward[i]! : own[end]!.forward[i]!);
            }
            limit = most + differ;
            if (after) limit = Math.max(limit, found > 0 ? after.backward[i]! : after.forward[i]!);
          }
          beyond = size - (limit > 0 ? limit : 0);
        }
        if (beyond > outside[i]!) outside[i] = beyond;
      }
    },
    relative({ largestLimit }) {
      const parts = new Float64Array(m);
      for (let i = 0; i < m; i++) parts[i] = outside[i]! / (rows[i]!.law.stop ? 1 : largestLimit[i]! || 1);
      return parts;
    },
  };
}
