/** A worker thread of threads.ts: prepares jobs once, computes rows of them. An entry of its own: nothing imports it. */
import { parentPort, workerData } from "node:worker_threads";
import { prepareTask, type RowWork, type TaskTable } from "../batch/executor.ts";
import { messageOf, type WorkerOrder, type WorkerReport } from "../batch/messages.ts";
import { computeSent } from "../batch/sent-rows.ts";
import { type Pace, takeRows } from "../batch/shared-rows.ts";

const port = parentPort!;
const { module } = workerData as { readonly module: string };
const jobs = new Map<number, { readonly work: RowWork; readonly pace: Pace }>();

import(module).then(({ tasks }: { readonly tasks: TaskTable }) => {
  port.on("message", (order: WorkerOrder) => follow(tasks, order));
  report({ kind: "ready" });
});

function follow(tasks: TaskTable, order: WorkerOrder): void {
  switch (order.kind) {
    case "open":
      jobs.set(order.job, { work: prepareTask(tasks, order.task, order.spec), pace: { rows: 1 } });
      return;
    case "run": {
      const { batch, job, slot, shared } = order;
      const { work, pace } = jobs.get(job)!;
      const failed = takeRows(work, shared, slot, () => performance.now(), pace);
      if (failed) report({ kind: "failed", batch, row: failed.row, message: messageOf(failed.error) });
      else report({ kind: "finished", batch });
      return;
    }
    case "compute": {
      const { batch, job, sent } = order;
      const { first, results, ms, failed } = computeSent(jobs.get(job)!.work, sent, () => performance.now());
      const why = failed && { failed: { row: failed.row, message: messageOf(failed.error) } };
      report({ kind: "computed", batch, first, results, ms, ...why }, [results.buffer as ArrayBuffer]);
    }
  }
}

function report(message: WorkerReport, transfer: readonly ArrayBuffer[] = []): void {
  port.postMessage(message, transfer);
}
