/**
 * Forces and limits that change their formula where a function of the motion changes its sign (abs, min, max, ?: and the like in x
 * and v). Inside a mode each keeps to one side; guards on the switch functions, series too, end the mode, and the side changes.
 */
import type { Switches } from "../../model/motion-functions.ts";
import type { Kept } from "../../numeric/kept.ts";
import { rootFinder } from "../../numeric/polynomial.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Series } from "./series.ts";

/** A term of a switch function at its zero that is a smaller part of the largest one over the expansion is round-off. */
const NOTHING = 1e-14;
/** One that is zero at the end of an expansion is a smaller part of its terms there. */
const LATE = 1e-6;
/** Halvings of a step in which its series is sane at last. */
const HALVINGS = 60;
/** A function at its zero that is a larger part of that after a jump of velocities or formulas is no longer there. */
const THROWN = 1e-9;

/** The functions of forces, or of rows; crossing[l] is 1 where the present expansion ends at the zero of function l. */
export interface SwitchGroup {
  readonly of: keyof Series["switches"];
  readonly group: Switches;
  readonly crossing: Int8Array;
}

/** Terms of a motion without a series that exist: its place and its rate, and mostly its acceleration. */
const BLIND_DEGREE = 2;
/** Mark of a function that is zero where it is located. */
const FRESH = 2;

export interface Switching {
  readonly groups: readonly SwitchGroup[];
  /** Shortens h[0] to the first change of sides, if there is one before. Changes within tolerance[0] count as one. `blind`: there is no series but its first terms. */
  search(h: Vector, tolerance: Vector, blind: boolean): boolean;
  /**
   * The one function that ends the expansion, where it is not zero there but for round-off, (at, x, v) being the place: how much later it is, by its slope, s.
   * Beyond the reach of its own series the motion is still known.
   */
  late(at: Vector, x: Vector, v: Vector, h: Vector): number;
  /** After an expansion of length h[0]: those whose change was found (if it was) go over to the other side. */
  pass(found: boolean, h: Vector, tolerance: Vector): void;
  /**
   * The motion rests where functions are zero, and does not match formulas that decide there by themselves: those whose side was not
   * changed for that before shall change, as if they were crossed at once. Whether there are such: `changes`, or none but others: `stays`.
   * (at, x, v): a place on the way, by whose values those are told that only seem to be zero, as far as a series shows.
   */
  doubt(at: Vector, x: Vector, v: Vector): "changes" | "stays" | undefined;
  /**
   * Functions that have come to their zero with a velocity, but for its round-off: that velocity becomes zero, and they are on neither side until the
   * motion leaves. Whether there are such. For forces that have no series there, as roots of a speed. `most`: velocities up to which they are none, m/s.
   */
  rests(at: Vector, x: Vector, v: Vector, most: Vector): boolean;
  /** Takes that back but for the velocities. */
  unrest(): void;
  /** Sides from the values: at the start, and where velocities or formulas jump. */
  locate(at: Vector, x: Vector, v: Vector): void;
  readonly kept: Kept;
}

