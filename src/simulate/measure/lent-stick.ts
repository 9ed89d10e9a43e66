/** Stick times of all rows over a whole run, by watches that runs of one problem hand on. */
import type { Simulation } from "../run/simulation.ts";
import { type StickWatch, watchStick } from "./of-rows.ts";

/** Where one waits for the next run of its machine, scheme and grid. */
export interface IdleStick {
  readonly of: Pick<Simulation, "system" | "scheme" | "grid">;
  readonly watch: StickWatch;
}

export function lentStick(simulation: Simulation): { readonly watch: StickWatch; giveBack(): void } {
  const { system, scheme, grid, recording } = simulation;
  const idle = recording?.stick;
  let watch: StickWatch;
  if (idle?.of.system === system && idle.of.scheme === scheme && idle.of.grid === grid) {
    recording!.stick = undefined;
    watch = idle.watch;
    watch.rewind();
  } else {
    const { start: from, end: to } = grid;
    watch = watchStick(
      simulation,
      system.rows.map(({ name }, row) => ({ name, kind: "time", row, from, to })),
    );
  }
  return {
    watch,
    giveBack() {
      if (recording) recording.stick = { of: { system, scheme, grid }, watch };
    },
  };
}
