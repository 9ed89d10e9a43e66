/**
 * What the length of a step explains: the difference between readings of the step of low order, by the forces on each coordinate, and
 * the forces of rows that change between rest and slip. The audit's own estimate for schemes that are not exact; it is taken from a
 * step and its neighbors, since a jump inside of a step shows in the next one.
 */
import { linearOf, type System } from "../../model/system.ts";
import type { Kept } from "../../numeric/kept.ts";
import { type Rows, rowsAddTransposed, rowsMultiply } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Balance } from "./balance.ts";
import type { Laws } from "./laws.ts";
import { type Reading, sparse } from "./reading.ts";

/** An error may be so many times the estimate. */
const TIMES = 10;
/** Part of a change of forces over a step that counts also for schemes of second order: a kink inside of the step. */
const KINKS = 0.1;

export interface Estimate {
  /** Differences between readings of the smooth forces in the present step, N a coordinate. */
  readonly smooth: Vector;
  /** Largest part of the balance's residual that the estimates leave, N a coordinate. */
  readonly unexplained: Vector;
  /** `residual`: of the same step. */
  observe(step: Reading, laws: Laws, balance: Balance): void;
  /** After the last step. */
  close(): void;
  readonly kept: Kept;
}

/** `order`: of the scheme. */
export function stepEstimate(system: System, order: number): Estimate {
  const linear = linearOf(system);
  const n = system.size;
  const m = system.rows.length;
  const { start, column, value } = linear.directions;
  const stiffness = absolute(sparse(linear.stiffness));
  const damping = absolute(sparse(linear.damping));
  const make = () => new Float64Array(n);
  const [smooth, present, before, earlier, unexplained] = [make(), make(), make(), make(), make()];
  const [residual, q, size, part] = [make(), make(), make(), make()];
  const sliding = new Int8Array(m);
  const force = new Float64Array(m);
  const excess = excessOf(system);
  let begun = false;

  function addProduct(matrix: Rows): void {
    rowsMultiply(matrix, size, part);
    for (let k = 0; k < n; k++) smooth[k]! += part[k]!;
  }

  /** Of the smooth forces: how far they are from straight lines, or from constants where the scheme is of first order. */
  function readForces({ points, h, fresh }: Reading): void {
    const a = points[0];
    const b = points[1];
    const c = points[2];
    for (let k = 0; k < n; k++) {
      smooth[k] = Math.abs(a.q[k]! - 2 * b.q[k]! + c.q[k]!);
      smooth[k]! += (order < 2 ? 1 : KINKS) * Math.abs(c.q[k]! - a.q[k]!);
      if (fresh && begun) smooth[k]! += Math.abs(a.q[k]! - q[k]!);
      q[k] = c.q[k]!;
      size[k] = (h[0]! / 4) * Math.abs(c.v[k]! - a.v[k]!) + (order < 2 ? h[0]! * Math.abs(b.v[k]!) : 0);
    }
    begun = true;
    addProduct(stiffness);
    excess?.add("position", size, smooth);
    for (let k = 0; k < n; k++) {
      size[k] = Math.abs(a.v[k]! - 2 * b.v[k]! + c.v[k]!) + (order < 2 ? Math.abs(c.v[k]! - a.v[k]!) : 0);
    }
    addProduct(damping);
    excess?.add("velocity", size, smooth);
  }

  /** Of the rows: changes of their forces from step to step, and the limits of those between rest and slip. */
  function readRows({ points, largestLimit }: Laws, balance: Balance): void {
    const a = points[0];
    const c = points[2];
    for (let i = 0; i < m; i++) {
      const moves = balance.unknown[i] === 1 && a.slip[i] !== c.slip[i];
      const changes = sliding[i] !== balance.sliding[i] || moves;
      let open = Math.abs(balance.force[i]! - force[i]!) + Math.abs(c.soft[i]! - a.soft[i]!);
      if (changes) open += Math.max(largestLimit[i]!, Math.abs(balance.force[i]!));
      sliding[i] = balance.sliding[i]!;
      force[i] = balance.force[i]!;
      for (let k = start[i]!; k < start[i + 1]!; k++) present[column[k]!]! += Math.abs(value[k]! * open);
    }
  }

  function compare(): void {
    for (let k = 0; k < n; k++) {
      const left = residual[k]! - TIMES * Math.max(earlier[k]!, before[k]!, present[k]!);
      if (left > unexplained[k]!) unexplained[k] = left;
    }
  }

  return {
    kept: {
      ...{ smooth, present, before, earlier, unexplained, residual, q, sliding, force },
      get begun() {
        return begun;
      },
      set begun(saved) {
        begun = saved;
      },
    },
    smooth,
    unexplained,
    observe(step, laws, balance) {
      earlier.set(before);
      before.set(present);
      readForces(step);
      present.set(smooth);
      readRows(laws, balance);
      compare();
      for (let k = 0; k < n; k++) residual[k] = Math.abs(balance.residual[k]!);
    },
    close: compare,
  };
}

/** What commands beyond their limits are taken off by follows position and velocity as stiffness and damping do. */
function excessOf({ controllers }: System) {
  if (!controllers?.limited) return undefined;
  const action = absolute(controllers.action);
  const of = { position: absolute(controllers.position), velocity: absolute(controllers.velocity) };
  const part = new Float64Array(controllers.names.length);
  return {
    /** out += |d| |p| size, or |d| |q| size. */
    add(by: "position" | "velocity", size: Vector, out: Vector): void {
      rowsMultiply(of[by], size, part);
      rowsAddTransposed(action, part, out);
    },
  };
}

function absolute(rows: Rows): Rows {
  return { ...rows, value: rows.value.map(Math.abs) };
}
