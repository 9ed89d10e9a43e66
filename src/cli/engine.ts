/** The thread that computes: a command with the process's terminals and files. An entry of its own: nothing imports it. */
import { isatty } from "node:tty";
import { parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { writeFully, writing } from "../node/write-text.ts";
import type { EngineReport, EngineStart } from "./engine-messages.ts";
import type { Io, Terminal } from "./io.ts";
import { main } from "./program.ts";

const port = parentPort!;
const { args, columns } = workerData as EngineStart;
const USUAL_COLUMNS = 80;

/** Who wants to hear of an interrupt; and whether there was one. */
const listeners = new Set<() => void>();
let interrupted = false;
/** When messages were looked at within a computation; and ms between two such looks. */
let polled = performance.now();
const PAUSE = 20;

port.on("message", interrupt);
port.unref();

report({ kind: "ended", code: await main(args, threadIo()) });

function interrupt(): void {
  interrupted = true;
  report({ kind: "finishing" });
  for (const stop of listeners) stop();
}

/** A look at the messages that is not too frequent. */
function poll(): void {
  const now = performance.now();
  if (now - polled < PAUSE) return;
  polled = now;
  if (receiveMessageOnPort(port)) interrupt();
}

function threadIo(): Io {
  const { NO_COLOR, TERM } = process.env;
  return {
    stdin() {
      report({ kind: "input" });
      return process.stdin;
    },
    stdout: terminal(1, "standard output", columns[0]),
    stderr: terminal(2, "standard error", columns[1]),
    env: { NO_COLOR, TERM },
    onInterrupt,
    poll,
    onFolder: (path, held) => report({ kind: "folder", path, held }),
  };
}

function onInterrupt(stop: () => void): () => void {
  listeners.add(stop);
  if (interrupted) stop();
  else report({ kind: "listening" });
  return () => {
    listeners.delete(stop);
    if (listeners.size === 0) report({ kind: "finishing" });
  };
}

/** Written at once: nothing is lost at the exit, and a closed pipe is known where it is written to. */
function terminal(descriptor: number, name: string, width: number | undefined): Terminal {
  return {
    write: (text) => writing(name, () => writeFully(descriptor, text)),
    isTty: isatty(descriptor),
    columns: width ?? USUAL_COLUMNS,
  };
}

function report(message: EngineReport): void {
  port.postMessage(message);
}
