/**
 * The energy up to which friction outweighs negative damping, as sharp as this energy function allows:
 *   rho = least u^T M u / 2 of velocities u != 0 that gain energy, p.|W^T u| + u^T C u <= 0.
 * Only the k negatively damped coordinates make the problem nonconvex, so they are branched on: each box of them is bounded
 * from below by a dual point (cell-bound.ts), which holds whatever the method does; the answer is never too large.
 */
import { roundOff } from "../../numeric/definite.ts";
import { inner, seenIn, symmetricPart, times } from "../../numeric/plain-matrix.ts";
import { splitSpace } from "../../numeric/subspace.ts";
import { pencilEigen, symmetricEigen } from "../../numeric/symmetric-eigen.ts";
import { type Cell, CellBound, type DualPoint, type GainProblem } from "./cell-bound.ts";
import { termsOf } from "./free-motion.ts";
import type { FrictionSpan } from "./friction-span.ts";
import type { FrictionMachine } from "./machine.ts";

export interface ExactBound {
  /** J: no velocity of less kinetic energy gains. Infinite when none does. */
  readonly rho: number;
  /** J: kinetic energy of a velocity that is known to gain; rho lies between the two. */
  readonly above: number;
  /** The slowest velocity found that gains, m/s. */
  readonly velocity?: readonly number[];
  /** Boxes that were bounded. */
  readonly cells: number;
}

/** Relative gap at which the search ends. */
const GAP = 1e-11;
const MOST_CELLS = 20_000;
const FEWEST_CELLS = 200;
/** Boxes after which at least half of the answer must be proven, or it is left at that. */
const PATIENCE = 2000;
/** Multiplications that a search may take: about a minute. A box takes some twenty of Newton's steps. */
const MOST_WORK = 4e10;
const STEPS = 20;
/** Of the arithmetic in a bound, relative. */
const ROUND_OFF = 1e-12;

/** Asks that C is positive on ker W^T: otherwise 0 would be the answer. */
export function exactBound(machine: FrictionMachine, friction: FrictionSpan): ExactBound {
  const { problem, vectors } = gainProblem(machine, friction);
  if (problem.negative === 0) return { rho: Number.POSITIVE_INFINITY, above: Number.POSITIVE_INFINITY, cells: 0 };
  const search = new GainSearch(problem);
  const { lower, cells } = search.run(leastReach(problem));
  const { best, where } = search;
  const velocity = machine.mass.map((_, i) =>
    inner(
      Array.from(where),
      vectors.map((vector) => vector[i]!),
    ),
  );
  return { rho: lower / 2, above: best / 2, velocity, cells };
}

/** In coordinates where M = I and C is diagonal. */
function gainProblem({ mass, damping }: FrictionMachine, { directions, limits }: FrictionSpan) {
  const pairs = pencilEigen(symmetricPart(damping), mass)!
    .map(({ value, vector }) => {
      // less damping than there is by round-off of its terms: the bound stays below the true one
      const doubt = roundOff(mass.length) * termsOf(damping, vector);
      return { value: Math.abs(value) <= doubt ? 0 : value - doubt, vector };
    })
    .sort((a, b) => a.value - b.value);
  const rates = Float64Array.from(pairs, ({ value }) => value);
  const vectors = pairs.map(({ vector }) => vector);
  const slips = Float64Array.from(directions.flatMap((direction) => times(vectors, direction)));
  const negative = rates.findIndex((rate) => rate >= 0);
  const problem: GainProblem = {
    rates,
    negative: negative < 0 ? rates.length : negative,
    slips,
    limits: Float64Array.from(limits),
  };
  return { problem, vectors };
}

/**
 * A size that the largest negatively damped coordinate of a gaining velocity has at least. With z = w + f, f in ker W^T and w
 * perpendicular: p.|W^T z| >= s |w|, and z^T C z >= -(c + c^2/g) |w|^2, where c = |C| and g is the least damping on ker W^T; so
 * |w| >= s/(c + c^2/g), and |lambda| |x|^2 >= p.|W^T z| >= s |w|.
 */
