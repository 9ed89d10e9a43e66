/**
 * What a machine keeps of its energy while some rows stick, by the matrix exponential over a thousand of its slowest periods: a motion
 * that keeps all of it never comes to rest, whatever a certificate says. Damping that is not symmetric may lend energy for longer than that before it takes it, and take
 * very little: where none is lost yet, the time is doubled until some is, or until round-off of the exponential could make up the loss. Then exact arithmetic is asked whether all motions
 * die out with a damping ratio that is more than round-off (exact-decay.ts). Knows nothing of eigenvectors or modes.
 */
import { diesOut } from "./exact-decay.ts";

type Matrix = number[][];

export interface LinearMachine {
  readonly mass: readonly (readonly number[])[];
  readonly damping: readonly (readonly number[])[];
  readonly stiffness: readonly (readonly number[])[];
}

const PERIODS = 1000;
/** A loss of energy, relative; and how many times what round-off can make of it. */
const LOST = 1e-8;
const CERTAIN = 4;
/** What an entry of the exponential is off by, in last digits of the whole exponent for each row; beyond this nothing is known of a loss. */
const DIGITS = 8 * Number.EPSILON;
const UNKNOWN = 0.1;
/** A damping ratio of 1.5e-11, as a power of two: less, by exact arithmetic, is round-off of what the machine was made of. */
const LEAST_RATIO = 36;
const product = (a: Matrix, b: Matrix): Matrix =>
  a.map((row) => (b[0] ?? []).map((_, j) => row.reduce((sum, entry, k) => sum + entry * b[k]![j]!, 0)));
const transposed = (a: Matrix): Matrix => (a[0] ?? []).map((_, j) => a.map((row) => row[j]!));
const identity = (n: number): Matrix =>
  Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => (i === j ? 1 : 0)));

/** Vectors x with w.x = 0 for all w, by elimination with full pivoting; `tolerance` relative to each direction's largest entry. */
function kernel(directions: readonly (readonly number[])[], n: number, tolerance: number): Matrix {
  const rows = directions.map((w) => {
    const size = Math.max(...w.map(Math.abs));
    return w.map((entry) => entry / size);
  });
  const pivots: number[] = [];
  for (let k = 0; k < rows.length; k++) {
    let best = { row: k, column: 0, size: -1 };
    for (let i = k; i < rows.length; i++) {
      for (let j = 0; j < n; j++)
        if (Math.abs(rows[i]![j]!) > best.size) best = { row: i, column: j, size: Math.abs(rows[i]![j]!) };
    }
    if (!(best.size > tolerance)) break;
    [rows[k], rows[best.row]] = [rows[best.row]!, rows[k]!];
    pivots.push(best.column);
    rows[k] = rows[k]!.map((entry) => entry / rows[k]![best.column]!);
    for (let i = 0; i < rows.length; i++) {
      const factor = rows[i]![best.column]!;
      if (i !== k && factor !== 0)
        rows[i] = rows[i]!.map((entry, j) => (j === best.column ? 0 : entry - factor * rows[k]![j]!));
    }
  }
  const free = Array.from({ length: n }, (_, j) => j).filter((j) => !pivots.includes(j));
  return free.map((j) => {
    const x = Array<number>(n).fill(0);
    x[j] = 1;
    pivots.forEach((pivot, k) => {
      x[pivot] = -rows[k]![j]!;
    });
    return x;
  });
}

/** L with A = L L^T. */
function cholesky(a: Matrix): Matrix | undefined {
  const l = a.map((row) => row.map(() => 0));
  for (let i = 0; i < a.length; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = a[i]![j]!;
      for (let k = 0; k < j; k++) sum -= l[i]![k]! * l[j]![k]!;
      if (i === j && !(sum > 0)) return undefined;
      l[i]![j] = i === j ? Math.sqrt(sum) : sum / l[j]![j]!;
    }
  }
  return l;
}

/** L^{-1} B */
function forward(l: Matrix, b: Matrix): Matrix {
  const x: Matrix = [];
  l.forEach((row, i) => {
    const left = b[i]!.map((entry, j) => row.slice(0, i).reduce((sum, factor, k) => sum - factor * x[k]![j]!, entry));
    x.push(left.map((entry) => entry / row[i]!));
  });
  return x;
}

