/** Runs experiments and judges them: each run once, however many quantities are taken of it. */
import { stopwatch } from "../api/work.ts";
import { ProblemError } from "../problem/faults.ts";
import { computeRun, type Job, type RunOutput } from "./compute.ts";
import type { Experiment, Run } from "./experiment.ts";
import { type BesideRow, judge, keyOf, keysOf, type Row } from "./judge.ts";
import { papers } from "./papers.ts";

/** Where runs are computed. */
export interface Runner {
  /** Computed at the same time. */
  readonly threads: number;
  run(job: Job, signal?: AbortSignal): Promise<RunOutput>;
  close(): Promise<void>;
}

export interface ReproduceOptions {
  /** The text of the gallery's problem of that name; `galleryText` of stickslip/node reads it. */
  readonly open: (name: string) => string | Promise<string>;
  /** Ids of experiments, or how they begin; default all. */
  readonly ids?: readonly string[];
  /** Leaves out what takes long. */
  readonly quick?: boolean;
  /** Default: in this thread. `createRunner` of stickslip/node has threads. It is not closed. */
  readonly runner?: Runner;
  /** Ends the work early: the result has the experiments whose runs were computed. */
  readonly signal?: AbortSignal;
  /** Hears how much is done, from 0 to 1. */
  readonly progress?: (part: number) => void;
}

export interface ReproduceResult {
  readonly status: "done" | "cancelled" | "failed";
  readonly message: string;
  readonly experiments: readonly Row[];
  readonly beside: readonly BesideRow[];
  /** Those that were run, in the papers' order, with the keys of their runs by name. */
  readonly made: readonly { readonly experiment: Experiment; readonly keys: Readonly<Record<string, string>> }[];
  /** By key. */
  readonly outputs: ReadonlyMap<string, RunOutput>;
  readonly seconds: number;
}

/** Experiments by id, or the beginning of several; all of them where none is given. An id that fits nothing is told. */
export function findExperiments(
  ids: readonly string[] = [],
  quick = false,
): { found: Experiment[]; unknown: readonly string[] } {
  const all = papers.flatMap(({ experiments }) => experiments);
  const isId = (wish: string) => all.some(({ id }) => id === wish);
  const fits = (id: string, wish: string) => (isId(wish) ? id === wish : id.startsWith(wish));
  const wanted = all.filter(({ id }) => ids.length === 0 || ids.some((wish) => fits(id, wish)));
  const unknown = ids.filter((wish) => !all.some(({ id }) => fits(id, wish)));
  return { found: wanted.filter(({ slow = false }) => !(quick && slow)), unknown };
}

/** Throws a ProblemError for ids that fit nothing. What fails is a row that says so. */
export async function reproduce(options: ReproduceOptions): Promise<ReproduceResult> {
  const { open, ids, quick, signal, progress } = options;
  const { found, unknown } = findExperiments(ids, quick);
  if (unknown.length > 0) {
    const message = "unknown experiment. `stickslip reproduce --list` shows all";
    throw new ProblemError(unknown.map((path) => ({ path, message })));
  }
  const seconds = stopwatch();
  const runs = new Map(found.flatMap(({ runs }) => Object.values(runs).map((run) => [keyOf(run), run] as const)));
  const outputs = new Map<string, RunOutput>();
  const failures = new Map<string, string>();
  const order = [...runs].sort(([, a], [, b]) => costOf(b) - costOf(a));
  const total = order.reduce((sum, [, run]) => sum + costOf(run), 0);
  const runner = options.runner ?? inlineRunner();
  let done = 0;
  let next = 0;
  const take = async (): Promise<void> => {
    while (next < order.length && !signal?.aborted) {
      const [key, run] = order[next++]!;
      try {
        const text = run.problem.includes("\n") ? run.problem : await open(run.problem);
        const output = await runner.run({ run, text }, signal);
        if (signal?.aborted) return;
        outputs.set(key, output);
      } catch (error) {
        if (signal?.aborted) return;
        failures.set(key, (error as Error).message);
      }
      done += costOf(run);
      progress?.(done / total);
    }
  };
  await Promise.all(Array.from({ length: runner.threads }, take));
  const complete = found.filter(({ runs }) =>
    Object.values(runs).every((run) => outputs.has(keyOf(run)) || failures.has(keyOf(run))),
  );
  const made = complete.map((experiment) => ({ experiment, keys: keysOf(experiment) }));
  const judged = complete.map((experiment) => judge(experiment, { outputs, failures }));
  const rows = judged.flatMap((each) => each.rows);
  const status = signal?.aborted ? "cancelled" : rows.some(({ verdict }) => verdict === "failed") ? "failed" : "done";
  return {
    status,
    message: messageOf(rows, found.length, made.length),
    experiments: rows,
    beside: judged.flatMap((each) => each.beside),
    made,
    outputs,
    seconds: seconds(),
  };
}

function inlineRunner(): Runner {
  return { threads: 1, run: computeRun, close: async () => {} };
}

const USUAL_SECONDS = 0.3;

function costOf({ seconds = USUAL_SECONDS }: Run): number {
  return seconds;
}

function messageOf(rows: readonly Row[], wanted: number, made: number): string {
  const counts = (["reproduced", "differs", "inconsistent-in-print", "failed"] as const).map((verdict) => {
    const count = rows.filter((row) => row.verdict === verdict).length;
    return count > 0 ? [`${count} ${verdict}`] : [];
  });
  const stopped = made < wanted ? ` ${wanted - made} of ${wanted} experiments were not computed.` : "";
  return `${rows.length} quantities: ${counts.flat().join(", ") || "none"}.${stopped}`;
}
