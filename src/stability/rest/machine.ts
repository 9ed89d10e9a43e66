/**
 * What the analysis of rest needs of a machine, as plain matrices: M x'' + C x' + K x = f + W force, where the force of row i
 * lies in [-forward, backward] at rest, and takes at least kinetic * |slip| out of the motion.
 * Asked of a simulation, so feedback, viscous rows and springs are inside the matrices already.
 */

import { isFriction } from "../../model/rows/law.ts";
import { rowValues } from "../../model/rows/row-values.ts";
import { linearOf, type System } from "../../model/system.ts";
import type { Matrix } from "../../numeric/matrix.ts";
import type { PlainMatrix, PlainVector } from "../../numeric/plain-matrix.ts";
import type { Fault } from "../../problem/faults.ts";
import type { Simulation } from "../../simulate/run/simulation.ts";

export interface FrictionRow {
  readonly name: string;
  /** w: the slip is w.v. */
  readonly direction: PlainVector;
  /** Largest forces at rest against positive and negative slip, N. */
  readonly forward: number;
  readonly backward: number;
  /** Least forces in positive and negative slip, N: what is left when the weakening has taken all it can. */
  readonly kineticForward: number;
  readonly kineticBackward: number;
}

export interface FrictionMachine {
  readonly name: string;
  readonly names: readonly string[];
  readonly units: readonly string[];
  readonly mass: PlainMatrix;
  readonly damping: PlainMatrix;
  readonly stiffness: PlainMatrix;
  /** f, N, constant. */
  readonly force: PlainVector;
  readonly rows: readonly FrictionRow[];
}

export type Extracted =
  | { readonly machine: FrictionMachine; readonly faults?: undefined }
  | { readonly faults: readonly Fault[]; readonly machine?: undefined };

/** The machine of a simulation, or why the theory does not cover it. */
export function frictionMachine({ name, system, grid }: Simulation): Extracted {
  const faults = refusals(system, grid.start);
  if (faults.length > 0) return { faults };
  const { size, names, units } = system;
  const linear = linearOf(system);
  const at = Float64Array.of(grid.start, grid.start);
  const force = new Float64Array(size);
  system.load.evaluate(at, force);
  return {
    machine: {
      name,
      names,
      units,
      mass: plain(linear.mass),
      damping: plain(linear.damping),
      stiffness: plain(linear.stiffness),
      force: Array.from(force),
      rows: frictionRows(system, at),
    },
  };
}

function plain(matrix: Matrix): number[][] {
  const each = Array.from({ length: matrix.size }, (_, i) => i);
  return each.map((i) => each.map((j) => matrix.at(i, j)));
}

function frictionRows(system: System, at: Float64Array): FrictionRow[] {
  const values = rowValues(system);
  values.update(at);
  return system.rows.map(({ name, law }, i) => {
    const lost = law.weakening?.most ?? 0;
    const forward = values.forward[i]!;
    const backward = values.backward[i]!;
    return {
      name,
      direction: directionOf(system, i),
      forward,
      backward,
      kineticForward: Math.max(0, values.kineticForward[i]! * (1 - lost)),
      kineticBackward: Math.max(0, values.kineticBackward[i]! * (1 - lost)),
    };
  });
}

function directionOf(system: System, row: number): number[] {
  const { directions } = linearOf(system);
  const w = Array<number>(system.size).fill(0);
  for (let k = directions.start[row]!; k < directions.start[row + 1]!; k++) {
    w[directions.column[k]!] = directions.value[k]!;
  }
  return w;
}

/** Of machines whose matrices are written out. */
const MOST_COORDINATES = 1000;

