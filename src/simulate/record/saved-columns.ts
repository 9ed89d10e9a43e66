/** Whether columns that were saved are of this record: they may come from a file, and what is not looked at here would be drawn and reported. */
import type { Event } from "./trajectory.ts";

export interface SavedColumns {
  readonly length: number;
  readonly stride: number;
  readonly seen: number;
  readonly room: number;
  readonly values: readonly Float64Array[];
  readonly modes: readonly Int8Array[];
  readonly events: readonly Event[];
}

export interface Expected {
  readonly columns: number;
  /** The first so many are always numbers; outputs need not be. */
  readonly finite: number;
  readonly modes: number;
  /** Samples that there is room for, and events. */
  readonly room: number;
  readonly events: number;
}

export function isSavedColumns(saved: SavedColumns, expected: Expected): boolean {
  const { length, stride, seen, room, values, modes, events } = saved;
  const counts = [length, stride, seen, room].every((count) => Number.isSafeInteger(count) && count >= 0);
  if (!counts || stride < 1 || length > room || room > expected.room) return false;
  if (values.length !== expected.columns || modes.length !== expected.modes) return false;
  const whole = [...values, ...modes].every((column) => ArrayBuffer.isView(column) && column.length === length);
  if (!whole || events.length > expected.events) return false;
  return values.slice(0, expected.finite).every((column) => column.every(Number.isFinite)) && events.every(isEvent);
}

function isEvent(event: Event | null): boolean {
  if (typeof event !== "object" || event === null) return false;
  return typeof event.kind === "string" && typeof event.row === "string" && Number.isFinite(event.time);
}
