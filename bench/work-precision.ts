/**
 * Work against precision of all schemes with the active-set solver. Work is counted (step problems, linear solves) and
 * timed relative to the fastest event-driven run of the same problem in the same process. An error at one step length is partly
 * luck, since it depends on where in a step the events fall; so there are many step lengths, and what a table calls
 * reached was kept at all shorter steps.
 */

import type { Simulation } from "../src/simulate/run/simulation.ts";
import { simulate } from "../src/simulate/simulate.ts";
import { distance, type Errors, referenceErrors } from "./errors.ts";
import { galleryProblem, prepare, type RawProblem } from "./problems.ts";
import { leastTimes } from "./timing.ts";

export interface Point extends Errors {
  readonly scheme: string;
  readonly steps: number;
  /** Step problems solved. */
  readonly solves: number;
  /** Linear solves in them, in the event-driven scheme one a term of a Taylor series. */
  readonly linearSolves: number;
  /** Of a whole run, relative to the event-driven one. */
  readonly time: number;
}

export interface WorkPrecision {
  readonly problem: string;
  readonly reference: Point;
  readonly events: number;
  readonly points: readonly Point[];
}

export const SCHEMES = ["balanced", "alpha", "strang", "splitting"] as const;
const PROBLEMS = [
  { problem: "gk95-tp1", fewest: 57, mostSolves: 100_000 },
  { problem: "gskn06-tp3", fewest: 57, mostSolves: 100_000 },
  { problem: "chain-20", fewest: 357, mostSolves: 20_000 },
];
/** Output times of the event-driven runs. */
export const OUTPUTS = 100;
/** Step lengths go down by half octaves, so many octaves or until a run has the most step problems. */
const OCTAVES = 11;
const ORDER_OCTAVES = 6;

export function measureWorkPrecision(): WorkPrecision[] {
  return PROBLEMS.map(({ problem, fewest, mostSolves }) => {
    const raw = galleryProblem(problem);
    const exact = prepare(raw, OUTPUTS, { type: "event-driven" });
    const { outcome, trajectory } = simulate(exact);
    const cost = { solves: outcome.stats.solves, linearSolves: outcome.stats.iterations, time: 1 };
    const reference = { scheme: "event-driven", steps: OUTPUTS, ...cost, ...referenceErrors(problem, exact) };
    let unit = Number.POSITIVE_INFINITY;
    const timed = SCHEMES.flatMap((scheme) => {
      unit = Math.min(unit, leastTimes([exact], 5e8)[0]!);
      return measureScheme(raw, scheme, fewest, mostSolves);
    });
    const points = timed.map((point) => ({ ...point, time: point.time / unit }));
    return { problem, reference, events: trajectory.events.length, points };
  });
}

/** Times in ns. */
function measureScheme(raw: RawProblem, scheme: string, fewest: number, mostSolves: number): Point[] {
  const points: Point[] = [];
  for (let half = 0; half <= 2 * OCTAVES; half++) {
    const steps = Math.round(fewest * 2 ** (half / 2));
    const simulation = prepare(raw, steps, { type: scheme });
    const point = { scheme, steps, time: leastTimes([simulation])[0]!, ...accuracy(raw, steps, simulation) };
    points.push(point);
    if (point.solves > mostSolves) break;
  }
  return points;
}

function accuracy(raw: RawProblem, steps: number, simulation: Simulation) {
  const { trajectory, outcome } = simulate(simulation);
  const exact = simulate(prepare(raw, steps, { type: "event-driven" })).trajectory;
  const { solves, iterations } = outcome.stats;
  return { solves, linearSolves: iterations, ...distance(trajectory, exact) };
}

/** The cheapest point from which on x stays within the error (m) at all shorter steps. */
export function reaching({ points }: WorkPrecision, scheme: string, error: number): Point | undefined {
  const own = points.filter((point) => point.scheme === scheme);
  return own[own.findLastIndex(({ position }) => position > error) + 1];
}

/** Order of convergence of x over the last octaves, as the slope of the envelope: largest errors within octaves. */
export function observedOrder({ points }: WorkPrecision, scheme: string): number {
  const own = points.filter((point) => point.scheme === scheme).slice(-2 * ORDER_OCTAVES);
  const peaks = own.flatMap(({ position }, k) => (k % 2 === 0 ? [Math.max(position, own[k + 1]?.position ?? 0)] : []));
  return Math.log2(peaks[0]! / peaks.at(-1)!) / (peaks.length - 1);
}
