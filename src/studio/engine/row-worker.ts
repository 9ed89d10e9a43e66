/** A worker of the pool: computes rows that are sent to it. */
import { prepareTask, type RowWork } from "../../batch/executor.ts";
import type { WorkerOrder, WorkerReport } from "../../batch/messages.ts";
import { computeSent } from "../../batch/sent-rows.ts";
import { now } from "../../batch/turn.ts";
import { tasks } from "../../tasks.ts";

const host = globalThis as unknown as {
  postMessage(message: WorkerReport, transfer?: Transferable[]): void;
  onmessage: ((event: MessageEvent<WorkerOrder>) => void) | null;
};
const jobs = new Map<number, RowWork>();

host.onmessage = ({ data: order }) => {
  if (order.kind === "open") jobs.set(order.job, prepareTask(tasks, order.task, order.spec));
  if (order.kind !== "compute") return;
  const { batch, sent, job } = order;
  const { first, results, ms, failed } = computeSent(jobs.get(job)!, sent, now);
  const lost = failed && { failed: { row: failed.row, message: (failed.error as Error).message } };
  host.postMessage({ kind: "computed", batch, first, results, ms, ...lost }, [results.buffer as ArrayBuffer]);
};
