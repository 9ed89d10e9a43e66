/** All messages between the thread that hears signals (supervise.ts) and the one that computes (engine.ts). */

/** What the engine is started with. */
export interface EngineStart {
  readonly args: readonly string[];
  /** Of the terminals on standard output and error, where there are any. */
  readonly columns: readonly [number | undefined, number | undefined];
}

/** What the engine is told: the user wants it to end. */
export interface EngineOrder {
  readonly kind: "interrupt";
}

/** What the engine tells. */
export type EngineReport =
  /** It wants standard input. */
  | { readonly kind: "input" }
  /** It has something to keep when it is interrupted, and looks up now and then. */
  | { readonly kind: "listening" }
  /** It has heard the interrupt, or is done computing, and writes what it has. */
  | { readonly kind: "finishing" }
  /** It takes a folder, or gives it back. */
  | { readonly kind: "folder"; readonly path: string; readonly held: boolean }
  | { readonly kind: "ended"; readonly code: number };
