/** Where an expansion begins: mass and directions there. A machine that has them constant has them everywhere. */
import type { System } from "../../model/system.ts";
import type { Matrix } from "../../numeric/matrix.ts";
import type { Rows } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";

export interface Place {
  /** M, not factored. */
  readonly mass: Matrix;
  /** W^T */
  readonly directions: Rows;
  /** Whether neither ever changes. */
  readonly fixed: boolean;
  moveTo(q: Vector): void;
}

export function placeOf(system: System, q: Vector): Place {
  const { mass: sameMass, directions: sameDirections } = system.constant;
  const mass = system.matrix();
  const directions = system.newDirections();
  system.massAt(q, mass);
  system.directionsAt(q, directions);
  return {
    mass,
    directions,
    fixed: sameMass && sameDirections,
    moveTo(q) {
      if (!sameMass) system.massAt(q, mass);
      if (!sameDirections) system.directionsAt(q, directions);
    },
  };
}
