import type { Io, Terminal } from "../../src/cli/io.ts";
import { main } from "../../src/cli/program.ts";

export interface World {
  readonly stdin?: string;
  /** Standard output and error are a terminal. */
  readonly tty?: boolean;
  readonly env?: Io["env"];
  /** Called with what ends the run, when it begins to listen. */
  readonly onListen?: (stop: () => void) => void;
}

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** The command line in this process, with a world made of text. */
export async function stickslip(args: readonly string[], world: World = {}): Promise<Ended> {
  const out: string[] = [];
  const err: string[] = [];
  const terminal = (lines: string[]): Terminal => ({
    write: (text) => lines.push(text),
    isTty: world.tty ?? false,
    columns: 80,
  });
  let unread = Buffer.from(world.stdin ?? "");
  const code = await main(args, {
    stdin: async function* () {
      const text = unread;
      unread = Buffer.of(); // as a pipe: read once
      yield text;
    },
    stdout: terminal(out),
    stderr: terminal(err),
    env: world.env ?? {},
    onInterrupt(stop) {
      world.onListen?.(stop);
      return () => {};
    },
    onFolder() {},
    poll() {},
  });
  return { code, out: out.join(""), err: err.join("") };
}

/** A mass on a spring; parts of it can be replaced. */
export function problemText(changes: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({
    stickslip: 1,
    name: "a mass",
    system: { type: "linear", mass: [1], stiffness: [1], friction: [{ name: "floor", on: 0, limit: 0.2 }] },
    initial: { position: [1] },
    time: { end: 10, step: 0.01 },
    scheme: { type: "balanced" },
    ...changes,
  });
}
