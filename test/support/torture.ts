/** Randomized tests run a seeded part of their cases in `npm test`, and all of them in `npm run torture`. */
export const torture = process.env.TORTURE === "1";

/** How many cases to run: `part` in `npm test`, `all` in `npm run torture`. */
export function cases(part: number, all: number): number {
  return torture ? all : part;
}
