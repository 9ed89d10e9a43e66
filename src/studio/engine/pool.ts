/**
 * An executor on web workers, for batches: rows are sent to them in chunks (batch/sent-rows.ts), which takes no memory that pages must be
 * isolated for. Where no worker can be started, all is computed in this thread.
 */
import { batchSize, type Executor, inlineExecutor } from "../../batch/executor.ts";
import type { WorkerOrder, WorkerReport } from "../../batch/messages.ts";
import { nextSize, type SentRows } from "../../batch/sent-rows.ts";
import { now, timedTurn } from "../../batch/turn.ts";
import { tasks } from "../../tasks.ts";

const MOST_THREADS = 8;
/** Rows that are sent first. */
const FIRST = 4;
/** ms between two reports of progress. */
const PAUSE = 60;

interface Host {
  readonly navigator?: { readonly hardwareConcurrency?: number };
}

function threadCount(): number {
  return Math.max(1, Math.min(MOST_THREADS, (globalThis as Host).navigator?.hardwareConcurrency ?? 1));
}

export function openPool(threads = threadCount()): Executor {
  const inline = inlineExecutor(tasks, timedTurn());
  if (threads < 2) return inline;
  const workers = Array.from({ length: threads }, startWorker);
  let jobs = 0;
  let batches = 0;
  return {
    threads,
    open(job) {
      const work = inline.open(job);
      const number = jobs++;
      for (const worker of workers) {
        worker.postMessage({ kind: "open", job: number, task: job.task, spec: job.spec } satisfies WorkerOrder);
      }
      return {
        inputs: work.inputs,
        outputs: work.outputs,
        run: (rows, { signal, progress, into, done } = {}) =>
          new Promise((resolve, reject) => {
            const { count, results, marks } = batchSize(work, rows, into, done);
            const batch = batches++;
            let next = 0;
            let finished = 0;
            let told = now();
            const settle = (end: () => void) => {
              for (const worker of workers) worker.onmessage = null;
              end();
            };
            const feed = (worker: Worker, size: number) => {
              const first = next;
              next = Math.min(count, next + size);
              if (next === first) return;
              const sent: SentRows = { first, values: rows.slice(first * work.inputs, next * work.inputs) };
              worker.postMessage({ kind: "compute", job: number, batch, sent } satisfies WorkerOrder);
            };
            const land = (worker: Worker, report: WorkerReport) => {
              if (report.kind === "failed") return settle(() => reject(new Error(report.message)));
              if (report.kind !== "computed" || report.batch !== batch) return;
              if (signal?.aborted) return settle(() => reject(signal.reason));
              const { first, results: part, ms, failed } = report;
              const size = part.length / work.outputs;
              results.set(part, first * work.outputs);
              marks.fill(1, first, first + size);
              finished += size;
              if (failed) return settle(() => reject(new Error(failed.message)));
              if (finished === count) {
                progress?.(count);
                return settle(() => resolve(results));
              }
              if (now() - told > PAUSE) {
                told = now();
                progress?.(finished);
              }
              feed(worker, nextSize(Math.max(1, size), ms));
            };
            for (const worker of workers) {
              worker.onmessage = ({ data }: MessageEvent<WorkerReport>) => land(worker, data);
              feed(worker, FIRST);
            }
            if (count === 0) settle(() => resolve(results));
          }),
      };
    },
    async close() {
      for (const worker of workers) worker.terminate();
      await inline.close();
    },
  };
}

function startWorker(): Worker {
  return new Worker(new URL("./row-worker.ts", import.meta.url), { type: "module" });
}
