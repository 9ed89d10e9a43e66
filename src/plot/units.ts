/** Units in labels and sentences, made of the labels of the coordinates' units; empty where it cannot be told. */

/** Of the force that does work along a way of this unit. */
export function forceUnit(unit: string): string {
  return unit === "m" ? "N" : unit === "rad" ? "N m" : "";
}

export function rateUnit(unit: string): string {
  return unit === "" ? "" : `${unit}/s`;
}

/** "force (N)", "displacement x (m, rad)"; the label alone where a unit is not known. */
export function withUnits(label: string, units: readonly string[]): string {
  const known = distinct(units);
  return known.length === 0 ? label : `${label} (${known.join(", ")})`;
}

/** "3 m", "3 m or rad": a number that stands for the largest of several. */
export function amount(value: string, units: readonly string[]): string {
  const known = distinct(units);
  return known.length === 0 ? value : `${value} ${known.join(" or ")}`;
}

/** Each unit once; none if one of them is not known. */
export function distinct(units: readonly string[]): string[] {
  return units.includes("") ? [] : [...new Set(units)];
}
