/** What reads and makes doubles by their bits, and rounds them: what the elementary functions are made of. */
import { type Bytes, type Double, type Whole, whole } from "./code.ts";

/** Sign, exponent and the first 20 bits of the significand. */
export const highWord = (a: Double): Whole => ({ kind: "i32", code: `${a.code}\xbd\x42\x20\x87\xa7` });

/** As `a >> by`. */
export const shifted = (a: Whole, by: number): Whole => ({ kind: "i32", code: `${a.code}${whole(by).code}\x75` });

/** k at the place of the exponent. */
const exponentBits = (k: Whole): Bytes => `${k.code}\xac\x42\x34\x86`;

/** 2^k for k = -1022..1023. */
export const twoTo = (k: Whole): Double => ({ kind: "f64", code: `${exponentBits(k)}\x42${ONE}\x7c\xbf` });

/** a 2^-k, where neither is subnormal. */
export const scaledDown = (a: Double, k: Whole): Double => ({
  kind: "f64",
  code: `${a.code}\xbd${exponentBits(k)}\x7d\xbf`,
});

/** The bits of the number 1, as a signed LEB128. */
const ONE = "\x80\x80\x80\x80\x80\x80\x80\xf8\x3f";
