/** The built command as a process of its own: pipes, signals and full disks cannot be had otherwise. */
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";

export const COMMAND = fileURLToPath(new URL("../../dist/command/main.js", import.meta.url));

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

export interface Command {
  readonly child: ChildProcess;
  readonly ended: Promise<Exit>;
}

export interface CommandOptions {
  /** Of node, before the command. */
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Leave what it writes in the pipe. */
  readonly unread?: boolean;
}

export function startCommand(args: readonly string[], { flags = [], env = {}, unread }: CommandOptions = {}): Command {
  const child = spawn(process.execPath, [...flags, COMMAND, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  const texts = { out: "", err: "" };
  if (!unread) {
    child.stdout.on("data", (chunk) => {
      texts.out += chunk;
    });
  }
  child.stderr.on("data", (chunk) => {
    texts.err += chunk;
  });
  const ended = new Promise<Exit>((resolve) => {
    child.on(unread ? "exit" : "close", (code, signal) => resolve({ code, signal, ...texts }));
  });
  return { child, ended };
}

export function runCommand(args: readonly string[], options: CommandOptions = {}): Promise<Exit> {
  return startCommand(args, options).ended;
}

/** ms that a process is given to listen where the system does not tell. */
const UNKNOWN = 3000;

/** When the process hears signals: node itself has no use for SIGHUP, so whoever catches it is ours. */
export async function hearsSignals({ pid, exitCode }: ChildProcess): Promise<void> {
  for (let k = 0; k < 2000 && exitCode === null; k++) {
    const caught = caughtSignals(pid!);
    if (caught === undefined) return wait(UNKNOWN);
    if (caught & 1n) return;
    await wait(10);
  }
}

/** A bit a signal, SIGHUP first; undefined where the system does not tell. */
function caughtSignals(pid: number): bigint | undefined {
  try {
    const [, mask] = /^SigCgt:\s*([0-9a-f]+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return mask === undefined ? undefined : BigInt(`0x${mask}`);
  } catch {
    return process.platform === "linux" ? 0n : undefined;
  }
}
