import type { Rows } from "../numeric/rows.ts";
import type { System } from "./system.ts";

/** Units of the ways along a machine's rows. */
export function rowUnitsOf({ rowUnits, units, newDirections }: System): readonly string[] {
  return rowUnits ?? unitsAlong(newDirections(), units);
}

/** The unit of the way along each row: that of its coordinates, or empty where they have several, which tell no unit of their sum. */
export function unitsAlong(directions: Rows, units: readonly string[]): string[] {
  return Array.from({ length: directions.count }, (_, i) => unitAlong(directions, units, i));
}

/** The same of one row. */
export function unitAlong({ start, column }: Rows, units: readonly string[], row: number): string {
  let found: string | undefined;
  for (let k = start[row]!; k < start[row + 1]!; k++) {
    const unit = units[column[k]!] ?? "";
    if (unit !== (found ?? unit)) return "";
    found = unit;
  }
  return found ?? "";
}

/** Of the force that does work along a way of this unit; empty where it cannot be told. */
export function forceUnit(unit: string): string {
  return unit === "m" ? "N" : unit === "rad" ? "N m" : "";
}

export function rateUnit(unit: string): string {
  return unit === "" ? "" : `${unit}/s`;
}
