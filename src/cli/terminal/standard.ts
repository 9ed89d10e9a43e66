/** Standard output (1) and standard error (2) of the process. */
import { isatty } from "node:tty";
import { writeFully, writing } from "../../node/write-text.ts";
import type { Terminal } from "../io.ts";

const USUAL_COLUMNS = 80;

/** Written at once: nothing is lost at the exit, and a closed pipe is known where it is written to. */
export function standardTerminal(descriptor: 1 | 2, width: number | undefined): Terminal {
  const name = descriptor === 1 ? "standard output" : "standard error";
  return {
    write: (text) => writing(name, () => writeFully(descriptor, text)),
    isTty: isatty(descriptor),
    columns: width ?? USUAL_COLUMNS,
  };
}
