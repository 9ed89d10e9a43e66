/**
 * What workers have in the place of expression/emit-program.ts, simulate/measure/block-formulas.ts, kept-instants.ts of problem/compile/time and numeric/kept-tables.ts (scripts/build-studio.mjs puts
 * it there): formulas go by plain TypeScript, and their values are found anew in each run (most runs there are of a problem that has just changed). The digits are the same, and the engine is smaller.
 */
export const emitProgram = (): undefined => undefined;
export const blockFormulas = (): undefined => undefined;
export const keptInstants = () => ({ give: () => false, take() {} });
export const keptTables = () => ({ place: () => 0, found: false, notes: new Int32Array(1), clear() {} });