/** Largest singular value, by powers. */
function norm(a: Matrix): number {
  let square = product(transposed(a), a);
  let size = 1;
  for (let k = 0; k < 30; k++) {
    const most = Math.max(...square.flat().map(Math.abs));
    if (!(most > 0)) return most === 0 ? 0 : Number.POSITIVE_INFINITY;
    size *= most ** (1 / 2 ** k);
    square = square.map((row) => row.map((entry) => entry / most));
    square = product(square, square);
  }
  return Math.sqrt(size);
}

const plus = (one: Matrix, other: Matrix) => one.map((row, i) => row.map((entry, j) => entry + other[i]![j]!));
const doubled = (change: Matrix) => plus(plus(change, change), product(change, change));
/** Largest sum of a row. */
const rowSum = (a: Matrix) => Math.max(...a.map((row) => row.reduce((sum, entry) => sum + Math.abs(entry), 0)));

/** exp(a time) - 1: kept as this difference, so that what dies out slowly beside what dies out fast is not lost. */
function exponentialChange(a: Matrix, time: number): Matrix {
  const halvings = Math.max(0, Math.ceil(Math.log2(rowSum(a) * time)) + 2);
  const step = a.map((row) => row.map((entry) => (entry * time) / 2 ** halvings));
  let term = step;
  let change = step;
  for (let k = 2; k < 24; k++) {
    term = product(term, step).map((row) => row.map((entry) => entry / k));
    change = plus(change, term);
  }
  for (let k = 0; k < halvings; k++) change = doubled(change);
  return change;
}

/** The largest part of its energy that a motion z' = a z has left after a time, or after twice, four times ... that if none is lost before; undefined: not known. */
function kept(a: Matrix, first: number): number | undefined {
  let change = exponentialChange(a, first);
  let most = 1; // how often an error may have grown on the way
  for (let time = first; ; time *= 2) {
    const left = norm(plus(identity(a.length), change)) ** 2;
    most = Math.max(most, left);
    const doubt = DIGITS * a.length * rowSum(a) * time * most;
    if (left < 1 - (time === first ? LOST : Math.max(LOST, CERTAIN * doubt))) return left;
    if (!(doubt < UNKNOWN)) return undefined;
    change = doubled(change);
  }
}

const inUnits = (basis: Matrix, unit: readonly number[]) => basis.map((x) => x.map((entry, i) => entry / unit[i]!));

/** The largest part of its energy that a motion has left while rows in these directions stick, less than 1 where it comes to rest; 0 where nothing moves. */
export function energyKept(machine: LinearMachine, stuck: readonly (readonly number[])[], tolerance: number): number {
  // in units of the masses
  const unit = machine.mass.map((row, i) => Math.sqrt(row[i]!));
  const even = (a: LinearMachine["mass"]) => a.map((row, i) => row.map((entry, j) => entry / unit[i]! / unit[j]!));
  const basis = kernel(
    stuck.map((w) => w.map((entry, i) => entry / unit[i]!)),
    unit.length,
    tolerance,
  );
  if (basis.length === 0) return 0;
  const seen = (a: Matrix) => product(product(basis, a), transposed(basis));
  const [M, C, K] = [seen(even(machine.mass)), seen(even(machine.damping)), seen(even(machine.stiffness))];
  const [m, k] = [cholesky(M), cholesky(K)];
  if (!m || !k) return 1;
  // z = (k^T b, m^T b'), |z|^2 = 2 V
  const stretch = forward(m, k); // m^{-1} k
  const loss = transposed(forward(m, transposed(forward(m, C))));
  const a = [
    ...transposed(stretch).map((row) => [...row.map(() => 0), ...row]),
    ...stretch.map((row, i) => [...row.map((entry) => -entry), ...loss[i]!.map((entry) => -entry)]),
  ];
  const slowest = 1 / norm(forward(k, m)); // least singular value of m^{-1} k
  return kept(a, (PERIODS * 2 * Math.PI) / slowest) ?? (diesOut(machine, inUnits(basis, unit), LEAST_RATIO) ? 0 : 1);
}
