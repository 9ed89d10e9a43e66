/**
 * `active-set` for strings and chains: A tridiagonal, and at most one row a coordinate, which acts on that coordinate alone. Nothing is
 * condensed and no saddle point appears: a stuck row gives its coordinate, and the others follow by elimination,
 *     A dz = -R + W F where a coordinate slips,   dz = -r/d where it is stuck,   F from its own equation then.
 * The primal-dual active set changes all wrong rows at once. A pass repairs the elimination from the first changed row on and only until its
 * numbers are the old ones to the last bit, forward and backward, and judges the rows in between alone: it gives the digits of whole passes, at the
 * cost of the few rows about a front of stick. Where the rows that are wrong do not become fewer, one changes at a time, with whole passes.
 */
import { Banded } from "../../numeric/banded.ts";
import { copy, type Vector } from "../../numeric/vector.ts";
import type { SolveStatus, Step, StepSolver } from "../step.ts";
import { ROUND_OFF } from "./condensed.ts";
import { PATIENCE } from "./exchange.ts";
import { isAligned, isPositive, rowsOfCoordinates } from "./tridiagonal-numbers.ts";

export interface TridiagonalSolver extends StepSolver {
  /** Rows that eliminations and substitutions have gone over so far, in both directions. */
  readonly touched: Float64Array;
}

/** Undefined where the step problem is not of this kind. `other`: a solver for matrices that are not positive definite. */
export function tridiagonalBox(step: Step, other: () => StepSolver): TridiagonalSolver | undefined {
  const { tangent } = step;
  if (!(tangent instanceof Banded) || tangent.band.below > 1 || tangent.band.above > 1) return undefined;
  const rowOf = rowsOfCoordinates(step);
  return rowOf && solver(step, tangent, rowOf, other);
}

/**
 * One number a coordinate each; those of its row are those of the step problem itself where every coordinate has one, in their order. A class, so
 * that all solvers of a process share one layout and the code that was made fast for the first is fast for the next.
 */
class Memory {
  readonly n: number;
  /** A; 0 beyond the ends. */
  readonly below: Vector;
  readonly diagonal: Vector;
  readonly above: Vector;
  /** w and d of its row; 0 where there is none. */
  readonly push: Vector;
  readonly rate: Vector;
  /** The elimination: b = factor given - left b_before, x = b - right x_after. */
  readonly factor: Vector;
  readonly left: Vector;
  readonly right: Vector;
  /** What the coordinate is where it is stuck, and what it is pushed with elsewhere. */
  readonly given: Vector;
  readonly b: Vector;
  /** R */
  readonly residual: Vector;
  readonly lower: Vector;
  readonly upper: Vector;
  readonly slip: Vector;
  readonly force: Vector;
  /** 0 stuck, -1 or 1 at a bound, 2: no row. */
  readonly side: Int8Array;
  /** The same, but 0 also where a row rests at its bound. */
  readonly set: Int8Array;
  /** 1 where the elimination was made for a stuck row, 0 for others, -1: it was not made. */
  readonly held: Int8Array;
  /** Coordinates whose rows are on the wrong side, and how many. */
  readonly wrong: Int32Array;
  readonly count: Int32Array;

  constructor(step: Step, set: Int8Array, aligned: boolean) {
    const n = step.size;
    this.n = n;
    this.below = new Float64Array(n);
    this.diagonal = new Float64Array(n);
    this.above = new Float64Array(n);
    this.push = new Float64Array(n);
    this.rate = new Float64Array(n);
    this.factor = new Float64Array(n);
    this.left = new Float64Array(n);
    this.right = new Float64Array(n);
    this.given = new Float64Array(n);
    this.b = new Float64Array(n);
    this.residual = step.residual;
    this.lower = aligned ? step.lower : new Float64Array(n);
    this.upper = aligned ? step.upper : new Float64Array(n);
    this.slip = aligned ? step.slip : new Float64Array(n);
    this.force = new Float64Array(n);
    this.side = new Int8Array(n).fill(2);
    this.set = aligned ? set : new Int8Array(n);
    this.held = new Int8Array(n).fill(-1);
    this.wrong = new Int32Array(n);
    this.count = new Int32Array(1);
  }
}

// Arrays are taken out of the memory before each loop: what stays in an object or a closure is loaded again in every round of it.

/** The elimination at j, from that before it. */
function eliminate(memory: Memory, j: number): void {
  const { factor, left, right, below, above, side, held } = memory;
  if (side[j] === 0) {
    held[j] = 1;
    factor[j] = 1;
    left[j] = 0;
    right[j] = 0;
    return;
  }
  held[j] = 0;
  const inverse = 1 / (memory.diagonal[j]! - (j > 0 ? below[j]! * right[j - 1]! : 0));
  factor[j] = inverse;
  left[j] = below[j]! * inverse;
  right[j] = above[j]! * inverse;
}

