/**
 * States that wait, in one piece of memory: x, v and forces in columns of one length, as steppers hand them on; then the loads of each state
 * in a row, as they are evaluated. Places in doubles.
 */

/** Of n coordinates and m rows; a column has `high` doubles, the first one the times. A row: loads at the middle of the step, then at its end. */
export function columnsOf(n: number, m: number, high: number) {
  const [ofCoordinates, ofRows] = [n + (n % 2), m + (m % 2)];
  const x = high;
  const v = x + ofCoordinates * high;
  const force = v + ofCoordinates * high;
  const limit = force + ofRows * high;
  const loads = limit + ofRows * high;
  return { high, x, v, force, limit, loads, width: 2 * ofCoordinates, size: loads + 2 * ofCoordinates * high };
}
