/** Where formulas jump or have a kink along a piece of motion: the sign changes of functions of the motion. */
import type { Vector } from "../numeric/vector.ts";

/** Puts the values of the functions at the time that is set into `values[first ..]`. */
export interface Switches {
  readonly values: Vector;
  readonly first: number;
  look(time: number): void;
}

/** Halvings: to the last digits. */
const HALVINGS = 60;
const GOLDEN = 0.6180339887498949;
const SEARCH = 30;

/** Adds the times inside (from, to) at which a function changes its sign, as `samples` looks and what lies near zero between them tell. */
export function findSwitches(switches: Switches, from: number, to: number, samples: number, found: number[]): void {
  const { values, first } = switches;
  const count = values.length - first;
  const seen = new Float64Array((samples + 1) * count);
  const timeOf = (k: number) => from + ((to - from) * k) / samples;
  for (let k = 0; k <= samples; k++) {
    switches.look(timeOf(k));
    for (let i = 0; i < count; i++) seen[k * count + i] = values[first + i]!;
  }
  for (let i = 0; i < count; i++) {
    const at = (k: number) => seen[k * count + i]!;
    for (let k = 1; k <= samples; k++) {
      if (Math.sign(at(k - 1)) !== Math.sign(at(k))) found.push(change(switches, i, timeOf(k - 1), timeOf(k)));
      else if (k < samples && dips(at(k - 1), at(k), at(k + 1))) {
        const lowest = dip(switches, i, timeOf(k - 1), timeOf(k + 1), Math.sign(at(k)));
        if (lowest !== undefined) {
          found.push(change(switches, i, timeOf(k - 1), lowest), change(switches, i, lowest, timeOf(k + 1)));
        }
      }
    }
  }
}

/** Whether the parabola through three values of one sign comes near zero or crosses it. */
function dips(a: number, b: number, c: number): boolean {
  if (!(Math.sign(a) === Math.sign(b) && Math.sign(b) === Math.sign(c))) return false;
  const [p, q, r] = [Math.abs(a), Math.abs(b), Math.abs(c)];
  if (!(q <= p && q <= r) || p + r - 2 * q === 0) return false;
  return q - (r - p) ** 2 / (8 * (p + r - 2 * q)) < 0.2 * q;
}

/** A time between at which a function has the other sign, if the search for its least size meets one. */
function dip(switches: Switches, i: number, from: number, to: number, sign: number): number | undefined {
  let [low, high] = [from, to];
  const sizeAt = (time: number): number => {
    switches.look(time);
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

function change({ values, first, look }: Switches, i: number, from: number, to: number): number {
  let [low, high] = [from, to];
  look(low);
  const before = Math.sign(values[first + i]!);
  for (let k = 0; k < HALVINGS; k++) {
    const middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) break;
    look(middle);
    if (Math.sign(values[first + i]!) === before) low = middle;
    else high = middle;
  }
  return high;
}
