/**
 * What workers have in the place of scheme/alpha/tridiagonal-steps.ts (scripts/build-studio.mjs puts it there): strings under `alpha` take
 * plain steps, which have the same digits, and the engine is smaller.
 */
export const tridiagonalSteps = (): undefined => undefined;
