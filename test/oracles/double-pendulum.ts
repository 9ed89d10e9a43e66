/** The double pendulum of Glowinski & Holmström 1995, (34) and (38) corrected, coded by itself for the tight integrator. */
import type { ChainOptions } from "../../src/model/arm/chain.ts";

export interface Pendulum {
  readonly lengths: readonly [number, number];
  readonly masses: readonly [number, number];
  readonly centers: readonly [number, number];
  readonly inertias: readonly [number, number];
  /** Along x, m/s^2. */
  readonly gravity: number;
}

/** Table 1, and Table 3. */
export const wallPendulum: Pendulum = {
  lengths: [3.26, 1.98],
  masses: [67.1, 219],
  centers: [1.63, 0.99],
  inertias: [0.8134, 0.829],
  gravity: 9.81,
};
export const curvePendulum: Pendulum = {
  lengths: [1, 0.5],
  masses: [10, 5],
  centers: [0.5, 0.25],
  inertias: [0.8333, 0.1042],
  gravity: 9.82,
};

export function chainOf({ lengths, masses, centers, inertias, gravity }: Pendulum): ChainOptions {
  return {
    links: [0, 1].map((i) => ({
      length: lengths[i]!,
      mass: masses[i]!,
      center: centers[i]!,
      inertia: inertias[i]!,
    })),
    relative: false,
    gravity: [gravity, 0],
    base: [0, 0],
    payload: { mass: 0, inertia: 0 },
  };
}

/** Accelerations under torques on the two angles. */
export function accelerations(
  pendulum: Pendulum,
  [th1, th2, w1, w2]: readonly number[],
  [tau1, tau2]: readonly [number, number],
): [number, number] {
  const { lengths, masses, centers, inertias, gravity } = pendulum;
  const [l1] = lengths;
  const [m1, m2] = masses;
  const [a1, a2] = centers;
  const c = m2 * l1 * a2;
  const m11 = inertias[0] + m1 * a1 * a1 + m2 * l1 * l1;
  const m22 = inertias[1] + m2 * a2 * a2;
  const m12 = c * Math.cos(th2! - th1!);
  const s = c * Math.sin(th2! - th1!);
  const r1 = tau1 + s * w2! * w2! - gravity * (m1 * a1 + m2 * l1) * Math.sin(th1!);
  const r2 = tau2 - s * w1! * w1! - gravity * m2 * a2 * Math.sin(th2!);
  const det = m11 * m22 - m12 * m12;
  return [(m22 * r1 - m12 * r2) / det, (m11 * r2 - m12 * r1) / det];
}
