/**
 * States that wait, in one piece of memory: x, v and forces in columns of one length, as steppers hand them on, or one state after the other where
 * columns would be too many to be written at once. The loads of each state stand in a row, as they are evaluated. Places in doubles.
 */

/**
 * Of n coordinates and m rows, so many states. `gap`: from an entry of a vector to the next one, `next`: from a state to the next one, the first number
 * of which is its time; `width`: of the loads at the middle of a step, then at its end.
 */
export function statePlaces(n: number, m: number, high: number, inRows: boolean) {
  const [ofCoordinates, ofRows] = [n + (n % 2), m + (m % 2)];
  const [gap, begin] = inRows ? [1, 2] : [high, high];
  const x = begin;
  const v = x + ofCoordinates * gap;
  const force = v + ofCoordinates * gap;
  const limit = force + ofRows * gap;
  const end = limit + ofRows * gap;
  const [next, size] = inRows ? [end, end * high] : [1, end];
  return { high, gap, next, x, v, force, limit, size, width: 2 * ofCoordinates };
}
