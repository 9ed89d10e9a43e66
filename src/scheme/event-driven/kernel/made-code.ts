import type { Written } from "../../../numeric/wasm/module.ts";

/**
 * The functions of fixed-code.ts for machines without stops, and drives and limits that change, in base64, as the build writes them here (scripts/make-code.mjs):
 * most of a kernel, which need not be written in every process again. Undefined: they are written where they are needed.
 */
export const MADE: Written | undefined = undefined;
