/**
 * What workers have in the place of scheme/alpha/tridiagonal.ts and of the numbers that it asks solvers for (scripts/build-studio.mjs puts it there): strings under `alpha` take
 * plain steps, which have the same digits, and the engine is smaller.
 */
export const tridiagonalRun = (): undefined => undefined;
export const tridiagonalNumbers = (): undefined => undefined;
