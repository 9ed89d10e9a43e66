/** Formulas in t and signals at many instants. */
import { manyRows } from "../../../expression/many-rows.ts";
import type { Program } from "../../../expression/program.ts";
import type { Load } from "../../../model/load.ts";
import type { Vector } from "../../../numeric/vector.ts";
import { keptInstants } from "./kept-instants.ts";
import { spread } from "./spread-rows.ts";
import type { TimeInputs } from "./time-inputs.ts";

/** `signals`: how many of them the program reads beside t. */
export function manyInstants(program: Program, inputs: TimeInputs, signals: number): NonNullable<Load["evaluateMany"]> {
  const { registers } = program;
  const n = program.outputs.length;
  const width = 2 * program.inputs;
  const instant = new Float64Array(2);
  const table = manyRows(program);

  /** So many instants from one on, as variables of the program. */
  function give(at: Vector, from: number, rows: number, given: Vector): void {
    if (signals === 0) {
      given.set(at.subarray(2 * from, 2 * (from + rows)));
      return;
    }
    for (let k = 0; k < rows; k++) {
      instant[0] = at[2 * (from + k)]!;
      instant[1] = at[2 * (from + k) + 1]!;
      inputs.set(instant);
      for (let j = 0; j < width; j++) given[k * width + j] = registers[j]!;
    }
  }

  const kept = keptInstants(n);
  return (at, count, out, stride) => {
    if (kept.give(at, count, out, stride)) return;
    for (let from = 0; from < count; ) {
      const { capacity, given, found, run } = table.next(count - from);
      const rows = Math.min(capacity, count - from);
      give(at, from, rows, given);
      run(rows);
      spread(found, rows, n, out, stride, from);
      from += rows;
    }
    kept.take(at, count, out, stride);
  };
}
