/**
 * The smooth forces at a point, q = f - K x - D v - springs - what commands exceed their limits by, with the power of loads and damping
 * and the energy. The equation of motion stands here a second time on purpose: the schemes have their own. Of a machine without
 * constant matrices the audit can only take the forces that the machine itself states.
 */
import { controllerValues } from "../../model/control/controllers.ts";
import { springForces } from "../../model/linear/springs.ts";
import { linearOf, type System } from "../../model/system.ts";
import { Entries } from "../../numeric/entries.ts";
import type { Matrix } from "../../numeric/matrix.ts";
import { type Rows, rowsMultiply } from "../../numeric/rows.ts";
import { setZero, type Vector } from "../../numeric/vector.ts";
import { DAMPING, ENERGY, LOADS, type PointForces } from "./reading.ts";
import { diagonalOf, sparse } from "./rows-of.ts";

export interface SmoothForces {
  /** Fills in q and power at the point's x, v and time; formulas decide as another point does. `largest` grows to the sizes of the single forces, N; returns whether it did. */
  fill(point: PointForces, largest: Vector, deciding: PointForces): boolean;
  /** out[0]: kinetic and elastic energy, J. */
  energyInto(x: Vector, v: Vector, out: Vector): void;
}

/** The constant matrices of a machine by rows. */
export interface SmoothMatrices {
  readonly stiffness: Rows;
  readonly damping: Rows;
  /** What of the stiffness stores no energy; absent: all of it does. */
  readonly circulation: Rows | undefined;
  readonly energyMass: Rows;
  readonly energyStiffness: Rows;
}

export function smoothMatrices(system: System): SmoothMatrices {
  const linear = linearOf(system);
  return {
    stiffness: sparse(linear.stiffness),
    damping: sparse(linear.damping),
    circulation: circulatoryPart(system),
    energyMass: sparse(linear.energyMass),
    energyStiffness: sparse(linear.energyStiffness),
  };
}

/** `matrices`: of a linear machine. */
export function smoothForces(system: System, matrices: SmoothMatrices | undefined): SmoothForces {
  return matrices ? ofMatrices(system, matrices) : ofContract(system);
}

function ofMatrices(
  system: System,
  { stiffness, damping, circulation, energyMass, energyStiffness }: SmoothMatrices,
): SmoothForces {
  const { size: n, visible, damped, load } = system;
  const linear = linearOf(system);
  const diagonal = diagonalOf(energyMass);
  const springs = springForces(linear.springs);
  const bent = linear.springs ? new Float64Array(n) : undefined;
  const commands = controllerValues(system.controllers);
  const product = new Float64Array(n);
  const stored = !circulation && visible === n; // all of the stiffness stores energy

  function energyInto(x: Vector, v: Vector, out: Vector): void {
    const kinetic = diagonal ? diagonalSquare(diagonal, v) : square(energyMass, v);
    out[0] = kinetic / 2 + square(energyStiffness, x) / 2 + (bent ? springs.energy(x) : 0);
  }

  return {
    energyInto,
    fill({ x, v, q, at, power }, largest) {
      load.evaluate(at, q);
      if (commands.limited) {
        commands.update(at, x, v);
        commands.subtractExcess(1, q);
      }
      if (bent) {
        setZero(bent);
        springs.add(x, bent);
      }
      let grew = false;
      let work = 0;
      let lost = 0;
      let elastic = 0;
      let from = 0; // places in the matrices
      let slow = 0;
      for (let k = 0; k < n; k++) {
        let rest = q[k]!;
        let most = Math.abs(rest);
        if (k < visible) work += rest * v[k]!;
        if (damped) {
          let drag = 0;
          for (const end = damping.start[k + 1]!; slow < end; slow++) {
            drag += damping.value[slow]! * v[damping.column[slow]!]!;
          }
          if (k < visible) lost += drag * v[k]!;
          if (Math.abs(drag) > most) most = Math.abs(drag);
          rest -= drag;
        }
        let pull = 0;
        for (const end = stiffness.start[k + 1]!; from < end; from++) {
          pull += stiffness.value[from]! * x[stiffness.column[from]!]!;
        }
        elastic += x[k]! * pull;
        if (bent) pull += bent[k]!;
        if (Math.abs(pull) > most) most = Math.abs(pull);
        q[k] = rest - pull;
        if (most > largest[k]!) {
          largest[k] = most;
          grew = true;
        }
      }
      if (circulation) {
        rowsMultiply(circulation, x, product);
        for (let k = 0; k < visible; k++) work -= product[k]! * v[k]!;
      }
      power[LOADS] = work;
      power[DAMPING] = lost;
      if (!stored || !diagonal) {
        energyInto(x, v, product);
        power[ENERGY] = product[0]!;
      } else power[ENERGY] = diagonalSquare(diagonal, v) / 2 + elastic / 2 + (bent ? springs.energy(x) : 0);
      return grew;
    },
  };
}

