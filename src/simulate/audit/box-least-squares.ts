/**
 * The admissible forces that come nearest to what is needed, exactly: min F.G F/2 - g.F with lower <= F <= upper and G positive
 * semidefinite, by an active set of its own (after Stark & Parker's bounded least squares): the free forces are solved for by a
 * Cholesky factorization that leaves dependent rows where they are, one that would leave its bounds is fixed there, and a fixed one
 * that wants back inside is freed, until none does. The set of the last solution is tried first.
 */

import type { Rows } from "../../numeric/rows.ts";
import { setZero, type Vector } from "../../numeric/vector.ts";
import type { Metric } from "./metric.ts";
import { diagonalEntry } from "./rows-of.ts";

/** A pivot below this part of its own diagonal belongs to a row that depends on those before it. */
export const DEPENDENT = 1e-11;
/** A slope below this part of its terms is round-off. */
export const FLAT = 1e-12;
/** Changes of the set after which the search ends, for so many rows. */
export const ROUNDS = (rows: number) => 20 + 8 * rows;

export interface BoxLeastSquares {
  /** Solves for the rows whose `open` is 1; the others keep what `force` has. `target` is g of all. */
  solve(open: Vector, lower: Vector, upper: Vector, target: Vector, force: Vector): void;
  /** The same without bounds. */
  solveFree(open: Vector, target: Vector, force: Vector): void;
}

export function boxLeastSquares({ matrix, groups }: Pick<Metric, "matrix" | "groups">): BoxLeastSquares {
  const alone = Int32Array.from(groups.flatMap((group) => (group.length === 1 ? group : [])));
  const compliance = new Float64Array(alone.length);
  let version = -1; // of the matrix
  const members = groups.flatMap((group) => (group.length > 1 ? [groupSolver(matrix, Int32Array.from(group))] : []));

  function refresh(): void {
    if (version === matrix.version) return;
    version = matrix.version;
    for (let k = 0; k < alone.length; k++) compliance[k] = diagonalEntry(matrix, alone[k]!);
    for (let k = 0; k < members.length; k++) members[k]!.refresh();
  }

  return {
    solve(open, lower, upper, target, force) {
      refresh();
      for (let k = 0; k < alone.length; k++) {
        const row = alone[k]!;
        if (open[row] === 0) continue;
        const free = target[row]! / compliance[k]!;
        force[row] = free < lower[row]! ? lower[row]! : free > upper[row]! ? upper[row]! : free;
      }
      for (let k = 0; k < members.length; k++) members[k]!.solve(open, lower, upper, target, force);
    },
    solveFree(open, target, force) {
      refresh();
      for (let k = 0; k < alone.length; k++) {
        if (open[alone[k]!] === 1) force[alone[k]!] = target[alone[k]!]! / compliance[k]!;
      }
      for (let k = 0; k < members.length; k++) members[k]!.solveFree(open, target, force);
    },
  };
}

interface GroupSolver extends BoxLeastSquares {
  /** Takes the entries of the matrix in again. */
  refresh(): void;
}

