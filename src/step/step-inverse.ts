/**
 * The inverse of a step's A, row-major, where steps repeat and its products have the digits of solves: of up to 256 coordinates, conditioned well
 * (docs/decisions/0058). Made once for a version of the step, for all who ask; undefined: A is solved with.
 */
import { WELL_CONDITIONED } from "../numeric/lu.ts";
import { Dense } from "../numeric/matrix.ts";
import type { Vector } from "../numeric/vector.ts";
import type { Step } from "./step.ts";

/** Coordinates, or rows, up to which an inverse is made. */
export const MOST_INVERTED = 256;

type StepInverse = () => Vector | undefined;

export function inverseOf(step: Step): StepInverse {
  step.inverter ??= stepInverse(step);
  return step.inverter;
}

function stepInverse(step: Step): StepInverse {
  const { size: n, tangent } = step;
  if (!step.repeats || !(tangent instanceof Dense) || n > MOST_INVERTED) return () => undefined;
  const inverse = new Float64Array(n * n);
  let version = -1;
  let inverts = false;
  return () => {
    if (version !== step.version) {
      version = step.version;
      inverts = tangent.factor() && tangent.invert(inverse) <= WELL_CONDITIONED;
    }
    return inverts ? inverse : undefined;
  };
}