function leastReach({ rates, slips, limits, negative }: GainProblem): number {
  const n = rates.length;
  const rows = Array.from(limits, (limit, i) => Array.from(slips.subarray(i * n, (i + 1) * n), (slip) => slip * limit));
  const { span, rest } = splitSpace(rows, n);
  if (span.length === 0) return 0;
  const images = span.map((unit) => times(rows, unit));
  const gram = images.map((a) => images.map((b) => inner(a, b)));
  const s = Math.sqrt(Math.max(0, symmetricEigen(gram)[0]!.value));
  const damping = Array.from(rates, (rate, i) => Array.from(rates, (_, j) => (i === j ? rate : 0)));
  const g = rest.length > 0 ? symmetricEigen(seenIn(damping, rest))[0]!.value : Number.POSITIVE_INFINITY;
  const c = rates.reduce((most, rate) => Math.max(most, Math.abs(rate)), 0);
  const reach = s / (c + (c * c) / g);
  return Math.sqrt((s * reach) / (-rates[0]! * negative)) * (1 - 1e-9);
}

interface OpenCell {
  readonly cell: Cell;
  /** The coordinate that is largest in it, and positive: velocities come in pairs +-z. */
  readonly leader: number;
  readonly lower: number;
  readonly dual: DualPoint;
}

/** Takes the box with the least bound out of the list. */
function takeWorst(open: OpenCell[]): OpenCell {
  let worst = 0;
  for (let k = 1; k < open.length; k++) if (open[k]!.lower < open[worst]!.lower) worst = k;
  const taken = open[worst]!;
  open[worst] = open.at(-1)!;
  open.pop();
  return taken;
}

class GainSearch {
  private readonly problem: GainProblem;
  private readonly bound: CellBound;
  /** |z|^2 of the slowest gaining velocity found, and that velocity. */
  best = Number.POSITIVE_INFINITY;
  readonly where: Float64Array;
  private cells = 0;
  private readonly most: number;

  constructor(problem: GainProblem) {
    this.problem = problem;
    this.bound = new CellBound(problem);
    this.where = new Float64Array(problem.rates.length);
    const { rates, limits } = problem;
    const work = STEPS * rates.length * (limits.length + 1) * (limits.length + 1);
    this.most = Math.min(MOST_CELLS, Math.max(FEWEST_CELLS, MOST_WORK / work));
  }

  run(least: number): { lower: number; cells: number } {
    this.tryStarts();
    const k = this.problem.negative;
    const most = Math.sqrt(this.best);
    const from = Math.min(least, most);
    const open: OpenCell[] = [];
    for (let leader = 0; leader < k; leader++) {
      const low = new Float64Array(k).fill(-most);
      low[leader] = from;
      const cell = { low, high: new Float64Array(k).fill(most), boxed: true };
      this.examine(cell, leader, this.fresh(), open);
    }
    while (open.length > 0 && this.cells < this.most) {
      const worst = takeWorst(open);
      if (worst.lower >= this.enough()) break;
      if (this.cells > PATIENCE && worst.lower < this.best / 2) {
        open.push(worst);
        break;
      }
      this.split(worst, open);
    }
    const left = open.reduce((lower, cell) => Math.min(lower, cell.lower), this.enough());
    return { lower: Math.max(0, left * (1 - ROUND_OFF)), cells: this.cells };
  }

  /** |z|^2 that a box must be proven to exceed. */
  private enough(): number {
    return this.best * (1 - GAP);
  }

  /** A dual point to start from: mu is a time, like 1/lambda. */
  private fresh(): DualPoint {
    return { mu: -1 / this.problem.rates[0]!, zeta: new Float64Array(this.problem.limits.length) };
  }

