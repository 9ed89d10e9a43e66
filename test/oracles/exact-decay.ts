/**
 * Whether every motion of M x'' + C x' + K x = 0 dies out, and with more than some damping ratio, without any round-off: numbers of a machine are whole
 * multiples of a power of two, so the characteristic polynomial p(s) = det(s^2 M + s C + K) has whole coefficients, and Hurwitz's determinants tell by their
 * signs. Knows nothing of eigenvalues, modes or exponentials.
 */
import type { LinearMachine } from "./stuck-swing.ts";

type Matrix = readonly (readonly number[])[];
/** Coefficients, constant one first. */
type Polynomial = readonly bigint[];

/** Matrices of whole numbers: all entries times one power of two. */
function whole(matrices: readonly Matrix[]): bigint[][][] {
  const least = Math.min(
    ...matrices.flat(2).map((entry) => (entry === 0 ? 0 : Math.floor(Math.log2(Math.abs(entry))))),
  );
  const shift = 54 - least; // one more than the digits of a double: the logarithm is rounded
  return matrices.map((a) => a.map((row) => row.map((entry) => BigInt(entry * 2 ** shift))));
}

const product = (a: bigint[][], b: bigint[][]) =>
  a.map((row) => (b[0] ?? []).map((_, j) => row.reduce((sum, entry, k) => sum + entry * b[k]![j]!, 0n)));
const transposed = (a: bigint[][]) => (a[0] ?? []).map((_, j) => a.map((row) => row[j]!));

function plus(a: Polynomial, b: Polynomial, sign: bigint): Polynomial {
  return Array.from({ length: Math.max(a.length, b.length) }, (_, k) => (a[k] ?? 0n) + sign * (b[k] ?? 0n));
}

function times(a: Polynomial, b: Polynomial): Polynomial {
  const out = Array<bigint>(Math.max(0, a.length + b.length - 1)).fill(0n);
  a.forEach((x, i) => {
    b.forEach((y, j) => {
      out[i + j]! += x * y;
    });
  });
  return out;
}

/** By the first row's minors. */
function determinant(a: readonly (readonly Polynomial[])[]): Polynomial {
  if (a.length === 0) return [1n];
  return a[0]!.reduce<Polynomial>((sum, entry, j) => {
    const minor = a.slice(1).map((row) => row.filter((_, k) => k !== j));
    return plus(sum, times(entry, determinant(minor)), j % 2 === 0 ? 1n : -1n);
  }, []);
}

/** Whether all leading minors are positive, by elimination without fractions (Bareiss 1968), whose pivots they are. */
function minorsArePositive(a: bigint[][]): boolean {
  let before = 1n;
  for (let k = 0; k < a.length; k++) {
    const pivot = a[k]![k]!;
    if (pivot <= 0n) return false;
    for (let i = k + 1; i < a.length; i++) {
      for (let j = k + 1; j < a.length; j++) a[i]![j] = (a[i]![j]! * pivot - a[i]![k]! * a[k]![j]!) / before;
    }
    before = pivot;
  }
  return true;
}

/** Whether all roots have negative real parts. */
export function isHurwitz(p: Polynomial): boolean {
  const degree = p.length - 1;
  const sign = p[degree]! > 0n ? 1n : -1n;
  const at = (k: number) => (k < 0 || k > degree ? 0n : sign * p[degree - k]!);
  const each = Array.from({ length: degree }, (_, k) => k);
  return p[degree] !== 0n && minorsArePositive(each.map((i) => each.map((j) => at(2 * j + 1 - i))));
}

/** p(s) for velocities in a basis. */
function characteristic(machine: LinearMachine, basis: Matrix): Polynomial {
  const [B] = whole([basis]);
  const [M, C, K] = whole([machine.mass, machine.damping, machine.stiffness]).map((a) =>
    product(product(B!, a), transposed(B!)),
  ) as [bigint[][], bigint[][], bigint[][]];
  return determinant(M.map((row, i) => row.map((entry, j): Polynomial => [K[i]![j]!, C[i]![j]!, entry])));
}

/**
 * Whether -Re > |Im| / 2^power of all eigenvalues, for velocities in a basis: then (1 + i/2^power) s turns no root of p, nor of its mirror image, over the
 * imaginary axis. The two together are a real polynomial.
 */
export function diesOut(machine: LinearMachine, basis: Matrix, power: number): boolean {
  const p = characteristic(machine, basis);
  const one = 2n ** BigInt(power);
  const real: bigint[] = [];
  const imaginary: bigint[] = [];
  let [a, b] = [1n, 0n]; // (one + i)^k
  p.forEach((entry, k) => {
    const rest = entry * one ** BigInt(p.length - 1 - k);
    real.push(rest * a);
    imaginary.push(rest * b);
    [a, b] = [a * one - b, a + b * one];
  });
  return isHurwitz(plus(times(real, real), times(imaginary, imaginary), 1n));
}
