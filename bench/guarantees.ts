/** What the schemes and solvers keep and what they do not, in numbers: stick, multipliers, events, stops, fast vibrations. */
import { largestFrequencySquared } from "../src/scheme/common/refusals.ts";
import type { Trajectory } from "../src/simulate/record/trajectory.ts";
import type { Simulation } from "../src/simulate/run/simulation.ts";
import { simulate } from "../src/simulate/simulate.ts";
import { tp1 } from "../test/oracles/gk95.ts";
import { distance } from "./errors.ts";
import { galleryProblem, prepare, type RawProblem } from "./problems.ts";
import { leastTimes } from "./timing.ts";

/** gk95-tp1 at the paper's step, 0.0125 s; everything is at rest from 0.93 s on. */
const STEPS = 400;
const AT_REST = 4;

export interface SchemeGuarantees {
  readonly scheme: string;
  /** Of the mass in held-mass within 20 s at a step of 0.01 s, m. */
  readonly heldDrift: number;
  /** Largest change of a position, m, and of a multiplier from one step to the next while all rows stick. */
  readonly moving: number;
  readonly flutter: number;
  /** Largest error of the six event times, s, and how many events were told. */
  readonly eventError: number;
  readonly events: number;
}

export function measureSchemes(schemes: readonly string[]): SchemeGuarantees[] {
  const raw = galleryProblem("gk95-tp1");
  const held = galleryProblem("held-mass");
  return schemes.map((scheme) => {
    const simulation = prepare(raw, STEPS, { type: scheme });
    const { trajectory } = simulate(simulation);
    return {
      scheme,
      heldDrift: simulate(prepare(held, 2000, { type: scheme })).audit.stickDrift,
      moving: largestChange(trajectory, trajectory.position),
      flutter: largestChange(trajectory, trajectory.multiplier),
      eventError: eventError(simulation, trajectory),
      events: trajectory.events.length,
    };
  });
}

function largestChange({ time }: Trajectory, columns: readonly Float64Array[]): number {
  const from = time.findIndex((t) => t >= AT_REST);
  let largest = 0;
  for (const column of columns) {
    for (let k = from; k + 1 < column.length; k++) largest = Math.max(largest, Math.abs(column[k + 1]! - column[k]!));
  }
  return largest;
}

/** From each exact event to the nearest one told of its kind and row; infinite if there is none. */
function eventError({ system }: Simulation, { events }: Trajectory): number {
  const { reversals, sticks } = tp1.continuous;
  const nearest = (kind: string, row: number, exact: number) =>
    Math.min(
      ...events
        .filter((event) => event.kind === kind && event.row === system.rows[row]!.name)
        .map(({ time }) => Math.abs(time - exact)),
    );
  return Math.max(
    ...reversals.map((time, row) => nearest("reversal", row, time)),
    ...sticks.map((time, row) => nearest("stick", row, time)),
  );
}

/** Of a solver on one problem. */
export interface SolverCost {
  /** Linear solves for a step problem. */
  readonly perProblem: number;
  /** Of a run, relative to active-set. */
  readonly time: number;
  /** From the motion with active-set, m. */
  readonly distance: number;
}

export interface SolverGuarantees {
  readonly solver: string;
  /** Whether it solves the law as it is. */
  readonly exact: boolean;
  readonly small: SolverCost;
  readonly large: SolverCost;
}

const SOLVERS = [
  { type: "active-set" },
  { type: "gauss-seidel" },
  { type: "uzawa" },
  { type: "penalty-newton" },
  { type: "penalty-newton", project: false },
  { type: "regularized" },
];

/** With the alpha scheme, in which the rows are coupled through the springs. */
export function measureSolvers(): SolverGuarantees[] {
  const small = compareSolvers(galleryProblem("gk95-tp1"), STEPS);
  const large = compareSolvers(galleryProblem("chain-20"), 5000);
  return SOLVERS.map((solver, i) => ({
    solver: solver.project === false ? `${solver.type}, project: false` : solver.type,
    exact: small[i]!.exact,
    small: small[i]!,
    large: large[i]!,
  }));
}

function compareSolvers(raw: RawProblem, steps: number): (SolverCost & { exact: boolean })[] {
  const simulations = SOLVERS.map((solver) => prepare(raw, steps, { type: "alpha" }, solver));
  const results = simulations.map((simulation) => simulate(simulation));
  const times = leastTimes(simulations, 2e9);
  return results.map(({ outcome, trajectory }, i) => ({
    exact: simulations[i]!.solver.exact,
    perProblem: outcome.stats.iterations / outcome.stats.solves,
    time: times[i]! / times[0]!,
    distance: distance(trajectory, results[0]!.trajectory).position,
  }));
}

export interface Penetration {
  readonly scheme: string;
  readonly step: number;
  /** Largest depth behind the stop, m. */
  readonly depth: number;
}

/** A sliding block under 1 N that bounces to rest against a stop. */
export function measurePenetration(): Penetration[] {
  const raw: RawProblem = {
    stickslip: 1,
    system: {
      type: "linear",
      mass: [1],
      stiffness: [0],
      force: [1],
      friction: [{ on: 0, limit: 0.2 }],
      stops: [{ on: 0, gap: 0.5, restitution: 0.5 }],
    },
    time: { end: 5 },
  };
  const cases = [
    { scheme: "balanced", steps: 57 },
    { scheme: "balanced", steps: 570 },
    { scheme: "balanced", steps: 5700 },
    { scheme: "event-driven", steps: 57 },
  ];
  return cases.map(({ scheme, steps }) => {
    const { audit } = simulate(prepare(raw, steps, { type: scheme }));
    return { scheme, step: 5 / steps, depth: audit.penetration };
  });
}

export interface Stiffness {
  /** Of the fast vibration, rad/s. */
  readonly frequency: number;
  readonly events: number;
  /** Of the event-driven run. */
  readonly linearSolves: number;
  /** Of the event-driven run, relative to alpha in 1000 steps. */
  readonly time: number;
  /** Largest step of balanced, s. */
  readonly bound: number;
}

/** Two masses joined by a stiff spring, one of them on a rough floor, under a slow push. */
export function measureStiffness(): Stiffness[] {
  return [1e2, 1e4, 1e6].map((k) => {
    const raw: RawProblem = {
      stickslip: 1,
      system: {
        type: "linear",
        mass: [1, 1],
        stiffness: [
          [k, -k],
          [-k, k],
        ],
        force: [0, "2*sin(t)"],
        friction: [{ on: 0, limit: 0.5 }],
      },
      time: { end: 10 },
    };
    const exact = prepare(raw, 100, { type: "event-driven" });
    const stepped = prepare(raw, 1000, { type: "alpha" });
    const { outcome, trajectory } = simulate(exact);
    const [slow, fast] = leastTimes([exact, stepped], 5e8);
    const frequencySquared = largestFrequencySquared(exact.system, 0);
    return {
      frequency: Math.sqrt(frequencySquared),
      events: trajectory.events.length,
      linearSolves: outcome.stats.iterations,
      time: slow! / fast!,
      bound: 2 / Math.sqrt(frequencySquared),
    };
  });
}
