/**
 * What workers have in the place of kernel.ts, lanes.ts and emitted.ts of scheme/alpha, and of pass-code.ts, which only they need (scripts/build-studio.mjs puts it there): batches of runs under `alpha`, as
 * control searches make them, go by plain TypeScript, which has the same digits, and the engine is smaller.
 */
export const alphaKernel = (): undefined => undefined;
export const alphaLanes = (): undefined => undefined;
export const emittedSteps = (): undefined => undefined;
export const passCode = (): undefined => undefined;
