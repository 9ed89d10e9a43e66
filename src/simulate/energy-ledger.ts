/** Work, dissipation and energy of a motion, from t, x, v and the laws alone. */
import type { LinearSystem } from "../model/linear.ts";
import { rowsMultiply } from "../numeric/rows.ts";
import type { Vector } from "../numeric/vector.ts";
import type { State } from "../scheme/scheme.ts";
import { cubicVelocity, GAUSS, GAUSS_POINTS, GAUSS_WEIGHTS, type Sample } from "./cubic.ts";

export interface EnergyResult {
  readonly energyError: number;
  readonly energyScale: number;
  readonly work: number;
  readonly dissipation: number;
}

export function energyLedger(system: LinearSystem) {
  const n = system.size;
  const m = system.rows.length;
  const velocity = new Float64Array(n);
  const load = new Float64Array(n);
  const product = new Float64Array(n);
  const slip = new Float64Array(m);
  const gamma = new Float64Array(m);
  const slope = new Float64Array(m);
  const at = new Float64Array(2);
  const sum = { initial: 0, work: 0, dissipation: 0, error: 0, scale: 0 };
  const found = new Float64Array(1); // what a function computes: a number it returned would be boxed

  /** Power lost to the rows at the present slip, W: limit (lambda - gamma(s)) s. */
  function frictionPower(): void {
    let power = 0;
    for (let i = 0; i < m; i++) {
      const { limit, weakening, smoothing, stop } = system.rows[i]!.law;
      if (stop) continue; // its work is in the impacts
      const s = slip[i]!;
      let coefficient = smoothing > 0 ? s / Math.sqrt(smoothing * smoothing + s * s) : Math.sign(s);
      if (weakening) {
        weakening.evaluate(slip, i, gamma, slope);
        coefficient -= gamma[i]!;
      }
      power += limit * coefficient * s;
    }
    found[0] = power;
  }

  /** Kinetic and elastic energy, J. */
  function energyOf({ position: x, velocity: v }: State): void {
    let twice = 0;
    system.mass.multiply(v, product);
    for (let k = 0; k < n; k++) twice += v[k]! * product[k]!;
    system.stiffness.multiply(x, product);
    for (let k = 0; k < n; k++) twice += x[k]! * product[k]!;
    found[0] = twice / 2;
  }

  function powerOf(force: Vector): void {
    let power = 0;
    for (let k = 0; k < n; k++) power += force[k]! * velocity[k]!;
    found[0] = power;
  }

  /** Power taken by stops, W: force times the mean rate at which the gap closes. */
  function stopPower(from: Sample, to: State, forces: Vector): number {
    let power = 0;
    for (let k = 0; k < n; k++) velocity[k] = (from.v[k]! + to.velocity[k]!) / 2;
    rowsMultiply(system.directions, velocity, slip);
    for (let i = 0; i < m; i++) if (system.rows[i]!.law.stop) power -= forces[i]! * slip[i]!;
    return power;
  }

  return {
    begin(state: State): void {
      energyOf(state);
      sum.initial = found[0]!;
      sum.scale = Math.abs(sum.initial);
    },
    /** `forces`: the rows' mean forces over the step, of which those of stops do work when an impact is inside. */
    observe(from: Sample, to: State, forces: Vector): void {
      const h = to.time - from.time;
      at[1] = from.time + h / 2;
      for (const point of GAUSS) {
        const weight = GAUSS_WEIGHTS[point] * h;
        cubicVelocity(from, to, point, velocity);
        at[0] = from.time + GAUSS_POINTS[point] * h;
        system.load.evaluate(at, load);
        powerOf(load);
        sum.work += weight * found[0]!;
        rowsMultiply(system.directions, velocity, slip);
        frictionPower();
        sum.dissipation += weight * found[0]!;
        if (!system.damped) continue;
        system.damping.multiply(velocity, product);
        powerOf(product);
        sum.dissipation += weight * found[0]!;
      }
      if (system.hasStops) sum.dissipation += h * stopPower(from, to, forces);
      energyOf(to);
      const energy = found[0]!;
      sum.error = Math.max(sum.error, Math.abs(energy - sum.initial + sum.dissipation - sum.work));
      sum.scale = Math.max(sum.scale, Math.abs(energy), Math.abs(sum.work), Math.abs(sum.dissipation));
    },
    /** At an impact: what kinetic energy it takes is dissipated; what it would add is an error. */
    jump(from: State, to: State): void {
      const lost = system.energy(from.position, from.velocity) - system.energy(to.position, to.velocity);
      sum.dissipation += Math.max(0, lost);
    },
    result: (): EnergyResult => ({
      energyError: sum.error,
      energyScale: sum.scale,
      work: sum.work,
      dissipation: sum.dissipation,
    }),
  };
}
