/** The instructions of a program as Taylor series: degrees, decisions and constant terms first, then coefficient by coefficient. */
import { cosAt, coshAt, logAt, sinAt, sinhAt } from "../numeric/elementary.ts";
import { opcode, stride } from "./execute.ts";
import {
  beginPowers,
  constantPower,
  convolve,
  exponential,
  inverse,
  isWhole,
  type JetMemory,
  LARGEST_WHOLE,
  quotient,
  root,
  weighted,
  wholePower,
} from "./jet-recurrences.ts";
import type { Program } from "./program.ts";

/** What powers need beside: all lower powers of a whole one, the exponent's product with the logarithm of another one. */
export function seriesBeside({ code, first, inputs, registers }: Program, width: number) {
  const place = new Int32Array(registers.length);
  let length = 0;
  for (let at = 0, out = first; at < code.length; at += stride, out++) {
    place[out] = length;
    const b = code[at + 2]!;
    if (code[at] === opcode.cube) length += width;
    else if (code[at] === opcode.fourth) length += 2 * width;
    else if (code[at] === opcode["^"]) {
      const isConstant = b >= 2 * inputs && b < first;
      const most = isConstant && !isWhole(registers[b]!) ? 2 : isConstant ? registers[b]! : LARGEST_WHOLE;
      length += most * width;
    }
  }
  return { place, length };
}

/** The degree, the decision and what goes with the value of an instruction whose value is known. */
export function beginInstruction(code: Int32Array, at: number, out: number, r: Float64Array, memory: JetMemory): void {
  const { degree, width } = memory;
  const op = code[at]!;
  const a = code[at + 1]!;
  const b = code[at + 2]!;
  const order = width - 1;
  switch (op) {
    case opcode["+"]:
    case opcode["-"]:
      degree[out] = Math.max(degree[a]!, degree[b]!);
      return;
    case opcode.negative:
      degree[out] = degree[a]!;
      return;
    case opcode["*"]:
      degree[out] = Math.min(order, degree[a]! + degree[b]!);
      return;
    case opcode.square:
    case opcode.cube:
    case opcode.fourth: {
      const exponent = 2 + op - opcode.square;
      degree[out] = Math.min(order, exponent * degree[a]!);
      beginPowers(memory, a * width, memory.place[out]!, exponent);
      return;
    }
    case opcode.abs:
    case opcode.min:
    case opcode.max:
    case opcode.choose:
    case opcode.below:
    case opcode.base: {
      const from = chosenOperand(code, at, r);
      memory.chosen[out] = from;
      memory.flip[out] = op === opcode.abs && r[b]! < 0 ? -1 : 1;
      degree[out] = degree[from]!;
      return;
    }
    default:
  }
  const isConstant = degree[a] === 0 && (op > opcode["^"] || degree[b] === 0);
  degree[out] = isConstant || op >= opcode["<"] ? 0 : order;
  if (degree[out]! > 0) beginFunction(op, memory, a * width, out * width, memory.place[out]!, b);
}

/** The constant term of the second series of a function. */
function beginFunction(op: number, memory: JetMemory, u: number, y: number, base: number, b: number): void {
  const { c, aux, degree, width } = memory;
  scratch[0] = c[u]!;
  switch (op) {
    case opcode["^"]:
      if (degree[b] === 0) {
        if (isWhole(c[b * width]!)) beginPowers(memory, u, base, c[b * width]!);
        return;
      }
      logAt(scratch, 1, 0);
      break;
    case opcode.sin:
      cosAt(scratch, 1, 0);
      break;
    case opcode.cos:
      sinAt(scratch, 1, 0);
      break;
    case opcode.sinh:
      coshAt(scratch, 1, 0);
      break;
    case opcode.cosh:
      sinhAt(scratch, 1, 0);
      break;
    case opcode.tan:
      scratch[1] = 1 + c[y]! * c[y]!;
      break;
    case opcode.tanh:
      scratch[1] = 1 - c[y]! * c[y]!;
      break;
    case opcode.atan:
      scratch[1] = 1 + c[u]! * c[u]!;
      break;
    case opcode.asin:
    case opcode.acos:
      scratch[1] = Math.sqrt(1 - c[u]! * c[u]!);
      break;
    default:
      return;
  }
  aux[y] = scratch[1]!;
}

