/** Drives and limits of states that wait, as the kernel reads them: where they are functions of time. */
import type { RowValues } from "../../../model/rows/row-values.ts";
import { rowValues } from "../../../model/rows/row-values.ts";
import type { System } from "../../../model/system.ts";
import type { Vector } from "../../../numeric/vector.ts";
import type { Records } from "../records.ts";

/** In their order at a point of a step; a state has those of the middle of its step, then those of its end. */
export const ROW_NAMES = ["drive", "forward", "backward", "kineticForward", "kineticBackward"] as const;

/** Doubles of a state. */
export const rowWidth = (m: number): number => 2 * ROW_NAMES.length * (m + (m % 2));

export interface RowRecords {
  readonly values: Vector;
  /** Those of states from one up to another, the first of which ends a step that begins at a time. */
  evaluate(records: Records, from: number, to: number, start: number): void;
}

/** `high`: states that there is room for. */
export function rowRecordsOf(system: System, high: number): RowRecords {
  const m = system.rows.length;
  const padded = m + (m % 2);
  const width = rowWidth(m);
  const values = new Float64Array(width * high);
  const at = new Float64Array(2);
  const constant = system.rowFunctions?.constant === true;
  let now: RowValues | undefined;

  function put(place: number): void {
    now!.update(at);
    for (let q = 0; q < ROW_NAMES.length; q++) values.set(now![ROW_NAMES[q]!], place + q * padded);
  }

  return {
    values,
    evaluate(records, from, to, start) {
      if (constant && now) return; // all lines are the same
      now ??= rowValues(system);
      if (constant) {
        put(0);
        put(width / 2);
        for (let k = 1; k < high; k++) values.copyWithin(k * width, 0, width);
        return;
      }
      let before = start;
      for (let k = from; k < to; k++) {
        const time = records.time(k);
        at[1] = before + (time - before) / 2;
        at[0] = at[1]!;
        put(k * width);
        at[0] = time;
        put(k * width + width / 2);
        before = time;
      }
    },
  };
}
