/**
 * What workers have in the place of the schema library's own sentences and of its care for data that contain themselves
 * (scripts/build-studio.mjs puts it there): faults are told in our words (problem/read/validate.ts), data are looked at before the schema sees them
 * (problem/read/raw-limits.ts), and the engine is smaller.
 */
export default () => ({ localeError: () => "not what is expected here" });

export const memoizer = (): undefined => undefined;
export const isRecursiveSchema = (): boolean => false;
export const isBackEdge = (): boolean => false;
export class $ZodCyclicError extends Error {}
