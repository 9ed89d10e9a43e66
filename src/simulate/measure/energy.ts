import type { LinearSystem } from "../../model/linear/linear.ts";
import { springForces } from "../../model/linear/springs.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { State } from "../../scheme/scheme.ts";

/** Fills out[0] with kinetic and elastic energy, J: a number that a function returns would be boxed in every step. */
export function energyInto({
  energyMass: mass,
  energyStiffness: stiffness,
  size,
  springs,
}: LinearSystem): (state: State, out: Vector) => void {
  const product = new Float64Array(size);
  const bent = springForces(springs);
  return ({ position: x, velocity: v }, out) => {
    let twice = 0;
    mass.multiply(v, product);
    for (let k = 0; k < size; k++) twice += v[k]! * product[k]!;
    stiffness.multiply(x, product);
    for (let k = 0; k < size; k++) twice += x[k]! * product[k]!;
    out[0] = twice / 2 + (springs ? bent.energy(x) : 0);
  };
}
