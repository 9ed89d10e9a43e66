/** From which starts a machine comes to rest. */
import type { ChunkStore } from "../batch/chunk-store.ts";
import type { Executor } from "../batch/executor.ts";
import { attractionOf, type MapAxis } from "../problem/compile/attraction.ts";
import { printValue } from "../problem/faults.ts";
import {
  type AttractionData,
  type AttractionWishes,
  attractionData,
  type Found,
  type Sample,
} from "../results/attraction.ts";
import {
  type AttractionMap,
  attractionFaults,
  attractionMap,
  mapStarts,
  startFaults,
} from "../stability/attraction/attraction-map.ts";
import { type BallOptions, energyBall } from "../stability/attraction/energy-ball.ts";
import { overlayOf } from "../stability/attraction/overlay.ts";
import { judgeStarts, openJudging, tally } from "../stability/attraction/starts.ts";
import { traceBoundary } from "../stability/attraction/trace.ts";
import type { LoadedProblem } from "./load.ts";
import { withExecutor } from "./with-executor.ts";
import { type BatchWorkOptions, refuseFaults, refuseNoList, refuseUnloaded, stopwatch } from "./work.ts";

export interface AttractionOptions extends BatchWorkOptions {
  /** The two axes of the map; default those of the problem. */
  readonly vary?: readonly MapAxis[];
  /** Longest time that is looked at before a start is undecided, s. */
  readonly horizon?: number;
  /** The boundary as curves, by halving, instead of the map; with `map` both. */
  readonly trace?: boolean;
  readonly map?: boolean;
  /** Of each point of the boundary, in the units of the axes; default 1e-6. */
  readonly tolerance?: number;
  /** Instead of a map: so many random states up to an energy, in all positions and velocities. */
  readonly sample?: Omit<BallOptions, "seed"> & { readonly seed?: number };
  /** Starts that it has are not judged again. */
  readonly store?: ChunkStore;
}

/** What `attraction --json` prints, and what its figure is drawn from. */
export type AttractionResult = AttractionData & {
  /** The map, the traced boundary, the starts with their fates. */
  readonly found: Found;
};

const AXIS = '{ path: "initial.position[0]", from: -8, to: 8, points: 201 }';

/** Throws a ProblemError for axes that lead nowhere and machines of which this cannot be asked. */
export async function attraction(problem: LoadedProblem, options: AttractionOptions = {}): Promise<AttractionResult> {
  refuseUnloaded(problem);
  refuseNoList("vary", options.vary, AXIS);
  const wishes = attractionWishes(problem, options);
  const found = await judgeAttraction(problem, wishes, options);
  return { ...attractionData(problem, found), found };
}

function attractionWishes(problem: LoadedProblem, options: AttractionOptions): AttractionWishes {
  const { vary, horizon, sample, trace = false, map = !trace, tolerance } = options;
  if (tolerance !== undefined && !(tolerance > 0 && tolerance < Number.POSITIVE_INFINITY)) {
    refuseFaults([
      { path: "tolerance", message: `invalid tolerance; not a positive number: ${printValue(tolerance)}` },
    ]);
  }
  const wrong = (vary ?? []).filter((axis) => typeof axis?.path !== "string");
  refuseFaults(wrong.map((axis) => ({ path: "vary", message: `invalid axis; not as ${AXIS}: ${printValue(axis)}` })));
  const own = attractionOf(problem.problem);
  const longest = horizon ?? own?.horizon;
  const limits = longest === undefined ? {} : { horizon: longest };
  if (!sample) {
    const data = { vary: vary ?? own?.vary ?? [], ...limits };
    refuseFaults(attractionFaults(problem.compiled, data, map));
    return { data };
  }
  const ball = { seed: 1, ...sample };
  const { starts, faults = [] } = energyBall(problem.simulation, ball);
  refuseFaults([...faults, ...(starts ? startFaults(problem.compiled, starts.paths) : [])]);
  return { data: { vary: [], ...limits }, sample: { ...ball, starts: starts! } };
}

/** How a part of the work is watched: `total` may be an estimate. */
export type Watch = <T>(total: number, run: (progress: (done: number) => void) => Promise<T>) => Promise<T>;

type Judging = Pick<AttractionOptions, "trace" | "map" | "tolerance" | "store" | "executor" | "signal" | "progress">;

/** What is asked for of a problem without faults. */
export async function judgeAttraction(
  problem: LoadedProblem,
  wishes: AttractionWishes,
  { executor: given, progress, ...options }: Judging,
  watch: Watch = (total, run) => run((done) => progress?.(Math.min(0.99, done / total))),
): Promise<Found> {
  const { data, sample } = wishes;
  const seconds = stopwatch();
  return withExecutor(given, async (executor) => {
    const work = { ...options, executor, watch };
    const parts = sample ? await judgeSample(problem, wishes, sample, work) : await mapAndTrace(problem, wishes, work);
    const paths = data.vary.map(({ path }) => path);
    const overlay = sample ? undefined : overlayOf(problem.simulation, paths);
    const { warnings } = problem.simulation;
    const told = { seconds: seconds(), threads: executor.threads, warnings };
    if (parts.status === "done") progress?.(1);
    return { ...parts, wishes, ...(overlay ? { overlay } : {}), ...told };
  });
}

type Work = Omit<Judging, "executor" | "progress"> & { readonly executor: Executor; readonly watch: Watch };
type Parts = Omit<Found, "wishes" | "overlay" | "seconds" | "threads" | "warnings">;

async function mapAndTrace(
  { compiled }: LoadedProblem,
  { data }: AttractionWishes,
  { executor, watch, ...options }: Work,
): Promise<Parts> {
  const signal = options.signal && { signal: options.signal };
  let map: AttractionMap | undefined;
  if (!options.trace || options.map) {
    const starts = mapStarts(data.vary);
    const kept = options.store && { store: options.store };
    map = await watch(starts.count, (progress) =>
      attractionMap(compiled, data, { executor, ...signal, starts, progress, ...kept }),
    );
  }
  const runs = map ? map.tally.points - map.tally.missing : 0;
  const stopped = map?.status === "cancelled";
  const { tolerance } = options;
  const trace =
    options.trace && !stopped
      ? await watch(ESTIMATED_RUNS, (progress) =>
          traceBoundary(compiled, data, { executor, ...signal, progress, ...(tolerance && { tolerance }) }),
        )
      : undefined;
  const shown = map ?? { starts: trace!.grid, tally: trace!.tally };
  return {
    status: stopped ? "cancelled" : (trace?.status ?? "done"),
    ...{ starts: shown.starts, tally: shown.tally, runs: runs + (trace?.runs ?? 0), resumed: map?.resumed ?? 0 },
    ...(map ? { map } : {}),
    ...(trace ? { trace } : {}),
  };
}

/** Of a trace, for its progress. */
const ESTIMATED_RUNS = 4000;

async function judgeSample(
  { compiled }: LoadedProblem,
  { data }: AttractionWishes,
  sample: Sample,
  { executor, watch, signal, store }: Work,
): Promise<Parts> {
  const { starts } = sample;
  const batch = openJudging(compiled, starts.paths, { ...data, executor });
  const { status, resumed } = await watch(starts.count, (progress) =>
    judgeStarts(batch, starts, { ...(signal && { signal }), progress, ...(store && { store }) }),
  );
  const found = tally(starts);
  return { status, sample, starts, tally: found, runs: found.points - found.missing, resumed };
}
