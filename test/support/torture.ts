/** Randomized tests run a seeded part of their cases in `npm test`, and all of them in `npm run torture`. */
export const torture = process.env.TORTURE === "1";

/** How many cases to run: `part` in `npm test`, `all` in `npm run torture`. */
export function cases(part: number, all: number): number {
  return torture ? all : part;
}

/** The seeds of so many cases in blocks, each a test of its own: a failing one names its block (`-t`), and the others still run. */
export function blocks(part: number, all: number, first = 1, size = 10_000): { first: number; count: number }[] {
  const total = cases(part, all);
  return Array.from({ length: Math.ceil(total / size) }, (_, k) => ({
    first: first + k * size,
    count: Math.min(size, total - k * size),
  }));
}
