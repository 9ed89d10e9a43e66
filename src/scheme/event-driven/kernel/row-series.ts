/** Coefficients of drives and limits that change in time, for the kernel. */
import { isFriction } from "../../../model/rows/law.ts";
import { constantValues } from "../../../model/rows/row-values.ts";
import { RowValue, type System } from "../../../model/system.ts";
import type { Vector } from "../../../numeric/vector.ts";
import type { Kernel } from "./kernel.ts";

/** What of the rows the kernel reads at the start of an expansion, beside the coefficients in its shared memory. */
export interface RowStarts {
  readonly lower: Vector;
  readonly upper: Vector;
  readonly pushBack: Vector;
  readonly pushOn: Vector;
  readonly drive: Vector;
  /** 1: some drive changes. */
  readonly moves: Int32Array;
}

/** Fills them in at an instant; false: a row has no limits there, and the machine is not one for the kernel. */
export function rowSeries(system: System, order: number, kernel: Kernel): ((at: Vector) => boolean) | undefined {
  const { starts } = kernel;
  const { rows } = kernel.shared;
  return starts && rows && seriesOf(system, order, starts, rows);
}

/** The host compiles this only where it is called. */
function seriesOf(system: System, order: number, starts: RowStarts, rows: Vector): (at: Vector) => boolean {
  const m = system.rows.length;
  const span = RowValue.count * m;
  const expand = system.rowFunctions!.expansion(order);
  const fixed = system.rows.map(({ law }) => (isFriction(law) ? undefined : constantValues(law)));
  const value = (q: number, i: number) => rows[q * m + i]!;

  /** Stops and joints keep their own bounds. */
  function restoreFixed(i: number, bounds: readonly number[]): void {
    for (let q: number = RowValue.forward; q < RowValue.count; q++) {
      for (let k = 1; k <= order; k++) rows[k * span + q * m + i] = 0;
      rows[q * m + i] = q <= RowValue.backward ? bounds[q]! : 0;
    }
  }

  return (at) => {
    expand(at, rows);
    starts.moves[0] = 0;
    for (let i = 0; i < m; i++) {
      const bounds = fixed[i];
      if (bounds) restoreFixed(i, bounds);
      else if (!(value(RowValue.forward, i) > 0 && value(RowValue.backward, i) > 0)) return false;
      else if (!(value(RowValue.kineticForward, i) >= 0 && value(RowValue.kineticBackward, i) >= 0)) return false;
      starts.lower[i] = -value(RowValue.forward, i);
      starts.upper[i] = value(RowValue.backward, i);
      starts.pushBack[i] = -value(RowValue.kineticForward, i);
      starts.pushOn[i] = value(RowValue.kineticBackward, i);
      starts.drive[i] = value(RowValue.drive, i);
      for (let k = 1; k <= order; k++) if (rows[k * span + RowValue.drive * m + i] !== 0) starts.moves[0] = 1;
    }
    return true;
  };
}
