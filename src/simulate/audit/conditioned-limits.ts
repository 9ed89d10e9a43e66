/**
 * What forces of friction rows are held against, in the audit of machines with conditions: limits and forces in slip of a node, or, where forces are means over steps
 * (half of a step with the law of its start, half with that of its end), their means over a step.
 */
import { rowValues } from "../../model/rows/row-values.ts";
import type { System } from "../../model/system.ts";
import type { Vector } from "../../numeric/vector.ts";

/** Part of its limit that a force may be beside another and still be that one. */
const EQUAL = 1e-9;

/** An end of a step, or a node. */
export interface Instant {
  /** s */
  readonly time: Vector;
  readonly position: Vector;
  readonly velocity: Vector;
}

export interface ForceLimits {
  readonly forward: Vector;
  readonly backward: Vector;
  /** Drives in the middle of the step, m/s. */
  readonly drive: Vector;
  /** Brings them to a step, or with one instant given twice to a node. */
  update(start: Instant, end: Instant): void;
  /** By how much a force is outside, N; negative inside. */
  outside(i: number, force: Vector): number;
  /** Larger one of the limits, N. */
  size(i: number): number;
  /** Whether a force is inside, and none of those in slip: so the row is at rest. */
  holds(i: number, force: Vector): boolean;
}

export function forceLimits(system: System): ForceLimits {
  const m = system.rows.length;
  const [before, middle, after] = [rowValues(system), rowValues(system), rowValues(system)];
  const make = () => new Float64Array(m);
  const [forward, backward, kineticForward, kineticBackward] = [make(), make(), make(), make()];
  const smoothed = Int8Array.from(system.rows, ({ law }) => (law.smoothing > 0 ? 1 : 0)); // such a row never rests
  const at = new Float64Array(2);
  const outside = (i: number, force: Vector) => Math.max(force[i]! - backward[i]!, -force[i]! - forward[i]!);
  const size = (i: number) => Math.max(forward[i]!, backward[i]!);
  return {
    forward,
    backward,
    drive: middle.drive,
    update(start, end) {
      at[1] = (start.time[0]! + end.time[0]!) / 2;
      at[0] = start.time[0]!;
      before.update(at, start.position, start.velocity);
      at[0] = at[1]!;
      middle.update(at, end.position, end.velocity);
      at[0] = end.time[0]!;
      after.update(at, end.position, end.velocity);
      for (let i = 0; i < m; i++) {
        forward[i] = (before.forward[i]! + after.forward[i]!) / 2;
        backward[i] = (before.backward[i]! + after.backward[i]!) / 2;
        kineticForward[i] = (before.kineticForward[i]! + after.kineticForward[i]!) / 2;
        kineticBackward[i] = (before.kineticBackward[i]! + after.kineticBackward[i]!) / 2;
      }
    },
    outside,
    size,
    holds(i, force) {
      const room = EQUAL * size(i);
      if (smoothed[i] === 1 || !(outside(i, force) < -room)) return false;
      return Math.abs(force[i]! - kineticBackward[i]!) > room && Math.abs(force[i]! + kineticForward[i]!) > room;
    },
  };
}