/** Coefficient k of an instruction whose degree is not below it. */
export function nextCoefficient(code: Int32Array, at: number, out: number, k: number, memory: JetMemory): void {
  const { c, aux, degree, width } = memory;
  const op = code[at]!;
  const a = code[at + 1]!;
  const b = code[at + 2]!;
  const y = out * width;
  const u = a * width;
  const w = b * width;
  switch (op) {
    case opcode["+"]:
      c[y + k] = c[u + k]! + c[w + k]!;
      return;
    case opcode["-"]:
      c[y + k] = c[u + k]! - c[w + k]!;
      return;
    case opcode.negative:
      c[y + k] = -c[u + k]!;
      return;
    case opcode["*"]: {
      let sum = 0;
      const last = Math.min(k, degree[a]!);
      for (let j = Math.max(0, k - degree[b]!); j <= last; j++) sum += c[u + j]! * c[w + k - j]!;
      c[y + k] = sum;
      return;
    }
    case opcode.square:
      convolve(c, u, c, u, c, y, k);
      return;
    case opcode.cube:
    case opcode.fourth:
      wholePower(memory, u, y, memory.place[out]!, 2 + op - opcode.square, k);
      return;
    case opcode["/"]:
      quotient(c, u, w, y, k);
      return;
    case opcode["^"]:
      if (degree[b]! > 0) exponential(memory, u, w, y, memory.place[out]!, k);
      else if (isWhole(c[w]!)) wholePower(memory, u, y, memory.place[out]!, c[w]!, k);
      else constantPower(c, u, w, y, k);
      return;
    case opcode.sqrt:
      root(c, u, c, y, k, 1);
      return;
    case opcode.exp:
      weighted(c, u, c, y, c, y, k, 1);
      return;
    case opcode.log:
      inverse(c, u, c, u, c, y, k, 1);
      return;
    case opcode.sin:
    case opcode.cos:
    case opcode.sinh:
    case opcode.cosh:
      weighted(c, u, aux, y, c, y, k, op === opcode.cos ? -1 : 1);
      weighted(c, u, c, y, aux, y, k, op === opcode.sin ? -1 : 1);
      return;
    case opcode.tan:
    case opcode.tanh: // y' = (1 + sign y^2) u'
      weighted(c, u, aux, y, c, y, k, 1);
      convolve(c, y, c, y, aux, y, k);
      if (op === opcode.tanh) aux[y + k] = -aux[y + k]!;
      return;
    case opcode.atan:
      convolve(c, u, c, u, aux, y, k);
      inverse(c, u, aux, y, c, y, k, 1);
      return;
    case opcode.asin:
    case opcode.acos: // y' = sign u' / sqrt(1 - u^2)
      root(c, u, aux, y, k, -1);
      inverse(c, u, aux, y, c, y, k, op === opcode.asin ? 1 : -1);
      return;
    default: // it passes an operand on
      c[y + k] = memory.flip[out]! * c[memory.chosen[out]! * width + k]!;
  }
}

const scratch = new Float64Array(2);

/** The operand that a deciding instruction passes on. */
export function chosenOperand(code: Int32Array, at: number, r: Float64Array): number {
  const a = code[at + 1]!;
  const b = code[at + 2]!;
  const p = code[at + 3]!;
  const q = code[at + 4]!;
  switch (code[at]) {
    case opcode.min:
      return r[p]! <= r[q]! ? a : b;
    case opcode.max:
      return r[p]! >= r[q]! ? a : b;
    case opcode.choose:
      return r[a]! < 0 || r[a]! > 0 ? b : p;
    case opcode.below:
      return r[a]! < r[b]! ? p : q;
    default:
      return a;
  }
}
