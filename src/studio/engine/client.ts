/** The page's side of a worker: questions with promises, which can be called off. */
import type { LineOf } from "../../problem/faults.ts";
import { splitPath } from "../../problem/paths/split-path.ts";
import { readProblem } from "../../problem/read/read.ts";
import type { Order, PlainFault, Report, Source, TaskName, Tasks } from "./messages.ts";

export type Outcome<Answer> =
  | { readonly kind: "answer"; readonly data: Answer }
  | { readonly kind: "refused"; readonly faults: readonly PlainFault[] }
  | { readonly kind: "failed"; readonly message: string };

export interface Asking<Name extends TaskName> {
  readonly progress?: (part: number) => void;
  readonly partial?: (data: Tasks[Name]["partial"]) => void;
}

export interface Question<Answer> {
  readonly outcome: Promise<Outcome<Answer>>;
  /** The answer is then what was computed so far. */
  cancel(): void;
}

export interface Engine {
  /** Starts the worker before it is asked, so that its first answer does not wait for that. */
  wake(): void;
  ask<Name extends TaskName>(
    kind: Name,
    source: Source,
    order: Tasks[Name]["order"],
    asking?: Asking<Name>,
  ): Question<Tasks[Name]["answer"]>;
}

/** Where faults stand in the text: the page has read it, the worker has not seen it. */
function withLines(
  faults: readonly { readonly path: string; readonly message: string; readonly line?: number | null }[],
  lineOf: LineOf,
): PlainFault[] {
  return faults.map(({ path, message, line }) => {
    const parts = path === "" ? undefined : splitPath(path);
    return { path, message, line: line ?? (parts && lineOf(parts)) ?? null };
  });
}

/** ms that a worker may go on after it was called off, before it is replaced: it hears nothing while it compiles. */
const PATIENCE = 1500;

interface Open extends Asking<TaskName> {
  readonly order: Order;
  readonly lineOf: LineOf;
  readonly settle: (outcome: Outcome<never>) => void;
}

export function createEngine(): Engine {
  let worker: Worker | undefined;
  let count = 0;
  const open = new Map<number, Open>();

  function start(): Worker {
    const started = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "engine" });
    started.onmessage = ({ data }: MessageEvent<Report>) => hear(data);
    started.onerror = (event) => {
      event.preventDefault();
      replace(`The engine stopped: ${event.message || "it could not be loaded"}.`);
    };
    return started;
  }

  function hear(report: Report): void {
    const question = open.get(report.id);
    if (!question) return;
    if (report.kind === "progress") question.progress?.(report.part);
    else if (report.kind === "partial") question.partial?.(report.data as never);
    else {
      open.delete(report.id);
      const told =
        report.kind === "refused" ? { ...report, faults: withLines(report.faults, question.lineOf) } : report;
      question.settle(told as Outcome<never>);
    }
  }

  /** Ends a worker with what it does; a question that it cannot stop is given up, the others are asked again. */
  function replace(message: string, given?: number): void {
    worker?.terminate();
    worker = undefined;
    const waiting = [...open].filter(([id]) => given !== undefined && id !== given);
    for (const [id, { settle }] of open) if (given === undefined || id === given) settle({ kind: "failed", message });
    open.clear();
    for (const [id, question] of waiting) open.set(id, question);
    if (waiting.length === 0) return;
    worker = start();
    for (const [, { order }] of waiting) worker.postMessage(order);
  }

  return {
    wake() {
      if (worker) return;
      worker = start();
      worker.postMessage({ kind: "wake" } satisfies Order);
    },
    ask(kind, source, order, asking = {}) {
      const read = readProblem(source.text);
      if (read.faults) {
        const faults = withLines(read.faults, () => undefined);
        return { outcome: Promise.resolve({ kind: "refused", faults }), cancel: () => {} };
      }
      worker ??= start();
      const id = count++;
      const message = { kind, id, source: { raw: read.raw, files: source.files }, order } as Order;
      const outcome = new Promise<Outcome<never>>((settle) => {
        open.set(id, { ...(asking as Asking<TaskName>), order: message, lineOf: read.lineOf, settle });
      });
      worker.postMessage(message);
      return {
        outcome,
        cancel() {
          if (!open.has(id)) return;
          worker?.postMessage({ kind: "cancel", id } satisfies Order);
          setTimeout(() => {
            if (open.has(id)) replace("It was stopped.", id);
          }, PATIENCE);
        },
      };
    },
  };
}
