import { now, pause } from "../batch/turn.ts";
import type { Run } from "../simulate/run/run.ts";

/** ms that a run computes before it looks up: short enough for Ctrl-C and a smooth bar, long enough to cost nothing. */
const SLICE = 40;

/** Advances a run to its end, or until `stopped`, in slices between which the host can attend to other things. */
export async function drive(
  run: Run,
  stopped: () => boolean,
  report: (progress: number) => void,
  turn: () => Promise<void> = pause,
): Promise<void> {
  let end = 0;
  const isOver = () => now() >= end;
  while (!stopped()) {
    end = now() + SLICE;
    if (!run.advance(Number.POSITIVE_INFINITY, isOver)) return;
    report(run.progress());
    await turn();
  }
}
