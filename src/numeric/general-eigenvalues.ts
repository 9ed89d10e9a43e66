/** Eigenvalues of any real matrix: Householder reduction to Hessenberg form, then Francis' implicit double-shift QR steps. */
import type { Vector } from "./vector.ts";

export interface ComplexVector {
  readonly real: Vector;
  readonly imaginary: Vector;
}

/** Steps for one eigenvalue, and after how many of them an entry that is nothing beside the whole matrix counts as zero. */
const MOST_STEPS = 90;
const PATIENT_STEPS = 15;
/** Sums of powers of the eigenvalues agree with the traces to this part, or they are none. */
const TRACES = 1e-9;

/** Of a row-major matrix, in no particular order; undefined when the iteration does not settle (or on NaN). */
export function eigenvalues(matrix: Vector, n: number): ComplexVector | undefined {
  if (!matrix.every(Number.isFinite)) return undefined;
  const { alone, rest } = isolate(matrix, n);
  const size = rest.length;
  const coupled = rest.flatMap((i) => rest.map((j) => matrix[i * n + j]!));
  const found = iterate(Float64Array.from(coupled), size);
  return (
    found && {
      real: Float64Array.of(...alone.map((i) => matrix[i * n + i]!), ...found.real),
      imaginary: Float64Array.of(...alone.map(() => 0), ...found.imaginary),
    }
  );
}

/** Indices whose row or column has no other entry: their eigenvalues stand on the diagonal, exact, and the rest has the others. */
function isolate(a: Vector, n: number): { alone: number[]; rest: number[] } {
  const alone: number[] = [];
  let rest = Array.from({ length: n }, (_, i) => i);
  for (;;) {
    const next = rest.find(
      (i) => rest.every((j) => j === i || a[i * n + j] === 0) || rest.every((j) => j === i || a[j * n + i] === 0),
    );
    if (next === undefined) return { alone, rest };
    alone.push(next);
    rest = rest.filter((i) => i !== next);
  }
}

function iterate(h: Float64Array, n: number): ComplexVector | undefined {
  balance(h, n);
  const balanced = Float64Array.from(h);
  toHessenberg(h, n);
  const size = h.reduce((largest, entry) => Math.max(largest, Math.abs(entry)), 0);
  const real = new Float64Array(n);
  const imaginary = new Float64Array(n);
  let high = n - 1;
  let steps = 0;
  while (high >= 0) {
    // among eigenvalues that are one but for round-off, no step makes an entry smaller than that
    const nothing = steps > PATIENT_STEPS ? steps * Number.EPSILON * size : 0;
    const low = blockStart(h, n, high, nothing);
    if (low === high) {
      real[high] = h[high * n + high]!;
      high -= 1;
      steps = 0;
    } else if (low === high - 1) {
      pair(h, n, low, real, imaginary);
      high -= 2;
      steps = 0;
    } else if (steps++ > MOST_STEPS) return undefined;
    else francisStep(h, n, low, high, steps % 10 === 0);
  }
  return tracesAgree(balanced, n, real, imaginary) ? { real, imaginary } : undefined;
}

/** Whether the sums of the eigenvalues and of their squares are the traces of the (balanced) matrix and of its square. */
function tracesAgree(a: Vector, n: number, real: Vector, imaginary: Vector): boolean {
  let [trace, square] = [0, 0];
  for (let i = 0; i < n; i++) {
    trace += a[i * n + i]! - real[i]!;
    square -= real[i]! * real[i]! - imaginary[i]! * imaginary[i]!;
    for (let j = 0; j < n; j++) square += a[i * n + j]! * a[j * n + i]!;
  }
  const size = n * a.reduce((largest, entry) => Math.max(largest, Math.abs(entry)), 0);
  return Math.abs(trace) <= TRACES * size && Math.abs(square) <= TRACES * size * size; // none holds of what is not finite
}

/** Scales rows and columns by powers of two to similar size: it loses nothing and helps small eigenvalues. */
function balance(a: Vector, n: number): void {
  for (let pass = 0; pass < 20; pass++) {
    let settled = true;
    for (let i = 0; i < n; i++) {
      let row = 0;
      let column = 0;
      for (let j = 0; j < n; j++) {
        if (j === i) continue;
        row += Math.abs(a[i * n + j]!);
        column += Math.abs(a[j * n + i]!);
      }
      if (row === 0 || column === 0) continue;
      let factor = 1;
      while (column * factor * factor < row / 4) factor *= 2;
      while (column * factor * factor > row * 4) factor /= 2;
      if (factor === 1) continue;
      settled = false;
      for (let j = 0; j < n; j++) {
        a[i * n + j]! /= factor;
        a[j * n + i]! *= factor;
      }
    }
    if (settled) return;
  }
}

function toHessenberg(a: Vector, n: number): void {
  const v = new Float64Array(n);
  for (let k = 0; k < n - 2; k++) {
    if (!reflector(v, n - k - 1, (i) => a[(k + 1 + i) * n + k]!)) continue;
    reflectRows(a, n, v, k + 1, n - k - 1, k, n - 1);
    reflectColumns(a, n, v, k + 1, n - k - 1, 0, n - 1);
    for (let i = k + 2; i < n; i++) a[i * n + k] = 0;
  }
}

