/**
 * Random states of bounded energy, to estimate how much of all of them is attracted: V <= e with the energy V about the rest under
 * the constant load, uniform over the ellipsoid in all positions and velocities.
 */

import { isPositive, skewness } from "../../numeric/definite.ts";
import { pow } from "../../numeric/elementary.ts";
import { type PlainMatrix, solverOf } from "../../numeric/plain-matrix.ts";
import { randomFrom } from "../../numeric/random.ts";
import { symmetricEigen } from "../../numeric/symmetric-eigen.ts";
import type { Fault } from "../../problem/faults.ts";
import { MOST_STARTS } from "../../problem/schema/attraction.ts";
import type { Simulation } from "../../simulate/run/simulation.ts";
import { SYMMETRIC } from "../rest/certificate.ts";
import { type FrictionMachine, frictionMachine } from "../rest/machine.ts";
import { newStarts, type Starts } from "./starts.ts";

export interface BallOptions {
  /** Number of states. */
  readonly count: number;
  /** J */
  readonly energy: number;
  /** A whole number. */
  readonly seed: number;
}

export type Ball =
  | { readonly starts: Starts; readonly faults?: undefined }
  | { readonly faults: readonly Fault[]; readonly starts?: undefined };

/** The states as starts: all positions, then all velocities. */
export function energyBall(simulation: Simulation, options: BallOptions): Ball {
  const { machine, faults = [] } = frictionMachine(simulation);
  const all = [...faults, ...optionFaults(options), ...(machine ? stiffnessFaults(machine) : [])];
  if (!machine || all.length > 0) return { faults: all };
  const n = machine.mass.length;
  const center = solverOf(machine.stiffness)!(machine.force);
  const stretch = [halfAxes(machine.stiffness), halfAxes(machine.mass)] as const;
  const random = randomFrom(options.seed);
  const rows = new Float64Array(options.count * 2 * n);
  for (let row = 0; row < options.count; row++) {
    const ball = Array.from({ length: 2 * n }, () => random.normal());
    const length = Math.sqrt(ball.reduce((sum, entry) => sum + entry * entry, 0));
    // uniform in the unit ball of 2 n dimensions, then to the ellipsoid
    const scale = (Math.sqrt(2 * options.energy) * pow(random.uniform(), 1 / (2 * n))) / length;
    for (let i = 0; i < n; i++) {
      let [x, v] = [center[i]!, 0];
      for (let k = 0; k < n; k++) {
        x += scale * ball[k]! * stretch[0][k]![i]!;
        v += scale * ball[n + k]! * stretch[1][k]![i]!;
      }
      rows[row * 2 * n + i] = x;
      rows[row * 2 * n + n + i] = v;
    }
  }
  const paths = ["position", "velocity"].flatMap((what) => machine.mass.map((_, i) => `initial.${what}[${i}]`));
  return { starts: newStarts(paths, rows) };
}

/** Vectors b_k with y = sum z_k b_k, z.z = y.A y. */
function halfAxes(A: PlainMatrix): number[][] {
  return symmetricEigen(A).map(({ value, vector }) => vector.map((entry) => entry / Math.sqrt(value)));
}

function optionFaults({ count, energy, seed }: BallOptions): Fault[] {
  const faults: Fault[] = [];
  if (!Number.isInteger(count) || count < 1 || count > MOST_STARTS) {
    faults.push({
      path: "count",
      message: `invalid number of states; not a whole number from 1 to ${MOST_STARTS}: ${count}`,
    });
  }
  if (!(energy > 0 && energy < Number.POSITIVE_INFINITY)) {
    faults.push({ path: "energy", message: `invalid energy; not a positive number of joules: ${energy}` });
  }
  if (!Number.isSafeInteger(seed) || seed < 0) {
    faults.push({ path: "seed", message: `invalid seed; not a whole number from 0 on: ${seed}` });
  }
  return faults;
}

function stiffnessFaults({ stiffness }: FrictionMachine): Fault[] {
  const path = "system.stiffness";
  if (skewness(stiffness) > SYMMETRIC) {
    return [{ path, message: "invalid stiffness; not symmetric, so that there is no energy to sample by" }];
  }
  if (isPositive(stiffness)) return [];
  const least = symmetricEigen(stiffness)[0]!.value;
  const message = `invalid stiffness; not positive definite (its least eigenvalue is ${least} N/m), so that states of bounded energy have no end. Draw a map of two values instead`;
  return [{ path, message }];
}

/** Quantile of the standard normal that leaves 2.5 % on either side. */
const NORMAL_975 = 1.959963984540054;

/** Wilson's interval of a share, 95 %: `low` of `count` at least, `high` of them at most, as undecided ones may be either. */
export function wilson(low: number, high: number, count: number): [number, number] {
  const z = NORMAL_975;
  const side = (found: number, sign: number) => {
    const p = found / count;
    const middle = p + (z * z) / (2 * count);
    const width = z * Math.sqrt((p * (1 - p)) / count + (z * z) / (4 * count * count));
    return (middle + sign * width) / (1 + (z * z) / count);
  };
  return [low === 0 ? 0 : side(low, -1), high === count ? 1 : side(high, 1)];
}
