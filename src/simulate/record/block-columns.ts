/** States of a block, all of them, into the columns of a record. */
import { newState, readState, type State, type StateBlock } from "../../scheme/scheme.ts";
import type { BlockFormulas } from "../measure/block-formulas.ts";
import type { Simulation } from "../run/simulation.ts";
import type { ColumnMemory } from "./column-memory.ts";
import type { RecordPlan } from "./plan.ts";
import { isSample, type Sink } from "./sink.ts";

/** Views of the columns of a block that comes again in the next run. */
export interface BlockViews {
  readonly states: StateBlock;
  readonly count: number;
  readonly values: readonly Float64Array[];
  readonly modes: readonly Int8Array[];
}

/** Where a record puts samples. */
export interface ColumnPlaces {
  sample(state: State, last: boolean): void;
  /** The place of the next one where there is room for so many and all are kept; -1: they must come one by one. */
  free(count: number): number;
  memory(): ColumnMemory;
  /** So many were put there. */
  took(count: number): void;
}

/** `outputs`: formulas of states in blocks. */
export function blockColumns(
  { system, initial }: Simulation,
  plan: RecordPlan,
  outputs: BlockFormulas | undefined,
  places: ColumnPlaces,
): NonNullable<Sink["block"]> {
  let scratch: State | undefined; // of samples that are read one by one

  function putAll(states: StateBlock, from: number, to: number, last: boolean, at: number): void {
    const { values, modes } = places.memory();
    const views = viewsOf(plan, states, from, to, last);
    for (let j = 0; j < views.values.length; j++) values[j]!.set(views.values[j]!, at);
    for (let j = 0; j < views.modes.length; j++) modes[j]!.set(views.modes[j]!, at);
    outputs?.put(states, from, to, values, plan.firstOutput, at);
    places.took(to - from);
  }

  return (states, from, to, samples) => {
    for (let k = from; k < to; k++) {
      // samples may be thinned out on the way
      const at = samples.every === 1 && k >= samples.first ? places.free(to - k) : -1;
      if (at >= 0) {
        putAll(states, k, to, samples.last === to - 1, at);
        return;
      }
      if (!isSample(samples, k)) continue;
      scratch ??= newState(system, initial, 0);
      readState(states, k, scratch);
      places.sample(scratch, k === samples.last);
    }
  };
}

/** Runs of a problem have the same blocks, but for those that something ends before they are full: these are not kept. */
function viewsOf(plan: RecordPlan, states: StateBlock, from: number, to: number, last: boolean): BlockViews {
  const whole = to === states.capacity;
  if (from > 0 || !(whole || last)) return newViews(plan, states, from, to);
  const place = whole ? 0 : 1;
  let views = plan.blocks[place];
  if (views?.states !== states || views.count !== to) views = plan.blocks[place] = newViews(plan, states, from, to);
  return views;
}

function newViews({ coordinates, rows }: RecordPlan, states: StateBlock, from: number, to: number): BlockViews {
  const { capacity, time, position, velocity, force, mode } = states;
  const part = <T extends Float64Array | Int8Array>(of: T) => {
    return (i: number) => of.subarray(i * capacity + from, i * capacity + to) as T;
  };
  return {
    states,
    count: to - from,
    values: [
      time.subarray(from, to),
      ...coordinates.map(part(position)),
      ...coordinates.map(part(velocity)),
      ...rows.map(part(force)),
    ],
    modes: rows.map(part(mode)),
  };
}
