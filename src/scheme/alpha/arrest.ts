/**
 * How rows come to rest in the alpha scheme when the law of one of them jumps. Centered velocities know no rest: with x+ = x-
 * a row swings about its place from node to node, and the force that this takes would break it loose again.
 *
 * So a row that passes rest, and that its limit can hold by the box problem on accelerations, is arrested: its place on what it
 * slips on does not change any more, x+ = x. The force of that one node belongs to two of them and is no measure; from the
 * next one on the row is at rest, x+ = x-, without a swing. Other rows at rest, if they are held too, stay there meanwhile.
 */

import { isFriction } from "../../model/rows/law.ts";
import type { RowValues } from "../../model/rows/row-values.ts";
import { linearOf, type System } from "../../model/system.ts";
import { rowsMultiply } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Step } from "../../step/step.ts";
import { rowMobility } from "../common/mobility.ts";
import { restBox } from "../common/rest-box.ts";

/** Limits that an arrest may exceed its own by: its force makes up for the node before. */
const MARGIN = 8;
/** Part of its limits that the swing of a row at rest may take. */
const SWING = 1e-3;
/** A row that passes rest faster than twice what its limit can brake in a step was not brought there by friction. */
const REACH = 2;

export interface Arrests {
  /** Of the present node: w.(x+ - x-) of a row that is arrested or held; NaN: it is neither. */
  readonly target: Vector;
  /** 1: it is arrested, x+ = x. */
  readonly arrested: Int8Array;
  /** A new node. */
  begin(): void;
  /**
   * After the first solve from x- and x, which gave these slips: changes the step problem for rows that are caught, and
   * returns whether there are any.
   */
  caught(at: Vector, before: Vector, x: Vector, mode: Int8Array, slip: Vector, step: Step): boolean;
  /** Holds them again after others have changed their limits. */
  keep(step: Step): void;
  /** At the end: a row that is still coming to rest keeps its mode, and forces are brought back into their limits. */
  finish(before: Int8Array, mode: Int8Array, force: Vector): void;
}

/** `values`: of the node. */
export function arrests(system: System, values: RowValues, dt: number): Arrests {
  return values.jumps ? jumpArrests(system, values, dt) : noArrests(system.rows.length);
}

/** Where no law jumps, no row needs to be arrested. */
function noArrests(rows: number): Arrests {
  return {
    target: new Float64Array(rows).fill(Number.NaN),
    arrested: new Int8Array(rows),
    begin() {},
    caught: () => false,
    keep() {},
    finish() {},
  };
}

function jumpArrests(system: System, values: RowValues, dt: number): Arrests {
  const linear = linearOf(system);
  const m = system.rows.length;
  const box = restBox(system, 0, values);
  const { own: compliance } = rowMobility(system);
  const target = new Float64Array(m);
  const arrested = new Int8Array(m);
  const way = new Float64Array(m); // since the last node
  const resting = new Float64Array(m); // slips, 0 for rows that are at rest or pass it
  const velocity = new Float64Array(system.size);
  const force = new Float64Array(m);
  let asked = false;

  /** Way beyond what it slips on, since the last node; large: the drive has jumped. */
  function wayOf(i: number): number {
    return way[i]! - dt * (values.drive[i]! - (dt / 2) * box.rate[i]!);
  }

  function largest(i: number): number {
    return Math.max(values.forward[i]!, values.backward[i]!);
  }

  /** Marks which rows the box problem is asked about; returns whether any passes rest. */
  function findPassing(mode: Int8Array, slip: Vector): boolean {
    let any = false;
    for (let i = 0; i < m; i++) {
      const { law } = system.rows[i]!;
      const passes = isFriction(law) && law.smoothing === 0 && mode[i] !== 0 && slip[i]! * mode[i]! <= 0;
      any ||= passes;
      resting[i] = passes || mode[i] === 0 ? 0 : mode[i]! * Math.max(Math.abs(slip[i]!), Number.MIN_VALUE);
    }
    return any;
  }

  /** Holds a row at its place: w.dz = target. */
  function holdRow(i: number, step: Step): void {
    step.slip[i] = -target[i]! / (2 * dt);
    step.lower[i] = -MARGIN * largest(i);
    step.upper[i] = MARGIN * largest(i);
  }

  function holdRows(step: Step): void {
    for (let i = 0; i < m; i++) if (!Number.isNaN(target[i]!)) holdRow(i, step);
  }

  return {
    target,
    arrested,
    begin() {
      asked = false;
      arrested.fill(0);
      target.fill(Number.NaN);
    },
    caught(at, before, x, mode, slip, step) {
      if (asked || !findPassing(mode, slip)) return false;
      asked = true;
      for (let k = 0; k < velocity.length; k++) velocity[k] = (x[k]! - before[k]!) / dt;
      force.fill(0);
      box.solve(at, x, velocity, system.load, resting, force);
      rowsMultiply(linear.directions, velocity, way);
      let any = false;
      for (let i = 0; i < m; i++) {
        way[i]! *= dt;
        const { law } = system.rows[i]!;
        const holds = resting[i] === 0 && box.leaves[i] === 0 && largest(i) > 0;
        if (!holds || !isFriction(law) || law.smoothing > 0) continue;
        const swing = Math.abs(wayOf(i));
        if (swing > REACH * dt * dt * compliance[i]! * largest(i)) continue;
        arrested[i] = mode[i] !== 0 && 2 * swing > SWING * dt * dt * compliance[i]! * largest(i) ? 1 : 0;
        const drive = values.drive[i]!;
        target[i] = arrested[i] === 1 ? way[i]! + dt * (drive + (dt / 2) * box.rate[i]!) : 2 * dt * drive;
        any ||= mode[i] !== 0;
      }
      if (any) holdRows(step);
      else {
        target.fill(Number.NaN);
        arrested.fill(0);
      }
      return any;
    },
    keep: holdRows,
    finish(before, mode, of) {
      if (!asked) return;
      for (let i = 0; i < m; i++) {
        if (Number.isNaN(target[i]!)) continue;
        if (arrested[i] === 1) mode[i] = before[i]!;
        of[i] = Math.min(values.backward[i]!, Math.max(-values.forward[i]!, of[i]!));
      }
    },
  };
}
