/** The rows in a step of `variational`: along which directions they push, and which rates their laws are about. */
import type { System } from "../../model/system.ts";
import { type Rows, rowsMultiply, rowsTerms } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Step } from "../../step/step.ts";
import { quotient, quotientDirection } from "./energy-quotient.ts";
import { Role, type RowRoles } from "./row-roles.ts";

/** A gap or violation below this part of what it is made of is round-off. */
const ROUND_OFF = 8 * Number.EPSILON;

/** Length of a step and its instants, [time, side] each; typed arrays, since doubles passed as such would be boxed. */
export interface StepTimes {
  readonly length: Vector;
  readonly start: Vector;
  readonly middle: Vector;
  readonly end: Vector;
}

export interface StepRows {
  /** W(q0) */
  readonly directions: Rows;
  /** Velocities of what rows slip on, m/s. */
  readonly drive: Vector;
  /** Multipliers that augmented Lagrangians are about, N. */
  readonly multiplier: Vector;
  begin(q: Vector): void;
  /** Whether augmented Lagrangians give way (1) or are hard (0). */
  soften(soft: number): void;
  /** Brings directions to the positions in the middle and at the end. */
  place(middle: Vector, end: Vector): void;
  /** Fills in directions, rates less their linear part, and compliance, at the velocity u of the step. */
  state(u: Vector, middle: Vector, end: Vector): void;
  /** out += the forces of rows that push over the whole step with one force. */
  push(force: Vector, out: Vector): void;
  /** Slips of the rows at the velocity u of the step, m/s. */
  slips(u: Vector, out: Vector): void;
}

/** `masses`: of the coordinates, to compare velocities by. */
export function stepRows(system: System, roles: RowRoles, step: Step, times: StepTimes, masses: Vector): StepRows {
  const m = system.rows.length;
  const { role, epsilon, augmented, atNode, onPositions } = roles;
  const isConstant = system.constant.directions;
  const inMiddle = role.includes(Role.middle);
  const old = system.newDirections();
  const central = system.newDirections();
  const last = system.newDirections();
  const isStop = system.rows.map(({ law }) => law.stop !== undefined);
  const direction = quotientDirection(system, masses);
  const drive = new Float64Array(m);
  const multiplier = new Float64Array(m);
  const startValue = new Float64Array(m);
  const middleValue = new Float64Array(m);
  const endValue = new Float64Array(m);
  const psi = new Float64Array(2);
  let soft = 0;
  for (let i = 0; i < m; i++) if (role[i] === Role.quotient) step.lower[i] = Number.NEGATIVE_INFINITY;

  function copyRow({ start, value }: Rows, i: number, into: Rows): void {
    for (let k = start[i]!; k < start[i + 1]!; k++) into.value[k] = value[k]!;
  }

  /** A condition on positions, as a rate that Newton's method makes zero. */
  function stateCondition(i: number, u: Vector, end: Vector): void {
    const h = times.length[0]!;
    const { slipRows, directions } = step;
    const { start, column, value } = slipRows;
    const gives = augmented[i] === 0 || soft === 1 ? epsilon[i]! : 0;
    let rate = 0;
    let time = h;
    let digits = 0; // what round-off may make of a rate
    if (role[i] === Role.middle) {
      copyRow(central, i, directions);
      copyRow(central, i, slipRows);
      time = h / 2;
      rate = middleValue[i]! / time;
    } else if (role[i] === Role.end) {
      copyRow(old, i, directions);
      copyRow(last, i, slipRows);
      if (gives === 0) digits = (ROUND_OFF * rowsTerms(last, end, i)) / h;
      rate = endValue[i]! / h;
      if (Math.abs(rate) <= digits) rate = 0;
    } else {
      quotient(isStop[i]!, startValue, endValue, i, psi); // (30)
      direction.fill(i, central, u, startValue, endValue, times.length, directions);
      for (let k = start[i]!; k < start[i + 1]!; k++) value[k] = psi[1]! * last.value[k]!;
      rate = psi[0]! / h;
    }
    step.compliance[i] = gives / time;
    if (augmented[i] === 1) rate -= step.compliance[i]! * multiplier[i]!;
    for (let k = start[i]!; k < start[i + 1]!; k++) rate -= value[k]! * u[column[k]!]!;
    step.slip[i] = Math.abs(rate) <= digits ? 0 : rate; // so that stuck rows which allow no motion at all agree with it
  }

  return {
    directions: old,
    drive,
    multiplier,
    begin(q) {
      system.directionsAt(q, old);
      if (onPositions) roles.valuesAt(times.start, q, startValue);
    },
    soften(value) {
      soft = value;
    },
    place(middle, end) {
      if (isConstant) return;
      system.directionsAt(middle, central);
      if (onPositions) system.directionsAt(end, last);
    },
    state(u, middle, end) {
      if (onPositions) {
        if (inMiddle) roles.valuesAt(times.middle, middle, middleValue);
        roles.valuesAt(times.end, end, endValue);
      }
      for (let i = 0; i < m; i++) {
        if (role[i] !== Role.rate) {
          stateCondition(i, u, end);
          continue;
        }
        copyRow(old, i, step.directions);
        copyRow(central, i, step.slipRows);
        step.slip[i] = 0 - drive[i]!;
      }
      if (isConstant && !onPositions) return;
      step.directions.version++;
      step.slipRows.version++;
      step.version++;
    },
    push(force, out) {
      for (let i = 0; i < m; i++) {
        if (atNode[i] === 1 || force[i] === 0) continue;
        const { start, column, value } = role[i] === Role.end ? last : step.directions;
        for (let k = start[i]!; k < start[i + 1]!; k++) out[column[k]!]! += force[i]! * value[k]!;
      }
    },
    slips(u, out) {
      rowsMultiply(central, u, out);
      for (let i = 0; i < m; i++) out[i]! -= drive[i]!;
    },
  };
}
