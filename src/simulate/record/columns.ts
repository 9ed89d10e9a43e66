/** The columns sink: samples in typed arrays that grow, or that thin themselves out to stay within a capacity. */
import { multiplier } from "../../model/rows/law.ts";
import { misfit, type Saved } from "../../numeric/kept.ts";
import type { State } from "../../scheme/scheme.ts";
import { blockFormulas } from "../measure/block-formulas.ts";
import { formulaValues } from "../measure/quantities.ts";
import type { Simulation } from "../run/simulation.ts";
import { blockColumns, type ColumnPlaces } from "./block-columns.ts";
import type { ColumnPlace, FigureWishes } from "./choice.ts";
import { type ColumnMemory, grownMemory, newMemory, settleRows, widen } from "./column-memory.ts";
import { recordPlan } from "./plan.ts";
import { isSavedColumns } from "./saved-columns.ts";
import type { Sink } from "./sink.ts";
import type { Event, Trajectory } from "./trajectory.ts";
import { trajectoryOf } from "./trajectory-of.ts";

export interface Columns extends Sink {
  trajectory(): Trajectory;
}

export interface RecordOptions {
  /** At most so many samples. */
  readonly capacity?: number | undefined;
  /** Absent: all columns. */
  readonly choice?: readonly ColumnPlace[] | undefined;
  readonly figures?: FigureWishes | undefined;
}

/**
 * `capacity`: at most so many samples; when they are full every second one is dropped and from then on only every second
 * one kept, so that a run of any length keeps a picture of itself in bounded memory.
 */
export function columns(
  simulation: Simulation,
  expected: number,
  { capacity = Number.POSITIVE_INFINITY, choice, figures }: RecordOptions = {},
): Columns {
  const plan = recordPlan(simulation, choice, figures);
  const { system, outputs, coordinates, rows, laws, derived, controllers, width } = plan;
  const n = coordinates.length;
  const m = rows.length;
  const signals = plan.formulas.map((formulas) => formulaValues(simulation, formulas));
  // of states in blocks
  const ofStates =
    controllers.length === 0 && outputs.names.length > 0 ? blockFormulas(system, outputs.formulas) : undefined;
  const most = Number.isFinite(capacity)
    ? Math.min(capacity, Math.max(FEWEST_SAMPLES, Math.floor(MOST_NUMBERS / width)))
    : capacity;
  const room = Math.max(2, Math.min(expected, most));
  let memory: ColumnMemory = newMemory(width, m, room);
  let settled = 0; // samples that are in the columns
  const events: Event[] = [];
  let length = 0;
  let stride = 1;
  let seen = 0;

  function makeRoom(): void {
    settle();
    const { values, modes } = memory;
    if (memory.room * 2 <= most || most === Number.POSITIVE_INFINITY) {
      memory = grownMemory(values, modes, 2 * memory.room);
      return;
    }
    for (const column of [...values, ...modes]) for (let k = 0; 2 * k < length; k++) column[k] = column[2 * k]!;
    settled = length = Math.ceil(length / 2);
    stride *= 2;
  }

  function put(state: State): void {
    if ((length - settled + 1) * width > memory.waiting.length) {
      settle();
      if (length > 1) widen(memory);
    }
    const { waiting, waitingModes } = memory;
    const { position, velocity, force, limit, mode } = state;
    const row = length - settled;
    let at = row * width;
    waiting[at++] = state.time;
    for (let i = 0; i < n; i++) waiting[at++] = position[coordinates[i]!]!;
    for (let i = 0; i < n; i++) waiting[at++] = velocity[coordinates[i]!]!;
    for (let i = 0; i < m; i++) {
      const own = force[rows[i]!]!;
      waiting[at++] = derived ? own : multiplier(laws[i]!, own, limit[rows[i]!]!);
      waitingModes[row * m + i] = mode[rows[i]!]!;
    }
    if (!derived) waiting[at++] = system.energy(position, velocity);
    for (let s = 0; s < signals.length; s++) {
      const signal = signals[s]!;
      signal.evaluate(state);
      for (let i = 0; i < signal.values.length; i++) waiting[at++] = signal.values[i]!;
    }
    length++;
  }

  /** Brings what waits to the columns. */
  function settle(): void {
    if (length > settled) settleRows(memory, length - settled, settled);
    settled = length;
  }

  function sample(state: State, last: boolean): void {
    const wanted = seen % stride === 0;
    seen++;
    if (!wanted && !last) return;
    if (length === memory.room) makeRoom();
    put(state);
  }

  /** Columns have grown, and may have been thinned out. */
  const gathered = {
    save: () => {
      settle();
      return {
        ...{ length, stride, seen, room: memory.room },
        values: memory.values.map((column) => column.slice(0, length)),
        modes: memory.modes.map((column) => column.slice(0, length)),
        events: events.map(({ kind, time, row }) => ({ kind, time, row })),
      };
    },
    restore(saved: Saved) {
      const was = saved as unknown as ReturnType<typeof gathered.save>;
      const roomy = Number.isFinite(most) ? Math.max(most, memory.room) : Math.max(memory.room, 2 * was.length);
      const expected = { columns: width, finite: plan.finite, modes: m, room: roomy, events: MOST_EVENTS };
      if (!isSavedColumns(was, expected)) misfit();
      ({ length, stride, seen } = was);
      settled = length;
      memory = grownMemory(was.values, was.modes, was.room);
      events.length = 0;
      for (const event of was.events) events.push(event);
    },
  };

  const place: ColumnPlaces = {
    sample,
    free(count) {
      if (stride > 1 || length + count > memory.room) return -1;
      settle();
      return length;
    },
    memory: () => memory,
    took(count) {
      settled = length += count;
      seen += count;
    },
  };

  return {
    kept: [gathered, ...signals.map(({ kept }) => kept)],
    step(state) {
      for (let k = 0; k < signals.length; k++) signals[k]!.step(state);
    },
    jump(before, after) {
      for (const signal of signals) signal.jump(before, after);
    },
    sample,
    block: derived && (signals.length === 0 || ofStates) ? blockColumns(simulation, plan, ofStates, place) : undefined,
    eventsAhead: true,
    event(event) {
      if (events.length < MOST_EVENTS) events.push(event);
    },
    trajectory() {
      settle();
      // columns that are full to the end and only ever grow are given away as they are
      const { values, modes, room } = memory;
      const whole = length === room && most === Number.POSITIVE_INFINITY;
      const cut = whole ? values : values.map((column) => column.slice(0, length));
      return trajectoryOf(plan, cut, whole ? modes : modes.map((column) => column.slice(0, length)), events);
    },
  };
}

/** Numbers that a capacity may hold, whatever the number of columns: 128 MB; and samples that a picture needs all the same. */
const MOST_NUMBERS = 1 << 24;
const FEWEST_SAMPLES = 64;

/** Events kept in memory; a run that chatters must not fill it. */
export const MOST_EVENTS = 100_000;
