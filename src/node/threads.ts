/**
 * An executor on worker threads. Rows and results lie in shared memory, and the workers take chunks of rows as they go; where the
 * host has none, chunks are sent to them (batch/sent-rows.ts). A worker that dies is replaced; the rows that it had not done are done in another pass over the batch. Each row is computed by the same
 * code from the same numbers, so the number of threads changes nothing.
 */
import {
  type BatchOptions,
  batchSize,
  CHECKPOINT,
  CLOSED,
  type Executor,
  inlineBatch,
  prepareTask,
  type TaskTable,
  type Turn,
} from "../batch/executor.ts";
import { messageOf, type WorkerReport } from "../batch/messages.ts";
import { nextRows, nextSize } from "../batch/sent-rows.ts";
import {
  doneCount,
  exhaust,
  NO_ROW,
  restart,
  rowTaker,
  type SharedRows,
  sharedRows,
  stop,
  type Taken,
  takeCurrent,
  takeIn,
} from "../batch/shared-rows.ts";
import { now } from "../batch/turn.ts";
import { type Active, copyDone, failedRow, idleDeath, missingRows, type Opened, rowDeath } from "./active-batch.ts";
import { type WorkerSlot, workerSlot } from "./worker-slot.ts";

export interface ThreadOptions {
  readonly threads: number;
  /** The tasks in this thread, which prepares each job too, to see its faults. */
  readonly tasks: TaskTable;
  /** URL of a module that exports them as `tasks`, for the workers. */
  readonly module: string;
  /** Heap of each worker, MB; default the host's. */
  readonly memory?: number;
  /** Hears that no worker can be started and that everything is computed in this thread. */
  readonly warn: (message: string) => void;
  /** Whether rows lie in memory that threads share (default where the host has it) or are sent to and fro. */
  readonly shared?: boolean;
  /** Gives way to others when it is. */
  readonly turn: Turn;
}

/** ms between two reports of progress. */
const PAUSE = 100;
/** ms that a worker may go on with a row of a batch that was ended, before it is ended too. */
const GRACE = 1000;
/** ms after which this thread gives a row up and leaves all to the workers: it must hear messages and signals. */
const LONG = 20;
/** Rows that it gives up before it takes no more of a job: one may have been long because the machine was busy. */
const MOST_LEFT = 3;
/** Rows that it takes at once: they may become long after many short ones. */
const MOST_HERE = 256;
/** Rows that are sent to a worker first, where no memory is shared. */
const FIRST_SENT = 4;

