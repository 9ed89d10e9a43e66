/** Machines whose steps the kernel can audit: constant matrices, rows of friction in independent directions, also under the jump law, with weakening, and with drives and limits in t (of motions in steps). */
import { hasCode } from "../../../model/rows/curve-code.ts";
import { isFriction, type Law } from "../../../model/rows/law.ts";
import type { System } from "../../../model/system.ts";
import type { Coupling } from "../coupling.ts";
import type { SmoothMatrices } from "../smooth-forces.ts";
import { isSteep } from "../soft-mean.ts";

/** Coordinates and rows up to which code is written out. */
const MOST = 30;

/** `system`: its directions do not depend on each other. */
export function isPlain(system: System, { varies }: Coupling, matrices: SmoothMatrices | undefined): boolean {
  const { linear, load, controllers, rowMotion, rows, size, visible } = system;
  if (!linear || linear.springs || load.rooted || controllers?.limited || rowMotion || varies) return false;
  if (visible !== size || size > MOST || rows.length === 0 || rows.length > MOST) return false;
  if (rows.some(({ law }) => !isFriction(law) || !isKnown(law))) return false;
  return matrices?.circulation === undefined;
}

/** Curves that leave rest steeper than any line are left to the parts. */
function isKnown({ smoothing, weakening }: Law): boolean {
  return smoothing === 0 && (!weakening || (hasCode(weakening.recipe) && !isSteep(weakening)));
}
