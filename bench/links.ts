/** What a step of `variational` costs as an arm grows: chains of links with dry joints that fall, as twenty-links of the gallery does. */
import { newStats } from "../src/step/step.ts";
import { ratio, table } from "./markdown.ts";
import { prepare, type RawProblem } from "./problems.ts";
import { timeOf } from "./timing.ts";

const SIZES = [5, 10, 20, 40];
const STEPS = 10_000;
/** s: short enough for the whip of the longest chain. */
const STEP = 1e-4;
const ROUNDS = 3;

function links(count: number): RawProblem {
  return {
    stickslip: 1,
    name: `A chain of ${count} links`,
    system: {
      type: "arm",
      gravity: [0, -9.81],
      links: Array.from({ length: count }, () => ({ length: 2 / count, mass: 1 / count })),
      joints: Array.from({ length: count }, () => ({ friction: { limit: 0.002 } })),
    },
    time: { end: STEPS * STEP },
  };
}

/** Least time of a step, ns, and step problems in it. */
function measure(count: number): { time: number; solves: number } {
  const { system, scheme, solver, initial } = prepare(links(count), STEPS, { type: "variational" });
  let time = Number.POSITIVE_INFINITY;
  const stats = newStats();
  for (let round = 0; round < ROUNDS; round++) {
    const stepper = scheme.start(system, solver, initial, STEP);
    const interval = Float64Array.of(STEP, 0);
    const run = () => {
      for (let k = 1; k <= STEPS; k++) {
        interval[1] = k * STEP;
        const status = stepper.step(interval, stats, { event() {}, jump() {} });
        if (status !== "stepped") throw new Error(`run failed; a chain of ${count} links: ${status}`);
      }
    };
    time = Math.min(time, timeOf(run) / STEPS);
  }
  return { time, solves: stats.solves / stats.steps };
}

export function linksTable(): string {
  const measured = SIZES.map(measure);
  const rows = SIZES.map((count, i) => {
    const { time, solves } = measured[i]!;
    return [
      String(count),
      String(Number((time / 1000).toPrecision(2))),
      ratio(time / measured[0]!.time),
      solves.toFixed(1),
    ];
  });
  return table(["links", "us a step", "relative to the shortest", "step problems a step"], rows);
}
