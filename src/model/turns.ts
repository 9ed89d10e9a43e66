/** A difference of two positions, less whole turns of an angle; a period of 0: as it is. */
export function lessTurns(difference: number, period: number): number {
  return period > 0 ? difference - period * Math.round(difference / period) : difference;
}
