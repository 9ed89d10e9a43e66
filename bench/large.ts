/** What a machine costs as it grows: chains of 250, 500 and 1000 blocks, and beams of 20 to 2,000 elements, as ratios to the smallest. */
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

const ELEMENTS = [20, 200, 2000];
const BEAM_STEPS = 5;

/** A cable that is let go at one end: each step is some rounds of Newton's method on a band. */
function cable(elements: number): RawProblem {
  const ends = [{ at: [0, 0] }, { at: [20, 0] }];
  return {
    stickslip: 1,
    name: `A beam of ${elements} elements`,
    system: {
      type: "beam",
      length: 32.6,
      stiffness: 700,
      density: 7.67,
      elements,
      load: [0, -75.2],
      ends: [ends[0], "free"],
    },
    initial: { equilibrium: { ends } },
    time: { end: 0.01 * BEAM_STEPS },
  };
}

/** Times a step and element, so that linear growth is 1. */
export function beamTable(): string {
  const columns = ["alpha", "variational"].map((type) => {
    const runs = ELEMENTS.map((elements) => prepare(cable(elements), BEAM_STEPS, { type }));
    const times = leastTimes(runs, 0).map((time, i) => time / ELEMENTS[i]!);
    return times.map((time) => ratio(time / times[0]!));
  });
  return table(
    ["elements", "a step and element of alpha", "of variational"],
    ELEMENTS.map((elements, i) => [String(elements), ...columns.map((column) => column[i]!)]),
  );
}
