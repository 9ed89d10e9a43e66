/** A map of attraction from coarse to fine: a picture of the whole at once, sharper with every pass, each start computed once. */
import type { LoadedProblem } from "../../api/load.ts";
import { refuseFaults, stopwatch } from "../../api/work.ts";
import { inlineExecutor } from "../../batch/executor.ts";
import { now, timedTurn } from "../../batch/turn.ts";
import { attractionFaults, axisValues } from "../../stability/attraction/attraction-map.ts";
import { initialIndexOf, overlayOf } from "../../stability/attraction/overlay.ts";
import { openJudging } from "../../stability/attraction/starts.ts";
import { tasks } from "../../tasks.ts";
import type { MapAxisData, MapView } from "./messages.ts";
import { outlineOf } from "./outline.ts";
import { openPool } from "./pool.ts";
import type { Watch } from "./run.ts";

/** Points between two of the first pass. */
const COARSEST = 32;
/** ms between two pictures. */
const PICTURE = 80;

export async function mapOf(
  problem: LoadedProblem,
  vary: readonly MapAxisData[],
  { signal, progress }: Watch,
  partial: (view: MapView) => void,
): Promise<MapView> {
  refuseFaults(attractionFaults(problem.compiled, { vary }));
  const [across, up] = vary as [MapAxisData, MapAxisData];
  const values = [axisValues(across).values, axisValues(up).values] as const;
  const count = across.points * up.points;
  const code = new Int8Array(count).fill(-1);
  const time = new Float32Array(count).fill(Number.NaN);
  const seconds = stopwatch();
  const paths = [across.path, up.path] as const;
  let overlay: ReturnType<typeof overlayOf>;
  let executor = inlineExecutor(tasks, timedTurn());
  let stride = COARSEST;
  let done = 0;
  let drawn = Number.NEGATIVE_INFINITY;
  const view = (): MapView => ({
    ...{ vary: [across, up], code, time, stride, done, seconds: seconds(), threads: executor.threads },
    labels: [labelOf(problem, across.path), labelOf(problem, up.path)],
    ...(overlay?.set ? { set: overlay.set } : {}),
    ...(overlay?.region
      ? { region: { outline: outlineOf(overlay.region.ellipse), energy: overlay.region.energy } }
      : {}),
  });
  try {
    let batch = openJudging(problem.compiled, paths, { executor });
    for (const pass of coarseFirst(across.points, up.points)) {
      stride = pass.stride;
      const rows = new Float64Array(2 * pass.cells.length);
      pass.cells.forEach((cell, k) => {
        rows[2 * k] = values[0][Math.floor(cell / up.points)]!;
        rows[2 * k + 1] = values[1][cell % up.points]!;
      });
      const into = new Float64Array(rows.length).fill(Number.NaN);
      const marks = new Uint8Array(pass.cells.length);
      const before = done;
      const take = () => {
        pass.cells.forEach((cell, k) => {
          if (Number.isNaN(into[2 * k]!)) return;
          code[cell] = into[2 * k]!;
          time[cell] = into[2 * k + 1]!;
        });
      };
      const look = (finished: number) => {
        done = before + finished;
        progress(done / count);
        if (now() - drawn < PICTURE) return;
        drawn = now();
        take();
        partial(view());
      };
      await batch.run(rows, { signal, into, done: marks, progress: look });
      done = before + pass.cells.length;
      take();
      partial(view());
      drawn = now();
      if (pass.stride < COARSEST) continue;
      // The first picture waits for nothing else: other threads and what is drawn over it come after it.
      executor = openPool();
      batch = openJudging(problem.compiled, paths, { executor });
      overlay = overlayOf(problem.simulation, paths);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await executor.close();
  }
  return view();
}

/** Cells of the grid in passes, each with those that the ones before have not. */
function coarseFirst(columns: number, rows: number): { stride: number; cells: number[] }[] {
  const passes: { stride: number; cells: number[] }[] = [];
  for (let stride = COARSEST; stride >= 1; stride /= 2) {
    const cells: number[] = [];
    for (let i = 0; i < columns; i += stride) {
      for (let j = 0; j < rows; j += stride) {
        const known = stride < COARSEST && i % (2 * stride) === 0 && j % (2 * stride) === 0;
        if (!known) cells.push(i * rows + j);
      }
    }
    passes.push({ stride, cells });
  }
  return passes;
}

function labelOf({ simulation: { system } }: LoadedProblem, path: string): string {
  const place = initialIndexOf(path, system.visible);
  if (place === undefined) return path;
  const i = place % system.visible;
  const velocity = place >= system.visible;
  const unit = velocity ? `${system.units[i]}/s` : system.units[i];
  return `${velocity ? `v(${system.names[i]})` : system.names[i]} at the start (${unit})`;
}
