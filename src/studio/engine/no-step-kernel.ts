/**
 * What workers have in the place of scheme/kernel's kernel.ts, alpha-code.ts, balanced-code.ts and time-functions.ts (scripts/build-studio.mjs puts
 * it there): `alpha` and `balanced` take single steps in plain TypeScript, which have the same digits, and the engine is smaller.
 */
export const stepKernel = (): undefined => undefined;
export const alphaCode = (): undefined => undefined;
export const balancedCode = (): undefined => undefined;
export const nodeFunctions = (): undefined => undefined;
export const meanFunctions = (): undefined => undefined;
