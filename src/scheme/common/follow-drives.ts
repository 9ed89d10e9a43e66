/** Drives that follow the motion belong to a place that the step is yet to find: it is solved again until they agree. */
import type { Vector } from "../../numeric/vector.ts";

/** Drives that differ by so small a part of themselves agree. */
const AGREED = 4 * Number.EPSILON;
/** How often a step is solved for them. */
export const MOST_ROUNDS = 20;

/** Takes over drives as they were found, m/s; returns whether they were the ones already. */
export function takeDrives(found: Vector, drive: Vector): boolean {
  let same = true;
  for (let i = 0; i < drive.length; i++) {
    const size = Math.abs(drive[i]!) + Math.abs(found[i]!);
    if (Math.abs(found[i]! - drive[i]!) > AGREED * size) same = false;
    drive[i] = found[i]!;
  }
  return same;
}
