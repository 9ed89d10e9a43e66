import { cosAt, coshAt, logAt, sinAt, sinhAt } from "../numeric/elementary.ts";
import { opcode, stride } from "./execute.ts";
import type { Program } from "./program.ts";

/**
 * Taylor coefficients of a program's formulas in its first variable, by the recurrences of automatic differentiation:
 * coefficient k of formula i is coefficients[outputs[i] * width + k]. Branches are those that the program's decision
 * values choose.
 */
export interface Jets {
  readonly coefficients: Float64Array;
  /** Coefficients per register: order + 1. */
  readonly width: number;
  /** Highest coefficient of a register that is not known to be zero. */
  readonly degree: Int32Array;
  /** Runs the program and expands it at the values in its registers. */
  run(): void;
}

/** `given`: the first variable is no time but a series itself; the caller puts its coefficients from 1 on at coefficients[1..]. */
export function jets(program: Program, order: number, given = false): Jets {
  const width = order + 1;
  const { registers, code, first } = program;
  const c = new Float64Array(registers.length * width);
  const aux = new Float64Array(registers.length * width);
  const degree = new Int32Array(registers.length);
  return {
    coefficients: c,
    width,
    degree,
    run() {
      program.run();
      for (let r = 0; r < first; r++) c[r * width] = registers[r]!;
      if (given) degree[0] = order;
      else if (program.inputs > 0) {
        c[1] = 1;
        degree[0] = Math.min(1, order);
      }
      for (let at = 0, out = first; at < code.length; at += stride, out++) {
        expandOne(code, at, out, registers, c, aux, degree, width);
      }
    },
  };
}

function expandOne(
  code: Int32Array,
  at: number,
  out: number,
  r: Float64Array,
  c: Float64Array,
  aux: Float64Array,
  degree: Int32Array,
  width: number,
): void {
  const a = code[at + 1]!;
  const b = code[at + 2]!;
  const y = out * width;
  const u = a * width;
  const w = b * width;
  const order = width - 1;
  c[y] = r[out]!;
  switch (code[at]) {
    case opcode["+"]:
    case opcode["-"]: {
      const sign = code[at] === opcode["+"] ? 1 : -1;
      const top = Math.max(degree[a]!, degree[b]!);
      for (let k = 1; k <= order; k++) c[y + k] = k <= top ? c[u + k]! + sign * c[w + k]! : 0;
      degree[out] = top;
      return;
    }
    case opcode.negative:
      for (let k = 1; k <= order; k++) c[y + k] = -c[u + k]!;
      degree[out] = degree[a]!;
      return;
    case opcode["*"]:
      multiply(c, u, degree[a]!, c, w, degree[b]!, c, y, order);
      degree[out] = Math.min(order, degree[a]! + degree[b]!);
      return;
    case opcode.square:
      power(c, u, y, aux, 2, order);
      degree[out] = Math.min(order, 2 * degree[a]!);
      return;
    case opcode.cube:
      power(c, u, y, aux, 3, order);
      degree[out] = Math.min(order, 3 * degree[a]!);
      return;
    case opcode.fourth:
      power(c, u, y, aux, 4, order);
      degree[out] = Math.min(order, 4 * degree[a]!);
      return;
    case opcode.abs:
    case opcode.min:
    case opcode.max:
    case opcode.choose:
    case opcode.below: {
      const from = chosenOperand(code, at, r);
      const flip = code[at] === opcode.abs && r[b]! < 0 ? -1 : 1;
      for (let k = 1; k <= order; k++) c[y + k] = flip * c[from * width + k]!;
      degree[out] = degree[from]!;
      return;
    }
    default:
  }
  const constant = degree[a] === 0 && (code[at]! > opcode["^"] || degree[b] === 0);
  if (constant || code[at]! >= opcode["<"]) {
    for (let k = 1; k <= order; k++) c[y + k] = 0;
    degree[out] = 0;
    return;
  }
  degree[out] = order;
  series(code[at]!, c, aux, u, w, y, r, out, degree[b]! > 0, order);
}

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

