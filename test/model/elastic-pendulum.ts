/**
 * A machine written against the contract: a mass on an elastic string, in polar coordinates q = (r, angle from straight down). Its
 * mass and all directions depend on q. The mass rubs along the horizontal with a given limit, and there is a floor below it.
 */
import type { Load } from "../../src/model/load.ts";
import { coulomb, type Row, stop } from "../../src/model/rows/law.ts";
import type { System } from "../../src/model/system.ts";
import { Dense } from "../../src/numeric/matrix.ts";
import { type Rows, rowsFrom } from "../../src/numeric/rows.ts";

export const [m, k, L, g] = [1, 40, 1, 9.81] as const;

const nothing: Load = {
  constant: true,
  evaluate: (_, out) => void out.fill(0),
  expansion: () => (_, out) => void out.fill(0),
  breakpoints: () => ({ times: [], complete: true }),
};

export function elasticPendulum(limit: number, floor: number, restitution = 0): System {
  const rows: Row[] = [
    { name: "rub", law: coulomb({ limit }) },
    { name: "floor", law: stop({ gap: floor, restitution }) },
  ];
  const energy: System["energy"] = ([r, a], [dr, da]) =>
    (m / 2) * (dr! * dr! + r! * r! * da! * da!) - m * g * r! * Math.cos(a!) + (k / 2) * (r! - L) ** 2;
  return {
    ...{ size: 2, visible: 2, names: ["r", "angle"], units: ["m", "rad"], states: [] },
    ...{ rows, hasStops: true, load: nothing },
    constant: { mass: false, directions: false, tangents: false },
    damped: true,
    matrix: () => new Dense(2),
    massAt([r], out) {
      out.clear();
      out.add(0, 0, m);
      out.add(1, 1, m * r! * r!);
    },
    newDirections: () => rowsFrom([1, 1].map(() => [1, 1])),
    directionsAt([r, a], out: Rows) {
      out.value.set([Math.sin(a!), r! * Math.cos(a!), -Math.cos(a!), r! * Math.sin(a!)]);
      out.version++;
    },
    turningAt([r, a], [dr, da], out) {
      out[0] = 2 * Math.cos(a!) * dr! * da! - r! * Math.sin(a!) * da! * da!;
      out[1] = 2 * Math.sin(a!) * dr! * da! + r! * Math.cos(a!) * da! * da!;
    },
    gapsAt([r, a], out) {
      out[0] = 0;
      out[1] = floor - r! * Math.cos(a!);
    },
    addMomentumSlopes([r], [, da], factor, into) {
      into.add(1, 0, factor * 2 * m * r! * da!);
    },
    forces: () => ({
      resistance(_, [r, a], v, out) {
        const [dr, da] = v ?? [0, 0];
        out[0] = k * (r! - L) - m * g * Math.cos(a!) - m * r! * da! * da!;
        out[1] = m * g * r! * Math.sin(a!) + 2 * m * r! * dr! * da!;
      },
      addStiffness(_, [r, a], [dr, da], factor, into) {
        into.add(0, 0, factor * (k - m * da! * da!));
        into.add(0, 1, factor * m * g * Math.sin(a!));
        into.add(1, 0, factor * (m * g * Math.sin(a!) + 2 * m * dr! * da!));
        into.add(1, 1, factor * m * g * r! * Math.cos(a!));
      },
      addDamping(_, [r], [dr, da], factor, into) {
        into.add(0, 1, factor * -2 * m * r! * da!);
        into.add(1, 0, factor * 2 * m * r! * da!);
        into.add(1, 1, factor * 2 * m * r! * dr!);
      },
    }),
    energy,
    energyInto: (q, v, out) => void out.fill(energy(q, v), 0, 1),
  };
}
