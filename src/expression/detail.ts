import { exp, log } from "../numeric/elementary.ts";
import { opcode, stride } from "./execute.ts";
import type { Program } from "./program.ts";
import { type RangeJets, rangeJets } from "./range-jets.ts";
import { type Budget, isSpent } from "./smooth-function.ts";

/**
 * Where formulas of time change within a short time, found by bounds on their Taylor coefficients over intervals: between its
 * breakpoints a formula is on [a, b] within C r^8 of a polynomial of degree 7 on every piece of length 2 r, where C bounds its
 * coefficient 8 on [a, b]. Intervals on which that says enough, or on which the whole formula hardly changes, need no further
 * look; the others are halved. So a pulse cannot hide between samples, however short it is.
 */
export interface Detail {
  /** Zones, ascending; on zone k the formulas are as good as polynomials of degree 7 on pieces of length piece[k]. */
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly piece: readonly number[];
  /** Formulas of which this could not be said everywhere. */
  readonly doubtful: readonly number[];
}

const nowhere: Detail = { from: [], to: [], piece: [], doubtful: [] };

/** What of the largest value of a formula may stay unseen. */
const UNSEEN = 1e-10;
/** Below this everything is zero. */
const NOTHING = 1e-300;
/** Coefficient that is bounded. */
const LAST = 8;
/** A zone may have so many of the pieces that need samples of their own. */
const PIECES = 16;
/** Or so many where halving does not lengthen them. */
const MORE_PIECES = 1024;
const LONGER = 1.1;
/** Part of the run that is not halved any more: a point without a series. */
const POINT = 1e-12;
/** Intervals that are looked at to find the largest value. */
const LOOKS = 120;

/** Values that are looked at ever closer to the ends of the run: what only begins it, or ends it, is lost in the middle of a long one. */
const NEAR_ENDS = 30;

/** Bounds of the variables of a program, and its values, on intervals of time. */
export interface TimeRanges {
  /** Sets the ranges of all variables on an interval; returns what that costs, in evaluations. */
  enclose(jets: Pick<RangeJets, "set">, from: number, to: number): number;
  /** Sets the registers of all variables. */
  set(time: number): void;
}

interface Interval {
  readonly from: number;
  readonly to: number;
}

