/**
 * Speeds that belts can give to what they carry. A row that holds on to a belt brings its coordinates to the belt's speed by an impulse
 * drive / (w . M^{-1} w), and leaves on them the round-off of that speed, also where it is about to vanish and the machine has seen no speed of its own.
 */
import type { Vector } from "../../numeric/vector.ts";
import type { Coupling } from "./coupling.ts";
import type { PointLaws } from "./laws.ts";
import type { Room } from "./room.ts";

export interface Carried {
  /** Largest so far, m/s: of each coordinate, and of the speeds that each row's slip is made of. Zero without drives. */
  readonly ofCoordinates: Vector;
  readonly ofRows: Vector;
  /** Largest drives so far, m/s. */
  readonly drives: Vector;
  /** Looks at the drives of a point. */
  update(laws: PointLaws): void;
  readonly kept: readonly Vector[];
}

export function carriedSpeeds({ largest, compliance }: Coupling, n: number, m: number, room: Room): Carried {
  const drives = room.vector(m);
  const ofCoordinates = room.vector(n);
  const ofRows = room.vector(m);

  /** What a row brings its coordinates to. */
  function bring(j: number): void {
    const { start, column, value } = largest.inverseRows;
    if (!(compliance[j]! > 0)) return;
    for (let k = start[j]!; k < start[j + 1]!; k++) {
      const speed = (value[k]! * drives[j]!) / compliance[j]!;
      if (speed > ofCoordinates[column[k]!]!) ofCoordinates[column[k]!] = speed;
    }
  }

  function readRows(): void {
    const { start, column, value } = largest.directions;
    for (let i = 0; i < m; i++) {
      let sum = 0;
      for (let k = start[i]!; k < start[i + 1]!; k++) sum += value[k]! * ofCoordinates[column[k]!]!;
      if (sum > ofRows[i]!) ofRows[i] = sum;
    }
  }

  return {
    kept: [drives, ofCoordinates, ofRows],
    drives,
    ofCoordinates,
    ofRows,
    update({ drive }) {
      let grown = false;
      for (let j = 0; j < m; j++) {
        const size = Math.abs(drive[j]!);
        if (!(size > drives[j]!)) continue;
        drives[j] = size;
        bring(j);
        grown = true;
      }
      if (grown) readRows();
    },
  };
}
