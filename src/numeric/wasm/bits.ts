/** What reads and makes doubles by their bits, and rounds them: what the elementary functions are made of. */
import { type Double, type Statement, type Value, type Whole, whole } from "./code.ts";

const made = <K extends "i32" | "f64">(kind: K, write: Statement): Value<K> => ({ kind, write });

/** Sign, exponent and the first 20 bits of the significand. */
export const highWord = (a: Double): Whole =>
  made("i32", (code) => {
    a.write(code);
    code.push(0xbd, 0x42, 32, 0x87, 0xa7);
  });

/** As `a >> by`. */
export const shifted = (a: Whole, by: number): Whole =>
  made("i32", (code) => {
    a.write(code);
    whole(by).write(code);
    code.push(0x75);
  });

/** k at the place of the exponent. */
function exponentBits(k: Whole): Statement {
  return (code) => {
    k.write(code);
    code.push(0xac, 0x42, 52, 0x86);
  };
}

/** 2^k for k = -1022..1023. */
export const twoTo = (k: Whole): Double =>
  made("f64", (code) => {
    exponentBits(k)(code);
    code.push(0x42, ...ONE, 0x7c, 0xbf);
  });

/** a 2^-k, where neither is subnormal. */
export const scaledDown = (a: Double, k: Whole): Double =>
  made("f64", (code) => {
    a.write(code);
    code.push(0xbd);
    exponentBits(k)(code);
    code.push(0x7d, 0xbf);
  });

/** The bits of the number 1, as a signed LEB128. */
const ONE = [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0xf8, 0x3f];
