/** Warnings of forces, drives and limits that change faster than a scheme looks at them. */
import { type Detail, type Load, resolutionOf } from "../../../model/load.ts";
import { RowValue, type System } from "../../../model/system.ts";
import type { Scheme } from "../../../scheme/scheme.ts";
import type { Grid } from "../../../simulate/run/grid.ts";

/** Part of its largest value by which a function must leave the line between two steps to be called missed. */
const MISSED = 0.1;
/** What is looked at of it: zones, and times in each. */
const MOST_ZONES = 1000;
const MOST_TIMES = 100;

/** `complete`: whether all jumps and kinks of the functions are known, which event-driven needs. */
export function warnDetail(system: System, scheme: Scheme, grid: Grid, complete: boolean, warnings: string[]): void {
  const { load, rowFunctions } = system;
  const parts = [
    { functions: load, name: (i: number) => forceName(system, i), size: system.size },
    ...(rowFunctions
      ? [{ functions: rowFunctions, name: (i: number) => rowFunctionName(system, i), size: rowCount(system) }]
      : []),
  ];
  const resolution = resolutionOf(grid.end - grid.start, grid.step);
  for (const { functions, name, size } of parts) {
    const detail = functions.detail?.(grid.start, grid.end, resolution);
    if (!detail) continue;
    if (detail.doubtful.length > 0) {
      warnings.push(
        `How fast ${listOf(detail.doubtful.map(name))} changes could not be bounded everywhere: a pulse shorter than the step may go unseen. Write it in pieces with breaks in t, or take a shorter step.`,
      );
    }
    if (scheme.stepsEnd === "events") continue;
    for (const { i, time } of missedBetween(functions, detail, size, grid)) {
      const when = Number(time.toPrecision(6));
      const told = `${capital(name(i))} has a change at t = ${when} s that falls between steps of ${grid.step} s: ${scheme.name} steps over it. Take ${complete ? "event-driven, or a shorter step" : "a shorter step, or write it in pieces with breaks in t"}.`;
      if (!warnings.includes(told)) warnings.push(told);
    }
  }
}

/** A series of order 24 in a longer time has terms beyond the range of numbers, s. */
const LONGEST_SPAN = 1e12;
/** Part of a run that round-off of its times may be: events are located, and audited, more sharply. */
const BLURRED = 2e-12;

/** Of a run whose times are too large for their digits, or for the coefficients of its series. */
export function warnSpan(scheme: Scheme, { start, end }: Grid, warnings: string[]): void {
  const digits = Number.EPSILON * Math.max(Math.abs(start), Math.abs(end));
  if (digits > BLURRED * (end - start)) {
    const [far, blur] = [start, digits].map((time) => Number(time.toPrecision(2)));
    warnings.push(
      `Times near ${far} s are known to ${blur} s only, also to the audit. Count time from the start of the run.`,
    );
  }
  if (scheme.stepsEnd !== "events" || !(end - start > LONGEST_SPAN)) return;
  warnings.push(
    `The run lasts ${Number((end - start).toPrecision(3))} s: coefficients of series in so long a time may be smaller than any number. Write the problem in a longer unit of time than the second.`,
  );
}

/** For each function that between two nodes of the grid leaves the line through them by much: where it does so most. */
function missedBetween(
  functions: Load,
  { from, to, piece }: Detail,
  size: number,
  { start, end, step }: Grid,
): { i: number; time: number }[] {
  const fast = Array.from(piece.slice(0, MOST_ZONES).keys()).filter((k) => piece[k]! < step);
  if (fast.length === 0) return [];
  const valueAt = (time: number): Float64Array => {
    const out = new Float64Array(size);
    functions.evaluate(Float64Array.of(time, time), out);
    return out;
  };
  const largest = new Float64Array(size);
  for (let k = 0; k <= MOST_TIMES; k++) {
    valueAt(start + ((end - start) * k) / MOST_TIMES).forEach((value, i) => {
      if (Math.abs(value) < Number.POSITIVE_INFINITY) largest[i] = Math.max(largest[i]!, Math.abs(value));
    });
  }
  const worst = new Float64Array(size);
  const place = new Float64Array(size);
  for (const k of fast) {
    const times = Math.min(MOST_TIMES, Math.ceil((4 * (to[k]! - from[k]!)) / piece[k]!));
    for (let j = 0; j <= times; j++) {
      const time = from[k]! + ((to[k]! - from[k]!) * j) / times;
      const node = start + Math.floor((time - start) / step) * step;
      const [here, before, after] = [valueAt(time), valueAt(node), valueAt(node + step)];
      for (let i = 0; i < size; i++) {
        const line = before[i]! + ((after[i]! - before[i]!) * (time - node)) / step;
        const off = Math.abs(here[i]! - line);
        largest[i] = Math.max(largest[i]!, Math.abs(here[i]!), Math.abs(before[i]!));
        if (!(off > worst[i]!)) continue;
        worst[i] = off;
        place[i] = time;
      }
    }
  }
  return Array.from(worst.keys())
    .filter((i) => worst[i]! > MISSED * largest[i]!)
    .map((i) => ({ i, time: place[i]! }));
}

const capital = (text: string): string => text[0]!.toUpperCase() + text.slice(1);

const rowCount = ({ rows }: System): number => RowValue.count * rows.length;

function forceName({ names, visible, states }: System, i: number): string {
  return i < visible ? `the force on ${names[i]}` : `the rate of ${states[i - visible]}`;
}

function rowFunctionName({ rows }: System, i: number): string {
  const kind = Math.floor(i / rows.length);
  const what = kind === RowValue.drive ? "drive" : kind <= RowValue.backward ? "limit" : "kinetic force";
  return `the ${what} of ${rows[i % rows.length]!.name}`;
}

function listOf(names: readonly string[]): string {
  const distinct = [...new Set(names)];
  return distinct.length > 4
    ? `${distinct.slice(0, 4).join(", ")} and ${distinct.length - 4} more`
    : distinct.join(", ");
}
