/**
 * Elementary functions to more than 200 bits in integer arithmetic: the independent judge of src/numeric/elementary.
 * A "fixed" is a bigint in units of 2^-BITS. Series and constants are its own; Math.* serves only as a first guess of
 * an angle, which a series then corrects to full precision.
 */

/** The number digits * 2^exponent. */
export type Exact = { digits: bigint; exponent: number };

const BITS = 320;
const ONE = 1n << BigInt(BITS);
const view = new DataView(new ArrayBuffer(8));

/** x as an integer times a power of two, exactly. */
export function exactly(x: number): Exact {
  view.setFloat64(0, x);
  const high = view.getUint32(0);
  const field = (high >>> 20) & 0x7ff;
  const fraction = BigInt(high & 0xfffff) * 0x100000000n + BigInt(view.getUint32(4));
  const digits = field === 0 ? fraction : fraction + (1n << 52n);
  return { digits: high >>> 31 === 1 ? -digits : digits, exponent: Math.max(field, 1) - 1075 };
}

const shift = (x: bigint, by: number): bigint => (by >= 0 ? x << BigInt(by) : x >> BigInt(-by));
const fixed = (x: number, bits = BITS): bigint => {
  const { digits, exponent } = exactly(x);
  return shift(digits, exponent + bits);
};
const times = (x: bigint, y: bigint): bigint => (x * y) >> BigInt(BITS);
const over = (x: bigint, y: bigint): bigint => (x << BigInt(BITS)) / y;
const fromFixed = (digits: bigint): Exact => ({ digits, exponent: -BITS });
const magnitude = (x: bigint): bigint => (x < 0n ? -x : x);
const bitLength = (x: bigint): number => {
  const hex = magnitude(x).toString(16);
  return 4 * hex.length - Math.clz32(Number.parseInt(hex[0]!, 16)) + 28;
};

/** |y - exact| in units of the last place of the exact value (of the subnormals where it lies there). */
export function ulps(y: number, exact: Exact): number {
  if (exact.digits === 0n) return y === 0 ? 0 : Infinity;
  const lastPlace = Math.max(bitLength(exact.digits) + exact.exponent - 53, -1074);
  if (Number.isNaN(y)) return Infinity;
  if (Number.isFinite(y)) return distance(exactly(y), exact, lastPlace);
  const overflows = lastPlace >= 1024 - 52 && exact.digits > 0n === y > 0;
  return overflows ? 0 : distance({ digits: y > 0 ? 1n : -1n, exponent: 1024 }, exact, lastPlace);
}

function distance(x: Exact, y: Exact, lastPlace: number): number {
  const unit = lastPlace - 24;
  return Number(magnitude(shift(x.digits, x.exponent - unit) - shift(y.digits, y.exponent - unit))) / 2 ** 24;
}

/** x - x^3/3 + x^5/5 ... (sign -1: atan) or x + x^3/3 + x^5/5 ... (sign 1: atanh), in units of 2^-bits. */
function oddSeries(x: bigint, sign: bigint, bits = BITS): bigint {
  const square = (x * x) >> BigInt(bits);
  let term = x;
  let sum = x;
  for (let n = 3n; magnitude(term) > 1n; n += 2n) {
    term = (sign * term * square) >> BigInt(bits);
    sum += term / n;
  }
  return sum;
}

/** Machin: pi/4 = 4 atan(1/5) - atan(1/239), to 1500 bits for the largest arguments of the sine. */
const PI_BITS = 1500;
const unit = 1n << BigInt(PI_BITS);
const HALF_PI = 2n * (4n * oddSeries(unit / 5n, -1n, PI_BITS) - oddSeries(unit / 239n, -1n, PI_BITS));
const LN2 = 2n * oddSeries(ONE / 3n, 1n);

/** exp of a fixed: halved 12 times, Taylor, squared 12 times. */
function expOfFixed(x: bigint): Exact {
  const k = (2n * x + LN2) / (2n * LN2);
  const r = (x - k * LN2) >> 12n;
  let term = ONE;
  let sum = ONE;
  for (let n = 1n; magnitude(term) > 1n; n++) {
    term = times(term, r) / n;
    sum += term;
  }
  for (let i = 0; i < 12; i++) sum = times(sum, sum);
  return { digits: sum, exponent: Number(k) - BITS };
}

/** log of a positive double: k log 2 + 2 atanh((z - 1)/(z + 1)). */
function logOfDouble(x: number): bigint {
  const { digits, exponent } = exactly(x);
  let k = bitLength(digits) - 1;
  if (shift(digits, 8 - k) > 362n) k++; // z in [0.7, 1.42)
  const z = shift(digits, BITS - k);
  return BigInt(k + exponent) * LN2 + 2n * oddSeries(over(z - ONE, z + ONE), 1n);
}

