import { opcode, stride } from "./execute.ts";
import {
  arithmeticOnRanges,
  makeRanges,
  negated,
  type Operation,
  type Ranges,
  setAnything,
  setExact,
} from "./interval.ts";
import { functionsOnRanges } from "./interval-functions.ts";
import { chosenOperand } from "./jet-instructions.ts";
import type { Program } from "./program.ts";
import { expandFunction } from "./range-functions.ts";

/**
 * Taylor coefficients of a program's formulas over an interval of its first variable: coefficient k of register r, at every
 * point of the interval, lies in range r * width + k. Where the program's decisions are not the same all over the interval,
 * the ranges hold those of all branches.
 */
export interface RangeJets {
  readonly ranges: Ranges;
  readonly width: number;
  /** Sets the range of coefficient k of a variable; those not set are 0. */
  set(variable: number, k: number, low: number, high: number): void;
  /** Up to coefficient `top`; `decided`: all decisions are those that the program's last run took. */
  run(top: number, decided: boolean): void;
}

export function rangeJets(program: Program, order: number): RangeJets {
  const { registers, code, first, inputs } = program;
  const width = order + 1;
  const scratch = registers.length * width; // two columns and a number
  const x = makeRanges(scratch + 2 * width + 1);
  const degree = new Int32Array(registers.length);
  for (let k = 0; k < x.low.length; k++) setExact(x, k, 0, 0);
  for (let r = 2 * inputs; r < first; r++) setExact(x, r * width, registers[r]!, registers[r]!);

  function copy(from: number, to: number, top: number, sign: number): void {
    for (let k = 0; k <= top; k++) {
      if (sign < 0) negated(x, to * width + k, from * width + k, from * width + k);
      else {
        setExact(x, to * width + k, x.low[from * width + k]!, x.high[from * width + k]!);
        x.continuous[to * width + k] = x.continuous[from * width + k]!;
      }
    }
    degree[to] = degree[from]!;
  }

  /** Adds what another branch may be. */
  function join(from: number, to: number, top: number, sign: number): void {
    for (let k = 0; k <= top; k++) {
      const [source, target] = [from * width + k, to * width + k];
      x.low[target] = Math.min(x.low[target]!, sign < 0 ? -x.high[source]! : x.low[source]!);
      x.high[target] = Math.max(x.high[target]!, sign < 0 ? -x.low[source]! : x.high[source]!);
      if (!x.continuous[source]) x.continuous[target] = 0;
    }
    degree[to] = Math.max(degree[to]!, degree[from]!);
  }

  function branch(at: number, out: number, top: number, decided: boolean): void {
    const op = code[at]!;
    const [a, b, c, d] = [code[at + 1]!, code[at + 2]!, code[at + 3]!, code[at + 4]!];
    if (decided) {
      copy(chosenOperand(code, at, registers), out, top, op === opcode.abs && registers[b]! < 0 ? -1 : 1);
      return;
    }
    const [one, other] = op === opcode.choose ? [b, c] : op === opcode.below ? [c, d] : [a, op === opcode.abs ? a : b];
    copy(one, out, top, 1);
    join(other, out, top, op === opcode.abs ? -1 : 1);
  }

  /** Comparisons and signs are constants of each branch. */
  function flag(at: number, out: number, top: number, decided: boolean): void {
    const value = registers[out]!;
    const sign = code[at] === opcode.sign;
    if (decided) setExact(x, out * width, value, value);
    else setExact(x, out * width, sign ? -1 : 0, 1);
    for (let k = 1; k <= top; k++) setExact(x, out * width + k, 0, 0);
    degree[out] = 0;
  }

  function arithmetic(at: number, out: number, top: number): void {
    const [op, a, b] = [code[at]!, code[at + 1]!, code[at + 2]!];
    const operation = op === opcode["+"] ? arithmeticOnRanges["+"] : arithmeticOnRanges["-"];
    for (let k = 0; k <= top; k++) operation(x, out * width + k, a * width + k, b * width + k);
    degree[out] = Math.max(degree[a]!, degree[b]!);
  }

  /** Coefficients 0 of functions and quotients directly, the others by recurrence. */
  function smooth(at: number, out: number, top: number): void {
    const [op, a, b] = [code[at]!, code[at + 1]!, code[at + 2]!];
    START[op]!(x, out * width, a * width, (op <= opcode["^"] && IS_UNARY[op] === 0 ? b : a) * width);
    if (order === 0) return; // there is nothing to expand
    const steady = degree[a] === 0 && (IS_UNARY[op] === 1 || degree[b] === 0);
    if (steady) for (let k = 1; k <= top; k++) setExact(x, out * width + k, 0, 0);
    else if (x.low[out * width]! > x.high[out * width]!) for (let k = 1; k <= top; k++) setAnything(x, out * width + k);
    else expandFunction(op, x, { u: a * width, w: b * width, y: out * width, scratch, width }, top);
    degree[out] = steady ? 0 : degreeOf(op, degree[a]!, degree[b]!, order);
  }

  return {
    ranges: x,
    width,
    set(variable, k, low, high) {
      setExact(x, variable * width + k, low, high);
      degree[variable] = Math.max(1, k);
    },
    run(top, decided) {
      for (let at = 0, out = first; at < code.length; at += stride, out++) {
        const op = code[at]!;
        if (op === opcode["+"] || op === opcode["-"]) arithmetic(at, out, top);
        else if (op === opcode.negative) copy(code[at + 1]!, out, top, -1);
        else if (op === opcode.base) copy(code[at + 1]!, out, top, 1);
        else if (op >= opcode.abs) branch(at, out, top, decided);
        else if (op >= opcode["<"]) flag(at, out, top, decided);
        else smooth(at, out, top);
      }
    },
  };
}

/** By opcode. */
const IS_UNARY = Int8Array.from(Object.keys(opcode), (name) => ("*/^".includes(name) ? 0 : 1));

const power =
  (exponent: number): Operation =>
  (x, out, a) => {
    const place = x.low.length - 1;
    setExact(x, place, exponent, exponent);
    arithmeticOnRanges["^"](x, out, a, place);
  };

/** By opcode: the operation itself on ranges. */
const START: Readonly<Record<number, Operation>> = {
  [opcode["*"]]: arithmeticOnRanges["*"],
  [opcode["/"]]: arithmeticOnRanges["/"],
  [opcode["^"]]: arithmeticOnRanges["^"],
  [opcode.square]: power(2),
  [opcode.cube]: power(3),
  [opcode.fourth]: power(4),
  ...Object.fromEntries(
    Object.entries(functionsOnRanges).map(([name, operation]) => [opcode[name as keyof typeof opcode], operation]),
  ),
};

/** Highest coefficient that may differ from zero. */
function degreeOf(op: number, a: number, b: number, order: number): number {
  switch (op) {
    case opcode["*"]:
      return Math.min(order, a + b);
    case opcode.square:
      return Math.min(order, 2 * a);
    case opcode.cube:
      return Math.min(order, 3 * a);
    case opcode.fourth:
      return Math.min(order, 4 * a);
    case opcode["/"]:
      return b === 0 ? a : order;
    default:
      return order;
  }
}
