/** Drives and limits that follow the motion, along a change of it: their coefficients, and the forces of rows that slip by them. */
import type { Switches } from "../../model/motion-functions.ts";
import { slopeChange } from "../../model/motion-functions.ts";
import { RowValue, type System } from "../../model/system.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Decision } from "./decision.ts";
import type { Hold } from "./hold.ts";
import type { Series } from "./series.ts";

/** Their slopes along the motion. Made once an expansion. */
export interface RowSlopes {
  update(at: Vector): void;
  /** Memory for one change. */
  change(): RowChange;
}

export interface RowChange {
  /** Coefficient k of the change of function q of row i at value[(k * RowValue.count + q) * rows + i]. */
  readonly value: Vector;
  /** Fills in the drives' coefficient k, from dx_0 ... dx_k. */
  drives(k: number, dx: Vector): void;
  /** And that of the limits, from dx_0 ... dx_{k+1}: they may depend on states. */
  limits(k: number, dx: Vector): void;
  /** Coefficient k of the change of a row's force where its limits say what that is, N; 0 of rows that hold. */
  force(row: number, k: number): number;
}

/** Undefined where drives and limits do not follow the motion. */
export function rowSlopes(system: System, motion: Series, held: Hold, decision: Decision): RowSlopes | undefined {
  const { order } = motion;
  const m = system.rows.length;
  const n = system.size;
  const span = RowValue.count * m;
  const expansion = system.rowMotion?.expansion(order);
  const slopes = expansion?.slopes?.();
  if (!expansion || !slopes) return undefined;
  const { count, of } = slopes;
  const { mode, part, passive } = decision;
  const drives = indexes((q) => q === RowValue.drive);
  const limits = indexes((q) => q !== RowValue.drive);

  function indexes(wanted: (q: number) => boolean): number[] {
    return Array.from({ length: count }, (_, l) => l).filter((l) => wanted(Math.floor(of[l]! / m)));
  }

  return {
    update(at) {
      copySides(motion.switches.rows, expansion.switches);
      slopes.begin(at);
      for (let k = 0; k < order; k++) slopes.next(k, motion.x);
    },
    change() {
      const value = new Float64Array((order + 1) * span);

      function fill(list: readonly number[], k: number, dx: Vector): void {
        for (const l of list) value[k * span + of[l]!] = 0;
        for (const l of list) value[k * span + of[l]!]! += slopeChange(slopes!, l, k, dx, n);
      }

      return {
        value,
        drives: (k, dx) => fill(drives, k, dx),
        limits: (k, dx) => fill(limits, k, dx),
        force(row, k) {
          const { law } = system.rows[row]!;
          if (held.holds[row] === 1 || passive[row] === 1 || !law.varying) return 0;
          const at = k * span + row;
          if (mode[row]! > 0) return -value[at + RowValue.kineticForward * m]!;
          if (mode[row]! < 0) return value[at + RowValue.kineticBackward * m]!;
          const lower = -value[at + RowValue.forward * m]!;
          return lower + part[row]! * (value[at + RowValue.backward * m]! - lower);
        },
      };
    },
  };
}

/** Slopes are those of the formulas that the motion is on. */
export function copySides(from: Switches | undefined, to: Switches | undefined): void {
  if (!from || !to || from.count !== to.count) return;
  to.side.set(from.side);
  to.ahead.set(from.ahead);
}
