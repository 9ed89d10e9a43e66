/** The thread that computes: a command with the process's terminals and files. An entry of its own: nothing imports it. */
import { parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import type { EngineReport, EngineStart } from "./engine-messages.ts";
import type { Io } from "./io.ts";
import { main } from "./program.ts";
import { standardTerminal } from "./terminal/standard.ts";

const port = parentPort!;
const { args, columns } = workerData as EngineStart;

/** Who wants to hear of an interrupt; and whether there was one. */
const listeners = new Set<() => void>();
let interrupted = false;
/** When messages were looked at within a computation; and ms between two such looks. */
let polled = performance.now();
const PAUSE = 20;

port.on("message", interrupt);
port.unref();

main(args, threadIo()).then((code) => report({ kind: "ended", code }));

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
    stdout: standardTerminal(1, columns[0]),
    stderr: standardTerminal(2, columns[1]),
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

function report(message: EngineReport): void {
  port.postMessage(message);
}
