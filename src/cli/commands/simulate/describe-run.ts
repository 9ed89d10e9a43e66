import { rowKind } from "../../../model/rows/law.ts";
import { rowCounts } from "../../../plot/reports/row-counts.ts";
import { count, shortNumber } from "../../../results/text.ts";
import type { Simulation } from "../../../simulate/run/simulation.ts";

export { count } from "../../../results/text.ts";

/** One line: how large the system is and how it is stepped. */
export function describeRun({ system, scheme, solver, grid }: Simulation): string {
  const rows = rowCounts(system.rows.map(({ law }) => rowKind(law)));
  const parts = [{ noun: "coordinate", count: system.visible }, ...rows];
  const size = parts.map((part) => count(part.count, part.noun)).join(", ");
  const steps = `${count(grid.steps, "step")} of ${shortNumber(grid.step, 9)} s`;
  return `${size}; ${scheme.name} with ${solver.name}; ${steps} from t = ${grid.start} to ${grid.end} s`;
}