/** `resolution`: pieces as long as this need no samples of their own. */
export function fineDetail(
  program: Program,
  inputs: TimeRanges,
  breakpoints: readonly number[],
  run: Interval,
  resolution: number,
  budget: Budget,
): Detail {
  const smooth = polynomials(program);
  const open = Array.from(program.outputs.keys()).filter((i) => !smooth[i]);
  if (open.length === 0) return nowhere;
  const jets = rangeJets(program, LAST);
  const cost = Math.max(1, program.size / 8);

  /** Splits at the breakpoint in the middle of those inside, or halves. */
  function middleOf({ from, to }: Interval): { time: number; decided: boolean } {
    const [first, after] = [firstBeyond(breakpoints, from), firstNotBelow(breakpoints, to)];
    if (after > first) return { time: breakpoints[(first + after) >> 1]!, decided: false };
    return { time: from + (to - from) / 2, decided: true };
  }

  function look({ from, to }: Interval, top: number): number {
    const { time, decided } = middleOf({ from, to });
    inputs.set(decided ? time : from + (to - from) / 2);
    program.run();
    budget.evaluations -= cost * (top > 0 ? 4 : 1) + inputs.enclose(jets, from, to);
    jets.run(top, decided);
    return time;
  }

  const bound = (i: number, k: number): number => {
    const place = program.outputs[i]! * jets.width + k;
    const [low, high] = [jets.ranges.low[place]!, jets.ranges.high[place]!];
    return low <= high ? Math.max(-low, high) : Number.POSITIVE_INFINITY;
  };

  /** How much a formula changes at most; 0 where it has no value. */
  const change = (i: number): number => {
    const place = program.outputs[i]! * jets.width;
    return Math.max(0, jets.ranges.high[place]! - jets.ranges.low[place]!);
  };

  /** A lower bound of the formula's largest size, and near it where the bounds allow: the interval that may hold most is halved. */
  function largest(i: number): number {
    const heap: (Interval & { readonly most: number })[] = [];
    let seen = 0;
    const put = (interval: Interval): void => {
      look(interval, 0);
      const value = Math.abs(program.registers[program.outputs[i]!]!);
      if (value > seen && value < Number.POSITIVE_INFINITY) seen = value;
      heap.push({ ...interval, most: bound(i, 0) });
    };
    put(run);
    for (let k = 0, near = (run.to - run.from) / 2; k < NEAR_ENDS; k++, near /= 2) {
      for (const time of [run.from + near, run.to - near]) {
        inputs.set(time);
        program.run();
        budget.evaluations -= cost;
        const value = Math.abs(program.registers[program.outputs[i]!]!);
        if (value > seen && value < Number.POSITIVE_INFINITY) seen = value;
      }
    }
    for (let k = 0; k < LOOKS && !isSpent(budget); k++) {
      const next = heap.reduce((best, each, j) => (each.most > heap[best]!.most ? j : best), 0);
      const { from, to, most } = heap[next]!;
      if (most <= 4 * seen) break;
      heap.splice(next, 1);
      const { time } = middleOf({ from, to });
      put({ from, to: time });
      put({ from: time, to });
    }
    return seen;
  }

  const size = new Map(open.map((i) => [i, largest(i)]));
  const doubtful = new Set<number>();
  const zones: { from: number; to: number; piece: number }[] = [];

  /** Length of pieces that are as good as polynomials of degree 7. */
  const pieceOf = (i: number): number => {
    const allowed = Math.max(UNSEEN * size.get(i)!, NOTHING);
    if (change(i) <= allowed) return Number.POSITIVE_INFINITY;
    const most = bound(i, LAST);
    return most === 0 ? Number.POSITIVE_INFINITY : 2 * exp(log(allowed / most) / LAST);
  };

  const stack: (Interval & { readonly formulas: readonly number[]; readonly before: number })[] = [];
  stack.push({ ...run, formulas: open, before: 0 });
  for (let each = stack.pop(); each; each = stack.pop()) {
    const { from, to } = each;
    const length = to - from;
    if (isSpent(budget)) {
      for (const i of each.formulas) doubtful.add(i);
      continue;
    }
    const time = look(each, LAST);
    const pieces = each.formulas.map((i) => ({ i, piece: pieceOf(i) }));
    const short = pieces.filter(({ piece }) => !(piece >= Math.min(length, resolution)));
    if (short.length === 0) continue;
    const shortest = short.reduce((least, { piece }) => Math.min(least, piece), Number.POSITIVE_INFINITY);
    const isPoint = length <= POINT * (run.to - run.from);
    const most = !isPoint && shortest < LONGER * each.before ? MORE_PIECES : PIECES;
    if (shortest * most >= length || isPoint) {
      zones.push({ from, to, piece: Math.max(shortest, length / most) });
      continue;
    }
    const rest = { formulas: short.map(({ i }) => i), before: shortest };
    stack.push({ from: time, to, ...rest }, { from, to: time, ...rest });
  }
  return {
    from: zones.map((zone) => zone.from),
    to: zones.map((zone) => zone.to),
    piece: zones.map((zone) => zone.piece),
    doubtful: [...doubtful],
  };
}

/** Which formulas are, whatever is decided, polynomials below degree LAST of variables that are affine in time. */
function polynomials({ code, first, inputs, outputs, registers }: Program): boolean[] {
  const degree = new Float64Array(registers.length).fill(1, 0, 2 * inputs);
  for (let at = 0, out = first; at < code.length; at += stride, out++) {
    const of = (operand: number) => degree[code[at + operand]!]!;
    degree[out] = degreeAfter(code[at]!, of);
  }
  return Array.from(outputs, (register) => degree[register]! < LAST);
}

function degreeAfter(op: number, of: (operand: number) => number): number {
  switch (op) {
    case opcode["+"]:
    case opcode["-"]:
    case opcode.min:
    case opcode.max:
      return Math.max(of(1), of(2));
    case opcode["*"]:
      return of(1) + of(2);
    case opcode.negative:
    case opcode.abs:
      return of(1);
    case opcode.square:
      return 2 * of(1);
    case opcode.cube:
      return 3 * of(1);
    case opcode.fourth:
      return 4 * of(1);
    case opcode.choose:
      return Math.max(of(2), of(3));
    case opcode.below:
      return Math.max(of(3), of(4));
    case opcode["/"]:
      return of(2) === 0 ? of(1) : Number.POSITIVE_INFINITY;
    case opcode["^"]:
      return of(1) === 0 && of(2) === 0 ? 0 : Number.POSITIVE_INFINITY;
    default:
      return (op >= opcode["<"] && op <= opcode.sign) || of(1) === 0 ? 0 : Number.POSITIVE_INFINITY;
  }
}

/** Index of the first time after `time`. */
function firstBeyond(times: readonly number[], time: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! > time) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Index of the first time that is not before `time`. */
function firstNotBelow(times: readonly number[], time: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! >= time) high = middle;
    else low = middle + 1;
  }
  return low;
}
