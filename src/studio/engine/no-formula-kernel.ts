/**
 * What workers have in the place of expression/emit-program.ts and simulate/measure/block-formulas.ts (scripts/build-studio.mjs puts it there): formulas go by plain
 * TypeScript, which has the same digits, and the engine is smaller.
 */
export const emitProgram = (): undefined => undefined;
export const blockFormulas = (): undefined => undefined;
