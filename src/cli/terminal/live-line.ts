import type { Terminal } from "../io.ts";

export interface LiveLine {
  readonly show: (text: string) => void;
  readonly clear: () => void;
}

/** ms before the line appears, and between two pictures of it. */
const PATIENCE = 500;
const PAUSE = 100;
const CLEAR_LINE = "\r\u001b[K";

/** One line that is written over again while something goes on. */
export function liveLine(terminal: Terminal, now: () => number = () => performance.now()): LiveLine {
  let next = now() + PATIENCE;
  let visible = false;
  return {
    show(text) {
      const time = now();
      if (time < next) return;
      next = time + PAUSE;
      visible = true;
      terminal.write(CLEAR_LINE + text.slice(0, terminal.columns - 1));
    },
    clear() {
      if (visible) terminal.write(CLEAR_LINE);
      visible = false;
    },
  };
}
