/** Looks up rows of numbers: a hash table in typed arrays, as a map of a million texts would fill the memory. */

const NONE = -1;

function powerAbove(count: number): number {
  let size = 1;
  while (size <= count) size *= 2;
  return size;
}

/** `rows`: of `width` numbers each. Returns what finds the first row with given values, or -1. */
export function indexRows(rows: Float64Array, width: number): (values: Float64Array) => number {
  const count = rows.length / width;
  const size = powerAbove(2 * count);
  const places = new Int32Array(size).fill(NONE);
  const bits = new Float64Array(1);
  const halves = new Int32Array(bits.buffer);

  function hash(values: Float64Array): number {
    let sum = 0;
    for (let k = 0; k < width; k++) {
      bits[0] = values[k]! + 0; // both zeros are one
      sum = Math.imul(sum ^ halves[0]!, 0x9e3779b1);
      sum = Math.imul(sum ^ (sum >>> 15) ^ halves[1]!, 0x85ebca6b);
    }
    return (sum ^ (sum >>> 13)) & (size - 1);
  }

  function isAt(row: number, values: Float64Array): boolean {
    for (let k = 0; k < width; k++) if (rows[row * width + k] !== values[k]) return false;
    return true;
  }

  /** Where the values are, or where they would be. */
  function place(values: Float64Array): number {
    let at = hash(values);
    while (places[at] !== NONE && !isAt(places[at]!, values)) at = (at + 1) & (size - 1);
    return at;
  }

  for (let row = 0; row < count; row++) {
    const at = place(rows.subarray(row * width, (row + 1) * width));
    if (places[at] === NONE) places[at] = row;
  }
  return (values) => places[place(values)]!;
}