function groupSolver(matrix: Rows, rows: Int32Array): GroupSolver {
  const b = rows.length;
  const g = new Float64Array(b * b); // G of the group, dense
  const place = new Int32Array(matrix.count); // of the rows in the group
  rows.forEach((row, i) => {
    place[row] = i;
  });
  const free = new Int8Array(b);
  const known = new Int8Array(b).fill(-1); // the set that is factored
  const factor = new Float64Array(b * b);
  const order = new Int32Array(b); // of the rows in the factor
  const pivot = new Float64Array(b);
  const inverse = new Float64Array(b); // 1 / the diagonal of the factor
  const coupled = new Int32Array(b); // columns of the factor in which the pivot's row has entries
  const slope = new Float64Array(b); // g - G F
  const size = new Float64Array(b); // of the terms of the slope
  const move = new Float64Array(b);
  const work = new Float64Array(b);
  let rank = 0;

  function slopes(target: Vector, force: Vector): void {
    for (let i = 0; i < b; i++) {
      let sum = target[rows[i]!]!;
      let terms = Math.abs(sum);
      for (let j = 0; j < b; j++) {
        const part = g[i * b + j]! * force[rows[j]!]!;
        sum -= part;
        terms += Math.abs(part);
      }
      slope[i] = sum;
      size[i] = terms;
    }
  }

  /** Factors G of the free rows, the largest pivots first. */
  function factorFree(): void {
    let same = true;
    for (let i = 0; i < b; i++) same &&= known[i] === free[i];
    if (same) return;
    for (let i = 0; i < b; i++) known[i] = free[i]!;
    rank = 0;
    for (let i = 0; i < b; i++) pivot[i] = free[i] === 1 ? g[i * b + i]! : 0;
    for (;;) {
      let best = -1;
      for (let i = 0; i < b; i++) {
        if (pivot[i]! <= DEPENDENT * g[i * b + i]!) continue;
        if (best < 0 || pivot[i]! * g[best * b + best]! > pivot[best]! * g[i * b + i]!) best = i;
      }
      if (best < 0) return;
      const root = Math.sqrt(pivot[best]!);
      order[rank] = best;
      inverse[rank] = 1 / root;
      let met = 0; // of large groups most are zero
      for (let k = 0; k < rank; k++) if (factor[best * b + k] !== 0) coupled[met++] = k;
      for (let i = 0; i < b; i++) {
        let sum = g[i * b + best]!;
        for (let l = 0; l < met; l++) sum -= factor[i * b + coupled[l]!]! * factor[best * b + coupled[l]!]!;
        factor[i * b + rank] = sum / root;
      }
      factor[best * b + rank] = root;
      for (let i = 0; i < b; i++) pivot[i]! -= factor[i * b + rank]! * factor[i * b + rank]!;
      pivot[best] = 0;
      rank++;
    }
  }

  /** move = G^{-1} slope on the free rows that are independent, 0 elsewhere. */
  function solveMove(): void {
    factorFree();
    setZero(move);
    for (let k = 0; k < rank; k++) {
      let sum = slope[order[k]!]!;
      for (let l = 0; l < k; l++) sum -= factor[order[k]! * b + l]! * work[l]!;
      work[k] = sum * inverse[k]!;
    }
    for (let k = rank - 1; k >= 0; k--) {
      let sum = work[k]!;
      for (let l = rank - 1; l > k; l--) sum -= factor[order[l]! * b + k]! * move[order[l]!]!; // as they become known
      move[order[k]!] = sum * inverse[k]!;
    }
  }

  /** Goes along `move` up to the first bound, and fixes the row there; whether nothing was in the way. */
  function advance(lower: Vector, upper: Vector, force: Vector): boolean {
    let reach = 1;
    let blocked = -1;
    for (let i = 0; i < b; i++) {
      const d = move[i]!;
      if (d === 0) continue;
      const room = (d > 0 ? upper : lower)[rows[i]!]! - force[rows[i]!]!;
      if (room / d >= reach) continue;
      reach = Math.max(0, room / d);
      blocked = i;
    }
    for (let i = 0; i < b; i++) if (move[i] !== 0) force[rows[i]!]! += reach * move[i]!;
    if (blocked < 0) return true;
    force[rows[blocked]!] = (move[blocked]! > 0 ? upper : lower)[rows[blocked]!]!;
    free[blocked] = 0;
    return false;
  }

  /** Whether there are rows that could be freed: of others no slope is asked for. */
  function anyHeld(open: Vector, lower: Vector, upper: Vector): boolean {
    for (let i = 0; i < b; i++) {
      const row = rows[i]!;
      if (free[i] === 0 && open[row] === 1 && lower[row] !== upper[row]) return true;
    }
    return false;
  }

  /** Frees the fixed row that gains most; false: none does, the forces are the nearest. */
  function release(open: Vector, lower: Vector, upper: Vector, force: Vector): boolean {
    let best = -1;
    let most = 0;
    for (let i = 0; i < b; i++) {
      const row = rows[i]!;
      if (free[i] === 1 || open[row] === 0 || lower[row] === upper[row]) continue;
      if (Math.abs(slope[i]!) <= FLAT * size[i]!) continue;
      const inward = force[row]! <= lower[row]! ? slope[i]! > 0 : slope[i]! < 0;
      const gain = (slope[i]! * slope[i]!) / g[i * b + i]!;
      if (!inward || gain <= most) continue;
      most = gain;
      best = i;
    }
    if (best < 0) return false;
    free[best] = 1;
    return true;
  }

  return {
    refresh() {
      const { start, column, value } = matrix;
      for (let i = 0; i < b; i++) {
        for (let k = start[rows[i]!]!; k < start[rows[i]! + 1]!; k++) g[i * b + place[column[k]!]!] = value[k]!;
      }
      known[0] = -1; // none: it is factored anew
    },
    solve(open, lower, upper, target, force) {
      for (let i = 0; i < b; i++) {
        const row = rows[i]!;
        if (open[row] === 1) force[row] = Math.min(upper[row]!, Math.max(lower[row]!, force[row]!));
        free[i] = open[row] === 1 && force[row]! > lower[row]! && force[row]! < upper[row]! ? 1 : 0;
      }
      for (let round = 0; round < ROUNDS(b); round++) {
        slopes(target, force);
        solveMove();
        if (!advance(lower, upper, force)) continue;
        if (!anyHeld(open, lower, upper)) return;
        slopes(target, force);
        if (!release(open, lower, upper, force)) return;
      }
    },
    solveFree(open, target, force) {
      for (let i = 0; i < b; i++) free[i] = open[rows[i]!]!;
      for (let i = 0; i < b; i++) if (free[i] === 1) force[rows[i]!] = 0;
      slopes(target, force);
      solveMove();
      for (let i = 0; i < b; i++) if (free[i] === 1) force[rows[i]!] = move[i]!;
    },
  };
}
