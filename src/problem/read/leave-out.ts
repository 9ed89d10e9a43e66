/** Problems whose outputs or measures have faults, for analyses that use neither. */
import { type Compiled, compile } from "../compile/compile.ts";
import type { Fault, LineOf } from "../faults.ts";

export interface Leaner {
  readonly compiled: Compiled;
  /** The data that were compiled: without the entries that had faults. */
  readonly raw: unknown;
  /** Why entries were left out. */
  readonly leftOut: readonly Fault[];
}

const SECTIONS = ["outputs", "measures"] as const;

/** As `compile`; where nothing but outputs and measures has faults, those entries are left out, and measures of such outputs. */
export function compileWithoutFaulty(
  raw: unknown,
  lineOf: LineOf | undefined,
  compileAs: (raw: unknown, lineOf?: LineOf) => Compiled = compile,
): Leaner {
  let data = raw;
  const leftOut: Fault[] = [];
  for (;;) {
    const compiled = compileAs(data, lineOf);
    const faults = compiled.faults ?? [];
    if (faults.length === 0) return { compiled, raw: data, leftOut };
    const leaner = faults.every(({ path }) => isShown(path)) ? without(data, faults) : undefined;
    if (leaner === undefined) return { compiled: { faults: [...leftOut, ...faults] }, raw, leftOut: [] };
    leftOut.push(...(data === raw ? faults : faults.map(ofOutput)));
    data = leaner;
  }
}

/** What has a fault only without the outputs that had some. */
function ofOutput({ path: full, ...fault }: Fault): Fault {
  const path = full.replace(/\.(max|min|mean|rms|final)$/, "");
  return { ...fault, path, message: "uses an output that is left out" };
}

function isShown(path: string): boolean {
  return SECTIONS.some((section) => isInside(path, section));
}

function isInside(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}.`) || path.startsWith(`${place}[`);
}

/** A copy without the entries that the faults are of; undefined where there is nothing to take away. */
function without(data: unknown, faults: readonly Fault[]): unknown {
  const copy = { ...(data as Record<string, unknown>) };
  let changed = false;
  for (const section of SECTIONS) {
    const of = faults.filter(({ path }) => isInside(path, section));
    if (of.length === 0 || !Object.hasOwn(copy, section)) continue;
    const entries = copy[section];
    if (of.some(({ path }) => path === section) || typeof entries !== "object" || entries === null) {
      delete copy[section];
      changed = true;
      continue;
    }
    const all = Object.entries(entries);
    const kept = all.filter(([name]) => !of.some(({ path }) => isInside(path, `${section}.${name}`)));
    copy[section] = Object.fromEntries(kept);
    changed ||= kept.length < all.length;
  }
  return changed ? copy : undefined;
}
