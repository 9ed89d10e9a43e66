/** What rows say of places, not of velocities: gaps of stops are not negative, conditions of joints hold. */
import type { System } from "../../model/system.ts";
import type { Kept } from "../../numeric/kept.ts";
import type { Rows } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { State } from "../../scheme/scheme.ts";

export interface PlaceCheck {
  /** Largest depth by which a gap was negative, and largest violation of a joint, m. */
  readonly worst: { penetration: number; violation: number };
  /** Largest depth of each stop, m. */
  readonly depth: Vector;
  /** Largest violation of each joint, m. */
  readonly violation: Vector;
  /** `directions`: at the state. */
  observe(state: State, directions: Rows): void;
  readonly kept: Kept;
}

export function placeCheck(system: System): PlaceCheck {
  const { rows } = system;
  const m = rows.length;
  const found = new Float64Array(m);
  const at = new Float64Array(2);
  const worst = { penetration: 0, violation: 0 };
  const depth = new Float64Array(m);
  const violation = new Float64Array(m);
  const joints = Int32Array.from(rows.flatMap(({ law }, i) => (law.joint ? [i] : [])));
  const first = new Float64Array(m).fill(Number.NaN); // w.x of joints with constant directions

  /** Conditions on positions; a joint of constant direction stays where it was. */
  function readJoints({ time, position }: State, { start, column, value }: Rows): void {
    if (system.violationsAt) {
      at[0] = time;
      at[1] = time;
      system.violationsAt(at, position, found);
    } else if (!system.constant.directions) return;
    for (const i of joints) {
      if (!system.violationsAt) {
        let place = 0;
        for (let k = start[i]!; k < start[i + 1]!; k++) place += value[k]! * position[column[k]!]!;
        if (Number.isNaN(first[i]!)) first[i] = place;
        found[i] = place - first[i]!;
      }
      const size = Math.abs(found[i]!);
      if (size > violation[i]!) violation[i] = size;
      if (size > worst.violation) worst.violation = size;
    }
  }

  return {
    kept: { worst, depth, violation, first },
    worst,
    depth,
    violation,
    observe(state, directions) {
      if (joints.length > 0) readJoints(state, directions);
      if (!system.hasStops) return;
      system.gapsAt(state.position, found);
      for (let i = 0; i < m; i++) {
        if (-found[i]! > depth[i]!) depth[i] = -found[i]!;
        if (-found[i]! > worst.penetration) worst.penetration = -found[i]!;
      }
    },
  };
}
