/**
 * The functions of a kernel that depend on no machine: on its kinds of rows, and what else they need of it is in memory. They are the first ones of the
 * module, so that they call each other by the same numbers in all of them.
 */
import { call, type Written, writeFunctions } from "../../../numeric/wasm/module.ts";
import { clearCode, type Kinds, powersCode, searchCode, testCode, type Ways, worthCode } from "./guard-code.ts";
import type { FixedPlaces } from "./layout.ts";
import { trustCode } from "./length-code.ts";
import { isolateCode, refineCode } from "./root-code.ts";

/** Their numbers, as they are written; and how many they are. */
export const Fixed = {
  trust: 0,
  powers: 1,
  refine: 2,
  isolate: 3,
  test: 4,
  worth: 5,
  clear: 6,
  search: 7,
  count: 8,
} as const;

/** `more`: numbers of functions for kinds of rows that not every machine has. */
export function fixedCode(kinds: Kinds, places: FixedPlaces, more: Omit<Ways, "worth">): Written {
  const ways = { ...more, worth: Fixed.worth };
  return writeFunctions([
    trustCode(places),
    powersCode(places),
    refineCode(places),
    isolateCode(places, call(Fixed.refine)),
    testCode(places, call(Fixed.isolate), call(Fixed.powers)),
    worthCode(places),
    clearCode(kinds, places, ways),
    searchCode(kinds, places, Fixed.test, ways, call(Fixed.powers), call(Fixed.clear)),
  ]);
}
