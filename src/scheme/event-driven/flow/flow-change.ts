/** A change of a linear motion that flows (flow.ts): what it makes of rows follows from where it is. */
import type { System } from "../../../model/system.ts";
import { rowsAddTransposed } from "../../../numeric/rows.ts";
import type { Vector } from "../../../numeric/vector.ts";
import type { TangentColumn } from "../../common/tangent.ts";
import type { RowChanges } from "../tangent-series.ts";
import type { Changed, Flow, FlowMode } from "./flow.ts";

/** At (dx, dv), which go along with it. */
export function flowChange(
  system: System,
  order: number,
  flow: Flow,
  by: FlowMode,
  column: TangentColumn,
  dx: Vector,
  dv: Vector,
): RowChanges & Changed {
  const { directions, stiffness, damping, damped } = system.linear!;
  const n = system.size;
  const m = system.rows.length;
  const expandLoad = column.load?.expansion(order);
  const load = expandLoad && new Float64Array((order + 1) * n);
  const known = new Float64Array(n);
  const term = new Float64Array(n);
  const bends = new Float64Array(m);

  function along(row: number, z: Vector): number {
    let sum = 0;
    for (let e = directions.start[row]!; e < directions.start[row + 1]!; e++)
      sum += directions.value[e]! * z[directions.column[e]!]!;
    return sum;
  }

  function subtract(z: Vector): void {
    for (let i = 0; i < n; i++) known[i]! -= z[i]!;
  }

  return {
    ...{ dx, dv, load },
    begin() {},
    expand(at) {
      expandLoad?.(at, load!);
    },
    slip: (row) => along(row, dv),
    gap: (row) => along(row, dx),
    force(row, tau) {
      for (let i = 0; i < n; i++) {
        known[i] = 0;
        for (let k = order - 2; load && k >= 0; k--) known[i] = known[i]! * tau + load[k * n + i]!;
      }
      stiffness.multiply(dx, term);
      subtract(term);
      if (damped) {
        damping.multiply(dv, term);
        subtract(term);
      }
      for (let i = 0; i < m; i++) {
        let slope = 0;
        for (let k = order - 2; k >= 0; k--) slope = slope * tau + by.slopes[i * (order + 1) + k]!;
        bends[i] = slope === 0 ? 0 : slope * along(i, dv);
      }
      rowsAddTransposed(directions, bends, known);
      return flow.holding(by, row, known);
    },
    limit: () => 0,
    ownSlip: () => 0,
    ownGap: () => 0,
    ownSwitch: () => 0,
  };
}