/** A quotient below this whose denominator overflows has come to nothing: it is constant. */
const VANISHING = 1e-150;

/** Quotients, powers and functions: coefficient k from those before it. */
function series(
  op: number,
  c: Float64Array,
  aux: Float64Array,
  u: number,
  w: number,
  y: number,
  r: Float64Array,
  out: number,
  varying: boolean,
  order: number,
): void {
  switch (op) {
    case opcode["/"]:
      for (let k = 1; k <= order; k++) {
        let sum = c[u + k]!;
        for (let j = 0; j < k; j++) sum -= c[y + j]! * c[w + k - j]!;
        c[y + k] = sum / c[w]!;
      }
      if (Math.abs(c[y]!) < VANISHING && !Number.isFinite(c[y + order]!)) c.fill(0, y + 1, y + order + 1);
      return;
    case opcode["^"]:
      if (varying) exponential(c, aux, u, w, y, order);
      else constantPower(c, aux, u, y, c[w]!, order);
      return;
    case opcode.sqrt:
      root(c, u, 1, 0, c, y, order);
      return;
    case opcode.exp:
      for (let k = 1; k <= order; k++) c[y + k] = weighted(c, u, c, y, k) / k;
      return;
    case opcode.log:
      for (let k = 1; k <= order; k++) c[y + k] = (c[u + k]! - partial(c, y, c, u, k) / k) / c[u]!;
      return;
    case opcode.sin:
    case opcode.cos:
    case opcode.sinh:
    case opcode.cosh:
      pair(op, c, aux, u, y, r, out, order);
      return;
    case opcode.tan:
    case opcode.tanh: {
      const sign = op === opcode.tan ? 1 : -1; // y' = (1 + sign y^2) u'
      aux[y] = 1 + sign * c[y]! * c[y]!;
      for (let k = 1; k <= order; k++) {
        c[y + k] = weighted(c, u, aux, y, k) / k;
        let square = 0;
        for (let j = 0; j <= k; j++) square += c[y + j]! * c[y + k - j]!;
        aux[y + k] = sign * square;
      }
      return;
    }
    case opcode.atan:
      aux[y] = 1 + c[u]! * c[u]!;
      for (let k = 1; k <= order; k++) {
        let square = 0;
        for (let j = 0; j <= k; j++) square += c[u + j]! * c[u + k - j]!;
        aux[y + k] = square;
        c[y + k] = (c[u + k]! - partial(c, y, aux, y, k) / k) / aux[y]!;
      }
      return;
    case opcode.asin:
    case opcode.acos: {
      const sign = op === opcode.asin ? 1 : -1; // y' = sign u' / sqrt(1 - u^2)
      root(c, u, -1, 1, aux, y, order);
      for (let k = 1; k <= order; k++) c[y + k] = (sign * c[u + k]! - partial(c, y, aux, y, k) / k) / aux[y]!;
      return;
    }
    default:
  }
}

/** sum over j = 1..k of j u_j y_{k-j} */
function weighted(cu: Float64Array, u: number, cy: Float64Array, y: number, k: number): number {
  let sum = 0;
  for (let j = 1; j <= k; j++) sum += j * cu[u + j]! * cy[y + k - j]!;
  return sum;
}

/** sum over j = 1..k-1 of j y_j u_{k-j} */
function partial(cy: Float64Array, y: number, cu: Float64Array, u: number, k: number): number {
  let sum = 0;
  for (let j = 1; j < k; j++) sum += j * cy[y + j]! * cu[u + k - j]!;
  return sum;
}

function multiply(
  ca: Float64Array,
  a: number,
  degreeA: number,
  cb: Float64Array,
  b: number,
  degreeB: number,
  out: Float64Array,
  y: number,
  order: number,
): void {
  for (let k = order; k >= 1; k--) {
    let sum = 0;
    for (let j = Math.max(0, k - degreeB); j <= Math.min(k, degreeA); j++) sum += ca[a + j]! * cb[b + k - j]!;
    out[y + k] = sum;
  }
}

