/** Short ways to write values down. */
import type { Family, Span, Taken, Value } from "./experiment.ts";

export const number = (of: string, path: string): Value => ({ kind: "number", of, path });
export const is = (of: string, path: string, value: string | number | boolean): Value => ({
  kind: "is",
  of,
  path,
  value,
});
export const event = (of: string, event: string, row?: string, nth = 1): Value => ({
  ...{ kind: "event", of, event, nth },
  ...(row === undefined ? {} : { row }),
});
export const at = (of: string, column: string, time: number): Value => ({ kind: "at", of, column, time });
export const over = (of: string, column: string, take: Taken, span: Span = {}): Value => ({
  ...{ kind: "over", of, column, take },
  ...span,
});
export const distance = (
  between: readonly [string, string],
  family: Family,
  how: Span & { readonly relative?: boolean; readonly averaged?: boolean } = {},
): Value => ({ kind: "distance", between, family, ...how });
export const order = (of: string, measure: string): Value => ({ kind: "order", of, measure });
export const cell = (of: string, measure: string, row = 0): Value => ({ kind: "cell", of, measure, row });
export const ratio = (one: Value, two: Value): Value => ({ kind: "ratio", parts: [one, two] });
export const difference = (one: Value, two: Value): Value => ({ kind: "difference", parts: [one, two] });
export const largest = (...parts: Value[]): Value => ({ kind: "largest", parts });
export const least = (...parts: Value[]): Value => ({ kind: "least", parts });
export const times = (factor: number, part: Value): Value => ({ kind: "times", factor, part });
export const constant = (value: number): Value => ({ kind: "constant", value });
/** |one - two| */
export const gap = (one: Value, two: Value): Value => largest(difference(one, two), difference(two, one));
