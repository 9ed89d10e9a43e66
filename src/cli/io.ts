/** What a command sees of the world around it, so that tests can be that world. */
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
  /** Takes in an interrupt while a command computes without giving way; cheap enough to be called in every step. */
  readonly poll: () => void;
  /** Hears which folder is about to be taken for results, and that it was given back. */
  readonly onFolder: (path: string, held: boolean) => void;
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
