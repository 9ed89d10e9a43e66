/** Truncated power series with numbers by plain products, and sines by composition with Taylor's formula: slow, and coded apart. */
export type Power = readonly number[];

export const times = (a: Power, b: Power): Power =>
  a.map((_, k) => a.slice(0, k + 1).reduce((sum, value, j) => sum + value * b[k - j]!, 0));
export const plus = (...terms: readonly Power[]): Power =>
  terms[0]!.map((_, k) => terms.reduce((sum, term) => sum + term[k]!, 0));
export const scaled = (factor: number, a: Power): Power => a.map((value) => factor * value);
export const rateOf = (a: Power): Power => a.map((_, k) => (k + 1 < a.length ? (k + 1) * a[k + 1]! : 0));

/** f(a_0 + h) = sum of derivatives times h^j / j!. */
function composed(a: Power, derivatives: (j: number) => number): Power {
  const h = a.map((value, k) => (k === 0 ? 0 : value));
  let power: Power = a.map((_, k) => (k === 0 ? 1 : 0));
  let sum: Power = a.map(() => 0);
  let factorial = 1;
  for (let j = 0; j < a.length; j++) {
    if (j > 0) factorial *= j;
    sum = plus(sum, scaled(derivatives(j) / factorial, power));
    power = times(power, h);
  }
  return sum;
}

export const sine = (a: Power): Power => composed(a, (j) => Math.sin(a[0]! + (j * Math.PI) / 2));
export const cosine = (a: Power): Power => composed(a, (j) => Math.cos(a[0]! + (j * Math.PI) / 2));
