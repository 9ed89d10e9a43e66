/** States of a block, all of them, into the columns of a record. */
import type { StateBlock } from "../../scheme/scheme.ts";
import type { ColumnMemory } from "./column-memory.ts";
import type { RecordPlan } from "./plan.ts";

/** Views of the columns of a block that comes again in the next run. */
export interface BlockViews {
  readonly states: StateBlock;
  readonly count: number;
  readonly values: readonly Float64Array[];
  readonly modes: readonly Int8Array[];
}

/** States from one up to another into columns from a place on; `last`: they end the run. */
export function putBlock(
  plan: RecordPlan,
  states: StateBlock,
  from: number,
  to: number,
  last: boolean,
  { values, modes }: ColumnMemory,
  at: number,
): void {
  const views = viewsOf(plan, states, from, to, last);
  for (let j = 0; j < views.values.length; j++) values[j]!.set(views.values[j]!, at);
  for (let j = 0; j < views.modes.length; j++) modes[j]!.set(views.modes[j]!, at);
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
