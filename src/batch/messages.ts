/** All messages between an executor and its workers, whatever carries them. */
import type { SentRows } from "./sent-rows.ts";
import type { SharedRows } from "./shared-rows.ts";

/** What a worker is told. */
export interface WorkerOrders {
  /** Prepare a job; it stays until the worker ends. */
  open: { readonly job: number; readonly task: string; readonly spec: unknown };
  /** Take rows until none is left, as worker number `slot`. */
  run: { readonly job: number; readonly batch: number; readonly slot: number; readonly shared: SharedRows };
  /** Compute these rows, where no memory is shared. */
  compute: { readonly job: number; readonly batch: number; readonly sent: SentRows };
}

/** What a worker tells. */
export interface WorkerReports {
  /** It has its tasks and listens. */
  ready: Readonly<Record<never, never>>;
  /** It has no more rows of a batch to take. */
  finished: { readonly batch: number };
  /** The results of rows that were sent to it: of those before the one that failed, if one did. */
  computed: {
    readonly batch: number;
    readonly first: number;
    readonly results: Float64Array;
    readonly ms: number;
    readonly failed?: { readonly row: number; readonly message: string };
  };
  /** A row could not be computed: the task threw. It is not counted as done; the worker takes no more. */
  failed: { readonly batch: number; readonly row: number; readonly message: string };
}

type Tagged<Table> = { readonly [Kind in keyof Table]: { readonly kind: Kind } & Table[Kind] }[keyof Table];

export type WorkerOrder = Tagged<WorkerOrders>;
export type WorkerReport = Tagged<WorkerReports>;

/** What a task threw, as a text. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
