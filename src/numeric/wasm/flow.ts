/** More of code.ts, for code that decides by single numbers and goes over long arrays: branches, loops, and pairs that overlap. */
import { type Pair, type Statement, sequence, type Whole, when } from "./code.ts";

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

export const branch =
  (condition: Whole, yes: readonly Statement[], no: readonly Statement[]): Statement =>
  (code) => {
    condition.write(code);
    code.push(0x04, 0x40);
    sequence(...yes)(code);
    code.push(0x05);
    sequence(...no)(code);
    code.push(0x0b);
  };

/** Repeats the body while the condition holds before it. */
export const whilst = (condition: Whole, ...body: readonly Statement[]): Statement =>
  when(condition, (code) => {
    code.push(0x03, 0x40);
    sequence(...body)(code);
    condition.write(code);
    code.push(0x0d, 0, 0x0b);
  });

/** The upper half of a, then the lower half of b. */
export const between = (a: Pair, b: Pair): Pair => ({
  kind: "v128",
  write(code) {
    a.write(code);
    b.write(code);
    code.push(0xfd, 0x0d, ...Array.from({ length: 16 }, (_, k) => 8 + k));
  },
});
