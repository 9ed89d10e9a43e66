import type { Vector } from "../numeric/vector.ts";

/**
 * Indexes of the samples that draw like all of them when the curve is `bins` pixel columns wide: first, last, lowest and highest of every
 * column (M4), so at most 4 * bins. Bins are equal in time, as pixels are; samples need not be.
 */
export function decimate(time: Vector, values: Vector, bins: number): Uint32Array {
  const count = time.length;
  if (count <= 4 * bins) return Uint32Array.from({ length: count }, (_, index) => index);
  const start = time[0]!;
  const binsPerSecond = bins / (time[count - 1]! - start);
  const kept = new Uint32Array(4 * bins);
  let size = 0;
  let first = 0;
  for (let bin = 0; bin < bins && first < count; bin++) {
    let next = first;
    while (next < count && (bin === bins - 1 || (time[next]! - start) * binsPerSecond < bin + 1)) next++;
    if (next === first) continue;
    size = keepExtremes(values, first, next - 1, kept, size);
    first = next;
  }
  return kept.slice(0, size);
}

/** Appends first, extremes and last of the samples first..last to `kept` in order and without repeats; returns the new size. */
function keepExtremes(values: Vector, first: number, last: number, kept: Uint32Array, size: number): number {
  let lowest = first;
  let highest = first;
  for (let index = first + 1; index <= last; index++) {
    const value = values[index]!;
    // A NaN met first gives way to the next number.
    if (value < values[lowest]! || Number.isNaN(values[lowest]!)) lowest = index;
    if (value > values[highest]! || Number.isNaN(values[highest]!)) highest = index;
  }
  let end = size;
  kept[end++] = first;
  const earlier = Math.min(lowest, highest);
  const later = Math.max(lowest, highest);
  if (earlier > first && earlier < last) kept[end++] = earlier;
  if (later > first && later < last && later !== earlier) kept[end++] = later;
  if (last > first) kept[end++] = last;
  return end;
}

/** At most `most` of the indexes 0..count-1, evenly spaced, with both ends. */
export function spread(count: number, most: number): number[] {
  if (count <= most) return Array.from({ length: count }, (_, index) => index);
  return Array.from({ length: most }, (_, place) => Math.round((place * (count - 1)) / (most - 1)));
}