  private examine(cell: Cell, leader: number, from: DualPoint, open: OpenCell[]): void {
    this.cells++;
    let dual = from;
    let lower = Number.NEGATIVE_INFINITY;
    // from where the larger box ended it is mostly a short way, but now and then it ended in a corner
    for (const start of [from, this.fresh()]) {
      const climbing = { mu: start.mu, zeta: Float64Array.from(start.zeta) };
      const reached = this.bound.climb(cell, climbing, this.enough());
      if (reached > lower) [dual, lower] = [climbing, reached];
      if (lower >= this.enough()) return;
    }
    const guess = Float64Array.from(this.bound.z);
    if (this.note(guess)) this.descend();
    open.push({ cell, leader, lower, dual });
  }

  private split({ cell, leader, dual }: OpenCell, open: OpenCell[]): void {
    const c = this.widest(cell);
    const at = this.splitPoint(cell, c, leader);
    for (const upper of [false, true]) {
      const low = Float64Array.from(cell.low);
      const high = Float64Array.from(cell.high);
      (upper ? low : high)[c] = at;
      const reach = high[leader]!;
      for (let i = 0; i < low.length; i++) {
        low[i] = Math.max(low[i]!, -reach);
        high[i] = Math.min(high[i]!, reach);
      }
      if (low.every((value, i) => value <= high[i]!)) this.examine({ low, high, boxed: true }, leader, dual, open);
    }
  }

  /** The coordinate whose chord is farthest from the parabola. */
  private widest({ low, high }: Cell): number {
    let widest = 0;
    let most = -1;
    for (let c = 0; c < low.length; c++) {
      const width = high[c]! - low[c]!;
      const error = -this.problem.rates[c]! * width * width;
      if (error > most) [widest, most] = [c, error];
    }
    return widest;
  }

  /** At the best velocity where it lies inside, since chords are exact at their ends; else in the middle. */
  private splitPoint({ low, high }: Cell, c: number, leader: number): number {
    const l = low[c]!;
    const h = high[c]!;
    const at = this.where[c]! * (this.where[leader]! < 0 ? -1 : 1);
    if (at > l + 0.02 * (h - l) && at < h - 0.02 * (h - l)) return at;
    return l > 0 && h > 2 * l ? Math.sqrt(l * h) : (l + h) / 2;
  }

  /** Takes a direction as the best velocity if it is; whether it was. */
  private note(z: Float64Array): boolean {
    const { rates, slips, limits } = this.problem;
    const n = rates.length;
    let gain = 0;
    let square = 0;
    for (let c = 0; c < n; c++) {
      gain -= rates[c]! * z[c]! * z[c]!;
      square += z[c]! * z[c]!;
    }
    if (!(gain > 0)) return false;
    let loss = 0;
    for (let i = 0; i < limits.length; i++) {
      let slip = 0;
      for (let c = 0; c < n; c++) slip += slips[i * n + c]! * z[c]!;
      loss += limits[i]! * Math.abs(slip);
    }
    const scale = loss / gain; // scale z gains as much as it loses
    if (!(scale * scale * square < this.best * (1 - 1e-13))) return false;
    this.best = scale * scale * square;
    for (let c = 0; c < n; c++) this.where[c] = scale * z[c]!;
    return true;
  }

  /** Negatively damped eigenvectors and their sums and differences, each followed downhill. */
  private tryStarts(): void {
    const { negative, rates } = this.problem;
    for (let a = 0; a < negative; a++) {
      for (let b = a; b < negative; b++) {
        for (const sign of b > a ? [1, -1] : [1]) {
          const z = new Float64Array(rates.length);
          z[b] = sign;
          z[a] = 1;
          if (this.note(z)) this.descend();
        }
      }
    }
  }

  /** Replaces the concave part by its tangent at the best velocity, solves, and goes on from there while that helps. */
  private descend(): void {
    const { negative } = this.problem;
    for (let k = 0; k < 30; k++) {
      const at = this.where.slice(0, negative);
      this.bound.climb({ low: at, high: at, boxed: false }, this.fresh(), Number.POSITIVE_INFINITY);
      if (!this.note(Float64Array.from(this.bound.z))) return;
    }
  }
}
