/** Blocks of steps: what a stepper takes in one call, handed on to the sinks, whole or state by state. */
import { type BlockStepper, readState, type State } from "../../scheme/scheme.ts";
import type { Stats } from "../../step/step.ts";
import { type Ahead, type BlockSamples, isSample, type Sink } from "../record/sink.ts";
import type { BlockEvents } from "./block-events.ts";
import type { Definedness } from "./defined.ts";
import type { Grid, GridWalk } from "./grid.ts";

export interface Blocks {
  /** Takes up to so many steps; returns how many. 0: the next one must be taken singly. */
  take(most: number, stats: Stats): number;
  /** Before an event is told: sinks that take states whole have then got those before it, unless they do not ask for it. */
  catchUp(): void;
  /** The last state that was told, of the present block; undefined at its first one. */
  ahead(): Ahead | undefined;
  /** Time of the last sample of the last block; NaN: it had none. */
  readonly sampled: Float64Array;
}

/** Fewer steps are not worth a block. */
const FEWEST = 4;
/** Steps that are asked for at least after a block that ended early. */
const LEAST_REACH = 16;
/** Single steps between two attempts while a stepper declines, at most. */
const LONGEST_WAIT = 64;

export function blocksOf(
  { states, advance }: BlockStepper,
  state: State,
  { walk, grid, values }: { readonly walk: GridWalk; readonly grid: Grid; readonly values: Definedness },
  watch: BlockEvents,
  sinks: readonly Sink[],
): Blocks {
  const whole: Sink[] = [];
  const ordered: Sink[] = [];
  const single: Sink[] = [];
  for (const sink of sinks) {
    if (sink.block) (sink.eventsAhead || !sink.event ? whole : ordered).push(sink);
    else if (sink.step || sink.sample) single.push(sink);
  }
  const sampled = new Float64Array(1);
  const samples: { -readonly [K in keyof BlockSamples]: BlockSamples[K] } = {
    first: 0,
    every: grid.every,
    last: -1,
  };
  let handed = 0; // states of the present block that sinks which follow events have got
  let present = 0; // the one that is told now
  // where it waits no digit depends on: single steps are the same
  let wait = 0;
  let longest = 1;
  let reach = states.capacity; // steps that are asked for: what is prepared for steps that are not taken is lost

  function catchUp(): void {
    if (present === handed) return;
    for (const sink of ordered) sink.block!(states, handed, present, samples);
    handed = present;
  }

  function tellSingle(k: number): void {
    readState(states, k, state);
    const last = k === samples.last;
    const taken = isSample(samples, k);
    for (let s = 0; s < single.length; s++) {
      single[s]!.step?.(state);
      if (taken) single[s]!.sample?.(state, last);
    }
  }

  function tell(count: number): void {
    handed = 0;
    watch.read(states, count);
    let due = watch.next(0);
    for (let k = single.length === 0 ? due : 0; k < count; k = single.length === 0 ? due : k + 1) {
      if (k === due) {
        present = k;
        watch.tell(states, k);
        due = watch.next(k + 1);
      }
      if (single.length > 0) tellSingle(k);
    }
    present = count;
    catchUp();
    for (const sink of whole) sink.block!(states, 0, count, samples);
    present = handed = 0;
  }

  return {
    sampled,
    catchUp,
    ahead: () => (present > 0 ? { states, k: present - 1 } : undefined),
    take(most, stats) {
      if (wait > 0) {
        wait--;
        return 0;
      }
      const reached = walk.node;
      const next = walk.ahead(states.time, Math.min(most, reach));
      const asked = values.sure ? next : values.stepsWithin(states.time, next, grid.step);
      const count = asked < FEWEST ? 0 : advance(asked, stats);
      reach = Math.min(states.capacity, Math.max(LEAST_REACH, 2 * (count < asked ? count : reach)));
      if (count < asked || count === 0) {
        longest = count > 0 ? 1 : Math.min(LONGEST_WAIT, 2 * longest);
        wait = longest;
      }
      if (count === 0) return 0;
      walk.take(count, states.time);
      samples.first = grid.every - 1 - (reached % grid.every);
      samples.last = walk.finished ? count - 1 : -1;
      tell(count);
      sampled[0] = Number.NaN;
      for (let k = count - 1; k >= 0 && Number.isNaN(sampled[0]!); k--) {
        if (isSample(samples, k)) sampled[0] = states.time[k]!;
      }
      return count;
    },
  };
}
