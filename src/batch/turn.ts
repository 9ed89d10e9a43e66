/** Work that gives way now and then: by what every host has, browsers and Node. */
import type { Turn } from "./executor.ts";

/** The core compiles without the types of any host. */
const host = globalThis as unknown as {
  setTimeout(then: () => void, ms: number): unknown;
  readonly performance: { now(): number };
};

/** ms that is computed before others have their turn: short enough for Ctrl-C and a smooth bar, long enough to cost nothing. */
const SLICE = 20;

/** Waits until timers, signals and messages were let through. */
export function pause(): Promise<void> {
  return new Promise((resolve) => host.setTimeout(resolve, 0));
}

/** ms from some instant on. */
export function now(): number {
  return host.performance.now();
}

/** Gives way after each slice; `wait` may be a shorter way of the host's own. */
export function timedTurn(wait: () => Promise<void> = pause): Turn {
  let last = now();
  return () => {
    if (now() - last < SLICE) return undefined;
    return wait().then(() => {
      last = now();
    });
  };
}
