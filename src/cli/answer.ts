/** Help and version, told by the first thread: there is nothing to compute, and a thread more takes as long as the host itself. */
import type { Io } from "./io.ts";
import { main } from "./program.ts";
import { standardTerminal } from "./terminal/standard.ts";

const nothing = (): void => {};

export function answer(args: readonly string[]): Promise<number> {
  const io: Io = {
    stdin: () => process.stdin,
    stdout: standardTerminal(1, undefined),
    stderr: standardTerminal(2, undefined),
    env: {},
    onInterrupt: () => nothing,
    poll: nothing,
    onFolder: nothing,
  };
  return main(args, io);
}
