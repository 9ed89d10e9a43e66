/** Runs of a batch one after the other: the reference of lanes.ts. */
import { copy, type Vector } from "../../numeric/vector.ts";
import { newStats, type Stats } from "../../step/step.ts";
import type { RestProof } from "./rest.ts";
import { type AlphaRuns, CHUNK, newRunPlace, type RunPlace, type RunSource } from "./runs.ts";
import type { AlphaSteps } from "./steps.ts";

/** `ends`: the nodes at which the intervals of the control end; `rest`: proves that nothing will move, where it can be asked. */
export function plainRuns(steps: AlphaSteps, ends: Int32Array, rest: RestProof | undefined): AlphaRuns {
  const n = steps.x.length;
  const last = ends.length - 1;
  const own = newRunPlace(n, ends.length);
  const place: RunPlace = { ...own, x: steps.x, ahead: steps.ahead, dz: steps.dz, friction: steps.friction };
  const { x, ahead, dz } = steps;
  const { intervals } = own;

  /** From a node to the end of an interval. */
  function advance(from: number, interval: number, stats: Stats): boolean {
    const to = ends[interval]!;
    for (let k = from; k < to; ) {
      const next = Math.min(to, k + CHUNK);
      if (!steps.advance(k, next, stats)) return false;
      k = next;
      if (interval === last && rest && k < to - 1 && isZero(dz) && rest.holds(x, ahead, k, intervals[last]!.force)) {
        const skipped = to - 1 - k;
        k += skipped;
        stats.solves += skipped;
        stats.iterations += skipped;
        if (skipped % 2 === 1) exchange(x, ahead);
      }
    }
    return true;
  }

  function runOne(run: number, source: RunSource, stats: Stats = newStats()): void {
    source.begin(run, place);
    steps.begin();
    let good = true;
    for (let j = 0; j <= last && good; j++) {
      copy(intervals[j]!.push, steps.push);
      good = advance(j === 0 ? 0 : ends[j - 1]!, j, stats);
    }
    source.end(run, place, good);
  }

  return {
    runOne,
    runAll(count, source) {
      for (let run = 0; run < count; run++) runOne(run, source);
    },
  };
}

function isZero(x: Vector): boolean {
  for (let i = 0; i < x.length; i++) if (x[i] !== 0) return false;
  return true;
}

function exchange(x: Vector, y: Vector): void {
  for (let i = 0; i < x.length; i++) {
    const entry = x[i]!;
    x[i] = y[i]!;
    y[i] = entry;
  }
}
