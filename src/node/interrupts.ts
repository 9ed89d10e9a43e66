/**
 * Calls `stop` at the first Ctrl-C; a second one ends the process at once, as if nobody listened. Returns how to stop
 * listening.
 */
export function onInterrupt(stop: () => void): () => void {
  process.once("SIGINT", stop);
  return () => process.off("SIGINT", stop);
}
