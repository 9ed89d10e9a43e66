/** `stickslip cycle`: periodic motions, their stability, and branches of them over a parameter. */
import { setImmediate as turn } from "node:timers/promises";
import { identityOf } from "../../../batch/chunk-store.ts";
import { parseRange } from "../../../batch/varied-values.ts";
import { compileDirections, directionAt } from "../../../problem/paths/directions.ts";
import { type Variation, variation } from "../../../problem/paths/variation.ts";
import { type Branch, branchMessage, type ContinuedRange, cycleData } from "../../../results/cycle.ts";
import { finiteJson } from "../../../results/json.ts";
import type { Simulation } from "../../../simulate/run/simulation.ts";
import { findBoundaryCycle } from "../../../stability/cycle/boundary.ts";
import { branchLink, branchNumbers } from "../../../stability/cycle/branch-chunk.ts";
import {
  type BranchPoint,
  type BranchState,
  continueCycle,
  type Family,
} from "../../../stability/cycle/continuation.ts";
import { type Cycle, type CycleResult, cycleRefusal, findCycle } from "../../../stability/cycle/cycle.ts";
import { isForced } from "../../../stability/cycle/forcing.ts";
import { whyLost } from "../../../stability/cycle/why-lost.ts";
import { fateRefusal } from "../../../stability/fate/fate.ts";
import { EXIT } from "../../exit.ts";
import { type LocatedFault, loadMachine, type Valid } from "../../files/load.ts";
import { outputFaults } from "../../files/output-faults.ts";
import { type Outputs, withOutputs } from "../../files/outputs.ts";
import { printWarnings, refuse } from "../../files/refuse.ts";
import { type Resumable, resumeFaults, withChunks } from "../../files/resume.ts";
import type { Io } from "../../io.ts";
import type { CycleOptions } from "../../options.ts";
import { progressBar } from "../../terminal/progress.ts";
import { beginCycle, CYCLE_FILES, writeCycle } from "./files.ts";
import { onePeriod, tellCycle } from "./summary.ts";

const MOST_POINTS = 100_000;

export async function cycleCommand(path: string, options: CycleOptions, io: Io): Promise<number> {
  const loaded = await loadMachine(path, options, io);
  if (loaded.faults) return refuse(loaded.faults, options, io);
  const asked = askedFor(loaded, options);
  if (asked.faults.length > 0) return refuse(asked.faults, options, io);
  const { range, period, points } = asked;
  const { simulation } = (range ? asked.family?.(range.from) : undefined) ?? loaded;
  const { near = false, boundary = false } = options;
  const asking = { range: range ?? null, period: period ?? null, points: points ?? null, near, boundary };
  const identity = identityOf("cycle", loaded.raw, asking);
  return withOutputs(options, io, (outputs) => {
    const refused = (why: readonly LocatedFault[]) => refuse(why, options, io);
    return withChunks(outputs.folder, identity, options, refused, async (run) => {
      beginCycle(loaded, outputs, run);
      const start = performance.now();
      const result: CycleResult = boundary
        ? findBoundaryCycle(simulation)
        : findCycle(simulation, { near, ...(period === undefined ? {} : { period }) });
      const branch =
        range && result.status === "found"
          ? await followBranch(loaded, range, asked.family!, result, { period, points }, options, run, io)
          : undefined;
      const seconds = (performance.now() - start) / 1000;
      return tell(loaded, simulation, result, branch, seconds, options, outputs, run, io);
    });
  });
}

async function tell(
  loaded: Valid,
  simulation: Simulation,
  result: CycleResult,
  branch: Branch | undefined,
  seconds: number,
  options: CycleOptions,
  outputs: Outputs,
  chunks: Resumable,
  io: Io,
): Promise<number> {
  const json = finiteJson({ ...cycleData(simulation, result, branch, seconds), warnings: loaded.leftOut });
  printWarnings(loaded.leftOut, io);
  const run = result.status === "found" ? onePeriod(simulation, result) : undefined;
  const written = await writeCycle(loaded, options, result, run, branch, json, outputs);
  if (branch?.end !== "cancelled") chunks.finish();
  if (options.json) io.stdout.write(json);
  else if (options.csv !== "-") {
    io.stdout.write(tellCycle(simulation, result, run, branch, seconds, io));
    if (written.length > 0) io.stdout.write(`\nWrote ${written.join(", ")}\n`);
  }
  if (result.status === "found") return branch?.end === "cancelled" ? EXIT.interrupted : EXIT.done;
  if (options.json) io.stderr.write(`${result.status}: ${result.message}\n`);
  return EXIT.failed;
}

