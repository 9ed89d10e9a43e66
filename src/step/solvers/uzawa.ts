/**
 * `uzawa`: the papers' fixed point (1.12)-(1.15), (39)-(41): lambda <- P(lambda + rate C s), P the projection on [-1, 1],
 * in forces F = -C lambda: F_i <- P(F_i - rate c_i^2 s_i). It stops when z settles, (1.15).
 *
 * `regularized` (1.19) mixes the multiplier of the previous step into each pass, with a memory of epsilon seconds. It
 * solves another law: the multipliers come out as time averages and stuck rows creep (exact: false).
 *
 * The rate, called r in paper 1 and rho in paper 2 (both in s/(N m)), converges within 0 < rate < 2 / beta_max, where
 * beta are the eigenvalues of C G C: that is 4 / (delta dt) of paper 1 and (43) of paper 2. Paper 1 takes half of the
 * bound; the best one is 2 / (beta_min + beta_max).
 */
import { symmetricEigenvalues } from "../../numeric/eigenvalues.ts";
import { lanczosExtremes } from "../../numeric/lanczos.ts";
import { copy, type Vector } from "../../numeric/vector.ts";
import { passesAtOnce } from "../giving-way.ts";
import type { Solver, Step, StepSolver } from "../step.ts";
import { type Condensed, condense } from "./condensed.ts";
import { passSolver } from "./coordinate-passes.ts";

export interface UzawaOptions {
  /** Absent: automatic. */
  readonly rate?: number | undefined;
  /** What the rate is called in messages, and which automatic choice is taken: paper 1's r or paper 2's rho. */
  readonly called: "r" | "rho";
  /** Stop (1.15), relative. */
  readonly tolerance: number;
  readonly start: "zero" | "previous";
}

export function uzawa(options: UzawaOptions): Solver {
  return fixedPoint("uzawa", options, 0);
}

/** epsilon: memory of (1.19), s. */
export function regularized(options: UzawaOptions & { readonly epsilon: number }): Solver {
  return fixedPoint("regularized", options, options.epsilon);
}

function fixedPoint(name: string, options: UzawaOptions, epsilon: number): Solver {
  return {
    name,
    exact: epsilon === 0,
    iterates: true,
    direct: false,
    refuses(step) {
      if (step.smoothing.some((eta) => eta > 0)) return `${name} needs rows under the exact law; take active-set`;
      if (step.upper.includes(Number.POSITIVE_INFINITY))
        return `${name} needs finite limits, and a stop has none; take active-set`;
      if (options.rate === undefined) return undefined;
      const { largest } = spectrum(step);
      const bound = 2 / largest;
      if (options.rate > 0 && options.rate < bound) return undefined;
      return `invalid ${options.called}; not in (0, ${bound.toPrecision(6)}): ${options.rate}. Leave ${options.called} out to have it chosen`;
    },
    prepare: (step) => prepare(step, options, epsilon),
    prepareCoordinates(step) {
      const rate = options.rate ?? automaticRate(step, options.called);
      const { tolerance, start } = options;
      return passSolver(step, { rate, fresh: freshPart(step, epsilon), tolerance, start, most: PASSES });
    },
  };
}

/**
 * Extreme eigenvalues of C G C, m/(N s) N^2: 0 when there is no friction at all. Rows without friction and dependent rows
 * add zero eigenvalues; nothing has to converge there, and `smallest` is above them. Many rows have them by iteration.
 */
function spectrum(step: Step): { smallest: number; largest: number } {
  const m = step.count;
  const box = condense(step);
  box.load();
  if (m > MOST_EXACT) {
    const { smallest, largest } = lanczosExtremes(m, (x, out) => scaledProduct(box, step.upper, x, out));
    return { smallest, largest: largest * ABOVE };
  }
  const scaled = new Float64Array(m * m);
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < m; j++) {
      const mean = (box.G[i * m + j]! + box.G[j * m + i]!) / 2;
      scaled[i * m + j] = step.upper[i]! * mean * step.upper[j]!;
    }
  }
  const values = symmetricEigenvalues(scaled, m);
  const largest = values[m - 1] ?? 0;
  return { smallest: values.find((value) => value > ZERO * largest) ?? 0, largest };
}

