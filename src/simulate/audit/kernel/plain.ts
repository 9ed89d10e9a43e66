/** Machines whose steps the kernel can audit: constant matrices, rows of plain friction in independent directions. */
import { isFriction } from "../../../model/rows/law.ts";
import { isSoft } from "../../../model/rows/soft-force.ts";
import type { System } from "../../../model/system.ts";
import type { Coupling } from "../coupling.ts";
import type { SmoothMatrices } from "../smooth-forces.ts";

/** Coordinates and rows up to which code is written out. */
const MOST = 30;

/** `system`: its directions do not depend on each other. */
export function isPlain(system: System, { varies }: Coupling, matrices: SmoothMatrices | undefined): boolean {
  const { linear, load, controllers, rowFunctions, rowMotion, rows, size, visible } = system;
  if (!linear || linear.springs || load.rooted || controllers?.limited || rowFunctions || rowMotion || varies)
    return false;
  if (visible !== size || size > MOST || rows.length === 0 || rows.length > MOST) return false;
  if (rows.some(({ law }) => !isFriction(law) || isSoft(law))) return false;
  return matrices?.circulation === undefined;
}