/** What coordinate j is, or is pushed with, on its present side. */
function give({ given, slip, rate, residual, push, lower, upper }: Memory, j: number, own: number): void {
  if (own === 0) given[j] = slip[j] === 0 ? 0 : 0 - slip[j]! / rate[j]!;
  else if (own === 2) given[j] = 0 - residual[j]!;
  else given[j] = push[j]! * (own < 0 ? lower[j]! : upper[j]!) - residual[j]!;
}

/**
 * Brings the elimination to the present set, from what it was made for before, and goes over all rows forward; returns how often it
 * eliminated. With `guess` the sides are those that the forces tell: from them alone, so that a copied state goes on with the same digits.
 */
function forward(memory: Memory, guess: boolean): number {
  const { n, factor, left, right, given, b, side, held, lower, upper, force } = memory;
  let work = 0;
  let changed = false;
  let last = 0;
  for (let j = 0; j < n; j++) {
    let own = side[j]!;
    if (guess) {
      if (own !== 2) {
        own = force[j]! <= lower[j]! ? -1 : force[j]! >= upper[j]! ? 1 : 0;
        side[j] = own;
      }
      give(memory, j, own);
    }
    if (changed || held[j] !== (own === 0 ? 1 : 0)) {
      const old = right[j]!;
      const oldFactor = factor[j]!;
      eliminate(memory, j);
      work++;
      changed = right[j] !== old || factor[j] !== oldFactor;
    }
    last = factor[j]! * given[j]! - left[j]! * last;
    b[j] = last;
  }
  return work;
}

function backward({ n, b, right }: Memory, x: Vector): void {
  let last = 0;
  for (let j = n - 1; j >= 0; j--) {
    last = b[j]! - right[j]! * last;
    x[j] = last + 0; // no -0
  }
}

/** Forces and sets of a range of coordinates at x; appends those whose rows are on the wrong side. */
function judge(memory: Memory, x: Vector, first: number, final: number): void {
  const { n, below, diagonal, above, residual, push, rate, slip, lower, upper, given, side, set, force, wrong } =
    memory;
  let count = memory.count[0]!;
  let before = first > 0 ? x[first - 1]! : 0;
  let here = x[first]!;
  for (let j = first; j <= final; j++) {
    const after = j + 1 < n ? x[j + 1]! : 0;
    const own = side[j]!;
    if (own === 0) {
      const low = lower[j]!;
      const high = upper[j]!;
      const needed = (diagonal[j]! * here + (below[j]! * before + above[j]! * after) + residual[j]!) / push[j]!;
      const width = high - low;
      const slack = ROUND_OFF * (width < Number.POSITIVE_INFINITY ? width : Math.abs(needed));
      set[j] = 0;
      if (needed < low - slack || needed > high + slack) {
        wrong[count++] = j;
        force[j] = needed;
      } else force[j] = 0 + (needed < low ? low : needed > high ? high : needed);
    } else if (own !== 2) {
      const low = lower[j]!;
      const high = upper[j]!;
      force[j] = own < 0 ? low : high;
      const speed = slip[j]! + rate[j]! * here;
      const right = own < 0 ? speed > 0 : speed < 0;
      const terms = Math.abs(given[j]!) + Math.abs(below[j]! * before) + Math.abs(above[j]! * after);
      const size = Math.abs(slip[j]! * diagonal[j]!) + Math.abs(rate[j]! * terms);
      const rests = Math.abs(speed * diagonal[j]!) <= ROUND_OFF * size;
      set[j] = rests && low < high ? 0 : own;
      if (!right && !rests && low < high) wrong[count++] = j;
    }
    before = here;
    here = after;
  }
  memory.count[0] = count;
}

