/** Periodic motions, and branches of them over a number of the problem. */
import type { ChunkStore } from "../batch/chunk-store.ts";
import { pause } from "../batch/turn.ts";
import type { Fault } from "../problem/faults.ts";
import { compileDirections, directionAt } from "../problem/paths/directions.ts";
import { type Variation, variation } from "../problem/paths/variation.ts";
import { type Branch, branchMessage, type ContinuedRange, type CycleData, cycleData } from "../results/cycle.ts";
import type { Simulation } from "../simulate/run/simulation.ts";
import { findBoundaryCycle } from "../stability/cycle/boundary.ts";
import { branchLink, branchNumbers } from "../stability/cycle/branch-chunk.ts";
import { type BranchPoint, type BranchState, continueCycle, type Family } from "../stability/cycle/continuation.ts";
import { cycleRefusal, findCycle, type CycleResult as Search } from "../stability/cycle/cycle.ts";
import { isForced } from "../stability/cycle/forcing.ts";
import { whyLost } from "../stability/cycle/why-lost.ts";
import { fateRefusal } from "../stability/fate/fate.ts";
import type { LoadedProblem } from "./load.ts";
import { refuseFaults, refuseUnloaded, stopwatch, type WorkOptions } from "./work.ts";

/** `signal` and `progress` are of a branch, whose `end` is then "cancelled"; one cycle is sought without a pause. */
export interface CycleOptions extends WorkOptions {
  /** Of the force, s, for a machine that is forced. */
  readonly period?: number;
  /** The cycle near the initial state, stable or not, instead of the one that a long run settles to. */
  readonly near?: boolean;
  /** The cycle on the boundary of attraction, from multiples of the initial state. */
  readonly boundary?: boolean;
  /** Follows the cycle over a number of the problem. */
  readonly continue?: ContinuedRange;
  /** Of the branch, at most. */
  readonly points?: number;
  /** Points that it has are not computed again. */
  readonly store?: ChunkStore;
}

/** What `cycle --json` prints. `status` is "found" where there is one. */
export type CycleResult = CycleData & { readonly warnings: readonly string[] };

const MOST_POINTS = 100_000;

/** Throws a ProblemError for machines and options of which this cannot be asked. */
export async function cycle(problem: LoadedProblem, options: CycleOptions = {}): Promise<CycleResult> {
  refuseUnloaded(problem);
  const { family, faults } = cycleFaults(problem, options);
  refuseFaults(faults);
  const { simulation, result, branch, seconds } = await seekCycle(problem, options, family);
  return { ...cycleData(simulation, result, branch, seconds), warnings: problem.leftOut };
}

/** All that is wrong, by the names of options, `at` which path; and the machines of a branch. `given`: numbers as they were written. */
export function cycleFaults(
  { compiled, simulation }: LoadedProblem,
  { period, near, boundary, points, continue: range }: CycleOptions,
  given: { readonly period?: unknown; readonly points?: unknown } = { period, points },
): { faults: (Fault & { readonly at?: string })[]; family?: Family } {
  const faults: (Fault & { readonly at?: string })[] = [];
  const add = (path: string, message: string | undefined, at?: string) => {
    if (message !== undefined) faults.push({ path, message, ...(at === undefined ? {} : { at }) });
  };
  if (period !== undefined && !(period > 0 && period < Number.POSITIVE_INFINITY)) {
    add("period", `invalid period; not a positive number of seconds: ${given.period}`);
  }
  const timing = period === undefined || faults.length > 0 ? {} : { period };
  add(simulation.scheme.stepsEnd === "events" ? "period" : "", cycleRefusal(simulation, timing));
  if (boundary) add("boundary", fateRefusal(simulation));
  if (boundary && !simulation.system.linear) {
    add(
      "boundary",
      "cannot be told of a machine that is not linear: no escape of it is proved. Take --near from a state near the cycle",
    );
  }
  if (boundary && period !== undefined) add("boundary", "cannot go with --period: it is for free machines");
  if (points !== undefined && !(Number.isInteger(points) && points >= 1 && points <= MOST_POINTS)) {
    add("points", `invalid number of points; not a whole number from 1 to ${MOST_POINTS}: ${given.points}`);
  }
  if (near && boundary) add("near", "cannot go with --boundary: both say which cycle is sought");
  if (!range) return { faults };
  if (!(Number.isFinite(range.from) && Number.isFinite(range.to) && range.from !== range.to)) {
    add("continue", `invalid range; not two different numbers: ${range.from} to ${range.to}`);
    return { faults };
  }
  const wrong = compileDirections(compiled, simulation, [range.path]).faults;
  for (const fault of wrong) add("continue", fault.message, fault.path);
  if (wrong.length > 0) return { faults };
  const family = familyOf(variation(compiled, [range.path]));
  for (const value of [range.from, range.to]) {
    const there = family(value);
    const refusal = there && isForced(there.simulation) ? cycleRefusal(there.simulation, timing) : undefined;
    if (!there) add("continue", `invalid range; the problem has faults with ${range.path}=${value}`);
    else if (refusal) add("continue", `invalid range; with ${range.path}=${value} ${refusal}`);
  }
  return { faults, family };
}

