/**
 * Collocation at Chebyshev points: over one step y' is a polynomial of degree DEGREE through its values at the points, y its integral,
 * and Picard's iteration makes both fit y' = f(t, y). The polynomial is as good inside the step as at its end, so events are
 * found on it.
 */
export type Rate = (t: number, y: Float64Array, out: Float64Array) => void;

const DEGREE = 20;
const SWEEPS = 50;
/** Of the scale of a component: what the last coefficients may be. */
const TAIL = 1e-14;

/** Points of [-1, 1], ascending. */
const points = Array.from({ length: DEGREE + 1 }, (_, j) => -Math.cos((Math.PI * j) / DEGREE));

/** Values at the points -> coefficients of Chebyshev polynomials. */
const toCoefficients = points.map((_, k) =>
  points.map((x, j) => {
    const end = (index: number) => (index === 0 || index === DEGREE ? 0.5 : 1);
    return ((2 * end(k) * end(j)) / DEGREE) * Math.cos(k * Math.acos(Math.max(-1, Math.min(1, x))));
  }),
);

/** Coefficients of the integral from -1, degree DEGREE + 1, of the polynomial with coefficients a. */
function integral(a: ArrayLike<number>): Float64Array {
  const b = new Float64Array(DEGREE + 2);
  for (let k = 1; k < b.length; k++) {
    const before = k === 1 ? 2 * a[0]! : a[k - 1]!;
    b[k] = (before - (a[k + 1] ?? 0)) / (2 * k);
    b[0]! -= (k % 2 === 0 ? 1 : -1) * b[k]!;
  }
  return b;
}

function valueAt(b: ArrayLike<number>, x: number): number {
  let last = 0;
  let before = 0;
  for (let k = b.length - 1; k > 0; k--) {
    const next = 2 * x * last - before + b[k]!;
    before = last;
    last = next;
  }
  return x * last - before + b[0]!;
}

/** Values at the points -> integral from -1 up to each point. */
const integration = (() => {
  const columns = points.map((_, j) => integral(toCoefficients.map((row) => row[j]!)));
  return points.map((x) => Float64Array.from(columns, (b) => valueAt(b, x)));
})();

export interface Arc {
  readonly start: number;
  readonly length: number;
  /** y at start + tau. */
  at(tau: number): Float64Array;
}

/** One step of the given length, or undefined where the polynomial does not settle or is not yet resolved. */
export function collocate(rate: Rate, start: number, y: Float64Array, length: number): Arc | undefined {
  const size = y.length;
  const values = points.map(() => new Float64Array(y));
  const rates = points.map(() => new Float64Array(size));
  const half = length / 2;
  rate(start, values[0]!, rates[0]!);
  for (let j = 1; j <= DEGREE; j++) rates[j]!.set(rates[0]!);
  let settled = false;
  for (let sweep = 0; sweep < SWEEPS && !settled; sweep++) {
    settled = sweep > 0; // the first sweep has the rates of the start only
    for (let j = 1; j <= DEGREE; j++) {
      const weights = integration[j]!;
      const value = values[j]!;
      for (let i = 0; i < size; i++) {
        let sum = 0;
        for (let k = 0; k <= DEGREE; k++) sum += weights[k]! * rates[k]![i]!;
        const next = y[i]! + half * sum;
        if (!(Math.abs(next - value[i]!) <= 4e-16 * (Math.abs(y[i]!) + Math.abs(half * sum)) + 1e-300)) settled = false;
        value[i] = next;
      }
    }
    for (let j = 1; j <= DEGREE; j++) rate(start + half * (points[j]! + 1), values[j]!, rates[j]!);
    if (!Number.isFinite(rates[DEGREE]![0]!)) return undefined;
    if (sweep > 12 && !settled) settled = nearlySettled(values, rates, y, half);
  }
  if (!settled) return undefined;
  const coefficients = Array.from({ length: size }, (_, i) => {
    const a = coefficientsOf(rates, i);
    const scale = Math.max(1e-2, Math.abs(y[i]!), Math.abs(values[DEGREE]![i]!));
    const tail = Math.max(Math.abs(a[DEGREE]!), Math.abs(a[DEGREE - 1]!), Math.abs(a[DEGREE - 2]!));
    return half * tail > TAIL * scale ? undefined : integral(a);
  });
  if (coefficients.includes(undefined)) return undefined;
  const first = new Float64Array(y);
  return {
    start,
    length,
    at: (tau) => {
      if (tau >= length) return new Float64Array(values[DEGREE]!);
      const value = new Float64Array(first);
      if (tau > 0) for (let i = 0; i < size; i++) value[i]! += half * valueAt(coefficients[i]!, tau / half - 1);
      return value;
    },
  };
}

function coefficientsOf(rates: readonly Float64Array[], i: number): Float64Array {
  const a = new Float64Array(DEGREE + 1);
  for (let k = 0; k <= DEGREE; k++) {
    const weights = toCoefficients[k]!;
    let sum = 0;
    for (let j = 0; j <= DEGREE; j++) sum += weights[j]! * rates[j]![i]!;
    a[k] = sum;
  }
  return a;
}

/** Round-off may keep the last bits moving for ever: the end must repeat itself to 1e-15 of the motion's scale. */
function nearlySettled(
  values: readonly Float64Array[],
  rates: readonly Float64Array[],
  y: Float64Array,
  half: number,
): boolean {
  return values[DEGREE]!.every((value, i) => {
    const weights = integration[DEGREE]!;
    const sum = weights.reduce((total, weight, k) => total + weight * rates[k]![i]!, 0);
    const next = y[i]! + half * sum;
    return Math.abs(next - value) <= 4e-15 * Math.max(1e-3, Math.abs(next));
  });
}
