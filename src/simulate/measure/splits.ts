/** Where formulas jump or have a kink along a piece of motion: the sign changes of functions of the motion. */
import type { Vector } from "../../numeric/vector.ts";

export interface Switches {
  /** The functions, from `first` on, at the time looked at last. */
  readonly values: Vector;
  readonly first: number;
  /** Has room for a function's values: at `samples` times and one more each. */
  readonly seen: Vector;
  readonly samples: number;
  /** Time to look at, s, in a typed array: as an argument it would be boxed. */
  readonly at: Vector;
  look(): void;
}

/** Halvings: to the last digits. */
const HALVINGS = 60;
const GOLDEN = 0.6180339887498949;
/** Between samples, where nothing that repeats itself has all its zeros. */
const ELSEWHERE = 0.3819660112501051;
const SEARCH = 30;
/** Part of the samples between which a function changes its sign above which it may be round-off. */
const OFTEN = 1 / 4;
/** Part of a span in which a function that is more than that changes hardly: by this part of its largest value. In digits of time: no less than so many. */
const NEAR = 1e-12;
const DIGITS = 64 * Number.EPSILON;
export const HARDLY = 0.1;
/** Samples with a jump so near behind them. */
export const MOST_JUMPS = 1;

/** How far aside of a time in a span nothing but round-off changes much, s. */
export function asideBy(span: Vector): number {
  return Math.max(NEAR * (span[1]! - span[0]!), DIGITS * Math.max(Math.abs(span[0]!), Math.abs(span[1]!)));
}

/**
 * Adds the times inside the span [from, to] at which a function changes its sign, as the samples and what lies near zero between them tell. Whether there
 * are functions whose signs are round-off: they add none.
 */
export function findSwitches(switches: Switches, span: Vector, found: number[]): boolean {
  const { values, first, seen, samples, at } = switches;
  const count = values.length - first;
  const from = span[0]!;
  const h = (span[1]! - from) / samples;
  for (let k = 0; k <= samples; k++) {
    at[0] = from + h * k;
    switches.look();
    for (let i = 0; i < count; i++) seen[i * (samples + 1) + k] = values[first + i]!;
  }
  let anyRoundOff = false;
  for (let i = 0; i < count; i++) {
    if (isRoundOff(switches, i, span)) {
      anyRoundOff = true;
      continue;
    }
    for (let k = 1; k <= samples; k++) {
      const place = i * (samples + 1) + k;
      if (Math.sign(seen[place - 1]!) !== Math.sign(seen[place]!)) {
        found.push(change(switches, i, from + h * (k - 1), from + h * k));
      } else if (k < samples && dips(seen, place)) {
        const [before, after] = [from + h * (k - 1), from + h * (k + 1)];
        const lowest = dip(switches, i, before, after, Math.sign(seen[place]!));
        if (lowest !== undefined) {
          found.push(change(switches, i, before, lowest), change(switches, i, lowest, after));
        }
      }
    }
  }
  return anyRoundOff;
}

/** Whether a function's signs mean nothing: they change often, and its values have nothing to do with those just beside them. */
function isRoundOff(switches: Switches, i: number, span: Vector): boolean {
  const { values, first, seen, samples, at, look } = switches;
  const start = i * (samples + 1);
  let changes = 0;
  for (let place = start + 1; place <= start + samples; place++) {
    if (Math.sign(seen[place - 1]!) !== Math.sign(seen[place]!)) changes++;
  }
  if (!(changes > OFTEN * samples)) return false;
  const from = span[0]!;
  const h = (span[1]! - from) / samples;
  let largest = 0; // also elsewhere: all samples may be zeros
  for (let k = 0; k < samples; k++) {
    at[0] = from + h * (k + ELSEWHERE);
    look();
    largest = Math.max(largest, Math.abs(values[first + i]!), Math.abs(seen[start + k]!));
  }
  const aside = asideBy(span);
  let other = 0;
  for (let k = 0; k < samples; k++) {
    at[0] = from + h * k + aside;
    look();
    if (Math.abs(values[first + i]! - seen[start + k]!) > HARDLY * largest) other++;
  }
  return other > MOST_JUMPS;
}

/** Whether the parabola through a value and its neighbors of one sign comes near zero or crosses it. */
function dips(seen: Vector, place: number): boolean {
  const sign = Math.sign(seen[place]!);
  if (Math.sign(seen[place - 1]!) !== sign || Math.sign(seen[place + 1]!) !== sign) return false;
  const p = Math.abs(seen[place - 1]!);
  const q = Math.abs(seen[place]!);
  const r = Math.abs(seen[place + 1]!);
  if (!(q <= p && q <= r) || p + r - 2 * q === 0) return false;
  return q - ((r - p) * (r - p)) / (8 * (p + r - 2 * q)) < 0.2 * q;
}

/** A time between at which a function has the other sign, if the search for its least size meets one. */
function dip(switches: Switches, i: number, from: number, to: number, sign: number): number | undefined {
  let [low, high] = [from, to];
  const sizeAt = (time: number): number => {
    switches.at[0] = time;
    switches.look();
    return sign * switches.values[switches.first + i]!;
  };
  for (let k = 0; k < SEARCH; k++) {
    const [left, right] = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)];
    const [a, b] = [sizeAt(left), sizeAt(right)];
    if (a < 0) return left;
    if (b < 0) return right;
    if (a < b) high = right;
    else low = left;
  }
  return undefined;
}

function change({ values, first, at, look }: Switches, i: number, from: number, to: number): number {
  let [low, high] = [from, to];
  at[0] = low;
  look();
  const before = Math.sign(values[first + i]!);
  for (let k = 0; k < HALVINGS; k++) {
    const middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) break;
    at[0] = middle;
    look();
    if (Math.sign(values[first + i]!) === before) low = middle;
    else high = middle;
  }
  return high;
}
