/**
 * The first forces. A row that slips has a known force, -limit sign(s). The force of a row at rest comes from the box
 * problem on accelerations; (1.5)'s zero would let a held mass move.
 */
import { controllerValues } from "../model/controllers.ts";
import { isFriction } from "../model/law.ts";
import { type LinearSystem, type Load, massWeights, RowValue, stopGaps } from "../model/linear.ts";
import { rowValues } from "../model/row-values.ts";
import { springForces } from "../model/springs.ts";
import type { Vector } from "../numeric/vector.ts";
import { activeSet } from "../step/active-set.ts";
import { newStats } from "../step/step.ts";
import { stickProjection } from "../step/stick.ts";
import { modesFromSet, rowStep, setLimits, slipOf, weakeningForce } from "./rows.ts";
import type { State } from "./scheme.ts";

/** Slip below this part of its own terms is round-off: the row is at rest. */
const ROUND_OFF = 8 * Number.EPSILON;

/** Fills force and mode of a state at its time and returns its accelerations, which are only lent. */
export type RowStart = (state: State, load: Load, side: number) => Vector;

/** One start. `stiffness` is added to the inertia as stiffness * K: the alpha scheme's own accelerations. */
export function startRows(system: LinearSystem, state: State, side: number, stiffness: number): Vector {
  return rowStart(system, stiffness)(state, system.load, side);
}

/** Prepared for many starts, under any load. */
export function rowStart(system: LinearSystem, stiffness: number): RowStart {
  const n = system.size;
  const m = system.rows.length;
  const inertia = system.matrix();
  system.mass.addTo(inertia, 1);
  system.stiffness.addTo(inertia, stiffness);
  const step = rowStep(system, inertia, system.directions);
  step.smoothing.fill(0);
  const values = rowValues(system);
  const weakening = weakeningForce(system);
  const springs = springForces(system.springs);
  const at = new Float64Array(2);
  const given = new Float64Array(n);
  const slip = new Float64Array(m);
  const commands = controllerValues(system.controllers);
  const gaps = new Float64Array(m);
  const acceleration = new Float64Array(n);
  const solver = activeSet().prepare(step);
  const held = new Int8Array(m); // 0: its slip must not change
  const stick = stickProjection(system.directions, n, massWeights(system), () => true);

  /** Bounds of the rows' forces: of one point for a row that slips. */
  function setRows(state: State): void {
    const { position, force, mode } = state;
    stopGaps(system, position, gaps);
    setLimits(system, values, mode, step);
    for (let i = 0; i < m; i++) {
      const { smoothing, stop } = system.rows[i]!.law;
      if (stop) {
        step.upper[i] = gaps[i]! > 0 || slip[i]! > 0 ? 0 : Number.POSITIVE_INFINITY; // open or closed
        continue;
      }
      if (smoothing === 0 && slip[i] === 0) continue;
      const s = slip[i]!;
      if (smoothing > 0) force[i] = (-values.forward[i]! * s) / Math.sqrt(smoothing * smoothing + s * s);
      else force[i] = s > 0 ? -values.kineticForward[i]! : values.kineticBackward[i]!;
      step.lower[i] = force[i]!;
      step.upper[i] = force[i]!;
    }
  }

  return (state, load, side) => {
    const { position, velocity, force, mode } = state;
    at[0] = state.time;
    at[1] = side;
    values.update(at);
    state.limit.set(values.forward);
    load.evaluate(at, given);
    weakening.add(velocity, values, 1, given);
    if (commands.limited) {
      commands.update(at, position, velocity);
      commands.takeOff(1, given);
    }
    system.stiffness.multiply(position, step.residual);
    system.damping.multiplyAdd(velocity, step.residual);
    springs.add(position, step.residual);
    for (let k = 0; k < n; k++) step.residual[k]! -= given[k]!;
    restingSlip(system, velocity, values.drive, slip);
    setRows(state);
    const rate = driveRate(system, at);
    for (let i = 0; i < m; i++) step.slip[i] = -rate[i]!;
    solver.solve(acceleration, force, newStats());
    for (let i = 0; i < m; i++) {
      const resting = slip[i] === 0 || system.rows[i]!.law.stop !== undefined;
      held[i] = solver.set[i] === 0 && resting ? 0 : 1;
    }
    stick.apply(held, acceleration, rate);
    modesFromSet(system, step, solver.set, slip, mode);
    for (let i = 0; i < m; i++) if (slip[i] !== 0 && isFriction(system.rows[i]!.law)) mode[i] = Math.sign(slip[i]!);
    return acceleration;
  };
}

/** Rates of change of the drives, m/s^2. */
function driveRate(system: LinearSystem, at: Vector): Vector {
  const m = system.rows.length;
  const rate = new Float64Array(m);
  if (!system.rowFunctions) return rate;
  const size = RowValue.count * m;
  const coefficients = new Float64Array(2 * size);
  system.rowFunctions.expansion(1)(at, coefficients);
  for (let i = 0; i < m; i++) rate[i] = coefficients[size + RowValue.drive * m + i]!;
  return rate;
}

/** Slips, with round-off set to zero. */
export function restingSlip(
  system: LinearSystem,
  velocity: Vector,
  drive: Vector = new Float64Array(system.rows.length),
  slip: Vector = new Float64Array(system.rows.length),
): Vector {
  const { directions } = system;
  slipOf(system, velocity, drive, slip);
  for (let i = 0; i < directions.count; i++) {
    let size = Math.abs(drive[i]!);
    for (let k = directions.start[i]!; k < directions.start[i + 1]!; k++) {
      size += Math.abs(directions.value[k]! * velocity[directions.column[k]!]!);
    }
    if (Math.abs(slip[i]!) <= ROUND_OFF * size) slip[i] = 0;
  }
  return slip;
}
