/**
 * What the length of a step explains: the difference between readings of the step of low order, by the forces on each coordinate, and
 * the forces of rows that change between rest and slip. The audit's own estimate for schemes that are not exact; it is taken from a
 * step and its neighbors, since a jump inside of a step shows in the next one.
 */
import type { System } from "../../model/system.ts";
import { rowsAddTransposed, rowsMultiply } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Balance } from "./balance.ts";
import type { Laws } from "./laws.ts";
import type { Reading } from "./reading.ts";
import type { Memory, Room } from "./room.ts";
import { absolute } from "./rows-of.ts";
import type { Tangents } from "./tangents.ts";

/** Part of the bend of the forces over a step by which the mean force of a row may be read wrongly. */
export const READ_WRONGLY = 4 / 3;
/** An error may be so many times the estimate. */
export const TIMES = 10;
/** Part of a change of forces over a step that counts also for schemes of second order: a kink inside of the step. */
export const KINKS = 0.1;

export interface Estimate {
  /** Differences between readings of the smooth forces in the present step, N a coordinate. */
  readonly smooth: Vector;
  /** Largest part of the balance's residual that the estimates leave, N a coordinate. */
  readonly unexplained: Vector;
  /** `residual`: of the same step. */
  observe(step: Reading, laws: Laws, balance: Balance): void;
  /** The first step is read elsewhere. */
  begin(): void;
  /** After the last step. */
  close(): void;
  readonly kept: Memory<"present" | "before" | "earlier" | "residual" | "q" | "sliding" | "force">;
}

/** `order`: of the scheme. */
export function stepEstimate(
  system: System,
  { stiffness, damping }: Tangents,
  varies: boolean,
  order: number,
  room: Room,
): Estimate {
  const n = system.size;
  const m = system.rows.length;
  const { damped } = system;
  const make = () => room.vector(n);
  const [smooth, present, before, earlier, unexplained] = [make(), make(), make(), make(), make()];
  const [residual, q, places, speeds] = [make(), make(), make(), make()];
  const sliding = room.vector(m);
  const force = room.vector(m);
  const excess = excessOf(system);
  let begun = false;

  /** Of the smooth forces: how far they are from straight lines, or from constants where the scheme is of first order. */
  function readForces({ points, h, again }: Reading): void {
    const q0 = points[0].referred;
    const q1 = points[1].referred;
    const q2 = points[2].referred;
    const v0 = points[0].v;
    const v1 = points[1].v;
    const v2 = points[2].v;
    const part = order < 2 ? 1 : KINKS;
    const length = h[0]!;
    for (let k = 0; k < n; k++) {
      let sum = Math.abs(q0[k]! - 2 * q1[k]! + q2[k]!) + part * Math.abs(q2[k]! - q0[k]!);
      if (again && begun) sum += Math.abs(q0[k]! - q[k]!);
      smooth[k] = sum;
      q[k] = q2[k]!;
      const change = Math.abs(v2[k]! - v0[k]!);
      places[k] = (length / 4) * change + (order < 2 ? length * Math.abs(v1[k]!) : 0);
      speeds[k] = Math.abs(v0[k]! - 2 * v1[k]! + v2[k]!) + (order < 2 ? change : 0);
    }
    begun = true;
  }

  /** What the changes of place and speed do to the forces. */
  function addSlopes(): void {
    let i = 0;
    let j = 0;
    for (let k = 0; k < n; k++) {
      let sum = 0;
      for (const end = stiffness.start[k + 1]!; i < end; i++)
        sum += stiffness.value[i]! * places[stiffness.column[i]!]!;
      if (damped) {
        for (const end = damping.start[k + 1]!; j < end; j++) sum += damping.value[j]! * speeds[damping.column[j]!]!;
      }
      smooth[k]! += sum;
    }
    excess?.add("position", places, smooth);
    excess?.add("velocity", speeds, smooth);
  }

  /** Of the rows: changes of their forces from step to step, and the limits of those between rest and slip. */
  function readRows({ points: at }: Reading, { points, largestLimit }: Laws, balance: Balance): void {
    const { start, column, value } = at[1].directions;
    const a = points[0];
    const c = points[2];
    for (let i = 0; i < m; i++) {
      const size = balance.force[i]!;
      const moves = balance.unknown[i] === 1 && a.slip[i] !== c.slip[i];
      let open = Math.abs(size - force[i]!) + Math.abs(c.soft[i]! - a.soft[i]!);
      if (moves || sliding[i] !== balance.sliding[i]) open += Math.max(largestLimit[i]!, Math.abs(size));
      sliding[i] = balance.sliding[i]!;
      force[i] = size;
      if (open === 0 && !varies) continue;
      for (let k = start[i]!; k < start[i + 1]!; k++) {
        present[column[k]!]! += Math.abs(value[k]! * open);
        if (!varies) continue;
        const turn = at[2].directions.value[k]! - at[0].directions.value[k]!;
        present[column[k]!]! += Math.abs(turn) * (Math.abs(size) + Math.abs(c.soft[i]!));
      }
    }
  }

  function compare(): void {
    for (let k = 0; k < n; k++) {
      if (residual[k]! <= unexplained[k]!) continue;
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
      readForces(step);
      addSlopes();
      for (let k = 0; k < n; k++) {
        earlier[k] = before[k]!;
        before[k] = present[k]!;
        present[k] = smooth[k]!;
      }
      readRows(step, laws, balance);
      compare();
      for (let k = 0; k < n; k++) residual[k] = Math.abs(balance.residual[k]!);
    },
    begin() {
      begun = true;
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
