/** Laws that a kernel knows beside plain friction: the jump law and weakening. */
import { hasCode } from "../../model/rows/curve-code.ts";
import { isFrictionless, type Law } from "../../model/rows/law.ts";

export { jumpCode } from "./jump-code.ts";
export { solveByLaws } from "./law-solves.ts";
export { softCode } from "./soft-code.ts";

export function isKnown(law: Law): boolean {
  return !(law.jumps && isFrictionless(law)) && (!law.weakening || hasCode(law.weakening.recipe));
}
