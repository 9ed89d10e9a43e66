/**
 * What workers have in the place of blocks.ts and block-events.ts of simulate/run, measure/stick-blocks.ts and record/block-columns.ts (scripts/build-studio.mjs puts it there):
 * without kernels of steps (no-step-kernel.ts) nobody takes blocks of them.
 */
const nothing = (): undefined => undefined;

export { nothing as blockColumns, nothing as blockEvents, nothing as blocksOf, nothing as stickBlocks };
