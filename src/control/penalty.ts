/**
 * The penalty functions of Glowinski and Kearsley (1995) that turn "least effort, subject to the target" into a minimization
 * without constraints: P (3.1), and Pi (3.4)-(3.8), which follows the distance from the target with its norm. What they add to the
 * effort is not smooth at the target, so that a finite parameter is enough (an exact penalty).
 */
import { maxNorm, norm, type Vector } from "../numeric/vector.ts";

/** What a penalty sees of a run: its effort J, m and m/s by which the end misses the target. */
export interface Attempt {
  readonly effort: number;
  readonly position: Vector;
  readonly velocity: Vector;
}

export interface PenaltyOptions {
  readonly penalty: "P" | "Pi";
  readonly update: "constant" | "dynamic";
  /** First value of all parameters. */
  readonly rho: number;
  /** What dynamic parameters are kept below: 10^6 in (3.2), (3.3). */
  readonly cap: number;
}

export interface Penalty {
  /** Infinite for a run that failed (undefined). */
  score(attempt: Attempt | undefined): number;
  /** The best of a simplex, v^c: parameters, norm and reference follow it. Returns whether scores made before are out of date. */
  follow(best: Attempt): boolean;
}

export function penalty(options: PenaltyOptions): Penalty {
  return options.penalty === "P" ? plainPenalty(options) : balancedPenalty(options);
}

/** P (3.1) */
function plainPenalty({ update, rho, cap }: PenaltyOptions): Penalty {
  let rho1 = rho;
  let rho2 = rho;
  return {
    score(attempt) {
      if (!attempt) return Number.POSITIVE_INFINITY;
      return attempt.effort + rho1 * norm(attempt.position) + rho2 * norm(attempt.velocity); // (3.1)
    },
    follow({ position, velocity }) {
      if (update === "constant") return false;
      const before = [rho1, rho2];
      rho1 = Math.min(cap, rho1 + maxNorm(position)); // (3.2)
      rho2 = Math.min(cap, rho2 + maxNorm(velocity)); // (3.3)
      return rho1 !== before[0] || rho2 !== before[1];
    },
  };
}

/** Pi (3.4) */
function balancedPenalty({ update, rho, cap }: PenaltyOptions): Penalty {
  let rho1 = rho;
  let rho2 = rho;
  let rho3 = rho;
  let order: NormOrder = "max";
  let reference: Attempt | undefined;

  /** Z of (3.5): asks of runs with less effort than v^c that they come nearer to the target too. */
  function balance(attempt: Attempt): number {
    if (!reference) return 0;
    const ratio = distance(reference, order) / Math.max(distance(attempt, order), 1e-8);
    return Math.min(ratio, 1) * Math.max(reference.effort - attempt.effort, 0);
  }

  return {
    score(attempt) {
      if (!attempt) return Number.POSITIVE_INFINITY;
      return attempt.effort + rho3 * distance(attempt, order) + balance(attempt); // (3.4)
    },
    follow(best) {
      reference = best;
      order = orderAt(distance(best, 2));
      if (update === "dynamic") {
        rho1 = Math.min(cap, rho1 + maxNorm(best.position)); // (3.2)
        rho2 = Math.min(cap, rho2 + maxNorm(best.velocity)); // (3.3)
        rho3 = (rho1 + rho2) / 2; // (3.8)
      }
      return true;
    },
  };
}

type NormOrder = "max" | 1 | 2;

/** K of (3.7) */
function orderAt(distance: number): NormOrder {
  if (distance >= 2) return "max";
  return distance > 1 ? 2 : 1;
}

/** G of (3.6) */
function distance({ position, velocity }: Attempt, order: NormOrder): number {
  const all = Float64Array.of(...position, ...velocity);
  if (order === "max") return maxNorm(all);
  return order === 2 ? norm(all) : all.reduce((sum, entry) => sum + Math.abs(entry), 0);
}
