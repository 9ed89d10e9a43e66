/** A sweep: measures of a problem over a grid of varied values. */
import { type CompiledProblem, compiledOf, recompile } from "../problem/compile/compile.ts";
import { type Fault, ProblemError } from "../problem/faults.ts";
import { type Variation, variation } from "../problem/paths/variation.ts";
import { type BatchIdentity, type ChunkStore, identityOf } from "./chunk-store.ts";
import type { Executor } from "./executor.ts";
import { type MeasuresSpec, measureFaults, ROW_STATUSES, type RowStatus } from "./measures-task.ts";
import { runResumable } from "./resumable.ts";
import { gridRows, MOST_ROWS, type VariedValues } from "./varied-values.ts";

export interface SweepOptions {
  readonly vary: readonly VariedValues[];
  /** Names of measures of the file; default all of them, or the positions at the end where it has none. */
  readonly measures?: readonly string[];
  readonly executor: Executor;
  /** Ends the sweep early; what was computed is kept. */
  readonly signal?: AbortSignal;
  /** Hears how many rows are done. */
  readonly progress?: (done: number) => void;
  /** Rows that it has are not computed; those that are go there. Open it with `sweepIdentity`. */
  readonly store?: ChunkStore;
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
  /** How each row ended; undefined for those that an early end left out. */
  readonly statuses: readonly (RowStatus | undefined)[];
  /** Rows that did not reach their end, by how they ended; empty if all did. */
  readonly failed: Readonly<Partial<Record<RowStatus, number>>>;
  /** Rows that were not reached. */
  readonly missing: number;
  /** Rows that were taken over from the store, and rows computed by this call. */
  readonly resumed: number;
  readonly computed: number;
}

/** A row as plain data: the values, the measures (null where there is none), and how the run ended. */
export type SweepRow = readonly (number | string | null)[];

/** Names of what sweepRows gives. */
export function sweepColumns({ vary, measures }: Pick<SweepTable, "vary" | "measures">): string[] {
  return [...vary.map(({ path }) => path), ...measures, "status"];
}

/** The rows that were reached, in the order of the grid. */
export function* sweepRows({ count, values, found, statuses }: SweepTable): Generator<SweepRow> {
  for (let row = 0; row < count; row++) {
    const status = statuses[row];
    if (status === undefined) continue;
    const numbers = found.map((column) => (Number.isNaN(column[row]!) ? null : column[row]!));
    yield [...values.map((column) => column[row]!), ...numbers, status];
  }
}

/** A sweep made ready: its task and its rows. */
interface Prepared {
  readonly varied: Variation;
  readonly names: readonly string[];
  readonly rows: Float64Array;
}

type Wishes = Pick<SweepOptions, "vary" | "measures">;

/**
 * All faults of a sweep before it starts: wrong paths, unknown measures, too large a grid. Paths tell which they belong to. `source` as of
 * `sweepTable`.
 */
export function sweepFaults(source: unknown, wishes: Wishes): readonly Fault[] {
  const prepared = prepare(source, wishes);
  return "varied" in prepared ? [] : prepared;
}

function prepare(source: unknown, { vary, measures }: Wishes): Prepared | Fault[] {
  const faults: Fault[] = [];
  const paths = vary.map(({ path }) => path);
  const rows = gridRows(vary);
  if (vary.length === 0) faults.push({ path: "", message: "nothing varies; name a number, as parameters.k=1:5:9" });
  if (!(rows instanceof Float64Array)) faults.push({ path: "", message: tooMany(rows.tooMany) });
  const compiled = measured(compiledOf(source), measures);
  const names = measures ?? compiled.simulation.measures.list.map(({ name }) => name);
  if (names.length === 0) faults.push({ path: "measures", message: NO_MEASURES });
  faults.push(...measureFaults(compiled.simulation, names));
  let varied: Variation | undefined;
  try {
    varied = variation(compiled, paths);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    faults.push(...error.faults);
  }
  if (faults.length > 0 || !varied || !(rows instanceof Float64Array)) return faults;
  return { varied, names, rows };
}

/** Where nothing is asked for and the file measures nothing: with the position of each coordinate at the end. */
function measured(compiled: CompiledProblem, measures: readonly string[] | undefined): CompiledProblem {
  const { raw, simulation } = compiled;
  if (measures !== undefined || simulation.measures.list.length > 0) return compiled;
  const ends = simulation.system.names.map((name, i) => [`x(${name})`, { final: `x(${i})` }]);
  const found = recompile(compiled, { ...(raw as object), measures: Object.fromEntries(ends) });
  if (found.faults) throw new ProblemError(found.faults);
  return found;
}

const NO_MEASURES = "no measures; a sweep needs at least one. Leave the names out for all of the file";

function tooMany(count: number): string {
  return `invalid grid; more than ${MOST_ROWS} runs: ${count}. Take fewer values`;
}

/**
 * `source`: a problem's data with its signals embedded, or what `compile` made of them. Throws a ProblemError before it starts; failed
 * runs do not end it.
 */
export async function sweepTable(source: unknown, options: SweepOptions): Promise<SweepTable> {
  const prepared = prepare(source, options);
  if (!("varied" in prepared)) throw new ProblemError(prepared);
  const { varied, names, rows } = prepared;
  const spec: MeasuresSpec = { raw: varied.raw, paths: varied.paths, measures: names };
  const { vary, executor, signal, progress, store } = options;
  const batch = executor.open({ task: "measures", spec, local: varied });
  const count = rows.length / batch.inputs;
  const { status, results, resumed, computed } = await runResumable(batch, rows, {
    ...(signal && { signal }),
    ...(progress && { progress }),
    ...(store && { store }),
  });
  const values = columnsOf(rows, batch.inputs);
  const [codes, ...found] = columnsOf(results, batch.outputs);
  const statuses = Array.from(codes!, (code) => ROW_STATUSES[code]); // NaN: not reached
  const missing = statuses.reduce((sum, each) => (each === undefined ? sum + 1 : sum), 0);
  const { measures } = spec;
  const failed = countFailed(statuses);
  return { status, vary, measures, count, values, found, statuses, failed, missing, resumed, computed };
}

/** What makes a sweep the same as another one. */
export function sweepIdentity(raw: unknown, { vary, measures }: Wishes): BatchIdentity {
  const values = vary.map(({ path, values }) => ({ path, values }));
  return identityOf("sweep", raw, { vary: values, measures: measures ?? null });
}

function columnsOf(rows: Float64Array, width: number): Float64Array[] {
  if (width === 1) return [rows];
  return Array.from({ length: width }, (_, column) =>
    Float64Array.from({ length: rows.length / width }, (_, row) => rows[row * width + column]!),
  );
}

function countFailed(statuses: SweepTable["statuses"]): SweepTable["failed"] {
  const failed: Partial<Record<RowStatus, number>> = {};
  for (const status of statuses) {
    if (status !== undefined && status !== "done") failed[status] = (failed[status] ?? 0) + 1;
  }
  return failed;
}