export function threadExecutor({
  threads,
  tasks,
  module,
  memory,
  warn,
  shared: sharing = typeof SharedArrayBuffer === "function",
  turn,
}: ThreadOptions): Executor {
  const active = new Map<number, Active>();
  /** Rows that are with workers, where no memory is shared. */
  const flights = new Map<WorkerSlot, Map<number, SharedRows>>();
  let closed = false;
  let startable = true;
  let jobs = 0;
  let batches = 0;
  const options = { module, ...(memory === undefined ? {} : { memory }), report, lost };
  const slots = Array.from({ length: threads }, (_, index) => workerSlot({ ...options, index }));

  function join(slot: WorkerSlot, batch: Active): void {
    const { id, opened, shared } = batch;
    const { job, open } = opened;
    const { task, spec } = open;
    batch.pending.add(slot);
    try {
      if (!slot.knows(job)) slot.send({ kind: "open", job, task, spec });
      if (sharing) slot.send({ kind: "run", job, batch: id, slot: slot.index, shared });
      else feed(slot, batch, FIRST_SENT);
    } catch (error) {
      // No worker could be made, or the spec cannot be sent.
      if (slot.proven() || (error as Error).name === "DataCloneError") batch.reject(error);
      else stayInline((error as Error).message);
    }
  }

  /** Sends rows to a worker that shares no memory; it leaves the batch where none is left. */
  function feed(slot: WorkerSlot, batch: Active, most: number): void {
    const { id, opened, shared, deaths } = batch;
    // Once a worker died with some rows, they go one by one, so that it is known which of them it was.
    const sent = nextRows(shared, slot.index, deaths.size > 0 ? 1 : most);
    if (!sent) {
      leave(slot, batch);
      return;
    }
    flights.set(slot, (flights.get(slot) ?? new Map()).set(id, shared));
    slot.send({ kind: "compute", job: opened.job, batch: id, sent }, [sent.values.buffer as ArrayBuffer]);
  }

  /** One pass over the rows that are not done. */
  function pass(batch: Active, missing: number): void {
    const help = batch.deaths.size === 0 ? batch.opened.help : undefined; // a row that ends a worker must not end this thread
    for (const slot of slots.slice(0, help ? Math.min(missing, threads) - 1 : missing)) {
      if (active.has(batch.id)) join(slot, batch);
    }
    if (help && active.has(batch.id)) void takePart(batch, help);
  }

  /** This thread takes rows in the place of the last worker: the others may have to start, and to prepare what is ready here. */
  async function takePart(batch: Active, { work, pace }: NonNullable<Opened["help"]>): Promise<void> {
    let begun = now();
    const take = rowTaker(work, batch.shared, threads - 1, now, pace, () => now() - begun > LONG, MOST_HERE);
    batch.helped = true;
    let taken: Taken = "rows";
    while (taken === "rows") {
      begun = now();
      taken = take();
      if (taken === "left" && ++batch.opened.left < MOST_LEFT) taken = "rows"; // the first ones also warm this thread up
      await turn();
    }
    if (taken === "left") batch.opened.help = undefined;
    batch.helped = false;
    if (!active.has(batch.id)) return;
    if (typeof taken === "object") noteFailure(batch, { row: taken.row, message: messageOf(taken.error) });
    if (taken === "left") join(slots[threads - 1]!, batch);
    else settleWhenDone(batch);
  }

  function report(slot: WorkerSlot, message: WorkerReport): void {
    if (message.kind === "ready") return;
    const batch = active.get(message.batch);
    if (message.kind === "computed") land(slot, message.batch);
    if (!batch) {
      relax(slot);
      return;
    }
    const failed = message.kind === "computed" ? message.failed : message.kind === "failed" ? message : undefined;
    if (failed) noteFailure(batch, failed);
    if (message.kind === "computed") {
      const { first, results, ms } = message;
      takeIn(batch.shared, first, results);
      if (failed) exhaust(batch.shared);
      feed(slot, batch, nextSize(Math.max(1, results.length / batch.outputs), ms));
    } else leave(slot, batch);
  }

  /** What was sent to a worker has come back, whatever became of its batch. */
  function land(slot: WorkerSlot, batch: number): void {
    const shared = flights.get(slot)?.get(batch);
    if (shared) takeCurrent(shared, slot.index);
    flights.get(slot)?.delete(batch);
  }

  /** The first row counts. */
  function noteFailure(batch: Active, failed: NonNullable<Active["failure"]>): void {
    if (!(failed.row > (batch.failure?.row ?? Number.POSITIVE_INFINITY))) batch.failure = failed;
  }

  function leave(slot: WorkerSlot, batch: Active): void {
    batch.pending.delete(slot);
    relax(slot);
    settleWhenDone(batch);
  }

  /** When all rows are done, or nobody takes any more: a worker that is still being started is not waited for. */
  function settleWhenDone(batch: Active): void {
    const { shared, failure, pending, helped } = batch;
    const missing = missingRows(shared);
    if ((pending.size > 0 || helped) && (missing > 0 || failure)) return;
    if (failure) batch.reject(failedRow(shared, failure.row, failure.message));
    else if (missing === 0) batch.resolve();
    else {
      restart(shared);
      pass(batch, missing);
    }
  }

  function relax(slot: WorkerSlot): void {
    if (![...active.values()].some(({ pending }) => pending.has(slot))) slot.rest();
  }

  /** A worker died: what it had to do is taken up by another one in its place. */
  function lost(slot: WorkerSlot, reason: string): void {
    flights.delete(slot);
    if (!slots.some((each) => each.proven())) stayInline(reason);
    const waiting = [...active.values()].filter(({ pending }) => pending.has(slot));
    const rows = waiting.map(({ shared }) => takeCurrent(shared, slot.index));
    const idle = rows.every((row) => row === NO_ROW);
    waiting.forEach((batch, k) => {
      const fatal = idle ? idleDeath(batch, reason) : rowDeath(batch, rows[k]!, reason);
      if (fatal) batch.reject(fatal);
      else join(slot, batch);
    });
  }

  function stayInline(reason: string): void {
    if (startable) warn(`cannot start worker threads; ${reason}. All runs are computed in this thread.`);
    startable = false;
    for (const batch of [...active.values()]) batch.inline();
  }

  /** Takes a batch out; workers that do not notice soon are replaced. */
  function retire(batch: Active): void {
    active.delete(batch.id);
    stop(batch.shared);
    const late = [...batch.pending];
    for (const slot of late) relax(slot);
    if (late.length > 0) setTimeout(() => late.filter((slot) => isBusy(slot, batch)).forEach(replace), GRACE).unref();
  }

  function isBusy(slot: WorkerSlot, { shared }: Active): boolean {
    return takeCurrent(shared, slot.index) !== NO_ROW;
  }

  function replace(slot: WorkerSlot): void {
    flights.delete(slot);
    void slot.end();
    for (const batch of active.values()) if (batch.pending.has(slot)) join(slot, batch);
  }

  function runOnWorkers(opened: Opened, rows: Float64Array, options: BatchOptions) {
    const { inline: work } = opened;
    const { signal, progress, into, done, checkpoint } = options;
    const { count, marks } = batchSize(work, rows, into, done);
    const shared = sharedRows(rows, work, threads, marks, sharing);
    const results = into ?? shared.results; // a copy of a million rows would be as large as all else
    return new Promise<Float64Array>((resolve, reject) => {
      const missing = missingRows(shared);
      if (missing === 0) return resolve(results);
      const timer = progress && setInterval(() => progress(doneCount(shared)), PAUSE).unref();
      const keeper = checkpoint && setInterval(() => keep(checkpoint), CHECKPOINT).unref();
      const abort = () => batch.reject(signal?.reason);
      const settle = (finish: () => void) => () => {
        clearInterval(timer);
        clearInterval(keeper);
        signal?.removeEventListener("abort", abort);
        retire(batch);
        copyDone(shared, work.outputs, results, marks);
        finish();
      };
      /** What goes wrong there ends the batch. */
      const keep = (tell: () => void) => {
        copyDone(shared, work.outputs, results, marks);
        try {
          tell();
        } catch (error) {
          batch.reject(error);
        }
      };
      const batch: Active = {
        ...{
          id: batches++,
          opened,
          shared,
          outputs: work.outputs,
          pending: new Set(),
          helped: false,
          deaths: new Map(),
          idle: { done: 0, times: 0 },
        },
        resolve: settle(() => {
          progress?.(count);
          resolve(results);
        }),
        reject: (error) => settle(() => reject(error))(),
        inline: settle(() => resolve(work.run(rows, { ...options, into: results, done: marks }))),
      };
      signal?.addEventListener("abort", abort);
      active.set(batch.id, batch);
      pass(batch, missing);
    });
  }

  return {
    threads,
    open(open) {
      const work = prepareTask(tasks, open.task, open.spec, open.local);
      const opened: Opened = {
        job: jobs++,
        open,
        inline: inlineBatch(work, turn, () => closed),
        left: 0,
        help: work.givesWay && sharing && threads > 1 ? { work, pace: { rows: 1 } } : undefined,
      };
      return {
        inputs: work.inputs,
        outputs: work.outputs,
        async run(rows, options = {}) {
          options.signal?.throwIfAborted();
          if (closed) throw new Error(CLOSED);
          return startable ? runOnWorkers(opened, rows, options) : opened.inline.run(rows, options);
        },
      };
    },
    async close() {
      closed = true;
      for (const batch of [...active.values()]) batch.reject(new Error(CLOSED));
      await Promise.allSettled(slots.map((slot) => slot.end()));
    },
  };
}
