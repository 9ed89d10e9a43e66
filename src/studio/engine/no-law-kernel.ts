/**
 * What workers have in the place of scheme/kernel/laws.ts (scripts/build-studio.mjs puts it there): rows that jump or weaken take single steps,
 * which have the same digits, and the engine is smaller.
 */
import type { Law } from "../../model/rows/law.ts";

export const isKnown = (law: Law): boolean => !law.jumps && !law.weakening;
export const jumpCode = (): undefined => undefined;
export const softCode = (): undefined => undefined;
export const solveByLaws = (): undefined => undefined;
