/** Whether the mass of a machine whose mass changes is still positive: a run that goes on beyond would mean nothing. */
import type { System } from "../../model/system.ts";
import type { Vector } from "../../numeric/vector.ts";

/** A pivot of the Cholesky factorization that is a smaller part of its entry is none. */
const LEAST = 1e-12;
/** Places on the way ahead at which the mass is looked at after a step has failed. */
const SAMPLES = 64;

export interface PositiveMass {
  holds(position: Vector): boolean;
  /** Whether it is lost on the way ahead of a state after which a step of this duration (s) has failed: that is why. */
  lostAhead(position: Vector, velocity: Vector, duration: number): boolean;
}

export function positiveMass(system: System): PositiveMass | undefined {
  if (system.constant.mass) return undefined;
  const n = system.size;
  const mass = system.matrix();
  const factor = new Float64Array(n * n);
  const place = new Float64Array(n);

  function holds(position: Vector): boolean {
    system.massAt(position, mass);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j <= i; j++) {
        let sum = mass.at(i, j);
        for (let k = 0; k < j; k++) sum -= factor[i * n + k]! * factor[j * n + k]!;
        if (i === j && !(sum > LEAST * Math.abs(mass.at(i, i)))) return false;
        factor[i * n + j] = i === j ? Math.sqrt(sum) : sum / factor[j * n + j]!;
      }
    }
    return true;
  }

  return {
    holds,
    lostAhead(position, velocity, duration) {
      for (let k = 0; k <= SAMPLES; k++) {
        const ahead = (2 * k * duration) / SAMPLES;
        for (let i = 0; i < n; i++) place[i] = position[i]! + ahead * velocity[i]!;
        if (!holds(place)) return true;
      }
      return false;
    },
  };
}
