/**
 * The functions of a kernel that depend on no machine: on its kinds of rows, and what else they need of it is in memory. They are the first ones of the
 * module, so that they call each other by the same numbers in all of them.
 */
import { call, type Written, writeFunctions } from "../../../numeric/wasm/module.ts";
import { clearCode, type Kinds, powersCode, searchCode, testCode, type Ways, worthCode } from "./guard-code.ts";
import { type FixedPlaces, fixedPlaces } from "./layout.ts";
import { trustCode } from "./length-code.ts";
import { MADE } from "./made-code.ts";
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

/** Numbers of functions for kinds of rows that not every machine has. */
type MoreWays = Omit<Ways, "worth">;

/** What hosts have to read base64. */
declare const Buffer: { from(text: string, encoding: "base64"): { toString(encoding: "latin1"): string } } | undefined;
declare function atob(text: string): string;

export function fixedCode(kinds: Kinds, places: FixedPlaces, ways: MoreWays): Written {
  return MADE === undefined || kinds.stops || kinds.varies ? writeFixed(kinds, places, ways) : readMade(MADE);
}

function readMade({ count, types, bodies }: Written): Written {
  return { count, types: fromBase64(types), bodies: fromBase64(bodies) };
}

const fromBase64 = (text: string): string =>
  typeof Buffer === "undefined" ? atob(text) : Buffer.from(text, "base64").toString("latin1");

/** What is kept of them: as for a machine of friction alone. */
export const writePlain = (): Written =>
  writeFixed({ stops: 0, varies: false }, fixedPlaces(), { gap: 0, distance: 0 });

function writeFixed(kinds: Kinds, places: FixedPlaces, more: MoreWays): Written {
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
