/** What a mechanism sets against a motion, with its tangents. */
import type { Matrix } from "../../numeric/matrix.ts";
import { setZero, type Vector } from "../../numeric/vector.ts";
import type { OwnForces } from "../system.ts";
import type { MechanismFunctions } from "./functions.ts";

export function mechanismForces(
  { terms: { owner, lossy, functions } }: MechanismFunctions,
  size: number,
  visible: number,
): OwnForces {
  const values = new Float64Array(owner.length);
  const rest = new Float64Array(size);
  const byPosition = new Float64Array(owner.length * size);
  const byVelocity = new Float64Array(owner.length * size);

  function addSlopes(slopes: Vector, factor: number, into: Matrix): void {
    for (let l = 0; l < owner.length; l++) {
      for (let j = 0; j < size; j++) {
        if (slopes[l * size + j] !== 0) into.add(owner[l]!, j, factor * slopes[l * size + j]!);
      }
    }
  }

  return {
    resistance(at, q, v, out, deciding) {
      functions.evaluate(at, q, v ?? rest, values, deciding);
      setZero(out);
      for (let l = 0; l < owner.length; l++) out[owner[l]!]! += values[l]!;
    },
    addStiffness(at, q, v, factor, into) {
      functions.slopes(at, q, v, byPosition, byVelocity);
      addSlopes(byPosition, factor, into);
    },
    addDamping(at, q, v, factor, into) {
      functions.slopes(at, q, v, byPosition, byVelocity);
      addSlopes(byVelocity, factor, into);
    },
    addTangents(at, q, v, stiffness, damping) {
      functions.slopes(at, q, v, byPosition, byVelocity);
      addSlopes(byPosition, 1, stiffness);
      addSlopes(byVelocity, 1, damping);
    },
    lastLossInto: (v, out) => lossInto(values, lossy, owner, visible, v, out),
  };
}

/** out[0]: what terms with these values take of the energy that they do not store, W. */
export function lossInto(
  values: Vector,
  lossy: Int8Array,
  owner: Int32Array,
  visible: number,
  v: Vector,
  out: Vector,
): void {
  out[0] = 0;
  for (let l = 0; l < values.length; l++) {
    if (lossy[l] === 1 && owner[l]! < visible) out[0]! += values[l]! * v[owner[l]!]!;
  }
}
