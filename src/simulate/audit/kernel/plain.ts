/** Machines whose steps the kernel can audit: constant matrices, also of controllers without limits, rows of friction in independent directions, also under the jump law, with weakening, and with drives and limits in t (of exact motions: constant ones; many-states.ts). Of many rows: Coulomb's law and the jump law alone, and none that depend on each other, of exact motions also not through the mass (metric.ts). */

import { MOST_IN_BLOCKS } from "../../../model/linear/structure.ts";
import { hasCode } from "../../../model/rows/curve-code.ts";
import { isFriction, type Law } from "../../../model/rows/law.ts";
import type { System } from "../../../model/system.ts";
import type { Coupling } from "../coupling.ts";
import type { Metric } from "../metric.ts";
import { isSteep } from "../soft-mean.ts";

/** Coordinates up to which a machine is small; and rows, whose sets are bits of a number and whose laws are written out, one after the other. */
const MOST = 30;
const MOST_IN_LOOPS = 20_000;
/** Entries of a matrix: the kernel has a dozen of them in its memory. */
const MOST_ENTRIES = 1 << 19;

/** `system`: its directions do not depend on each other. */
export function isPlain(system: System, { varies, forces, mass, inverseMass }: Coupling): boolean {
  const { linear, load, controllers, rowMotion, rows, size } = system;
  if (!linear || linear.springs || load.rooted || controllers?.limited || rowMotion || varies) return false;
  if (rows.length === 0 || Math.max(size, rows.length) > MOST_IN_LOOPS) return false;
  if (Math.max(mass.value.length, inverseMass.value.length) > MOST_ENTRIES) return false;
  if (rows.length > MOST && (system.rowFunctions || rows.some(({ law }) => law.weakening))) return false;
  return isFewTogether(forces, rows.length) && rows.every(({ law }) => isFriction(law) && isKnown(law));
}

/** Whether code can solve for what is measured so. */
export function isFewTogether({ groups }: Metric, rows: number): boolean {
  return rows <= MOST || groups.length === rows;
}

/** Whether a state of it is long. */
export function isLarge({ size, rows }: System): boolean {
  return Math.max(size, rows.length) > MOST;
}

/** Whether no steps of it come in blocks: its states are handed on one by one. */
export function comesSingly({ size, rows }: System): boolean {
  return size > MOST_IN_BLOCKS.coordinates || rows.length > MOST_IN_BLOCKS.rows;
}

/** Curves that leave rest steeper than any line are left to the parts. */
function isKnown({ smoothing, weakening }: Law): boolean {
  return smoothing === 0 && (!weakening || (hasCode(weakening.recipe) && !isSteep(weakening)));
}
