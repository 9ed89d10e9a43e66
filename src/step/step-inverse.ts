/**
 * The factors of a step's A, and its inverse where steps repeat and its products have the digits of solves: of up to 64 coordinates, conditioned
 * well (docs/decisions/0058). Made once for a version of the step, for all who ask.
 */
import { WELL_CONDITIONED } from "../numeric/lu.ts";
import { Dense } from "../numeric/matrix.ts";
import type { Vector } from "../numeric/vector.ts";
import type { Step } from "./step.ts";

/** Coordinates, or rows, up to which an inverse is made. */
export const MOST_INVERTED = 64;

export interface StepInverse {
  /** Factors A as it stands; false when it is singular. */
  factor(): boolean;
  /** A^{-1}, row-major; undefined where A is solved with. */
  read(): Vector | undefined;
}

const known = new WeakMap<Step, StepInverse>();

export function inverseOf(step: Step): StepInverse {
  const made = known.get(step) ?? stepInverse(step);
  known.set(step, made);
  return made;
}

function stepInverse(step: Step): StepInverse {
  const { size: n, tangent } = step;
  const inverse = step.repeats && tangent instanceof Dense && n <= MOST_INVERTED ? new Float64Array(n * n) : undefined;
  let version = -1;
  let factored = false;
  let inverts = false;
  function factor(): boolean {
    if (version !== step.version) {
      version = step.version;
      factored = tangent.factor();
      inverts = factored && inverse !== undefined && (tangent as Dense).invert(inverse) <= WELL_CONDITIONED;
    }
    return factored;
  }
  return {
    factor,
    read() {
      factor();
      return inverts ? inverse : undefined;
    },
  };
}
