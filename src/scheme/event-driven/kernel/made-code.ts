/**
 * Functions of kernels as the build writes them here (scripts/make-code.mjs), in base64, so that they need not be written again in every process: the host
 * compiles what writes them when it is first called, which takes longer than all else of a kernel.
 */
export interface Made {
  /** Those of fixed-code.ts, for machines of friction alone. */
  readonly fixed: { readonly count: number; readonly types: string; readonly bodies: string };
  /** Others; and which of them usual machines have, by their structure. */
  readonly functions: readonly string[];
  readonly machines: Readonly<Record<string, readonly number[]>>;
}

/** Undefined: there are none, and all are written where they are needed. */
export const MADE: Made | undefined = undefined;
