/** Work, dissipation and energy of a motion, from t, x, v and the laws alone. */
import type { LinearSystem } from "../model/linear.ts";
import { rowsMultiply } from "../numeric/rows.ts";
import { dot } from "../numeric/vector.ts";
import type { State } from "../scheme/scheme.ts";
import { cubicVelocity, GAUSS_POINTS, GAUSS_WEIGHTS, type Sample } from "./cubic.ts";

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

  /** Power lost to the rows at the present slip, W: limit (lambda - gamma(s)) s. */
  function frictionPower(): number {
    let power = 0;
    for (let i = 0; i < m; i++) {
      const { limit, weakening, smoothing } = system.rows[i]!.law;
      const s = slip[i]!;
      let coefficient = smoothing > 0 ? s / Math.sqrt(smoothing * smoothing + s * s) : Math.sign(s);
      if (weakening) {
        weakening.evaluate(slip, i, gamma, slope);
        coefficient -= gamma[i]!;
      }
      power += limit * coefficient * s;
    }
    return power;
  }

  return {
    begin(state: State): void {
      sum.initial = system.energy(state.position, state.velocity);
      sum.scale = Math.abs(sum.initial);
    },
    observe(from: Sample, to: State): void {
      const h = to.time - from.time;
      at[1] = from.time + h / 2;
      for (let k = 0; k < 3; k++) {
        const theta = GAUSS_POINTS[k]!;
        const weight = GAUSS_WEIGHTS[k]! * h;
        cubicVelocity(from, to.position, to.velocity, h, theta, velocity);
        at[0] = from.time + theta * h;
        system.load.evaluate(at, load);
        sum.work += weight * dot(load, velocity);
        rowsMultiply(system.directions, velocity, slip);
        sum.dissipation += weight * frictionPower();
        if (!system.damped) continue;
        system.damping.multiply(velocity, product);
        sum.dissipation += weight * dot(velocity, product);
      }
      const energy = system.energy(to.position, to.velocity);
      sum.error = Math.max(sum.error, Math.abs(energy - sum.initial + sum.dissipation - sum.work));
      sum.scale = Math.max(sum.scale, Math.abs(energy), Math.abs(sum.work), Math.abs(sum.dissipation));
    },
    result: (): EnergyResult => ({
      energyError: sum.error,
      energyScale: sum.scale,
      work: sum.work,
      dissipation: sum.dissipation,
    }),
  };
}