/** out = C G C x */
function scaledProduct({ G, ranges }: Condensed, limit: Vector, x: Vector, out: Vector): void {
  const m = limit.length;
  for (let i = 0; i < m; i++) {
    let sum = 0;
    const to = ranges.last[i]!;
    for (let j = ranges.first[i]!; j < to; j++) sum += G[i * m + j]! * limit[j]! * x[j]!;
    out[i] = limit[i]! * sum;
  }
}

function automaticRate(step: Step, called: "r" | "rho"): number {
  const { smallest, largest } = spectrum(step);
  if (largest === 0) return 1;
  return called === "r" ? 1 / largest : 2 / (smallest + largest);
}

/** What the new multiplier counts beside the one of the previous step, (1.19). */
function freshPart(step: Step, epsilon: number): number {
  return step.duration / (epsilon + step.duration);
}

const PASSES = 100_000;
/** Rows of which all eigenvalues are computed. */
const MOST_EXACT = 64;
/** An eigenvalue beside the largest that counts as zero. */
const ZERO = 1e-12;
/** Lanczos' iteration comes from below: no rate beyond the bound because of its error. */
const ABOVE = 1 + 1e-4;

function prepare(step: Step, options: UzawaOptions, epsilon: number): StepSolver {
  const { size: n, count: m } = step;
  const box = condense(step);
  const set = new Int8Array(m);
  const previous = new Float64Array(m);
  const slip = new Float64Array(m);
  const last = new Float64Array(n);
  const rate = new Float64Array(1);
  const atOnce = passesAtOnce(m * (n + m));
  const left = { dz: new Float64Array(n), force: new Float64Array(m), passes: 0 }; // where a solve was left
  const limits = new Float64Array(m); // that the rate is for
  let version = -1;

  /** The rate follows from the step alone: from its matrices, and from limits that may change in time. */
  function readRate(): void {
    let same = version === step.version;
    for (let i = 0; i < m && same; i++) same = limits[i] === step.upper[i];
    if (same) return;
    version = step.version;
    copy(step.upper, limits);
    rate[0] = options.rate ?? automaticRate(step, options.called);
  }

  /** Passes that were taken of a solve that goes on. */
  function goOn(dz: Vector, force: Vector): number {
    const { passes } = left;
    if (passes === 0) return 0;
    copy(left.dz, dz);
    copy(left.force, force);
    left.passes = 0;
    return passes;
  }

  /** (1.15) on z = start + dz. */
  function settled(dz: Float64Array): boolean {
    let change = 0;
    let size = 0;
    for (let k = 0; k < n; k++) {
      change += (dz[k]! - last[k]!) * (dz[k]! - last[k]!);
      const z = step.start[k]! + last[k]!;
      size += z * z;
    }
    return Math.sqrt(change) <= options.tolerance * (Math.sqrt(size) + 1);
  }

  return {
    set,
    solve(dz, force, stats, pause) {
      if (left.passes === 0) stats.solves++;
      if (!box.load()) return "singular";
      readRate();
      const fresh = freshPart(step, epsilon);
      copy(force, previous);
      if (options.start === "zero") force.fill(0);
      const first = goOn(dz, force);
      for (let k = first; k < PASSES; k++) {
        if (k > first && k % atOnce === 0 && pause?.()) {
          copy(dz, left.dz);
          copy(force, left.force);
          left.passes = k;
          return "paused";
        }
        copy(dz, last);
        box.expand(force, dz); // (1.13), (40)
        stats.iterations++;
        if (k > 0 && settled(dz)) {
          for (let i = 0; i < m; i++) set[i] = force[i]! <= step.lower[i]! ? -1 : force[i]! >= step.upper[i]! ? 1 : 0;
          return "solved";
        }
        box.slip(force, slip);
        for (let i = 0; i < m; i++) {
          const limit = step.upper[i]!;
          const moved = force[i]! - rate[0]! * limit * limit * slip[i]!;
          const projected = Math.min(limit, Math.max(step.lower[i]!, moved)); // (1.14), (41)
          force[i] = fresh * projected + (1 - fresh) * previous[i]!; // (1.19); fresh = 1 without memory
        }
      }
      return "not-converged";
    },
  };
}
