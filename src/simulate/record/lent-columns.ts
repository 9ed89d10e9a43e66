/**
 * Records of runs of one problem that use the same memory, one after the other: to get it anew takes many times as long as to fill it. Who looks at a
 * trajectory before the next run begins has it for good, with its memory. Who looks later has the run repeated, which has the same digits.
 */
import { startRun } from "../run/run.ts";
import type { Simulation } from "../run/simulation.ts";
import { type Columns, columns, type RecordOptions } from "./columns.ts";
import type { Trajectory } from "./trajectory.ts";

export interface LentColumns {
  readonly record: Columns;
  /** The run is over; `repeatable`: another one, from the start to the end, would be the same. Returns how to get its trajectory, from now on. */
  finish(repeatable: boolean): () => Trajectory;
}

/** Numbers that are kept for the next run: 16 MB. */
const MOST_KEPT = 1 << 21;

export function lentColumns(simulation: Simulation, expected: number, options: RecordOptions): LentColumns {
  const { recording } = simulation;
  const { capacity, choice, figures } = options;
  const lends = recording && capacity === undefined && !choice && !figures && !simulation.system.load.changes;
  if (!lends) {
    const record = columns(simulation, expected, options);
    return { record, finish: () => once(() => record.trajectory()) };
  }
  const { idle } = recording;
  recording.idle = undefined;
  const record = columns(simulation, expected, {}, idle);
  return {
    record,
    finish(repeatable) {
      const memory = record.memory();
      if (!repeatable || memory.values.length * memory.room > MOST_KEPT) return once(() => record.trajectory());
      memory.of = record;
      recording.idle = memory;
      return once(() => {
        if (memory.of !== record) return repeated(simulation, expected);
        if (recording.idle === memory) recording.idle = undefined;
        return record.trajectory();
      });
    },
  };
}

function repeated(simulation: Simulation, expected: number): Trajectory {
  const record = columns(simulation, expected);
  const run = startRun(simulation, [record]);
  run.advance(Number.POSITIVE_INFINITY);
  run.finish();
  return record.trajectory();
}

function once(find: () => Trajectory): () => Trajectory {
  let found: Trajectory | undefined;
  return () => {
    found ??= find();
    return found;
  };
}
