/** Machines whose steps the kernel can audit: constant matrices, rows of plain friction that do not depend on each other. */
import { isFriction } from "../../../model/rows/law.ts";
import { isSoft } from "../../../model/rows/soft-force.ts";
import type { System } from "../../../model/system.ts";
import type { Coupling } from "../coupling.ts";
import type { SmoothMatrices } from "../smooth-forces.ts";

/** Coordinates and rows up to which code is written out. */
const MOST = 24;

export function isPlain(system: System, { varies, groups }: Coupling, matrices: SmoothMatrices | undefined): boolean {
  const { linear, controllers, rowFunctions, rowMotion, rows, size, visible } = system;
  if (!linear || linear.springs || controllers?.limited || rowFunctions || rowMotion || varies) return false;
  if (visible !== size || size > MOST || rows.length === 0 || rows.length > MOST) return false;
  if (rows.some(({ law }) => !isFriction(law) || isSoft(law))) return false;
  return groups.every((group) => group.length === 1) && matrices?.circulation === undefined;
}
