import type { StickMeasure } from "./formulas.ts";

/** What of a time span a measure counts, s. */
export function within({ from, to }: StickMeasure, start: number, end: number): number {
  return Math.max(0, Math.min(to, end) - Math.max(from, start));
}
