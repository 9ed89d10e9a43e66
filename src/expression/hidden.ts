import { Sight } from "../numeric/sight.ts";
import { opcode, stride } from "./execute.ts";
import type { Ranges } from "./interval.ts";
import { chosenOperand } from "./jet-instructions.ts";
import type { Program } from "./program.ts";
import { type RangeJets, rangeJets } from "./range-jets.ts";

/**
 * Whether formulas may do something within a box of their variables that their Taylor series at a place outside does not show: a narrow
 * bump, a step, a pole passed closely. Polynomials and waves cannot; exponentials, quotients, roots and powers can, where their argument
 * varies by more over the box than a series follows. Ranges over the box say by how much a formula may change by that.
 */
export interface Hidden {
  /** The range of a variable: its coefficient 0, others do not count. */
  readonly set: RangeJets["set"];
  /** Looks at the box; the program has run at a place in it. */
  look(): Sight;
  /**
   * Forgets the sizes of the formulas that were seen. least[i]: what is nothing of formula i; of those that have none, it is a part of the largest value
   * that bounds allow in the box that is looked at first.
   */
  begin(least?: Float64Array): void;
}

/** A change below this part of the largest value that was seen is none; nor is one below the smallest numbers. */
const UNSEEN = 1e-13;
const NOTHING = 1e-290;
/** What ranges are widened by, relative to their bounds. */
const WIDENED = 4e-15;
/** Whole powers up to this one are polynomials that a series has terms enough for. */
const WHOLE = 8;

/** Absent: nothing can hide in these formulas. */
export function hidden(program: Program): Hidden | undefined {
  const { code, first, registers, outputs } = program;
  if (!canHide(program)) return undefined;
  const jets = rangeJets(program, 0);
  const { ranges } = jets;
  const all = new Float64Array(registers.length); // by what register r may change where all that could hide does so
  const open = new Float64Array(registers.length); // and where only that does which varies too much to be followed
  const largest = new Float64Array(outputs.length);
  const least = new Float64Array(outputs.length);
  let known = 0; // of them are given
  let isFirst = true;

  function spread(at: number, out: number): void {
    const [op, a, b] = [code[at]!, code[at + 1]!, code[at + 2]!];
    if (op >= opcode.abs) {
      const from = chosenOperand(code, at, registers);
      all[out] = all[from]!;
      open[out] = open[from]!;
    } else if (op < opcode["<"]) {
      const hides = mayHide(program, at);
      all[out] = hides ? width(ranges, out) : passedOn(op, ranges, all, out, a, b);
      open[out] = hides && !isFollowed(op, ranges, a, b) ? all[out]! : passedOn(op, ranges, open, out, a, b);
    }
  }

  function leastOf(r: number): number {
    const most = sizeOf(ranges, r);
    return most < Number.POSITIVE_INFINITY ? Math.max(NOTHING, UNSEEN * most) : NOTHING;
  }

  return {
    set(variable, k, low, high) {
      if (k === 0) jets.set(variable, 0, low, high);
    },
    look() {
      jets.run(0, true);
      for (let at = 0, out = first; at < code.length; at += stride, out++) spread(at, out);
      if (isFirst) for (let i = known; i < outputs.length; i++) least[i] = leastOf(outputs[i]!);
      isFirst = false;
      let sight: Sight = Sight.still;
      for (let i = 0; i < outputs.length; i++) {
        const r = outputs[i]!;
        const value = Math.abs(registers[r]!);
        if (value > largest[i]! && value < Number.POSITIVE_INFINITY) largest[i] = value;
        const allowed = Math.max(least[i]!, UNSEEN * largest[i]!);
        if (!(open[r]! <= allowed)) return Sight.hides;
        if (!(all[r]! <= allowed)) sight = Sight.followed;
      }
      return sight;
    },
    begin(of) {
      largest.fill(0);
      known = of?.length ?? 0;
      for (let i = 0; i < known; i++) least[i] = Math.max(NOTHING, of![i]!);
      isFirst = true;
    },
  };
}

