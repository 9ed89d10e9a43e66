/**
 * Whether every motion of M x'' + C x' + K x = 0 dies out at least as fast as e^{-rate t}, without any round-off: numbers of a machine are whole
 * multiples of a power of two, so the characteristic polynomial det(s^2 M + s C + K), shifted by the rate, has whole coefficients, and Hurwitz's
 * determinants tell by their signs. Knows nothing of eigenvalues, modes or exponentials.
 */
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

/** `basis`: of the velocities that are left; `rate`, 1/s, is rounded to a power of two. */
export function diesOut(
  machine: { readonly mass: Matrix; readonly damping: Matrix; readonly stiffness: Matrix },
  basis: Matrix,
  rate: number,
): boolean {
  const [B] = whole([basis]);
  const [M, C, K] = whole([machine.mass, machine.damping, machine.stiffness]).map((a) =>
    product(product(B!, a), transposed(B!)),
  ) as [bigint[][], bigint[][], bigint[][]];
  // s = z - 1/scale: (M z^2 + (C - 2 M / scale) z + K - C / scale + M / scale^2) scale^2, or with whole rates their powers
  const power = Math.round(Math.log2(rate));
  const [up, down] = [2n ** BigInt(Math.max(0, power)), 2n ** BigInt(Math.max(0, -power))];
  const entries = M.map((row, i) =>
    row.map((m, j): Polynomial => {
      const [c, k] = [C[i]![j]!, K[i]![j]!];
      return [k * down * down - c * up * down + m * up * up, (c * down - 2n * m * up) * down, m * down * down];
    }),
  );
  return isHurwitz(determinant(entries));
}
