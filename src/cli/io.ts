/** What a command sees of the world around it, so that tests can be that world. */
import { isatty } from "node:tty";
import { onInterrupt } from "../node/interrupts.ts";
import { writeFully } from "../node/write-text.ts";

export interface Terminal {
  readonly write: (text: string) => void;
  /** A person is looking. */
  readonly isTty: boolean;
  readonly columns: number;
}

export interface Io {
  readonly stdin: () => AsyncIterable<Uint8Array>;
  readonly stdout: Terminal;
  readonly stderr: Terminal;
  readonly env: Readonly<Partial<Record<"NO_COLOR" | "TERM", string | undefined>>>;
  /** Calls `stop` when the user wants the run to end; returns how to stop listening. */
  readonly onInterrupt: (stop: () => void) => () => void;
}

const USUAL_COLUMNS = 80;

export function processIo(): Io {
  const { NO_COLOR, TERM } = process.env;
  return {
    stdin: () => process.stdin,
    stdout: processTerminal(1),
    stderr: processTerminal(2),
    env: { NO_COLOR, TERM },
    onInterrupt,
  };
}

/** Pipes and files are written at once: nothing is lost at the exit, and a closed pipe is known where it is written to. */
function processTerminal(descriptor: 1 | 2): Terminal {
  if (!isatty(descriptor)) {
    return { write: (text) => writeFully(descriptor, text), isTty: false, columns: USUAL_COLUMNS };
  }
  const stream = descriptor === 1 ? process.stdout : process.stderr;
  return { write: (text) => stream.write(text), isTty: true, columns: stream.columns ?? USUAL_COLUMNS };
}

/** Wraps text in ANSI codes, or leaves it. */
export interface Paint {
  readonly color: boolean;
  readonly bold: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
}

/** Colors only where a person looks who has not declined them (no-color.org). */
export function paintFor(terminal: Terminal, env: Io["env"]): Paint {
  const color = terminal.isTty && !env.NO_COLOR && env.TERM !== "dumb";
  const wrap = (code: number) => (text: string) => (color ? `\u001b[${code}m${text}\u001b[0m` : text);
  return { color, bold: wrap(1), good: wrap(32), bad: wrap(33) };
}
