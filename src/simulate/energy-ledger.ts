/** Work, dissipation and energy of a motion, from t, x, v and the laws alone. */
import { controllerValues } from "../model/controllers.ts";
import type { LinearSystem } from "../model/linear.ts";
import { Dense } from "../numeric/matrix.ts";
import type { Vector } from "../numeric/vector.ts";
import type { State } from "../scheme/scheme.ts";
import { cubicPosition, cubicVelocity, GAUSS, GAUSS_POINTS, GAUSS_WEIGHTS, type Sample } from "./cubic.ts";
import { driveWork } from "./drive-work.ts";
import { energyInto } from "./energy.ts";
import type { MeanForces } from "./mean-forces.ts";
import { rowLosses } from "./row-losses.ts";

export interface EnergyResult {
  readonly energyError: number;
  readonly energyScale: number;
  readonly work: number;
  readonly dissipation: number;
}

export function energyLedger(system: LinearSystem) {
  const n = system.size;
  const velocity = new Float64Array(n);
  const load = new Float64Array(n);
  const product = new Float64Array(n);
  const position = new Float64Array(n);
  const circulation = circulatoryPart(system);
  const commands = controllerValues(system.controllers);
  const losses = rowLosses(system);
  const ofDrives = driveWork(system);
  const energyOf = energyInto(system);
  const at = new Float64Array(2);
  const sum = { initial: 0, work: 0, damping: 0, dissipation: 0, error: 0, scale: 0 };
  const found = new Float64Array(1); // what a function computes: a number it returned would be boxed

  function powerOf(force: Vector): void {
    let power = 0;
    for (let k = 0; k < system.visible; k++) power += force[k]! * velocity[k]!;
    found[0] = power;
  }

  function addLosses(): void {
    sum.dissipation = sum.damping;
    for (let i = 0; i < losses.loss.length; i++) sum.dissipation += losses.loss[i]!;
  }

  return {
    /** Lost in each row so far, J. */
    rowLoss: losses.loss,
    begin(state: State): void {
      energyOf(state, found);
      sum.initial = found[0]!;
      sum.scale = Math.abs(sum.initial);
    },
    /** `forces`: over the same step; those of stops do work when an impact is inside, those of driven rows always. */
    observe(from: Sample, to: State, forces: MeanForces): void {
      const h = to.time - from.time;
      at[1] = from.time + h / 2;
      for (const point of GAUSS) {
        const weight = GAUSS_WEIGHTS[point] * h;
        cubicVelocity(from, to, point, velocity);
        at[0] = from.time + GAUSS_POINTS[point] * h;
        system.load.evaluate(at, load);
        if (circulation || commands.limited) cubicPosition(from, to, point, position);
        if (commands.limited) {
          commands.update(at, position, velocity);
          commands.takeOff(1, load);
        }
        powerOf(load);
        sum.work += weight * found[0]!;
        if (circulation) {
          circulation.multiply(position, product);
          powerOf(product);
          sum.work -= weight * found[0]!;
        }
        if (!system.damped) continue;
        system.damping.multiply(velocity, product);
        powerOf(product);
        sum.damping += weight * found[0]!;
      }
      if (system.rowFunctions) {
        ofDrives(from, to, forces, found);
        sum.work += found[0]!;
      }
      losses.observe(from, to, forces.force);
      addLosses();
      energyOf(to, found);
      const energy = found[0]!;
      sum.error = Math.max(sum.error, Math.abs(energy - sum.initial + sum.dissipation - sum.work));
      sum.scale = Math.max(sum.scale, Math.abs(energy), Math.abs(sum.work), Math.abs(sum.dissipation));
    },
    /** At an impact: what kinetic energy it takes is dissipated; what it would add is an error. */
    jump(from: State, to: State): void {
      losses.jump(from, to);
      addLosses();
    },
    result: (): EnergyResult => ({
      energyError: sum.error,
      energyScale: sum.scale,
      work: sum.work,
      dissipation: sum.dissipation,
    }),
  };
}

/** What of the stiffness stores no energy (its skew part, feedback) but does work on the machine; absent when all of it does. */
function circulatoryPart({ size, visible, stiffness, energyStiffness: stored }: LinearSystem): Dense | undefined {
  const rest = new Dense(size);
  let present = false;
  for (let i = 0; i < visible; i++) {
    for (let j = 0; j < size; j++) {
      const entry = stiffness.at(i, j) - (stored.at(i, j) + stored.at(j, i)) / 2;
      rest.add(i, j, entry);
      if (entry !== 0) present = true;
    }
  }
  return present ? rest : undefined;
}
