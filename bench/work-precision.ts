/**
 * Work against precision of all schemes with the active-set solver. Work is counted (step problems, linear solves) and
 * timed relative to the event-driven run of the same problem in the same process. An error at one step length is partly
 * luck, since it depends on where in a step the events fall; so there are many step lengths, and what a table calls
 * reached was kept at all shorter steps.
 */
import { simulate } from "../src/simulate/simulate.ts";
import type { Simulation } from "../src/simulate/simulation.ts";
import { distance, type Errors, referenceErrors } from "./errors.ts";
import { galleryProblem, prepare, type RawProblem } from "./problems.ts";
import { leastTime, runSilently } from "./timing.ts";

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
  { problem: "gk95-tp1", fewest: 57 },
  { problem: "gskn06-tp3", fewest: 57 },
  { problem: "chain-20", fewest: 357 },
];
/** Output times of the event-driven runs. */
export const OUTPUTS = 100;
/** Step lengths go down by half octaves until a run takes this long, ns, or so many octaves are done. */
const LONGEST_RUN = 4e8;
const OCTAVES = 10;

export function measureWorkPrecision(): WorkPrecision[] {
  return PROBLEMS.map(({ problem, fewest }) => {
    const raw = galleryProblem(problem);
    const exact = prepare(raw, OUTPUTS, { type: "event-driven" });
    const { outcome, trajectory } = simulate(exact);
    const unit = leastTime(() => runSilently(exact), 1e9);
    const cost = { solves: outcome.stats.solves, linearSolves: outcome.stats.iterations, time: 1 };
    const reference = { scheme: "event-driven", steps: OUTPUTS, ...cost, ...referenceErrors(problem, exact) };
    const points = SCHEMES.flatMap((scheme) => measureScheme(raw, scheme, fewest, unit));
    return { problem, reference, events: trajectory.events.length, points };
  });
}

function measureScheme(raw: RawProblem, scheme: string, fewest: number, unit: number): Point[] {
  const points: Point[] = [];
  for (let half = 0; half <= 2 * OCTAVES; half++) {
    const steps = Math.round(fewest * 2 ** (half / 2));
    const simulation = prepare(raw, steps, { type: scheme });
    const time = leastTime(() => runSilently(simulation));
    points.push({ scheme, steps, time: time / unit, ...accuracy(raw, steps, simulation) });
    if (time > LONGEST_RUN) break;
  }
  return points;
}

function accuracy(raw: RawProblem, steps: number, simulation: Simulation) {
  const { trajectory, outcome } = simulate(simulation);
  const exact = simulate(prepare(raw, steps, { type: "event-driven" })).trajectory;
  const { solves, iterations } = outcome.stats;
  return { solves, linearSolves: iterations, ...distance(trajectory, exact) };
}

/** The cheapest point from which on x (m) and v (m/s) stay within the error at all shorter steps. */
export function reaching(points: readonly Point[], scheme: string, error: number): Point | undefined {
  const own = points.filter((point) => point.scheme === scheme);
  const last = own.findLastIndex(({ position, velocity }) => Math.max(position, velocity) > error);
  return own[last + 1];
}
