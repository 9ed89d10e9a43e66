import type { Rows } from "../numeric/rows.ts";
import type { System } from "./system.ts";

/** Units of the ways along a machine's rows. */
export function rowUnitsOf({ rowUnits, units, newDirections }: System): readonly string[] {
  return rowUnits ?? unitsAlong(newDirections(), units);
}

/** Of one row. */
export function rowUnitOf({ rowUnits, units, newDirections }: System, row: number): string {
  return rowUnits ? rowUnits[row]! : unitAlong(newDirections(), units, row);
}

export function unitsAlong(rows: Rows, units: readonly string[]): string[] {
  return Array.from({ length: rows.count }, (_, i) => unitAlong(rows, units, i));
}

/** The unit of the way along a row: that of its coordinates, or empty where they have several, which tell no unit of their sum. */
function unitAlong({ start, column }: Rows, units: readonly string[], row: number): string {
  let found: string | undefined;
  for (let k = start[row]!; k < start[row + 1]!; k++) {
    const own = units[column[k]!] ?? "";
    if (found !== undefined && own !== found) return "";
    found = own;
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
