/** Units in labels and sentences, made of the labels of the coordinates' units; empty where it cannot be told. */

export { forceUnit, rateUnit } from "../model/units.ts";

/** "force (N)", "displacement x (m, rad)"; the label alone where a unit is not known. */
export function withUnits(label: string, units: readonly string[]): string {
  const known = distinct(units);
  return known.length === 0 ? label : `${label} (${known.join(", ")})`;
}

/** Each unit once; none if one of them is not known. */
export function distinct(units: readonly string[]): string[] {
  return units.includes("") ? [] : [...new Set(units)];
}