function canHide(program: Program): boolean {
  for (let at = 0; at < program.code.length; at += stride) if (mayHide(program, at)) return true;
  return false;
}

/** Whether an operation has places where it is flat, or a pole, and others where it is not. */
function mayHide({ code, registers, inputs, first }: Program, at: number): boolean {
  const op = code[at]!;
  const b = code[at + 2]!;
  const isNumber = b >= 2 * inputs && b < first;
  switch (op) {
    case opcode["/"]:
      return !isNumber;
    case opcode["^"]:
      return !(isNumber && Number.isInteger(registers[b]!) && registers[b]! >= 0 && registers[b]! <= WHOLE);
    case opcode.sin:
    case opcode.cos:
      return false;
    default:
      return op >= opcode.sqrt && op <= opcode.tanh;
  }
}

/** Whether the argument of such an operation varies by so little that any place shows what it does. */
function isFollowed(op: number, x: Ranges, a: number, b: number): boolean {
  const [low, high] = [x.low[a]!, x.high[a]!];
  switch (op) {
    case opcode["/"]:
      return isNear(x.low[b]!, x.high[b]!, 8);
    case opcode["^"]: {
      const most = Math.max(1, Math.abs(x.low[b]!), Math.abs(x.high[b]!));
      return isNear(low, high, 1 + 7 / most) && !(x.high[b]! - x.low[b]! > 1);
    }
    case opcode.sqrt:
    case opcode.log:
      return isNear(low, high, 8);
    case opcode.exp:
    case opcode.sinh:
    case opcode.cosh:
      return high - low <= 8;
    case opcode.asin:
    case opcode.acos:
      return isNear(1 - high, 1 - low, 8) && isNear(1 + low, 1 + high, 8);
    case opcode.tan:
      return high - low <= 0.5;
    default: // atan, tanh
      return high - low <= 4 || (op === opcode.atan && isNear(low, high, 8));
  }
}

/** Whether two numbers have one sign and are within a factor of each other. */
function isNear(low: number, high: number, factor: number): boolean {
  return low > 0 ? high <= factor * low : high < 0 && low >= factor * high;
}

/** How far the values go, rounding apart; none where there are none. */
function width(x: Ranges, r: number): number {
  const [low, high] = [x.low[r]!, x.high[r]!];
  if (!(low <= high)) return 0;
  return Math.max(0, high - low - WIDENED * Math.max(Math.abs(low), Math.abs(high)));
}

const sizeOf = (x: Ranges, r: number): number => Math.max(Math.abs(x.low[r]!), Math.abs(x.high[r]!));

/** What the changes of the operands make of the result. */
function passedOn(op: number, x: Ranges, change: Float64Array, out: number, a: number, b: number): number {
  const da = change[a]!;
  switch (op) {
    case opcode["+"]:
    case opcode["-"]:
      return da + change[b]!;
    case opcode["*"]:
      return product(da, sizeOf(x, b)) + product(change[b]!, sizeOf(x, a));
    case opcode.negative:
      return da;
    case opcode.square:
      return 2 * product(da, sizeOf(x, a));
    case opcode.cube:
      return 3 * product(da, sizeOf(x, a) * sizeOf(x, a));
    case opcode.fourth:
      return 4 * product(da, sizeOf(x, a) * sizeOf(x, a) * sizeOf(x, a));
    case opcode["/"]: {
      const least = Math.min(Math.abs(x.low[b]!), Math.abs(x.high[b]!));
      return product(da, 1 / least) + product(change[b]!, sizeOf(x, a) / least / least);
    }
    default: {
      const dw = op === opcode["^"] ? Math.max(da, change[b]!) : da;
      if (dw === 0) return 0;
      const whole = op === opcode["^"] ? Math.max(width(x, a), width(x, b)) : width(x, a);
      return dw < whole ? width(x, out) * (dw / whole) : width(x, out);
    }
  }
}

/** Nothing of anything is nothing. */
const product = (change: number, factor: number): number => (change === 0 || factor === 0 ? 0 : change * factor);
