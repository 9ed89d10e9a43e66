/** Stick times of states in blocks, with the digits of single ones: sums are the same, in the same order. */
import type { Vector } from "../../numeric/vector.ts";
import { foursOf, stretchEnd } from "../record/mode-columns.ts";
import type { Sink } from "../record/sink.ts";
import type { StickMeasure } from "./formulas.ts";
import { within } from "./within.ts";

/** What a watch of stick times remembers: see of-rows.ts. */
export interface StickTimes {
  readonly total: Vector;
  readonly pending: Vector;
  readonly settled: Int8Array;
  readonly time: Vector;
}

/** `observe`: a first stuck step, or the one after it. */
export function stickBlocks(
  list: readonly StickMeasure[],
  { total, pending, settled, time }: StickTimes,
  observe: (k: number, duration: number) => void,
): NonNullable<Sink["block"]> {
  const rests = new Int32Array(2 * list.length); // measures of rows that rest up to the end of a block, and since which state
  return ({ time: times, mode, capacity }, from, to) => {
    const fours = foursOf(mode);
    let resting = 0;
    for (let k = 0; k < list.length; k++) {
      const measure = list[k]!;
      const base = measure.row * capacity;
      const end = base + to;
      for (let at = base + from; at < end; ) {
        if (mode[at] !== 0) {
          at = stretchEnd(mode, fours, at, end, mode[at]!);
          settled[k] = 0;
          pending[k] = Number.NaN;
          continue;
        }
        const s = at - base;
        const start = s === from ? time[0]! : times[s - 1]!;
        if (Number.isNaN(start)) settled[k] = 1;
        else if (settled[k] === 1) {
          at = stretchEnd(mode, fours, at, end, 0);
          const whole = start >= measure.from && times[at - 1 - base]! <= measure.to; // times ascend
          if (whole && at === end) {
            rests[resting++] = k;
            rests[resting++] = s;
          } else if (whole) add(times, s, at - base, start, total, k);
          else addParts(times, s, at - base, start, measure, total, k);
          continue;
        } else observe(k, within(measure, start, times[s]!));
        at++;
      }
    }
    for (let j = 0; j < resting; j += 8) addFour(times, from, to, time[0]!, total, rests, j, resting - 2);
    if (to > from) time[0] = times[to - 1]!;
  };
}

/** Adds the steps that end at these times. */
function add(times: Vector, from: number, to: number, begin: number, total: Vector, k: number): void {
  let sum = total[k]!;
  for (let s = from, start = begin; s < to; s++) {
    const end = times[s]!;
    sum += end - start;
    start = end;
  }
  total[k] = sum;
}

/** The same for four measures at once from where the last of them begins, since each sum waits for itself; for fewer at the end of the list. */
function addFour(
  times: Vector,
  from: number,
  to: number,
  begin: number,
  total: Vector,
  rests: Int32Array,
  first: number,
  last: number,
): void {
  let since = from;
  for (let j = first; j <= last && j < first + 8; j += 2) since = Math.max(since, rests[j + 1]!);
  for (let j = first; j <= last && j < first + 8; j += 2) {
    const s = rests[j + 1]!;
    add(times, s, since, s === from ? begin : times[s - 1]!, total, rests[j]!);
  }
  const p = rests[first]!;
  const q = rests[Math.min(first + 2, last)]!;
  const r = rests[Math.min(first + 4, last)]!;
  const s = rests[Math.min(first + 6, last)]!;
  let [a, b, c, d] = [total[p]!, total[q]!, total[r]!, total[s]!];
  let start = since === from ? begin : times[since - 1]!;
  for (let k = since; k < to; k++) {
    const end = times[k]!;
    const duration = end - start;
    a += duration;
    b += duration;
    c += duration;
    d += duration;
    start = end;
  }
  total[p] = a;
  total[q] = b;
  total[r] = c;
  total[s] = d;
}

/** Adds what of them the measure counts. */
function addParts(
  times: Vector,
  from: number,
  to: number,
  begin: number,
  measure: StickMeasure,
  total: Vector,
  k: number,
): void {
  for (let s = from, start = begin; s < to; start = times[s]!, s++) total[k]! += within(measure, start, times[s]!);
}