/** Unit vector v with (I - 2 v v^T) x along the first axis; false when x is there already. */
function reflector(v: Vector, count: number, x: (i: number) => number): boolean {
  let scale = 0;
  for (let i = 1; i < count; i++) scale = Math.max(scale, Math.abs(x(i)));
  if (scale === 0) return false;
  scale = Math.max(scale, Math.abs(x(0)));
  let square = 0;
  for (let i = 0; i < count; i++) {
    v[i] = x(i) / scale;
    square += v[i]! * v[i]!;
  }
  const size = Math.sqrt(square);
  v[0]! += v[0]! < 0 ? -size : size;
  let length = 0;
  for (let i = 0; i < count; i++) length += v[i]! * v[i]!;
  length = Math.sqrt(length);
  for (let i = 0; i < count; i++) v[i]! /= length;
  return true;
}

/** Rows first..first+count-1 of a, columns from..to, times I - 2 v v^T from the left. */
function reflectRows(a: Vector, n: number, v: Vector, first: number, count: number, from: number, to: number): void {
  for (let j = from; j <= to; j++) {
    let sum = 0;
    for (let i = 0; i < count; i++) sum += v[i]! * a[(first + i) * n + j]!;
    for (let i = 0; i < count; i++) a[(first + i) * n + j]! -= 2 * sum * v[i]!;
  }
}

/** The same for columns, rows from..to, from the right. */
function reflectColumns(a: Vector, n: number, v: Vector, first: number, count: number, from: number, to: number): void {
  for (let i = from; i <= to; i++) {
    let sum = 0;
    for (let j = 0; j < count; j++) sum += v[j]! * a[i * n + first + j]!;
    for (let j = 0; j < count; j++) a[i * n + first + j]! -= 2 * sum * v[j]!;
  }
}

/** First row of the last block that hangs together; the entry that separates it, beside the diagonal or at all, is set to zero. */
function blockStart(h: Vector, n: number, high: number, nothing: number): number {
  for (let i = high; i > 0; i--) {
    const around = Math.abs(h[(i - 1) * n + i - 1]!) + Math.abs(h[i * n + i]!);
    if (Math.abs(h[i * n + i - 1]!) > Math.max(nothing, Number.EPSILON * around)) continue;
    h[i * n + i - 1] = 0;
    return i;
  }
  return 0;
}

/** Eigenvalues of the 2 x 2 block at `low`. */
function pair(h: Vector, n: number, low: number, real: Vector, imaginary: Vector): void {
  const a = h[low * n + low]!;
  const d = h[(low + 1) * n + low + 1]!;
  const half = (a - d) / 2;
  const square = half * half + h[low * n + low + 1]! * h[(low + 1) * n + low]!;
  const root = Math.sqrt(Math.abs(square));
  if (square < 0) {
    real[low] = real[low + 1] = (a + d) / 2;
    imaginary[low] = root;
    imaginary[low + 1] = -root;
    return;
  }
  // the larger one first: their product gives the other without cancellation
  const far = half >= 0 ? half + root : half - root;
  real[low] = d + far;
  real[low + 1] = far === 0 ? d : d - (h[low * n + low + 1]! * h[(low + 1) * n + low]!) / far;
}

/** Shifts: the eigenvalues of [[x, w], [1, y]]. */
interface Shifts {
  readonly x: number;
  readonly y: number;
  readonly w: number;
}

/**
 * First column of (H - one shift)(H - the other), from the row on at which it begins to matter: two small entries below the
 * diagonal in a row would blur the shifts on their way through them. Made of differences, for eigenvalues may be close together.
 */
function bulgeStart(h: Vector, n: number, low: number, high: number, { x, y, w }: Shifts, bulge: Vector): number {
  const at = (i: number, j: number) => h[i * n + j]!;
  for (let m = high - 2; ; m--) {
    const z = at(m, m);
    bulge[0] = ((x - z) * (y - z) - w) / at(m + 1, m) + at(m, m + 1);
    bulge[1] = at(m + 1, m + 1) - z - (x - z) - (y - z);
    bulge[2] = at(m + 2, m + 1);
    if (m === low) return m;
    const size = Math.abs(bulge[0]!) + Math.abs(bulge[1]!) + Math.abs(bulge[2]!);
    const around = Math.abs(at(m - 1, m - 1)) + Math.abs(z) + Math.abs(at(m + 1, m + 1));
    const outside = Math.abs(at(m, m - 1)) * ((Math.abs(bulge[1]!) + Math.abs(bulge[2]!)) / size);
    if (outside <= Number.EPSILON * (Math.abs(bulge[0]!) / size) * around) return m;
  }
}

/** One implicit double-shift step on rows low..high, with the shifts of the last 2 x 2 block or exceptional ones. */
function francisStep(h: Vector, n: number, low: number, high: number, exceptional: boolean): void {
  const at = (i: number, j: number) => h[i * n + j]!;
  let shifts = { x: at(high, high), y: at(high - 1, high - 1), w: at(high - 1, high) * at(high, high - 1) };
  if (exceptional) {
    const size = Math.abs(at(high, high - 1)) + Math.abs(at(high - 1, high - 2));
    const x = at(high, high) + 0.75 * size;
    shifts = { x, y: x, w: -0.4375 * size * size };
  }
  const bulge = new Float64Array(3);
  const v = new Float64Array(3);
  const first = bulgeStart(h, n, low, high, shifts, bulge);
  for (let k = first; k < high; k++) {
    const count = Math.min(3, high - k + 1);
    if (reflector(v, count, (i) => bulge[i]!)) {
      reflectRows(h, n, v, k, count, Math.max(low, k - 1), high);
      reflectColumns(h, n, v, k, count, low, Math.min(high, k + 3));
    }
    for (let i = 0; i < 3; i++) bulge[i] = k + 1 + i <= high ? at(k + 1 + i, k) : 0;
    if (k > low) for (let i = k + 1; i < Math.min(k + 3, high + 1); i++) h[i * n + k - 1] = 0;
  }
}