function ofContract(system: System): SmoothForces {
  const { size: n, visible } = system;
  const own = system.forces();
  const commands = controllerValues(system.controllers);
  const resistance = new Float64Array(n);
  const found = new Float64Array(1);
  return {
    energyInto: (x, v, out) => system.energyInto(x, v, out),
    fill({ x, v, q, at, power }, largest, deciding) {
      system.load.evaluate(at, q);
      if (commands.limited) {
        commands.update(at, x, v);
        commands.subtractExcess(1, q);
      }
      own.resistance(at, x, v, resistance, deciding);
      let work = 0;
      let grew = false;
      for (let k = 0; k < n; k++) {
        if (k < visible) work += q[k]! * v[k]!;
        const most = Math.max(Math.abs(q[k]!), Math.abs(resistance[k]!));
        q[k]! -= resistance[k]!;
        if (most <= largest[k]!) continue;
        largest[k] = most;
        grew = true;
      }
      power[LOADS] = work;
      found[0] = 0;
      if (own.lastLossInto) own.lastLossInto(v, found);
      else system.dissipationInto?.(at, x, v, found, deciding);
      power[DAMPING] = found[0]!;
      system.energyInto(x, v, found);
      power[ENERGY] = found[0]!;
      return grew;
    },
  };
}

/** x.A x */
function square({ count, start, column, value }: Rows, x: Vector): number {
  let sum = 0;
  for (let i = 0; i < count; i++) {
    let product = 0;
    for (let k = start[i]!; k < start[i + 1]!; k++) product += value[k]! * x[column[k]!]!;
    sum += x[i]! * product;
  }
  return sum;
}

function diagonalSquare(diagonal: Vector, x: Vector): number {
  let sum = 0;
  for (let k = 0; k < diagonal.length; k++) sum += x[k]! * (diagonal[k]! * x[k]!);
  return sum;
}

function isSymmetric(matrix: Matrix): boolean {
  for (let i = 0; i < matrix.size; i++) {
    for (let j = matrix.firstIn(i), end = matrix.lastIn(i); j < end; j++) {
      const isSeen = i >= matrix.firstIn(j) && i < matrix.lastIn(j);
      if ((isSeen ? matrix.at(j, i) : 0) !== matrix.at(i, j)) return false;
    }
  }
  return true;
}

/** What of the stiffness stores no energy (its skew part, feedback) but does work on the machine; absent when all of it does. */
function circulatoryPart(system: System): Rows | undefined {
  const { size, visible } = system;
  const { stiffness, energyStiffness: stored } = linearOf(system);
  if (stiffness === stored && isSymmetric(stiffness)) return undefined;
  const rest = new Entries(size);
  for (let i = 0; i < visible; i++) {
    for (let j = stiffness.firstIn(i); j < stiffness.lastIn(i); j++) {
      rest.add(i, j, stiffness.at(i, j) - (stored.at(i, j) + stored.at(j, i)) / 2);
      const isSeen = i >= stiffness.firstIn(j) && i < stiffness.lastIn(j);
      if (!isSeen && j < visible) rest.add(j, i, -stored.at(i, j) / 2); // where the row of the other side has nothing
    }
  }
  const rows = rest.rows();
  return rows.value.length > 0 ? rows : undefined;
}
