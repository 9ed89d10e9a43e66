/** Runs of experiments on worker threads: each worker has one run at a time, and is ended with it where the work is. */
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Job, RunOutput } from "../papers/compute.ts";
import type { Runner } from "../papers/reproduce.ts";
import { ProblemError } from "../problem/faults.ts";
import { threadFault } from "./create-executor.ts";
import type { RunOrder, RunReport } from "./run-messages.ts";

/** The worker as plain JavaScript; where the sources themselves are run, as tests do, the built one. */
const ENTRY = new URL(
  import.meta.url.endsWith(".ts") ? "../../dist/node/run-worker.js" : "./run-worker.js",
  import.meta.url,
);

/** `threads`: default one a processor. */
export function createRunner(threads: number = availableParallelism()): Runner {
  const fault = threadFault(threads);
  if (fault) throw new ProblemError([{ path: "threads", message: fault }]);
  const idle: Worker[] = [];
  const all = new Set<Worker>();

  function start(): Worker {
    const worker = new Worker(ENTRY, { execArgv: [] });
    all.add(worker);
    return worker;
  }

  function drop(worker: Worker): void {
    all.delete(worker);
    void worker.terminate();
  }

  function run(job: Job, signal?: AbortSignal): Promise<RunOutput> {
    const worker = idle.pop() ?? start();
    return new Promise((resolve, reject) => {
      const settle = (finish: () => void, again: boolean) => {
        worker.off("message", hear).off("error", fail).off("exit", leave);
        signal?.removeEventListener("abort", abort);
        if (again) idle.push(worker);
        else drop(worker);
        finish();
      };
      const hear = (report: RunReport) => {
        if (report.kind === "output") settle(() => resolve(report.output), true);
        else fail(new Error(report.message), true);
      };
      const fail = (error: unknown, again = false) => settle(() => reject(error), again);
      const leave = (code: number) => fail(new Error(`its thread ended with exit code ${code}`));
      const abort = () => fail(signal?.reason);
      worker.on("message", hear).on("error", fail).on("exit", leave);
      if (signal?.aborted) abort();
      else signal?.addEventListener("abort", abort);
      worker.postMessage({ job } satisfies RunOrder);
    });
  }

  return {
    threads,
    run,
    async close() {
      await Promise.allSettled([...all].map((worker) => worker.terminate()));
      all.clear();
    },
  };
}
