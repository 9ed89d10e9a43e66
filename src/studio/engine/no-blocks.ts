/**
 * What workers have in the place of simulate/run/blocks.ts (scripts/build-studio.mjs puts it there): without kernels of steps (no-step-kernel.ts) nobody takes
 * blocks of them.
 */
export const blocksOf = (): undefined => undefined;
