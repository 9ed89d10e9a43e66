/** What varies and over which values, as `path=from:to:n`, `path=log:from:to:n` or `path=1,2,5`, and grids of such values. */
import { pow } from "../numeric/elementary.ts";

export interface VariedValues {
  readonly path: string;
  readonly values: readonly number[];
  /** How the values are spaced: what a figure's axis should be. */
  readonly spacing: "linear" | "log";
}

/** Rows of a grid. */
export const MOST_ROWS = 1_000_000;

/** A path and what is given for it, as in path=1:2; the one place where such a text is taken apart. */
function splitVaried(text: string): { readonly path: string; readonly given: string } | undefined {
  const split = text.indexOf("=");
  const path = text.slice(0, Math.max(0, split)).trim();
  const given = text.slice(split + 1).trim();
  return path === "" || given === "" ? undefined : { path, given };
}

/** path=a:b:c with so many finite numbers; undefined for any other text. */
export function parseRange(text: string, count: number): { path: string; numbers: readonly number[] } | undefined {
  const { path, given } = splitVaried(text) ?? {};
  const numbers = given?.split(":").map(toNumber) ?? [];
  if (path === undefined || numbers.length !== count || !numbers.every(Number.isFinite)) return undefined;
  return { path, numbers };
}

/** What the text means, or why it means nothing. */
export function parseVaried(text: string): VariedValues | string {
  const { path, given } = splitVaried(text) ?? {};
  if (path === undefined || given === undefined) {
    return `invalid variation; not path=from:to:n, path=log:from:to:n or path=1,2,5: ${text}. As in parameters.k=1:5:9`;
  }
  const spaced = given.split(":").map((part) => part.trim());
  if (spaced.length === 1) return parseList(path, given);
  const spacing = spaced[0] === "log" ? "log" : "linear";
  const [from, to, count, ...more] = spacing === "log" ? spaced.slice(1) : spaced;
  if (from === undefined || to === undefined || count === undefined || more.length > 0) {
    return `invalid variation; not from:to:n or log:from:to:n: ${given}. As in ${path}=1:5:9`;
  }
  const numbers = [from, to, count].map(toNumber) as [number, number, number];
  return rangeFault(path, spacing, numbers, given) ?? spacedValues(path, ...numbers, spacing);
}

function parseList(path: string, given: string): VariedValues | string {
  const values = given.split(",").map(toNumber);
  if (!values.every(Number.isFinite)) return `invalid values; not numbers: ${given}. As in ${path}=1,2,5`;
  const twice = values.find((value, k) => values.indexOf(value) < k);
  if (twice !== undefined) return `invalid values; ${twice} stands there twice: ${given}. Leave one out`;
  return { path, values, spacing: "linear" };
}

function rangeFault(
  path: string,
  spacing: "linear" | "log",
  [from, to, count]: readonly [number, number, number],
  given: string,
): string | undefined {
  if (!Number.isFinite(from) || !Number.isFinite(to)) {
    return `invalid range; from and to are not numbers: ${given}. As in ${path}=1:5:9`;
  }
  if (from === to) return `invalid range; from is to: ${given}. For one value write ${path}=${from}`;
  if (!Number.isInteger(count) || count < 2 || count > MOST_ROWS) {
    return `invalid number of values; not a whole number from 2 to ${MOST_ROWS}: ${given}. As in ${path}=${from}:${to}:9`;
  }
  if (spacing === "log" && (from === 0 || Math.sign(from) !== Math.sign(to))) {
    return `invalid range; log needs from and to of one sign, not 0: ${given}. Take ${path}=${from}:${to}:${count}`;
  }
  return undefined;
}

/** `count` values from one number to another, both ends among them. */
export function spacedValues(
  path: string,
  from: number,
  to: number,
  count: number,
  spacing: "linear" | "log" = "linear",
): VariedValues {
  const last = count - 1;
  const inside = (k: number): number => {
    if (spacing === "linear") return from + ((to - from) * k) / last;
    return Math.sign(from) * pow(Math.abs(from), (last - k) / last) * pow(Math.abs(to), k / last);
  };
  const [low, high] = from < to ? [from, to] : [to, from];
  const values = Array.from({ length: count }, (_, k) => Math.min(high, Math.max(low, inside(k))));
  values[0] = from;
  values[last] = to;
  return { path, values, spacing };
}

function toNumber(text: string): number {
  return text.trim() === "" ? Number.NaN : Number(text);
}

/** Rows of the full grid, the last of the varied values changing fastest; or how many there would be, if too many. */
export function gridRows(varied: readonly VariedValues[]): Float64Array | { readonly tooMany: number } {
  const count = varied.reduce((product, { values }) => product * values.length, 1);
  if (count > MOST_ROWS) return { tooMany: count };
  const rows = new Float64Array(count * varied.length);
  let repeat = count; // rows over which a value stays
  varied.forEach(({ values }, column) => {
    repeat /= values.length;
    for (let row = 0; row < count; row++) {
      rows[row * varied.length + column] = values[Math.floor(row / repeat) % values.length]!;
    }
  });
  return rows;
}
