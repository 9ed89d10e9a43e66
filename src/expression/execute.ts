import {
  acosAt,
  asinAt,
  atanAt,
  cosAt,
  coshAt,
  expAt,
  logAt,
  powAt,
  sinAt,
  sinhAt,
  tanAt,
  tanhAt,
} from "../numeric/elementary.ts";

/**
 * The instructions of a program: four operands a, b, c, d each, of which those not named are unused. The numbers are
 * those of the cases in `execute`, which must be literals there for the engine to make a jump table of them.
 */
export const opcode = {
  "+": 0,
  "-": 1,
  "*": 2,
  "/": 3,
  negative: 4,
  square: 5,
  cube: 6,
  fourth: 7,
  "^": 8,
  sqrt: 9,
  exp: 10,
  log: 11,
  sin: 12,
  cos: 13,
  tan: 14,
  asin: 15,
  acos: 16,
  atan: 17,
  sinh: 18,
  cosh: 19,
  tanh: 20,
  "<": 21,
  "<=": 22,
  ">": 23,
  ">=": 24,
  "==": 25,
  "!=": 26,
  /** sign of a */
  sign: 27,
  /** b < 0 ? -a : a */
  abs: 28,
  /** a or b, whichever goes with the smaller of c and d */
  min: 29,
  /** a or b, whichever goes with the larger of c and d */
  max: 30,
  /** a ? b : c */
  choose: 31,
  /** a < b ? c : d */
  below: 32,
  /** a, or 0 where a is below it and b is not */
  base: 33,
} as const;

/** Numbers per instruction in the code: the opcode and a, b, c, d. */
export const stride = 5;

/**
 * Runs the code on the registers r; instruction i writes register first + i.
 *
 * Numbers stay in r: a double that crosses a call which is not inlined would be boxed on the heap.
 */
export function execute(code: Int32Array, r: Float64Array, first: number): void {
  for (let at = 0, out = first; at < code.length; at += stride, out++) {
    const a = code[at + 1]!;
    const b = code[at + 2]!;
    switch (code[at]) {
      case 0:
        r[out] = r[a]! + r[b]!;
        break;
      case 1:
        r[out] = r[a]! - r[b]!;
        break;
      case 2:
        r[out] = r[a]! * r[b]!;
        break;
      case 3:
        r[out] = r[a]! / r[b]!;
        break;
      case 4:
        r[out] = -r[a]!;
        break;
      case 5:
        r[out] = r[a]! * r[a]!;
        break;
      case 6:
        r[out] = r[a]! * r[a]! * r[a]!;
        break;
      case 7:
        r[out] = r[a]! * r[a]! * (r[a]! * r[a]!);
        break;
      case 8:
        powAt(r, out, a, b);
        break;
      case 9:
        r[out] = Math.sqrt(r[a]!);
        break;
      case 10:
        expAt(r, out, a);
        break;
      case 11:
        logAt(r, out, a);
        break;
      case 12:
        sinAt(r, out, a);
        break;
      case 13:
        cosAt(r, out, a);
        break;
      case 14:
        tanAt(r, out, a);
        break;
      case 15:
        asinAt(r, out, a);
        break;
      case 16:
        acosAt(r, out, a);
        break;
      case 17:
        atanAt(r, out, a);
        break;
      case 18:
        sinhAt(r, out, a);
        break;
      case 19:
        coshAt(r, out, a);
        break;
      case 20:
        tanhAt(r, out, a);
        break;
      case 21:
        r[out] = r[a]! < r[b]! ? 1 : 0;
        break;
      case 22:
        r[out] = r[a]! <= r[b]! ? 1 : 0;
        break;
      case 23:
        r[out] = r[a]! > r[b]! ? 1 : 0;
        break;
      case 24:
        r[out] = r[a]! >= r[b]! ? 1 : 0;
        break;
      case 25:
        r[out] = r[a]! === r[b]! ? 1 : 0;
        break;
      case 26:
        r[out] = r[a]! !== r[b]! ? 1 : 0;
        break;
      case 27:
        r[out] = r[a]! > 0 ? 1 : r[a]! < 0 ? -1 : r[a]!;
        break;
      case 28: // sums with 0, so that no -0 comes out
        r[out] = r[b]! < 0 ? 0 - r[a]! : r[a]! + 0;
        break;
      case 29: {
        const p = r[code[at + 3]!]!;
        const q = r[code[at + 4]!]!;
        r[out] = p <= q ? r[a]! : q < p ? r[b]! : Number.NaN;
        break;
      }
      case 30: {
        const p = r[code[at + 3]!]!;
        const q = r[code[at + 4]!]!;
        r[out] = p >= q ? r[a]! : q > p ? r[b]! : Number.NaN;
        break;
      }
      case 31: // not-a-number chooses c, as false
        r[out] = r[a]! < 0 || r[a]! > 0 ? r[b]! : r[code[at + 3]!]!;
        break;
      case 32:
        r[out] = r[a]! < r[b]! ? r[code[at + 3]!]! : r[code[at + 4]!]!;
        break;
      case 33:
        r[out] = r[a]! < 0 && r[b]! >= 0 ? 0 : r[a]!;
        break;
    }
  }
}
