/** A sweep: measures of a problem over a grid of varied values. */
import { type Fault, ProblemError } from "../problem/faults.ts";
import type { Simulation } from "../simulate/simulation.ts";
import type { Executor } from "./executor.ts";
import { type MeasuresSpec, measureFaults, ROW_STATUSES, type RowStatus } from "./measures-task.ts";
import { variation } from "./variation.ts";
import { gridRows, MOST_ROWS, type VariedValues } from "./varied-values.ts";

export interface SweepOptions {
  readonly vary: readonly VariedValues[];
  /** Names of measures of the file; default all of them. */
  readonly measures?: readonly string[];
  readonly executor: Executor;
  /** Ends the sweep early; what was computed is kept. */
  readonly signal?: AbortSignal;
  /** Hears how many rows are done. */
  readonly progress?: (done: number) => void;
}

/** Rows of the full grid in columns; the last of the varied values changes fastest. */
export interface SweepTable {
  readonly status: "done" | "cancelled";
  readonly vary: readonly VariedValues[];
  readonly measures: readonly string[];
  /** Of rows. */
  readonly count: number;
  /** A column a path. */
  readonly values: readonly Float64Array[];
  /** A column a measure; NaN where the run failed or the measure is not defined. */
  readonly found: readonly Float64Array[];
  /** How each row ended, as an index of ROW_STATUSES; NOT_REACHED for those that an early end left out. */
  readonly codes: Uint8Array;
  /** Rows that did not reach their end, by how they ended; empty if all did. */
  readonly failed: Readonly<Partial<Record<RowStatus, number>>>;
  /** Rows that were not reached. */
  readonly missing: number;
}

export const NOT_REACHED = 255;

/** A row as plain data: the values, the measures (null where there is none), and how the run ended. */
export type SweepRow = readonly (number | string | null)[];

/** Names of what sweepRows gives. */
export function sweepColumns({ vary, measures }: Pick<SweepTable, "vary" | "measures">): string[] {
  return [...vary.map(({ path }) => path), ...measures, "status"];
}

/** The rows that were reached, in the order of the grid. */
export function* sweepRows({ count, values, found, codes }: SweepTable): Generator<SweepRow> {
  for (let row = 0; row < count; row++) {
    const code = codes[row]!;
    if (code === NOT_REACHED) continue;
    yield [
      ...values.map((column) => column[row]!),
      ...found.map((column) => (Number.isNaN(column[row]!) ? null : column[row]!)),
      ROW_STATUSES[code]!,
    ];
  }
}

/** All faults of a sweep before it starts: wrong paths, unknown measures, too large a grid. */
export function sweepFaults(raw: unknown, { vary, measures }: Pick<SweepOptions, "vary" | "measures">): Fault[] {
  const faults: Fault[] = [];
  if (vary.length === 0) faults.push({ path: "", message: "nothing varies; name a number, as parameters.k=1:5:9" });
  try {
    const { simulation } = variation(
      raw,
      vary.map(({ path }) => path),
    );
    const wanted = measures ?? allMeasures(simulation);
    if (wanted.length === 0) faults.push({ path: "measures", message: NO_MEASURES });
    faults.push(...measureFaults(simulation, wanted));
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    faults.push(...error.faults);
  }
  const rows = gridRows(vary);
  if ("tooMany" in rows) faults.push({ path: "", message: tooMany(rows.tooMany) });
  return faults;
}

const NO_MEASURES = 'no measures; a sweep needs at least one. Write measures: { end: { final: "x(0)" } } into the file';

function tooMany(count: number): string {
  return `invalid grid; more than ${MOST_ROWS} runs: ${count}. Take fewer values`;
}

function allMeasures({ measures }: Simulation): string[] {
  return measures.list.map(({ name }) => name);
}

/** `raw`: a problem's data with its signals embedded. Throws a ProblemError before it starts; failed runs do not end it. */
export async function sweep(raw: unknown, options: SweepOptions): Promise<SweepTable> {
  const { vary, executor, signal, progress } = options;
  const faults = sweepFaults(raw, options);
  if (faults.length > 0) throw new ProblemError(faults);
  const paths = vary.map(({ path }) => path);
  const measures = options.measures ?? allMeasures(variation(raw, []).simulation);
  const spec: MeasuresSpec = { raw, paths, measures };
  const batch = executor.open({ task: "measures", spec });
  const rows = gridRows(vary) as Float64Array;
  const count = rows.length / paths.length;
  const into = new Float64Array(count * batch.outputs).fill(Number.NaN);
  let status: SweepTable["status"] = "done";
  try {
    await batch.run(rows, { into, ...(signal && { signal }), ...(progress && { progress }) });
  } catch (error) {
    if (!signal?.aborted) throw error;
    status = "cancelled";
  }
  const values = columnsOf(rows, paths.length);
  const [reached, ...found] = columnsOf(into, batch.outputs);
  const codes = Uint8Array.from(reached!, (code) => (Number.isNaN(code) ? NOT_REACHED : code));
  const missing = codes.reduce((sum, code) => sum + (code === NOT_REACHED ? 1 : 0), 0);
  return { status, vary, measures, count, values, found, codes, failed: countFailed(codes), missing };
}

function columnsOf(rows: Float64Array, width: number): Float64Array[] {
  return Array.from({ length: width }, (_, column) =>
    Float64Array.from({ length: rows.length / width }, (_, row) => rows[row * width + column]!),
  );
}

function countFailed(codes: Uint8Array): Partial<Record<RowStatus, number>> {
  const failed: Partial<Record<RowStatus, number>> = {};
  for (const code of codes) {
    const status = ROW_STATUSES[code];
    if (status !== undefined && status !== "done") failed[status] = (failed[status] ?? 0) + 1;
  }
  return failed;
}
