/**
 * A periodic motion keeps to the joints of its machine, and so do disturbances of it: states are brought onto them, and changes of states along
 * them. Newton's method for a motion that comes back is then led onto the joints by the motion itself.
 */
import { isHard } from "../../model/rows/constraint-method.ts";
import { rowValues } from "../../model/rows/row-values.ts";
import type { System } from "../../model/system.ts";
import { rowsMultiply } from "../../numeric/rows.ts";
import { singularValues } from "../../numeric/svd.ts";
import { maxNorm, type Vector } from "../../numeric/vector.ts";
import { moveRows } from "../../problem/compile/project-start.ts";

const MOST_ITERATIONS = 20;
/** Part of a place below which a correction is none. */
const NOTHING = 1e-15;
/** Directions of joints that are a smaller part of others say the same. */
const RANK = 1e-10;

export interface OntoJoints {
  readonly position: Vector;
  readonly velocity: Vector;
  /** Numbers of a state that the joints hold. */
  readonly held: number;
  /** Leaves of a change of the state what goes along the joints. */
  along(position: Vector, velocity: Vector): void;
}

/** The state on the joints at a time; undefined where there are none, or none is near. */
export function ontoJoints(
  system: System,
  time: number,
  state: { readonly position: Vector; readonly velocity: Vector },
): OntoJoints | undefined {
  const { rows, size } = system;
  const joints = rows.flatMap(({ law }, i) => (law.joint && isHard(law.method) ? [i] : []));
  if (joints.length === 0 || system.conditioned) return undefined;
  const position = Float64Array.from(state.position);
  const velocity = Float64Array.from(state.velocity);
  const at = Float64Array.of(time, time);
  const [found, target] = [new Float64Array(rows.length), new Float64Array(rows.length)];
  for (let k = 0; system.violationsAt && k < MOST_ITERATIONS; k++) {
    system.violationsAt(at, position, found);
    for (const i of joints) target[i] = -found[i]!;
    const way = moveRows(system, position, position, joints, target);
    if (!Number.isFinite(way)) return undefined;
    if (way <= NOTHING * maxNorm(position)) break;
  }
  const values = rowValues(system);
  values.update(at, position, velocity);
  const directions = system.newDirections();
  system.directionsAt(position, directions);
  for (let round = 0; round < 2; round++) {
    rowsMultiply(directions, velocity, found);
    for (const i of joints) target[i] = values.drive[i]! - found[i]!;
    moveRows(system, position, velocity, joints, target);
  }
  if (!velocity.every(Number.isFinite)) return undefined;

  const [more, less, before, after] = [size, size, rows.length, rows.length].map((length) => new Float64Array(length));
  /** found[i]: what a change of place does to the rate of a joint, w being a gradient: dw.v is the same both ways. */
  function turn(change: Vector): void {
    for (let k = 0; k < size; k++) {
      more![k] = velocity[k]! + change[k]!;
      less![k] = velocity[k]! - change[k]!;
    }
    system.turningAt(position, more!, after!);
    system.turningAt(position, less!, before!);
    for (const i of joints) found[i]! += system.constant.directions ? 0 : (after![i]! - before![i]!) / 4;
  }

  const lines = joints.map((i) => {
    const line = new Float64Array(size);
    for (let k = directions.start[i]!; k < directions.start[i + 1]!; k++)
      line[directions.column[k]!] = directions.value[k]!;
    return line;
  });
  const square = Array.from({ length: size }, (_, k) => lines[k] ?? new Float64Array(size));
  const { values: sizes } = singularValues(square);
  return {
    position,
    velocity,
    held: 2 * sizes.filter((value) => value > RANK * sizes[0]!).length,
    along(ofPosition, ofVelocity) {
      rowsMultiply(directions, ofPosition, found);
      for (const i of joints) target[i] = -found[i]!;
      moveRows(system, position, ofPosition, joints, target);
      rowsMultiply(directions, ofVelocity, found);
      turn(ofPosition);
      for (const i of joints) target[i] = -found[i]!;
      moveRows(system, position, ofVelocity, joints, target);
    },
  };
}
