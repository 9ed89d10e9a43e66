/** More of code.ts, for code that decides by single numbers and goes over long arrays: branches, loops, and pairs that overlap. */
import { type Pair, repeat, type Statement, sequence, type Whole, when, whenElse } from "./code.ts";

export {
  choose,
  exclusiveWhole,
  half as halfOf,
  isAbove,
  isAtMost,
  isBelow,
  isEqual,
  isUnequal,
  isZero,
  largest as most,
  least,
  loadByte,
  storeByte,
} from "./code.ts";

export const branch = (condition: Whole, yes: readonly Statement[], no: readonly Statement[]): Statement =>
  whenElse(condition, sequence(...yes), sequence(...no));

/** Repeats the body while the condition holds before it. */
export const whilst = (condition: Whole, ...body: readonly Statement[]): Statement =>
  when(condition, repeat(sequence(...body), condition));

const SHUFFLE = "\xfd\x0d\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17";
/** The upper half of a, then the lower half of b. */
export const between = (a: Pair, b: Pair): Pair => ({ kind: "v128", code: a.code + b.code + SHUFFLE });
