import type { Rows } from "../numeric/rows.ts";
import type { System } from "./system.ts";

/** Units of the ways along a machine's rows. */
export function rowUnitsOf({ rowUnits, units, newDirections }: System): readonly string[] {
  return rowUnits ?? unitsAlong(newDirections(), units);
}

/** The unit of the way along each row: that of its coordinates, or empty where they have several, which tell no unit of their sum. */
export function unitsAlong({ count, start, column }: Rows, units: readonly string[]): string[] {
  return Array.from({ length: count }, (_, i) => {
    const own = new Set(Array.from(column.subarray(start[i]!, start[i + 1]!), (j) => units[j] ?? ""));
    return own.size === 1 ? [...own][0]! : "";
  });
}

/** Of the force that does work along a way of this unit; empty where it cannot be told. */
export function forceUnit(unit: string): string {
  return unit === "m" ? "N" : unit === "rad" ? "N m" : "";
}

export function rateUnit(unit: string): string {
  return unit === "" ? "" : `${unit}/s`;
}
