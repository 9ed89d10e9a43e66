/** What joints on positions are violated by, and the gaps of stops, over time. */
import type { System } from "../../model/system.ts";
import type { Trajectory } from "../../simulate/record/trajectory.ts";
import type { FigureOptions } from "../blocks/frame.ts";
import { withUnits } from "../units.ts";
import { outputFigure } from "./motion.ts";

/** Rows of a machine whose gaps or violations are functions of the positions that are not linear. */
export function constrainedRows(system: System): number[] {
  const { constant, rows } = system;
  if (constant.directions) return [];
  return rows.flatMap(({ law }, i) => (law.stop || (law.joint && system.violationsAt) ? [i] : []));
}

export function constraintFigure(system: System, trajectory: Trajectory, options: FigureOptions): SVGElement {
  const rows = constrainedRows(system);
  const { time, position } = trajectory;
  const q = new Float64Array(system.size);
  const at = new Float64Array(2);
  const gaps = new Float64Array(system.rows.length);
  const violations = new Float64Array(system.rows.length);
  const outputs = rows.map((row) => {
    const what = system.rows[row]!.law.stop ? "gap of" : "violation of";
    return {
      name: withUnits(`${what} ${system.rows[row]!.name}`, [trajectory.units.row[row]!]),
      values: new Float64Array(time.length),
    };
  });
  for (let k = 0; k < time.length; k++) {
    at.fill(time[k]!);
    position.forEach((column, i) => {
      q[i] = column[k]!;
    });
    system.gapsAt(q, gaps);
    system.violationsAt?.(at, q, violations);
    rows.forEach((row, i) => {
      outputs[i]!.values[k] = gaps[row]! + violations[row]!;
    });
  }
  return outputFigure({ ...trajectory, outputs }, options);
}
