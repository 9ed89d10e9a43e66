/** The rows of a machine that always hold, apart from the others. */

import { type Rows, rowsFrom } from "../numeric/rows.ts";
import type { Vector } from "../numeric/vector.ts";
import type { System } from "./system.ts";

export interface JointRows {
  /** Their places among all rows. */
  readonly chosen: readonly number[];
  readonly rows: Rows;
  /** Brings their directions to q. */
  follow(q: Vector): void;
}

export function jointRows(system: System): JointRows {
  const chosen = system.rows.flatMap(({ law }, i) => (law.joint ? [i] : []));
  const all = system.newDirections();
  const { start, column, value } = all;
  const rows = rowsFrom(
    chosen.map((i) => {
      const columns = [...column.subarray(start[i]!, start[i + 1]!)];
      return { columns, values: columns.map(() => 1) };
    }),
  );
  return {
    chosen,
    rows,
    follow(q) {
      system.directionsAt(q, all);
      let to = 0;
      for (const i of chosen) for (let k = start[i]!; k < start[i + 1]!; k++) rows.value[to++] = value[k]!;
    },
  };
}