function refusals(system: System, start: number): Fault[] {
  const faults: Fault[] = [];
  const refuse = (path: string, message: string) => faults.push({ path, message });
  if (system.states.length > 0) {
    refuse(
      "system.states",
      `not covered; first-order states (integral action, lags) have no energy of their own: ${system.states.join(", ")}. Leave them out (ki: 0), or look at the motion with simulate`,
    );
  }
  const named = (rows: System["rows"]) => rows.map(({ name }) => name).join(", ");
  const stops = system.rows.filter(({ law }) => law.stop);
  if (stops.length > 0) {
    refuse(
      "system.stops",
      `not covered; the equilibria at a stop need its unilateral force: ${named(stops)}. Leave the stops out: what is certified holds as long as none of them is reached`,
    );
  }
  const joints = system.rows.filter(({ law }) => law.joint);
  if (joints.length > 0) {
    refuse(
      "system.joints",
      `not covered; a joint removes a coordinate: ${named(joints)}. Write the machine in the coordinates that are left`,
    );
  }
  if (!system.linear) {
    refuse(
      "system",
      "not covered; the theory needs constant mass, damping and stiffness matrices, which this machine has not. Write it as type: linear for small motions about a rest position, or look at the motion with simulate",
    );
  }
  if (system.size > MOST_COORDINATES) {
    refuse(
      "system",
      `not covered; the analysis keeps full matrices: ${system.size} coordinates, more than ${MOST_COORDINATES}. Take fewer elements`,
    );
  }
  if (system.linear?.springs) {
    refuse(
      "system.springs",
      "not covered; a spring with a potential needs an energy function that is not quadratic. Give its stiffness at rest instead, for small motions",
    );
  }
  if (system.controllers?.limited) {
    refuse(
      "feedback",
      "not covered; a command that saturates is not linear. Leave its limits out: what is certified holds as long as none of them is reached",
    );
  }
  const smoothed = system.rows.filter(({ law }) => isFriction(law) && law.smoothing > 0);
  if (smoothed.length > 0) {
    refuse(
      "system.friction",
      `not covered; rows under the smoothed law never stick, so they hold nothing at rest: ${named(smoothed)}. Leave the smoothing out`,
    );
  }
  if (!system.load.constant || system.forcesTimed) {
    refuse(
      "system.force",
      "not covered; a force (or reference, or control value) changes in time, and with it where the machine can rest. Give constant ones",
    );
  }
  refuseRows(system, start, refuse);
  return faults;
}

/** Names of rows that are driven, or whose limits change in time. */
export function unsteadyRows(system: System, start: number): string[] {
  return [...drivenRows(system, start), ...varyingRows(system)];
}

function drivenRows(system: System, start: number): string[] {
  if (!system.rowFunctions) return [];
  const values = rowValues(system);
  values.update(Float64Array.of(start, start));
  return system.rows.filter((_, i) => values.drive[i] !== 0).map(({ name }) => name);
}

/** Rows whose limits are formulas of time; all that may be meant where only a drive is one. */
function varyingRows({ rowFunctions, rowMotion, rows }: System): string[] {
  if (rowMotion) return rows.filter(({ law }) => law.varying || law.joint || isFriction(law)).map(({ name }) => name);
  if (!rowFunctions || rowFunctions.constant) return [];
  const varying = rows.filter(({ law }) => law.varying);
  return (varying.length > 0 ? varying : rows.filter(({ law }) => isFriction(law))).map(({ name }) => name);
}

function refuseRows(system: System, start: number, refuse: (path: string, message: string) => void): void {
  if (system.rowMotion) {
    const varying = system.rows.filter(({ law }) => law.varying);
    const follow = (varying.length > 0 ? varying : system.rows).map(({ name }) => name);
    refuse(
      "system.friction",
      `not covered; a limit or a drive follows the motion: ${follow.join(", ")}. Give constant ones, as they are at rest, for small motions`,
    );
    return;
  }
  const driven = drivenRows(system, start);
  if (driven.length > 0) {
    refuse(
      "system.friction",
      `not covered; a drive feeds energy into the motion: ${driven.join(", ")}. Leave it out, or look for cycles instead`,
    );
    return;
  }
  const varying = varyingRows(system);
  if (varying.length > 0) {
    refuse(
      "system.friction",
      `not covered; a limit, a kinetic force or a drive changes in time, and with it where the machine can rest: ${varying.join(", ")}. Give constant ones`,
    );
  }
}
