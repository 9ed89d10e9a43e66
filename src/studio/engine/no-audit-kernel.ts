/**
 * What workers have in the place of plain.ts of simulate/audit/kernel (scripts/build-studio.mjs puts it there): the plain audit has the same
 * digits and is fast enough for what is looked at, and the engine is smaller.
 */
export const isPlain = (): boolean => false;
