/**
 * How a scheme that steps over time imposes a joint or a stop (Glowinski & Holmstrom 1995, 1.1-1.4). g is what the joint is
 * violated by, or the gap of the stop; the force acts along the derivative of g.
 *
 * `kkt`: the condition itself is solved with the step, by Newton's method; on a stop that is `complementarity`, force >= 0 and
 * gap >= 0, one of them 0: an impact loses all of the approach. `penalty`: an elastic contact, force = -g / epsilon (on a stop only where it is
 * closed): an impact gives back all of it, and the violation is of the order of sqrt(epsilon). `augmented-lagrangian`: penalties
 * repeated about a multiplier until the violation is below the tolerance.
 */
export interface ConstraintMethod {
  readonly type: MethodType;
  /** Where in a step the condition is imposed. */
  readonly at: "end" | "middle";
  /** m/N; 0 where the condition is hard. */
  readonly epsilon: number;
  /** Of a penalty: its force (35) at one place, or the quotient (30) of what its energy changes by, which keeps energy. */
  readonly form: "quadratic" | "time-discretized";
  /** Of the multiplier: Hestenes and Powell's (10), or the second-order (11). */
  readonly update: "first" | "second";
  /** Violation at which the multipliers are good, m. */
  readonly tolerance: number;
  /**
   * Of a condition that scheme alpha imposes at the new position x^{n+1}: along which gradient its force acts. `mean`: at (x^{n+1} + x^{n-1})/2,
   * which keeps energy where the condition is quadratic; `new`: at x^{n+1}, as in (97), which loses some.
   */
  readonly direction?: "mean" | "new";
}

export type MethodType = "kkt" | "complementarity" | "penalty" | "augmented-lagrangian";

/** The condition itself, at the new position: what rows without a method have. */
export const HARD: ConstraintMethod = {
  type: "kkt",
  at: "end",
  epsilon: 0,
  form: "quadratic",
  update: "first",
  tolerance: 0,
};

/** A constraint method; what is not given has its default. A penalty is a potential, so it acts at the middle. */
export function constraintMethod(given: Partial<ConstraintMethod>): ConstraintMethod {
  const type = given.type ?? HARD.type;
  const soft = type === "penalty" || type === "augmented-lagrangian";
  return {
    ...HARD,
    at: type === "penalty" ? "middle" : "end",
    ...(soft ? { epsilon: 1e-6 } : {}),
    ...(type === "augmented-lagrangian" ? { tolerance: 1e-8 } : {}),
    ...given,
    type,
  };
}

/** Whether a row with this method obeys its condition exactly at the nodes, so that schemes without methods may take it. */
export function isHard(method: ConstraintMethod | undefined): boolean {
  return method === undefined || (method.epsilon === 0 && method.at === "end");
}
