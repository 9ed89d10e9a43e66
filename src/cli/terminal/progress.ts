import type { Terminal } from "../io.ts";

export interface Progress {
  /** Part that is done, 0..1. */
  readonly show: (done: number) => void;
  readonly clear: () => void;
}

/** ms before a bar appears, and between two pictures of it. */
const PATIENCE = 1000;
const PAUSE = 100;
const BAR = 24;
const CLEAR_LINE = "\r\u001b[K";

/** A bar with steps (or other things) per second and the time that is left, for runs of more than a second. */
export function progressBar(
  terminal: Terminal,
  steps: number,
  now: () => number = () => performance.now(),
  things = "steps",
): Progress {
  const start = now();
  let next = start + PATIENCE;
  let visible = false;
  return {
    show(done) {
      const time = now();
      if (time < next) return;
      next = time + PAUSE;
      visible = true;
      terminal.write(CLEAR_LINE + progressLine(done, steps, (time - start) / 1000, things));
    },
    clear() {
      if (visible) terminal.write(CLEAR_LINE);
    },
  };
}

export function progressLine(done: number, steps: number, seconds: number, things = "steps"): string {
  const full = Math.floor(done * BAR);
  const bar = "\u2588".repeat(full) + "\u2591".repeat(BAR - full);
  const percent = `${Math.floor(100 * done)} %`.padStart(5);
  const speed = Math.round((done * steps) / seconds).toLocaleString("en-US");
  const left = done > 0 ? `, ${duration((seconds * (1 - done)) / done)} left` : "";
  return `${bar}${percent}  ${speed} ${things}/s${left}`;
}

/** 42 s, 3 min 05 s, 2 h 07 min */
export function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${two(whole % 60)} s`;
  return `${Math.floor(whole / 3600)} h ${two((whole % 3600) / 60)} min`;
}
