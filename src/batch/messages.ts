/** All messages between an executor and its workers, whatever carries them. */
import type { SharedRows } from "./shared-rows.ts";

/** What a worker is told. */
export interface WorkerOrders {
  /** Prepare a job; it stays until the worker ends. */
  open: { readonly job: number; readonly task: string; readonly spec: unknown };
  /** Take rows until none is left, as worker number `slot`. */
  run: { readonly job: number; readonly batch: number; readonly slot: number; readonly shared: SharedRows };
}

/** What a worker tells. */
export interface WorkerReports {
  /** It has its tasks and listens. */
  ready: Readonly<Record<never, never>>;
  /** It has no more rows of a batch to take. */
  finished: { readonly batch: number };
  /** A row could not be computed: the task threw. It is not counted as done; the worker takes no more. */
  failed: { readonly batch: number; readonly row: number; readonly message: string };
}

type Tagged<Table> = { readonly [Kind in keyof Table]: { readonly kind: Kind } & Table[Kind] }[keyof Table];

export type WorkerOrder = Tagged<WorkerOrders>;
export type WorkerReport = Tagged<WorkerReports>;
