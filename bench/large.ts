/** What a machine costs as it grows: chains of 250, 500 and 1000 blocks, compiled and stepped, as ratios to the smallest. */
import { compileOrThrow } from "../src/problem/compile/compile.ts";
import { ratio, table } from "./markdown.ts";
import { prepare, type RawProblem } from "./problems.ts";
import { leastTimes, timeOf } from "./timing.ts";

const SIZES = [250, 500, 1000];
const STEPS = 200;

function chain(count: number): RawProblem {
  return {
    stickslip: 1,
    name: `A chain of ${count} blocks`,
    system: {
      type: "linear",
      mass: Array<number>(count).fill(1),
      springs: Array.from({ length: count - 1 }, (_, i) => ({ between: [i, i + 1], stiffness: 100 })),
      force: ["12*sin(2*pi*t/10)", ...Array<number>(count - 1).fill(0)],
      friction: Array.from({ length: count }, (_, on) => ({ on, limit: 1 })),
    },
    time: { end: 1 },
  };
}

export function largeTable(): string {
  const compiled = SIZES.map((count) => {
    const raw = { ...chain(count), time: { end: 1, step: 1 / STEPS }, scheme: { type: "balanced" } };
    return Math.min(...Array.from({ length: 5 }, () => timeOf(() => compileOrThrow(raw))));
  });
  const stepped = leastTimes(SIZES.map((count) => prepare(chain(count), STEPS, { type: "balanced" })));
  const rows = SIZES.map((count, i) => [
    String(count),
    ratio(compiled[i]! / compiled[0]!),
    ratio(stepped[i]! / stepped[0]!),
  ]);
  return table(["blocks", "compiling", `${STEPS} steps of balanced`], rows);
}
