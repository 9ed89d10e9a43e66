/** Positions of coordinates with a period: those that differ by whole periods are one. */

/** a - b, of the nearest of its meanings; a period of 0 is none. */
export function apart(a: number, b: number, period: number): number {
  const difference = a - b;
  return period > 0 ? difference - period * Math.round(difference / period) : difference;
}
