/**
 * Many runs on the lanes of a kernel: a lane whose run has ended takes the next one, so that none waits for another. What a run does depends
 * neither on its lane nor on its neighbors.
 */
import type { Stats } from "../../step/step.ts";
import type { AlphaKernel } from "./kernel.ts";
import type { RestProof } from "./rest.ts";
import { type AlphaRuns, CHUNK, newRunPlace, type RunPlace, type RunSource } from "./runs.ts";
import { BOUND } from "./steps.ts";

interface Lane {
  readonly index: number;
  readonly own: RunPlace;
  run: number;
  interval: number;
}

const IDLE = -1;

/** `ends`: the nodes at which the intervals of the control end; `rest`: proves that nothing will move, where it can be asked. */
export function alphaLanes(kernel: AlphaKernel, ends: Int32Array, rest: RestProof | undefined): AlphaRuns {
  const { x, ahead, push, dz, friction, sides } = kernel;
  const { size: n, lower, upper } = kernel.box;
  /** Where component i of a lane stands: at lane * n + i. */
  const places = Int32Array.from({ length: kernel.lanes * n }, (_, k) => kernel.place(Math.floor(k / n), k % n));
  const node = new Int32Array(kernel.lanes);
  const last = ends.length - 1;
  const lanes = Array.from(
    { length: kernel.lanes },
    (_, index): Lane => ({ index, own: newRunPlace(n, ends.length), run: IDLE, interval: 0 }),
  );

  /** A run begins on a lane. */
  function enter(lane: Lane, run: number, source: RunSource): void {
    const { own, index } = lane;
    source.begin(run, own);
    lane.run = run;
    lane.interval = 0;
    node[index] = 0;
    while (ends[lane.interval] === 0) lane.interval++;
    const [one, other] = sides;
    const first = lane.interval * n;
    for (let i = 0, k = index * n; i < n; i++, k++) {
      const at = places[k]!;
      x[at] = own.x[i]!;
      ahead[at] = own.ahead[i]!;
      push[at] = own.push[first + i]!;
      const force = own.friction[i]!;
      const side = force <= lower[i]! ? -1 : force >= upper[i]! ? 1 : 0;
      one[at] = side;
      other[at] = side;
    }
    kernel.begin();
  }

  function read({ own, index }: Lane): void {
    for (let i = 0; i < n; i++) {
      const at = places[index * n + i]!;
      own.x[i] = x[at]!;
      own.ahead[i] = ahead[at]!;
      own.dz[i] = dz[at]!;
      own.friction[i] = friction[at]!;
    }
  }

  function isBounded({ index }: Lane): boolean {
    for (let k = index * n, end = k + n; k < end; k++) if (!(Math.abs(ahead[places[k]!]!) < BOUND)) return false;
    return true;
  }

  function standsStill({ index }: Lane): boolean {
    for (let k = index * n, end = k + n; k < end; k++) if (dz[places[k]!] !== 0) return false;
    return true;
  }

  /** Leaves out the steps of a machine that stays at rest, up to the last one; returns how many. */
  function skip(lane: Lane): number {
    const { own, index } = lane;
    const skipped = ends[last]! - 1 - node[index]!;
    if (!rest || lane.interval !== last || skipped <= 0 || !standsStill(lane)) return 0;
    read(lane);
    if (!rest.holds(own.x, own.ahead, node[index]!, own.intervals[last]!.force)) return 0;
    node[index]! += skipped;
    if (skipped % 2 === 1) {
      for (let i = 0; i < n; i++) {
        x[places[index * n + i]!] = own.ahead[i]!;
        ahead[places[index * n + i]!] = own.x[i]!;
      }
    }
    return skipped;
  }

  /** After some steps: the next interval, or the end. Returns whether the run goes on. */
  function follow(lane: Lane, source: RunSource, stats: Stats | undefined): boolean {
    if (!isBounded(lane)) {
      source.end(lane.run, lane.own, false);
      return false;
    }
    if (node[lane.index] === ends[last]) {
      read(lane);
      source.end(lane.run, lane.own, true);
      return false;
    }
    if (node[lane.index] === ends[lane.interval]) {
      while (node[lane.index]! >= ends[lane.interval]!) lane.interval++;
      for (let i = 0; i < n; i++) push[places[lane.index * n + i]!] = lane.own.push[lane.interval * n + i]!;
    }
    const skipped = skip(lane);
    if (stats && lane.index === 0) stats.solves += skipped;
    if (stats && lane.index === 0) stats.iterations += skipped;
    return true;
  }

  /** Steps until the first of the lanes comes to the end of an interval; 0: none has a run. */
  function stepsAhead(): number {
    let steps = 0;
    for (let k = 0; k < lanes.length; k++) {
      const { run, index, interval } = lanes[k]!;
      if (run === IDLE) node[index] = 0;
      else steps = Math.min(steps === 0 ? Number.POSITIVE_INFINITY : steps, ends[interval]! - node[index]!);
    }
    return steps;
  }

  /** Takes runs while there are any; those under way when a step could not be solved go to `unsolved`. */
  function walk(next: () => number, source: RunSource, unsolved: (run: number) => void, stats?: Stats): void {
    const take = (lane: Lane): void => {
      const run = next();
      if (run >= 0) enter(lane, run, source);
      else lane.run = IDLE;
    };
    lanes.forEach(take);
    for (let most = stepsAhead(); most > 0; most = stepsAhead()) {
      const passes = kernel.advance(node, most, CHUNK);
      const steps = passes < 0 ? most : most - kernel.left();
      if (stats) stats.solves += steps;
      if (stats) stats.iterations += passes;
      for (let k = 0; k < lanes.length; k++) {
        const lane = lanes[k]!;
        if (lane.run === IDLE) continue;
        node[lane.index]! += steps;
        if (passes < 0) unsolved(lane.run);
        else if (follow(lane, source, stats)) continue;
        take(lane);
      }
    }
  }

  /** One run on all lanes: what comes of it cannot depend on another. */
  function runOne(run: number, source: RunSource, stats?: Stats): void {
    let entered = 0;
    walk(
      () => (entered++ < kernel.lanes ? run : IDLE),
      source,
      () => source.end(run, lanes[0]!.own, false),
      stats,
    );
  }

  return {
    runOne,
    runAll(count, source) {
      const again: number[] = [];
      let first = 0;
      walk(
        () => (first < count ? first++ : IDLE),
        source,
        (run) => again.push(run),
      );
      for (const run of again) runOne(run, source);
    },
  };
}