/** How a branch is watched while it is followed. */
export type WatchBranch = (follow: (watch: WorkOptions) => Promise<Branch>) => Promise<Branch>;

/** Of a problem and options without faults. */
export async function seekCycle(
  problem: LoadedProblem,
  options: CycleOptions,
  family: Family | undefined,
  watch: WatchBranch = (follow) => follow(options),
) {
  const { continue: range, near = false, boundary = false, period } = options;
  const { simulation } = (range ? family?.(range.from) : undefined) ?? problem;
  const seconds = stopwatch();
  const result: Search = boundary
    ? findBoundaryCycle(simulation)
    : findCycle(simulation, { near, ...(period === undefined ? {} : { period }) });
  const branch =
    range && family && result.status === "found"
      ? await watch((work) => followBranch(problem, range, family, result, { ...options, ...work }))
      : undefined;
  return { simulation, result, branch, seconds: seconds() };
}

/** Machines by the value of a number: the last ones are kept, as a branch looks at each of them several times. */
function familyOf(varied: Variation): Family {
  const kept = new Map<number, ReturnType<Family>>();
  return (value) => {
    if (!kept.has(value)) {
      if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value!);
      kept.set(value, machineAt(varied, value));
    }
    return kept.get(value);
  };
}

const MOST_KEPT = 4;

/** Undefined where the file has faults with that number in it. */
function machineAt(varied: Variation, value: number): ReturnType<Family> {
  const { simulation } = varied.at(Float64Array.of(value));
  if (!simulation) return undefined;
  const direction = directionAt(varied, simulation, value);
  const { neighbors } = typeof direction === "string" ? {} : direction;
  const changes = neighbors && neighbors.above !== neighbors.below; // a start is no part of the machine
  return { simulation, direction: changes ? { neighbors } : {} };
}

async function followBranch(
  problem: LoadedProblem,
  range: ContinuedRange,
  family: Family,
  { orbit, period: first }: Extract<Search, { status: "found" }>,
  { period, points: most, near, boundary, store, signal, progress }: CycleOptions,
): Promise<Branch> {
  const known = Array.from(store?.finished() ?? [], ({ values }) => branchLink(values));
  const points: BranchPoint[] = known.map(({ point }) => point);
  const resume = known.at(-1)?.state;
  let state: BranchState | undefined;
  const found = boundary ? "boundary" : near ? "near the initial state" : "long run";
  const end = (why: Branch["end"]): Branch => {
    const last = points.at(-1);
    const machine = why === "lost" && last ? family(last.value) : undefined;
    const lost = machine && lostAt(machine.simulation, last!);
    const start = { value: range.from, period: first, found } as const;
    const told = { ...(lost ? { lost } : {}), message: branchMessage(why, lost) };
    return { ...range, start, points, resumed: known.length, end: why, ...told };
  };
  const branch = continueCycle(family, orbit, {
    ...range,
    forced: period !== undefined,
    start: problem.simulation.initial.time,
    ...(most === undefined ? {} : { points: most }),
    kept: (next) => {
      state = next;
    },
    ...(resume ? { resume } : {}),
  });
  for (;;) {
    const next = branch.next();
    if (next.done) return end(next.value);
    const values = branchNumbers({ point: next.value, state: state! });
    store?.put([{ first: points.length, count: 1, values }]);
    points.push(next.value);
    progress?.((next.value.value - range.from) / (range.to - range.from));
    await pause();
    if (signal?.aborted) return end("cancelled");
  }
}

/** What the last point of a branch tells about why no other follows. */
function lostAt(simulation: Simulation, { position, velocity, states = [], period, time, multiplier }: BranchPoint) {
  const z = Float64Array.of(...position, ...velocity, ...states);
  return whyLost(simulation, { z, period }, time, multiplier);
}