/** Sine and cosine of a fixed of at most about 1. */
function sinCos(x: bigint): { sine: bigint; cosine: bigint } {
  const square = times(x, x);
  let sineTerm = x;
  let cosineTerm = ONE;
  let sine = x;
  let cosine = ONE;
  for (let n = 1n; magnitude(cosineTerm) > 1n; n += 2n) {
    cosineTerm = -times(cosineTerm, square) / (n * (n + 1n));
    sineTerm = -times(sineTerm, square) / ((n + 1n) * (n + 2n));
    cosine += cosineTerm;
    sine += sineTerm;
  }
  return { sine, cosine };
}

/** Sine and cosine of any double, after taking away multiples of pi/2. */
function sinCosOfDouble(x: number): { sine: bigint; cosine: bigint } {
  const angle = fixed(x, PI_BITS);
  const quadrant = (2n * magnitude(angle) + HALF_PI) / (2n * HALF_PI);
  const { sine, cosine } = sinCos(shift(magnitude(angle) - quadrant * HALF_PI, BITS - PI_BITS));
  const turned = [
    { sine, cosine },
    { sine: cosine, cosine: -sine },
    { sine: -sine, cosine: -cosine },
    { sine: -cosine, cosine: sine },
  ][Number(quadrant & 3n)]!;
  return x < 0 ? { sine: -turned.sine, cosine: turned.cosine } : turned;
}

/** The angle with this sine and cosine (up to a common factor), from a guess that is nearly right. */
function angleOf(sine: bigint, cosine: bigint, guess: number): Exact {
  const at = sinCosOfDouble(guess);
  const tangent = over(
    times(sine, at.cosine) - times(cosine, at.sine),
    times(cosine, at.cosine) + times(sine, at.sine),
  );
  return fromFixed(fixed(guess) + oddSeries(tangent, -1n));
}

function squareRoot(x: bigint): bigint {
  const scaled = x << BigInt(BITS);
  if (scaled === 0n) return 0n;
  let root = 1n << BigInt((bitLength(scaled) + 1) >> 1);
  for (;;) {
    const next = (root + scaled / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

const cosineOf = (sine: bigint): bigint => squareRoot(ONE - times(sine, sine));

/** exp(|x|) + sign exp(-|x|), times 2^-half. */
function twoExponentials(x: number, sign: bigint, half: number): Exact {
  const large = expOfFixed(magnitude(fixed(x)));
  const whole = large.exponent + BITS; // exp = digits/ONE * 2^whole, and its reciprocal ONE/digits * 2^-whole
  const small = shift(over(ONE, large.digits), -2 * whole);
  return { digits: large.digits + sign * small, exponent: large.exponent - half };
}

const sinh = (x: number): Exact => {
  const { digits, exponent } = twoExponentials(x, -1n, 1);
  return { digits: x < 0 ? -digits : digits, exponent };
};
const cosh = (x: number): Exact => twoExponentials(x, 1n, 1);

export const oracle = {
  exp: (x: number): Exact => expOfFixed(fixed(x)),
  log: (x: number): Exact => fromFixed(logOfDouble(x)),
  sin: (x: number): Exact => fromFixed(sinCosOfDouble(x).sine),
  cos: (x: number): Exact => fromFixed(sinCosOfDouble(x).cosine),
  tan: (x: number): Exact => {
    const { sine, cosine } = sinCosOfDouble(x);
    return fromFixed(over(sine, cosine));
  },
  asin: (x: number): Exact => angleOf(fixed(x), cosineOf(fixed(x)), Math.asin(x)),
  acos: (x: number): Exact => angleOf(cosineOf(fixed(x)), fixed(x), Math.acos(x)),
  atan: (x: number): Exact =>
    Math.abs(x) > 1 ? angleOf(ONE, over(ONE, fixed(x)), Math.atan(x)) : angleOf(fixed(x), ONE, Math.atan(x)),
  sinh,
  cosh,
  tanh: (x: number): Exact => {
    const numerator = sinh(x);
    const denominator = cosh(x);
    return {
      digits: over(numerator.digits, denominator.digits),
      exponent: numerator.exponent - denominator.exponent - BITS,
    };
  },
};

/** x^y for positive x: exp(y log x), y taken exactly. */
export function powOracle(x: number, y: number): Exact {
  const { digits, exponent } = exactly(y);
  return expOfFixed(shift(digits * logOfDouble(x), exponent));
}