/** What the options say, and all that is wrong with them. */
function askedFor({ compiled, simulation, file, inputs }: Valid, options: CycleOptions) {
  const faults: LocatedFault[] = [];
  const add = (source: string, message: string | undefined, path = "") => {
    if (message !== undefined) faults.push({ source, path, message });
  };
  const period = options.period === undefined ? undefined : Number(options.period);
  if (period !== undefined && !(period > 0 && period < Number.POSITIVE_INFINITY)) {
    add("--period", `invalid period; not a positive number of seconds: ${options.period}`);
  }
  const timing = period === undefined || faults.length > 0 ? {} : { period };
  add(simulation.scheme.stepsEnd === "events" ? "--period" : file, cycleRefusal(simulation, timing));
  if (options.boundary) add("--boundary", fateRefusal(simulation));
  if (options.boundary && period !== undefined) add("--boundary", "cannot go with --period: it is for free machines");
  const points = options.points === undefined ? undefined : Number(options.points);
  if (points !== undefined && !(Number.isInteger(points) && points >= 1 && points <= MOST_POINTS)) {
    add("--points", `invalid number of points; not a whole number from 1 to ${MOST_POINTS}: ${options.points}`);
  }
  faults.push(...resumeFaults(options));
  for (const option of ["points", "csv", "resume"] as const) {
    if (options[option] !== undefined && options.continue === undefined) {
      add(`--${option}`, "is of a branch: give --continue too");
    }
  }
  if (options.near && options.boundary) add("--near", "cannot go with --boundary: both say which cycle is sought");
  let family: Family | undefined;
  const range = options.continue === undefined ? undefined : continuedRange(options.continue);
  if (range === null) {
    add("--continue", `invalid range; not path=from:to with two different numbers: ${options.continue}`);
  } else if (range) {
    const wrong = compileDirections(compiled, simulation, [range.path]).faults;
    for (const fault of wrong) add("--continue", fault.message, fault.path);
    family = wrong.length > 0 ? undefined : familyOf(variation(compiled, [range.path]));
    for (const value of family ? [range.from, range.to] : []) {
      const there = family!(value);
      const refusal = there && isForced(there.simulation) ? cycleRefusal(there.simulation, timing) : undefined;
      if (!there) add("--continue", `invalid range; the problem has faults with ${range.path}=${value}`);
      else if (refusal) add("--continue", `invalid range; with ${range.path}=${value} ${refusal}`);
    }
  }
  faults.push(...outputFaults(inputs, options, Object.values(CYCLE_FILES)));
  return { faults, period, points, range: range ?? undefined, family };
}

/** Null for what is none. */
function continuedRange(text: string): ContinuedRange | null {
  const { path, numbers } = parseRange(text, 2) ?? {};
  const [from, to] = numbers ?? [];
  if (path === undefined || from === undefined || to === undefined || from === to) return null;
  return { path, from, to };
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
  loaded: Valid,
  range: ContinuedRange,
  family: Family,
  { orbit, period: first }: Cycle,
  { period, points: most }: { period: number | undefined; points: number | undefined },
  options: CycleOptions,
  { store }: Resumable,
  io: Io,
): Promise<Branch> {
  const known = Array.from(store?.finished() ?? [], ({ values }) => branchLink(values));
  const points: BranchPoint[] = known.map(({ point }) => point);
  const resume = known.at(-1)?.state;
  let state: BranchState | undefined;
  const found = options.boundary ? "boundary" : options.near ? "near the initial state" : "long run";
  const end = (why: Branch["end"]): Branch => {
    const last = points.at(-1);
    const machine = why === "lost" && last ? family(last.value) : undefined;
    const lost = machine && lostAt(machine.simulation, last!);
    const start = { value: range.from, period: first, found } as const;
    const told = { ...(lost ? { lost } : {}), message: branchMessage(why, lost) };
    return { ...range, start, points, resumed: known.length, end: why, ...told };
  };
  const bar = io.stderr.isTty && !options.json ? progressBar(io.stderr, 100) : undefined;
  let stopped = false;
  const unlisten = io.onInterrupt(() => {
    stopped = true;
  });
  try {
    const branch = continueCycle(family, orbit, {
      ...range,
      forced: period !== undefined,
      start: loaded.simulation.initial.time,
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
      bar?.show((next.value.value - range.from) / (range.to - range.from));
      await turn();
      if (stopped) return end("cancelled");
    }
  } finally {
    bar?.clear();
    unlisten();
  }
}

/** What the last point of a branch tells about why no other follows. */
function lostAt(simulation: Simulation, { position, velocity, states = [], period, time, multiplier }: BranchPoint) {
  const z = Float64Array.of(...position, ...velocity, ...states);
  return whyLost(simulation, { z, period }, time, multiplier);
}
