/** A place for one worker thread: starts it when it is needed, and again when it has died. */
import { Worker } from "node:worker_threads";
import type { WorkerOrder, WorkerReport } from "../batch/messages.ts";

export interface SlotOptions {
  readonly index: number;
  /** URL of the module whose `tasks` the worker knows. */
  readonly module: string;
  /** Heap of the worker, MB. */
  readonly memory?: number;
  readonly report: (slot: WorkerSlot, message: WorkerReport) => void;
  /** The worker is gone, though nobody asked for it. */
  readonly lost: (slot: WorkerSlot, reason: string) => void;
}

export interface WorkerSlot {
  readonly index: number;
  /** Whether the present worker, or one before it, has ever said that it is ready. */
  readonly proven: () => boolean;
  /** Sends an order to the worker, which is started if there is none; the process lives on until `rest`. */
  send(order: WorkerOrder, transfer?: readonly ArrayBuffer[]): void;
  /** Whether the worker has been sent this job. */
  knows(job: number): boolean;
  /** Nothing is expected from the worker: the process may end with it. */
  rest(): void;
  /** Ends the worker, whatever it does; always settles. */
  end(): Promise<void>;
}

/** MB for short-lived objects: rows leave little behind, and the host's default would let each worker grow by 50 MB of garbage. */
const YOUNG = 6;

/** The worker as plain JavaScript; where the sources themselves are run, as tests do, the built one. */
const ENTRY = new URL(import.meta.url.endsWith(".ts") ? "../../dist/node/worker.js" : "./worker.js", import.meta.url);

export function workerSlot({ index, module, memory, report, lost }: SlotOptions): WorkerSlot {
  let worker: Worker | undefined;
  let jobs = new Set<number>();
  let proven = false;

  function start(): Worker {
    // Options of this process, such as --input-type, are not for files.
    const limits = memory === undefined ? {} : { maxOldGenerationSizeMb: memory };
    const resourceLimits = { maxYoungGenerationSizeMb: YOUNG, ...limits };
    const started = new Worker(ENTRY, { workerData: { module }, execArgv: [], resourceLimits });
    let reason: string | undefined;
    started.on("message", (message: WorkerReport) => {
      if (message.kind === "ready") proven = true;
      if (started === worker) report(slot, message);
    });
    started.on("error", (error) => {
      reason = error.message;
    });
    started.on("exit", (code) => {
      if (started !== worker) return;
      worker = undefined;
      lost(slot, reason ?? `it ended with exit code ${code}`);
    });
    return started;
  }

  const slot: WorkerSlot = {
    index,
    proven: () => proven,
    send(order, transfer = []) {
      if (!worker) {
        jobs = new Set();
        worker = start();
      }
      if (order.kind === "open") jobs.add(order.job);
      worker.ref();
      worker.postMessage(order, transfer);
    },
    knows: (job) => worker !== undefined && jobs.has(job),
    rest() {
      worker?.unref();
    },
    async end() {
      const ended = worker;
      worker = undefined;
      await ended?.terminate();
    },
  };
  return slot;
}
