/**
 * Elementary functions of our own: Math.exp, Math.sin, Math.pow and the rest differ in the last bit between JavaScript
 * engines, and a run must give the same digits everywhere. Only operations that IEEE 754 rounds correctly are used
 * (+ - * / Math.sqrt Math.fround), so the same bits come out of every engine. Errors stay below 1 ulp.
 *
 * The primary form is a kernel on registers, `sinAt(r, out, a)` for r[out] = sin(r[a]); out may equal a. A number
 * that crosses a call is boxed by the engine unless the call is inlined; numbers in a Float64Array are not, so kernels
 * allocate nothing.
 */
import { expAt } from "./elementary/exp.ts";
import { coshAt, sinhAt, tanhAt } from "./elementary/hyperbolic.ts";
import { acosAt, asinAt, atanAt } from "./elementary/inverse-trigonometric.ts";
import { logAt } from "./elementary/log.ts";
import { powAt } from "./elementary/pow.ts";
import { cosAt, sinAt, tanAt } from "./elementary/trigonometric.ts";

export { acosAt, asinAt, atanAt, cosAt, coshAt, expAt, logAt, powAt, sinAt, sinhAt, tanAt, tanhAt };

/** r[out] = f(r[a]). */
export type UnaryKernel = (r: Float64Array, out: number, a: number) => void;

const registers = new Float64Array(2);

function evaluate(kernel: UnaryKernel, x: number): number {
  registers[0] = x;
  kernel(registers, 0, 0);
  return registers[0]!;
}

export const exp = (x: number): number => evaluate(expAt, x);
/** Natural logarithm. */
export const log = (x: number): number => evaluate(logAt, x);
export const sin = (x: number): number => evaluate(sinAt, x);
export const cos = (x: number): number => evaluate(cosAt, x);
export const tan = (x: number): number => evaluate(tanAt, x);
export const asin = (x: number): number => evaluate(asinAt, x);
export const acos = (x: number): number => evaluate(acosAt, x);
export const atan = (x: number): number => evaluate(atanAt, x);
export const sinh = (x: number): number => evaluate(sinhAt, x);
export const cosh = (x: number): number => evaluate(coshAt, x);
export const tanh = (x: number): number => evaluate(tanhAt, x);

/** x^y, with JavaScript's special values. */
export function pow(x: number, y: number): number {
  registers[0] = x;
  registers[1] = y;
  powAt(registers, 0, 0, 1);
  return registers[0]!;
}
