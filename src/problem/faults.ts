/** Faults of a problem file: each with its place, its value and a remedy; all of them are listed at once. */
import { MOST_FAULTS } from "./schema/limits.ts";

export type Path = readonly (string | number)[];

export interface Fault {
  /** As in `--set`: system.friction[0].limit; empty for the file as a whole. */
  readonly path: string;
  readonly message: string;
  /** 1-based, where known. */
  readonly line?: number;
}

/** Where in the text of a file the value of a path stands, if it does. */
export type LineOf = (path: Path) => number | undefined;

export class Faults {
  readonly list: Fault[] = [];
  private readonly lineOf: LineOf | undefined;

  constructor(lineOf?: LineOf) {
    this.lineOf = lineOf;
  }

  /** Throws EnoughFaults after the last one that is told: what is wrong from beginning to end is not worth more work. */
  add(path: Path, message: string): void {
    if (this.list.length === MOST_FAULTS) {
      this.list.push({ path: "", message: `too many faults; only the first ${MOST_FAULTS} are told` });
    }
    if (this.list.length > MOST_FAULTS) throw new EnoughFaults();
    const line = this.lineOf?.(path);
    this.list.push({ path: printPath(path), message, ...(line === undefined ? {} : { line }) });
  }
}

/** Ends the search for faults. */
export class EnoughFaults extends Error {}

export function printPath(path: Path): string {
  let text = "";
  for (const part of path) {
    if (typeof part === "number") text += `[${part}]`;
    else text += (text === "" ? "" : ".") + (part.length > LONGEST_KEY ? `${part.slice(0, LONGEST_KEY - 3)}...` : part);
  }
  return text;
}

/** The last key of a path, with its index where it has one. */
export function labelOf(path: Path): string {
  const last = path.at(-1);
  return typeof last === "number"
    ? `${String(path.findLast((part) => typeof part === "string"))}[${last}]`
    : String(last);
}

/** Longest value and key in a message, characters. */
const LONGEST_VALUE = 60;
const LONGEST_KEY = 200;

/** A value as it may stand in a message: short and on one line, however large it is. */
export function printValue(value: unknown): string {
  const text = typeof value === "number" ? String(value) : (asJson(outlineOf(value, 0)) ?? String(value));
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE - 3)}...` : text;
}

/** JSON, with the numbers that it has no words for. */
function asJson(value: unknown): string | undefined {
  const named = (_key: string, entry: unknown) =>
    typeof entry === "number" && !Number.isFinite(entry) ? `${MARK}${entry}` : entry;
  return JSON.stringify(value, named)?.replace(MARKED, "$1");
}
const MARK = "\ue000";
const MARKED = new RegExp(`"${MARK}(-?[A-Za-z]+)"`, "g");

/** As much of a value as a message can show. */
function outlineOf(value: unknown, depth: number): unknown {
  if (typeof value === "string") return value.slice(0, LONGEST_VALUE);
  if (typeof value !== "object" || value === null) return typeof value === "bigint" ? String(value) : value;
  if (depth > LONGEST_VALUE) return null;
  if (Array.isArray(value)) return value.slice(0, LONGEST_VALUE).map((entry) => outlineOf(entry, depth + 1));
  const shown: [string, unknown][] = [];
  for (const key in value) {
    if (shown.length === LONGEST_VALUE) break;
    if (Object.hasOwn(value, key)) {
      shown.push([key.slice(0, LONGEST_VALUE), outlineOf((value as Record<string, unknown>)[key], depth + 1)]);
    }
  }
  return Object.fromEntries(shown);
}

/** Thrown where a problem is asked for and only faults can be given. */
export class ProblemError extends Error {
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super(faults.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`)).join("\n"));
    this.name = "ProblemError";
    this.faults = faults;
  }
}
