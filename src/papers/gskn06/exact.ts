/** Closed forms of the test problems as formulas of problem files, and the errors against them as measures. */

interface Exact {
  readonly x: readonly string[];
  readonly v: readonly string[];
  readonly lambda: readonly string[];
}

const FIRST = {
  x: "piecewise(t, [1, 2, 3], t - t^2/2, 1/2, 4*t^3/3 - 10*t^2 + 24*t - 109/6, -1/6)",
  v: "piecewise(t, [1, 2, 3], 1 - t, 0, 4*(t - 3)*(t - 2), 0)",
  lambda: "piecewise(t, [1, 2, 3], 1, t - 3/2, -1, -1/2)",
};
const SECOND = {
  x: "piecewise(t, [2], 0, -t^3/3 + 3*t^2 - 8*t + 20/3)",
  v: "piecewise(t, [2], 0, 1 - (t - 3)^2)",
  lambda: "piecewise(t, [2], 1 - t, 1)",
};
const THIRD = {
  x: "piecewise(t, [1, 2, 3], -t, t^2/2 - 2*t + 1/2, -3/2, -t^3/3 + 4*t^2 - 15*t + 33/2)",
  v: "piecewise(t, [1, 2, 3], -1, t - 2, 0, 1 - (t - 4)^2)",
  lambda: "piecewise(t, [2, 3], -1, 5 - 2*t, 1)",
};
const together = (...parts: (typeof FIRST)[]): Exact => ({
  x: parts.map(({ x }) => x),
  v: parts.map(({ v }) => v),
  lambda: parts.map(({ lambda }) => lambda),
});

const EXACT = {
  tp1: {
    x: ["piecewise(t, [0.5, 1, 1.5], (1 - cos(2*pi*t))/(2*pi), 1/pi, (3 - cos(2*pi*t))/(2*pi), 2/pi)"],
    v: ["max(0, sin(2*pi*t))"],
    lambda: ["piecewise(t, [0.5, 1, 1.5], 1, 0, 1, 0)"],
  },
  tp2: {
    x: ["max(0, sin(2*pi*t))^2"],
    v: ["piecewise(t, [1.5, 2, 2.5], 2*pi*sin(4*pi*t), 0, 2*pi*sin(4*pi*t), 0)"],
    lambda: ["piecewise(t, [1.25, 1.5, 2, 2.25, 2.5], 1, -1, -1/2, 1, -1, -1/2)"],
  },
  tp3: together(FIRST, SECOND),
  tp5: together(FIRST, SECOND, THIRD),
} as const satisfies Record<string, Exact>;

export type Known = keyof typeof EXACT;

/** Measures: ex, ev, el are errors in L2 (but for the root of the time), mx and mv the largest. */
export function errorMeasures(problem: Known) {
  const exact: Exact = EXACT[problem];
  const norm = (ours: string, formulas: readonly string[]) => {
    const squares = formulas.map((formula, i) => `(${ours}(${i}) - ${formula})^2`);
    return `sqrt(${squares.join(" + ")})`;
  };
  return {
    ex: { rms: norm("x", exact.x) },
    ev: { rms: norm("v", exact.v) },
    el: { rms: norm("multiplier", exact.lambda) },
    mx: { max: norm("x", exact.x) },
    mv: { max: norm("v", exact.v) },
  };
}

/** The largest error of v alone: for motions without error the integrals of the others are of round-off, and slow. */
export function velocityError(problem: Known) {
  return { mv: errorMeasures(problem).mv };
}