/** `ahead`: how far the motion is looked at ahead for the side that it goes to, s. */
export function switching(switches: Series["switches"], order: number, ahead: number): Switching | undefined {
  const groups = (["resistance", "rows"] as const).flatMap((of) => {
    const group = switches[of];
    return group && group.count > 0 ? [{ of, group }] : [];
  });
  if (groups.length === 0) return undefined;
  let degree = order - 2;
  const finder = rootFinder(order);
  const polynomial = new Float64Array(order + 1);
  const first = new Float64Array(1);
  const reach = new Float64Array(1);
  const parts = groups.map(({ of, group }) => ({
    of,
    group,
    edge: new Int8Array(group.count), // 1: the expansion begins at its zero
    crossing: new Int8Array(group.count), // 1: its guard ends the expansion
    zero: new Int8Array(group.count), // 1: it is zero all along, as the limit max(0, x) where x < 0
    doubted: new Int8Array(group.count), // and its side has been changed for that so many times
    next: new Int8Array(group.count), // the side to which it goes over
    before: new Int8Array(group.count), // its side before it came to rest, and its edge
    edgeBefore: new Int8Array(group.count),
    size: new Float64Array(group.count), // of its terms over the last expansion
    values: new Float64Array(group.count),
  }));

  /** The guard of function l into the polynomial, without what is round-off at its zero; how many coefficients it has. */
  function load({ group, edge, size }: (typeof parts)[number], l: number, h: number): number {
    const { count, side, value } = group;
    const sign = side[l]! || 1;
    let largest = 0;
    let power = 1;
    let last = 0;
    let more = true; // without a series the first term that moves it is all that is known: a root bends as no parabola does
    for (; more && last <= degree && Number.isFinite(value[last * count + l]!); last++) {
      polynomial[last] = sign * value[last * count + l]!;
      if (last > 0) largest = Math.max(largest, Math.abs(polynomial[last]!) * power);
      if (last > 0 && degree === BLIND_DEGREE) more = polynomial[last] === 0;
      power *= h;
    }
    size[l] = largest;
    if (edge[l] === 0) return last;
    polynomial[0] = 0;
    const sane = saneLength(last, h);
    largest = 0;
    power = sane;
    for (let k = 1; k < last; k++) {
      largest = Math.max(largest, Math.abs(polynomial[k]!) * power);
      power *= sane;
    }
    power = sane;
    for (let k = 1; k < last && Math.abs(polynomial[k]!) * power <= NOTHING * largest; k++) {
      polynomial[k] = 0;
      power *= sane;
    }
    return last;
  }

  /** A part of h within which the last of so many terms is not the largest: beyond it all of them say nothing of what is round-off. */
  function saneLength(count: number, h: number): number {
    let sane = h;
    for (let halvings = 0; halvings < HALVINGS; halvings++) {
      let largest = 0;
      let power = sane;
      for (let k = 1; k < count - 1; k++) {
        largest = Math.max(largest, Math.abs(polynomial[k]!) * power);
        power *= sane;
      }
      if (!(Math.abs(polynomial[count - 1]!) * power > largest)) return sane;
      sane /= 2;
    }
    return sane;
  }

  function test(part: (typeof parts)[number], l: number, h: Vector, window: Vector): void {
    const { crossing, zero, next } = part;
    const rests = part.group.side[l] === 0; // it does as long as it is zero all along
    const count = load(part, l, h[0]!);
    let start = 0;
    while (start < count && polynomial[start] === 0) start++;
    zero[l] = start >= count ? 1 : 0;
    if (zero[l] === 0) part.doubted[l] = 0;
    if (zero[l] === 1) return;
    let root = 0;
    next[l] = rests ? Math.sign(polynomial[start]!) : -part.group.side[l]!;
    if (polynomial[start]! > 0 && !rests) {
      reach[0] = Math.min(h[0]!, first[0]! + window[0]!);
      if (!finder.find(polynomial, start, count - 1 - start, reach)) return;
      root = finder.root[0]!;
    }
    if (root < first[0]! - window[0]!) for (const part of parts) part.crossing.fill(0);
    first[0] = Math.min(first[0]!, root);
    crossing[l] = 1;
  }

  /** Values right after the instant, of functions that are zero in it: a guess, which guards correct at once where it is wrong. */
  function guess(at: Vector, x: Vector, v: Vector, group: Switches, values: Vector): void {
    const there = x.map((place, i) => place + ahead * v[i]!);
    group.evaluate(at, there, v, values);
  }

  function lookAhead({ group, edge }: (typeof parts)[number]): void {
    let any = false;
    for (let l = 0; l < group.count; l++) if (edge[l] !== 0) any = true;
    group.ahead[0] = any ? ahead : 0;
  }

  /** Whether function l is zero where velocity k is, which is set to zero then. */
  function stops(
    { group, values }: (typeof parts)[number],
    l: number,
    at: Vector,
    x: Vector,
    v: Vector,
    k: number,
  ): boolean {
    const rate = v[k]!;
    v[k] = 0;
    group.evaluate(at, x, v, values);
    if (values[l] === 0) return true;
    v[k] = rate;
    return false;
  }

  return {
    groups: parts,
    kept: parts.map(({ group, edge, crossing, zero, doubted, next, size }) => ({
      ...{ side: group.side, ahead: group.ahead, edge, crossing, zero, doubted, next, size },
    })),
    search(h, tolerance, blind) {
      degree = blind ? BLIND_DEGREE : order - 2;
      first[0] = Number.POSITIVE_INFINITY;
      for (const part of parts) part.crossing.fill(0);
      for (let g = 0; g < parts.length; g++) {
        for (let l = 0; l < parts[g]!.group.count; l++) test(parts[g]!, l, h, tolerance);
      }
      if (first[0]! > h[0]!) return false;
      h[0] = first[0]!;
      return true;
    },
    doubt(at, x, v) {
      let found: "changes" | "stays" | undefined;
      for (const { group, zero, doubted, crossing, next, values } of parts) {
        if (zero.includes(1)) group.evaluate(at, x, v, values);
        for (let l = 0; l < zero.length; l++) {
          if (zero[l] === 0 || values[l] !== 0) continue;
          if (doubted[l]! < 2 && group.side[l] !== 0) {
            if (found !== "changes") for (const part of parts) part.crossing.fill(0);
            found = "changes";
            next[l] = doubted[l] === 0 ? -group.side[l]! : 0; // the other side, or neither, as of sign(0)
            doubted[l]!++;
            crossing[l] = 1;
          } else found ??= "stays";
        }
      }
      return found;
    },
    late(at, x, v, h) {
      let [of, index] = [-1, -1];
      for (let g = 0; g < parts.length; g++) {
        for (let l = 0; l < parts[g]!.group.count; l++) {
          if (parts[g]!.crossing[l] === 0) continue;
          if (of >= 0) return 0;
          [of, index] = [g, l];
        }
      }
      if (of < 0) return 0;
      const { group, values } = parts[of]!;
      group.evaluate(at, x, v, values);
      let [slope, terms] = [0, 0];
      for (let k = degree; k >= 1; k--) {
        slope = slope * h[0]! + k * group.value[k * group.count + index]!;
        terms = terms * h[0]! + Math.abs(group.value[k * group.count + index]!);
      }
      terms = terms * h[0]! + Math.abs(group.value[index]!);
      const off = values[index]!;
      if (!(Math.abs(off) > NOTHING * terms) || slope === 0) return 0;
      return Math.abs(off) < LATE * terms ? -off / slope : 0;
    },
    pass(found, h, tolerance) {
      const still = h[0]! <= tolerance[0]!; // who was at its zero is still there
      for (let g = 0; g < parts.length; g++) {
        const { group, edge, crossing, zero, next } = parts[g]!;
        for (let l = 0; l < group.count; l++) {
          const crosses = found && crossing[l] === 1;
          if (crosses) group.side[l] = next[l]!;
          edge[l] = crosses || zero[l] === 1 || (still && edge[l] === 1) ? 1 : 0;
        }
        lookAhead(parts[g]!);
      }
    },
    rests(at, x, v, most) {
      let any = false;
      for (const part of parts) {
        const { group, edge, crossing, before, edgeBefore } = part;
        for (let l = 0; l < group.count; l++) {
          before[l] = group.side[l]!;
          edgeBefore[l] = edge[l]!;
          if (edge[l] !== 1 && crossing[l] !== 1) continue;
          for (let k = 0; k < v.length; k++) {
            if (v[k] === 0 || !(Math.abs(v[k]!) <= most[k]!) || !stops(part, l, at, x, v, k)) continue;
            group.side[l] = 0;
            edge[l] = 1;
            any = true;
          }
        }
      }
      return any;
    },
    unrest() {
      for (const { group, edge, before, edgeBefore } of parts) {
        group.side.set(before);
        edge.set(edgeBefore);
      }
    },
    locate(at, x, v) {
      for (const part of parts) {
        const { group, edge, size, values } = part;
        group.evaluate(at, x, v, values);
        let fresh = false;
        for (let l = 0; l < group.count; l++) {
          if (edge[l] === 1 && !(Math.abs(values[l]!) > THROWN * size[l]!)) continue;
          edge[l] = 0;
          if (values[l] !== 0) group.side[l] = values[l]! < 0 ? -1 : 1;
          else edge[l] = FRESH;
          fresh ||= values[l] === 0;
        }
        if (fresh) guess(at, x, v, group, values);
        for (let l = 0; l < group.count; l++) {
          if (edge[l] !== FRESH) continue;
          group.side[l] = Math.sign(values[l]!); // 0: as the formula itself decides, until the motion leaves
          edge[l] = 1;
        }
        lookAhead(part);
      }
    },
  };
}
