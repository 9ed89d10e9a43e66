/** Faults of a problem file: each with its place, its value and a remedy; all of them are listed at once. */

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

  add(path: Path, message: string): void {
    const line = this.lineOf?.(path);
    this.list.push({ path: printPath(path), message, ...(line === undefined ? {} : { line }) });
  }
}

export function printPath(path: Path): string {
  let text = "";
  for (const part of path) {
    if (typeof part === "number") text += `[${part}]`;
    else text += text === "" ? part : `.${part}`;
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

/** A value as it may stand in a message: short and on one line. */
export function printValue(value: unknown): string {
  const text = typeof value === "number" ? String(value) : (JSON.stringify(value) ?? String(value));
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
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
