/**
 * The first thread of the process: it hears signals and computes nothing, so that none is missed, whatever the command does in its
 * own thread. The first signal lets a command keep what it has; the second ends everything at once.
 */
import { setTimeout as wait } from "node:timers/promises";
import { isatty } from "node:tty";
import { Worker } from "node:worker_threads";
import { releaseFolder } from "../node/output-folder.ts";
import type { EngineOrder, EngineReport, EngineStart } from "./engine-messages.ts";
import { EXIT } from "./exit.ts";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
type Signal = (typeof SIGNALS)[number];

/** ms in which a command that listens must have heard: beyond, it is busy with something that cannot be kept. */
const PATIENCE = 3000;
/** ms in which a thread must have ended before the process is killed: it may hang in the system. */
const LAST_PATIENCE = 300;
/** MB for short-lived objects of the engine: with the host's default it holds 50 MB of garbage. */
const YOUNG = 8;
const STOPPED = "It was stopped before it had a result.";

/** Runs the command of these arguments and ends the process with its exit code. */
export async function supervise(args: readonly string[]): Promise<never> {
  const folders = new Set<string>();
  let signals = 0;
  let phase: "starting" | EngineReport["kind"] = "starting";
  let deaf: NodeJS.Timeout | undefined;
  let ending = false; // by us
  for (const signal of SIGNALS) process.on(signal, interrupt);
  const engine = startEngine(args);

  /** The first asks, the second does not. */
  function interrupt(signal: Signal): void {
    if (++signals > 1) void endAtOnce(signal);
    else if (phase === "starting") void abandon();
    else {
      engine.postMessage({ kind: "interrupt" } satisfies EngineOrder);
      if (phase === "listening") deaf = setTimeout(() => void abandon(), PATIENCE);
    }
  }

  /** Ends a command that has nothing to keep. */
  async function abandon(): Promise<never> {
    ending = true;
    await engine.terminate();
    return leave(EXIT.interrupted, "cancelled", STOPPED);
  }

  async function endAtOnce(signal: Signal): Promise<never> {
    ending = true;
    const ended = await Promise.race([engine.terminate(), wait(LAST_PATIENCE, "hangs" as const)]);
    if (ended !== "hangs") return leave(EXIT.interrupted, "cancelled", STOPPED);
    process.off(signal, interrupt);
    process.kill(process.pid, signal);
    return wait(LAST_PATIENCE).then(() => process.exit(EXIT.interrupted));
  }

  /** Gives back the folders of a thread that has ended, and ends the process. */
  function leave(code: number, status: string, message: string): never {
    for (const folder of folders) releaseFolder(folder, status, message);
    if (status !== "ended") process.stderr.write(`${status}: ${message}\n`);
    process.exit(code);
  }

  engine.on("message", (report: EngineReport) => {
    if (report.kind === "folder") folders[report.held ? "add" : "delete"](report.path);
    else if (report.kind === "input") process.stdin.pipe(engine.stdin!);
    else phase = report.kind;
    if (phase !== "listening") clearTimeout(deaf);
    if (report.kind !== "ended") return;
    leave(signals > 0 && report.code === EXIT.done ? EXIT.interrupted : report.code, "ended", "");
  });
  const failed = await new Promise<Error>((resolve) => {
    engine.on("error", resolve);
    engine.on("exit", () => resolve(new Error("the command ended without a word")));
  });
  return ending ? new Promise<never>(() => {}) : leave(EXIT.failed, "failed", failure(failed));
}

function startEngine(args: readonly string[]): Worker {
  // Only terminals are asked for their width: a pipe that is looked at becomes one that does not block.
  const columns = [
    isatty(1) ? process.stdout.columns : undefined,
    isatty(2) ? process.stderr.columns : undefined,
  ] as const;
  const workerData: EngineStart = { args, columns };
  return new Worker(new URL("./engine.js", import.meta.url), {
    workerData,
    stdin: true,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG },
  });
}

function failure(error: Error): string {
  if ((error as NodeJS.ErrnoException).code === "ERR_WORKER_OUT_OF_MEMORY") {
    return "Out of memory. Take fewer values or a longer output step, or give node more with --max-old-space-size.";
  }
  return `Internal error; please report it with the problem: ${error.message}`;
}
