/** Dense vectors are plain Float64Arrays: no wrapper, no boxing, transferable between threads. */
export type Vector = Float64Array;

/** Euclidean norm. */
export function norm(x: Vector): number {
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += x[i]! * x[i]!;
  return Math.sqrt(sum);
}

/** Largest absolute entry; NaN when there is one. */
export function maxNorm(x: Vector): number {
  let largest = 0;
  for (let i = 0; i < x.length; i++) largest = Math.max(largest, Math.abs(x[i]!));
  return largest;
}

export function dot(x: Vector, y: Vector): number {
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += x[i]! * y[i]!;
  return sum;
}

export function isFiniteVector(x: Vector): boolean {
  for (let i = 0; i < x.length; i++) if (!Number.isFinite(x[i]!)) return false;
  return true;
}

/** From so many entries on the arrays' own set is faster than a loop; for the few of most steps it costs ten times as much. */
export const LONG = 128;

/** into = from. No entry is read that is not there: after one such read the engine boxes every number that is copied, for good. */
export function copy(from: Vector, into: Vector): void {
  if (into.length >= LONG && from.length === into.length) into.set(from);
  else for (let i = 0; i < from.length; i++) into[i] = from[i]!;
}

/** x = 0: the arrays' own fill costs what `set` does. */
export function setZero(x: Vector): void {
  if (x.length >= LONG) x.fill(0);
  else for (let i = 0; i < x.length; i++) x[i] = 0;
}