/** Whole powers by repeated products, which also hold where the base is zero. */
function power(c: Float64Array, u: number, y: number, aux: Float64Array, exponent: number, order: number): void {
  const value = c[y]!;
  for (let k = 0; k <= order; k++) c[y + k] = c[u + k]!;
  for (let factor = 1; factor < exponent; factor++) {
    for (let k = 0; k <= order; k++) aux[y + k] = c[y + k]!;
    for (let k = order; k >= 0; k--) {
      let sum = 0;
      for (let j = 0; j <= k; j++) sum += aux[y + j]! * c[u + k - j]!;
      c[y + k] = sum;
    }
  }
  c[y] = value;
}

/** u^p with a constant p. */
function constantPower(c: Float64Array, aux: Float64Array, u: number, y: number, p: number, order: number): void {
  if (p > 0 && p <= 32 && Math.floor(p) === p) {
    power(c, u, y, aux, p, order);
    return;
  }
  for (let k = 1; k <= order; k++) {
    let sum = 0;
    for (let j = 1; j <= k; j++) sum += (p * j - (k - j)) * c[u + j]! * c[y + k - j]!;
    c[y + k] = sum / (k * c[u]!);
  }
}

/** u^w = exp(w log u): y' = y (w log u)', with log u in aux at y. */
function exponential(c: Float64Array, aux: Float64Array, u: number, w: number, y: number, order: number): void {
  scratch[0] = c[u]!;
  logAt(scratch, 1, 0);
  aux[y] = scratch[1]!;
  for (let k = 1; k <= order; k++) aux[y + k] = (c[u + k]! - partial(aux, y, c, u, k) / k) / c[u]!;
  for (let k = 1; k <= order; k++) {
    let sum = 0;
    for (let j = 1; j <= k; j++) {
      let exponent = 0;
      for (let i = 0; i <= j; i++) exponent += c[w + i]! * aux[y + j - i]!;
      sum += j * exponent * c[y + k - j]!;
    }
    c[y + k] = sum / k;
  }
}

/** out = sqrt(shift + sign u^(sign < 0 ? 2 : 1)): the root of u, or of 1 - u^2. */
function root(
  c: Float64Array,
  u: number,
  sign: number,
  shift: number,
  out: Float64Array,
  y: number,
  order: number,
): void {
  for (let k = 0; k <= order; k++) {
    let inner = c[u + k]!;
    if (sign < 0) {
      inner = k === 0 ? shift : 0;
      for (let j = 0; j <= k; j++) inner -= c[u + j]! * c[u + k - j]!;
    }
    if (k === 0) {
      out[y] = Math.sqrt(inner);
      continue;
    }
    for (let j = 1; j < k; j++) inner -= out[y + j]! * out[y + k - j]!;
    out[y + k] = inner / (2 * out[y]!);
  }
}

/** sin and cos, or sinh and cosh, together: one in c, the other in aux. */
function pair(
  op: number,
  c: Float64Array,
  aux: Float64Array,
  u: number,
  y: number,
  r: Float64Array,
  out: number,
  order: number,
): void {
  scratch[0] = c[u]!;
  switch (op) {
    case opcode.sin:
      cosAt(scratch, 1, 0);
      break;
    case opcode.cos:
      sinAt(scratch, 1, 0);
      break;
    case opcode.sinh:
      coshAt(scratch, 1, 0);
      break;
    default:
      sinhAt(scratch, 1, 0);
  }
  aux[y] = scratch[1]!;
  c[y] = r[out]!;
  const toMain = op === opcode.cos ? -1 : 1;
  const toAux = op === opcode.sin ? -1 : 1;
  for (let k = 1; k <= order; k++) {
    const main = (toMain * weighted(c, u, aux, y, k)) / k;
    aux[y + k] = (toAux * weighted(c, u, c, y, k)) / k;
    c[y + k] = main;
  }
}

const scratch = new Float64Array(2);
