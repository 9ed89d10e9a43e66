/** Blocks of steps: what a stepper takes in one call, handed on to the sinks, whole or state by state. */
import { type BlockStepper, readState, type State } from "../../scheme/scheme.ts";
import type { Stats } from "../../step/step.ts";
import type { BlockSamples, Sink } from "../record/sink.ts";
import type { EventWatch } from "./events.ts";
import type { Grid, GridWalk } from "./grid.ts";

export interface Blocks {
  /** Takes up to so many steps; returns how many. 0: the next one must be taken singly. */
  take(most: number, stats: Stats): number;
  /** Time of the last sample of the last block; NaN: it had none. */
  readonly sampled: Float64Array;
}

/** Fewer steps are not worth a block. */
const FEWEST = 4;
/** Single steps between two attempts while a stepper declines, at most. */
const LONGEST_WAIT = 64;

export function blocksOf(
  { states, advance }: BlockStepper,
  state: State,
  { walk, grid }: { readonly walk: GridWalk; readonly grid: Grid },
  watch: EventWatch,
  sinks: readonly Sink[],
): Blocks {
  const whole = sinks.filter((sink) => sink.block);
  const single = sinks.filter((sink) => !sink.block && (sink.step || sink.sample));
  const sampled = new Float64Array(1);
  const samples: { -readonly [K in keyof BlockSamples]: BlockSamples[K] } = {
    first: 0,
    every: grid.every,
    ends: false,
  };
  // where it waits no digit depends on: single steps are the same
  let wait = 0;
  let longest = 1;

  function isSample(k: number, count: number): boolean {
    return (k >= samples.first && (k - samples.first) % samples.every === 0) || (samples.ends && k === count - 1);
  }

  function tell(count: number): void {
    for (let k = 0; k < count; k++) {
      watch.stateOf(states, k);
      if (single.length === 0) continue;
      readState(states, k, state);
      const last = samples.ends && k === count - 1;
      const taken = isSample(k, count);
      for (let s = 0; s < single.length; s++) {
        single[s]!.step?.(state);
        if (taken) single[s]!.sample?.(state, last);
      }
    }
    for (const sink of whole) sink.block!(states, count, samples);
  }

  return {
    sampled,
    take(most, stats) {
      if (wait > 0) {
        wait--;
        return 0;
      }
      const reached = walk.node;
      const asked = walk.ahead(states.time, Math.min(most, states.capacity));
      const count = asked < FEWEST ? 0 : advance(asked, stats);
      if (count < asked || count === 0) {
        longest = count > 0 ? 1 : Math.min(LONGEST_WAIT, 2 * longest);
        wait = longest;
      }
      if (count === 0) return 0;
      walk.take(count, states.time);
      samples.first = grid.every - 1 - (reached % grid.every);
      samples.ends = walk.finished;
      tell(count);
      sampled[0] = Number.NaN;
      for (let k = count - 1; k >= 0 && Number.isNaN(sampled[0]!); k--) {
        if (isSample(k, count)) sampled[0] = states.time[k]!;
      }
      return count;
    },
  };
}
