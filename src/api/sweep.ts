/** Measures of a problem over varied numbers. */
import type { ChunkStore } from "../batch/chunk-store.ts";
import { type SweepRow, type SweepTable, sweepColumns, sweepRows, sweepTable } from "../batch/sweep.ts";
import type { VariedValues } from "../batch/varied-values.ts";
import { sweepExtremes, sweepMessage, sweepWarnings } from "../results/sweep.ts";
import type { LoadedProblem } from "./load.ts";
import { withExecutor } from "./with-executor.ts";
import { type BatchWorkOptions, refuseNoList, refuseUnloaded, stopwatch, type Vary, variedValues } from "./work.ts";

export interface SweepOptions extends BatchWorkOptions {
  /** What varies; several make a grid, the last changing fastest. */
  readonly vary: readonly Vary[];
  /** Names of measures of the problem; default all of them, or the positions at the end where it has none. */
  readonly measures?: readonly string[];
  /** Rows that it has are not computed, those that are go there. */
  readonly store?: ChunkStore;
}

/** A sweep in columns, and what was told beside it. */
export interface Swept {
  readonly table: SweepTable;
  readonly seconds: number;
  readonly threads: number;
  readonly warnings: readonly string[];
}

/** What `sweep --json` prints, and the columns that figures are drawn from. */
export interface SweepResult extends SweepTable {
  /** A sentence. */
  readonly message: string;
  /** Names of what stands in a row: the paths, the measures, "status". */
  readonly columns: readonly string[];
  /** Those that were reached; null where a run has no such measure. */
  readonly rows: readonly SweepRow[];
  /** Of each measure, smallest and largest and where, in words. */
  readonly extremes: ReturnType<typeof sweepExtremes>;
  readonly seconds: number;
  readonly threads: number;
  readonly warnings: readonly string[];
}

const VARY = '"parameters.k=1:5:9"';

/** Runs that fail are rows with their status; wrong paths and names throw a ProblemError before the first run. */
export async function sweep(problem: LoadedProblem, options: SweepOptions): Promise<SweepResult> {
  refuseUnloaded(problem);
  refuseNoList("vary", options?.vary, VARY, true);
  refuseNoList("measures", options.measures, '"peak"');
  const { table, ...told } = await sweepInColumns(problem, options.vary.map(variedValues), options);
  const shown = { columns: sweepColumns(table), rows: [...sweepRows(table)], extremes: sweepExtremes(table) };
  return { ...table, message: sweepMessage(table), ...shown, ...told };
}

/** The same without rows, of which there may be a million. */
export function sweepInColumns(
  { compiled, simulation }: LoadedProblem,
  vary: readonly VariedValues[],
  { measures, executor: given, signal, progress, store }: Omit<SweepOptions, "vary">,
): Promise<Swept> {
  const count = vary.reduce((product, { values }) => product * values.length, 1);
  const seconds = stopwatch();
  return withExecutor(given, async (executor) => {
    const table = await sweepTable(compiled, {
      ...{ vary, executor, progress: (done) => progress?.(done / count) },
      ...(measures && { measures }),
      ...(signal && { signal }),
      ...(store && { store }),
    });
    return { table, seconds: seconds(), threads: executor.threads, warnings: sweepWarnings(simulation) };
  });
}
