/**
 * Formulas that are both a text for a problem file and a function with its first and second derivatives, carried forward with the
 * value. The product differentiates the text by itself; nothing is shared.
 */
export interface Jet {
  readonly value: number;
  readonly slope: readonly number[];
  readonly bend: readonly (readonly number[])[];
}

export interface Formula {
  readonly text: string;
  at(q: readonly number[]): Jet;
}

const zeros = (n: number) => Array.from({ length: n }, () => 0);

export function number(value: number): Formula {
  return {
    text: value < 0 ? `(${value})` : `${value}`,
    at: (q) => ({ value, slope: zeros(q.length), bend: q.map(() => zeros(q.length)) }),
  };
}

/** Coordinate i, which the file calls q0, q1 ... */
export function coordinate(i: number): Formula {
  return {
    text: `x(q${i})`,
    at: (q) => ({ value: q[i]!, slope: q.map((_, j) => Number(j === i)), bend: q.map(() => zeros(q.length)) }),
  };
}

export function sum(a: Formula, b: Formula): Formula {
  return {
    text: `(${a.text} + ${b.text})`,
    at(q) {
      const [u, w] = [a.at(q), b.at(q)];
      return {
        value: u.value + w.value,
        slope: u.slope.map((entry, i) => entry + w.slope[i]!),
        bend: u.bend.map((row, i) => row.map((entry, j) => entry + w.bend[i]![j]!)),
      };
    },
  };
}

export function product(a: Formula, b: Formula): Formula {
  return {
    text: `${a.text}*${b.text}`,
    at(q) {
      const [u, w] = [a.at(q), b.at(q)];
      return {
        value: u.value * w.value,
        slope: u.slope.map((entry, i) => entry * w.value + u.value * w.slope[i]!),
        bend: u.bend.map((row, i) =>
          row.map(
            (entry, j) =>
              entry * w.value + u.slope[i]! * w.slope[j]! + u.slope[j]! * w.slope[i]! + u.value * w.bend[i]![j]!,
          ),
        ),
      };
    },
  };
}

/** f(a) from f, f' and f'' at the value of a. */
function applied(name: string, a: Formula, of: (x: number) => readonly [number, number, number]): Formula {
  return {
    text: `${name}(${a.text})`,
    at(q) {
      const u = a.at(q);
      const [f, df, ddf] = of(u.value);
      return {
        value: f,
        slope: u.slope.map((entry) => df * entry),
        bend: u.bend.map((row, i) => row.map((entry, j) => df * entry + ddf * u.slope[i]! * u.slope[j]!)),
      };
    },
  };
}

export const sine = (a: Formula) => applied("sin", a, (x) => [Math.sin(x), Math.cos(x), -Math.sin(x)]);
export const cosine = (a: Formula) => applied("cos", a, (x) => [Math.cos(x), -Math.sin(x), -Math.cos(x)]);
export const root = (a: Formula) =>
  applied("sqrt", a, (x) => [Math.sqrt(x), 0.5 / Math.sqrt(x), -0.25 / (x * Math.sqrt(x))]);