function solver(step: Step, tangent: Banded, rowOf: Int32Array, other: () => StepSolver): TridiagonalSolver {
  const { size: n, count: m } = step;
  const aligned = isAligned(step, rowOf);
  const set = new Int8Array(m);
  const memory = new Memory(step, set, aligned);
  const { side, wrong, count } = memory;
  const todo = new Int32Array(n);
  const [from, to] = [new Int32Array(n), new Int32Array(n)]; // ranges to be judged again
  const ranges = new Int32Array(1);
  const touched = new Float64Array(1);
  const limit = 1000 + 100 * m;
  let version = -1;
  let general: StepSolver | undefined; // present where A is not positive definite
  rowOf.forEach((i, j) => {
    if (i >= 0) side[j] = 1;
  });

  function load(): void {
    const { below, diagonal, above, push, rate, held } = memory;
    version = step.version;
    held.fill(-1);
    for (let j = 0; j < n; j++) {
      below[j] = j > 0 ? tangent.at(j, j - 1) : 0;
      diagonal[j] = tangent.at(j, j);
      above[j] = j + 1 < n ? tangent.at(j, j + 1) : 0;
      const i = rowOf[j]!;
      push[j] = i < 0 ? 0 : step.directions.value[step.directions.start[i]!]!;
      rate[j] = i < 0 ? 0 : step.slipRows.value[step.slipRows.start[i]!]!;
    }
    general = isPositive(memory) ? undefined : (general ?? other());
  }

  /** From the rows to their coordinates, where these are not the same. */
  function gather(forces: Vector): void {
    const { lower, upper, slip, force } = memory;
    if (aligned) {
      copy(forces, force);
      return;
    }
    for (let j = 0; j < n; j++) {
      const i = rowOf[j]!;
      if (i < 0) continue;
      lower[j] = step.lower[i]!;
      upper[j] = step.upper[i]!;
      slip[j] = step.slip[i]!;
      force[j] = forces[i]!;
    }
  }

  function scatter(forces: Vector): void {
    if (aligned) {
      copy(memory.force, forces);
      return;
    }
    for (let j = 0; j < n; j++) {
      const i = rowOf[j]!;
      if (i < 0) continue;
      forces[i] = memory.force[j]!;
      set[i] = memory.set[j]!;
    }
  }

  /** Brings a wrong row to the other side. */
  function exchange(j: number): void {
    const { force, lower } = memory;
    side[j] = side[j] !== 0 ? 0 : force[j]! < lower[j]! ? -1 : 1;
    give(memory, j, side[j]!);
  }

  /** Elimination and substitution from the changed rows on, until all is as it was; the rows to be judged again in from and to. */
  function repair(changes: number, x: Vector): void {
    const { factor, left, right, given, b } = memory;
    ranges[0] = 0;
    let work = 0;
    for (let k = 0; k < changes; ) {
      const first = todo[k]!;
      let last = first;
      let j = first;
      for (; j < n; j++) {
        while (k < changes && todo[k]! <= j) last = todo[k++]!;
        const oldRight = right[j]!;
        const oldB = b[j]!;
        eliminate(memory, j);
        b[j] = factor[j]! * given[j]! - (j > 0 ? left[j]! * b[j - 1]! : 0);
        work++;
        if (j > last && right[j] === oldRight && b[j] === oldB) break;
      }
      const high = Math.min(j, n - 1);
      for (j = high; j >= 0; j--) {
        const value = b[j]! - (j + 1 < n ? right[j]! * x[j + 1]! : 0) + 0;
        work++;
        if (j < first && value === x[j]) break;
        x[j] = value;
      }
      addRange(Math.max(0, j), Math.min(n - 1, high + 1));
    }
    touched[0]! += work;
  }

  /** Ranges ascend; those that meet are one. */
  function addRange(low: number, high: number): void {
    let r = ranges[0]!;
    let first = low;
    let last = high;
    while (r > 0 && first <= to[r - 1]! + 1) {
      first = Math.min(first, from[r - 1]!);
      last = Math.max(last, to[r - 1]!);
      r--;
    }
    from[r] = first;
    to[r] = last;
    ranges[0] = r + 1;
  }

  /** Changes all wrong rows, and judges those that it may have made wrong. */
  function changeAll(x: Vector): void {
    const changes = count[0]!;
    for (let k = 0; k < changes; k++) {
      todo[k] = wrong[k]!;
      exchange(wrong[k]!);
    }
    repair(changes, x);
    count[0] = 0;
    for (let r = 0; r < ranges[0]!; r++) judge(memory, x, from[r]!, to[r]!);
  }

  /** Changes the first wrong row alone. */
  function changeOne(x: Vector): void {
    exchange(wrong[0]!);
    solveAll(x, false);
  }

  /** All rows, forward and backward. */
  function solveAll(x: Vector, guess: boolean): void {
    touched[0]! += 2 * n + forward(memory, guess);
    backward(memory, x);
    count[0] = 0;
    judge(memory, x, 0, n - 1);
  }

  return {
    set,
    touched,
    solve(dz, force, stats): SolveStatus {
      if (version !== step.version) load();
      if (general) {
        const status = general.solve(dz, force, stats);
        set.set(general.set);
        return status;
      }
      stats.solves++;
      gather(force);
      solveAll(dz, true);
      let passes = 1;
      let fewest = m + 1;
      let patience = PATIENCE;
      while (count[0]! > 0 && passes < limit) {
        patience = count[0]! < fewest ? PATIENCE : patience - 1;
        fewest = Math.min(fewest, count[0]!);
        if (patience > 0) changeAll(dz);
        else changeOne(dz);
        passes++;
      }
      stats.iterations += passes;
      scatter(force);
      return count[0]! > 0 ? "not-converged" : "solved";
    },
  };
}
