/** Files of signals to samples inside of the problem, which then holds all that is needed to repeat a run. */

import { type Fault, Faults, type LineOf, printValue } from "../faults.ts";
import { MOST_SIGNALS } from "../schema/limits.ts";
import { CsvFault } from "./csv-lines.ts";
import { readSamples } from "./csv-samples.ts";
import { sampleHash } from "./sample-hash.ts";

/** The text of a file in chunks; throws an error that says why it cannot. */
export type OpenText = (file: string) => Iterable<string>;

type Mapping = Readonly<Record<string, unknown>>;

/**
 * Raw data in which each signal with a `file` has the samples of it, and their hash, in its place. A signal whose file has
 * a fault stays as it is.
 */
export function embedSignals(
  raw: unknown,
  open: OpenText,
  lineOf?: LineOf,
): { raw: unknown; faults: readonly Fault[] } {
  const faults = new Faults(lineOf);
  const { signals } = isMapping(raw) ? raw : {};
  if (!isMapping(raw) || !isMapping(signals)) return { raw, faults: faults.list };
  if (Object.keys(signals).length > MOST_SIGNALS) return { raw, faults: faults.list }; // compile refuses them
  const entries = Object.entries(signals).map(([name, signal]) => {
    const file = isMapping(signal) ? fileOf(signal) : undefined;
    if (file === undefined) return [name, signal];
    const embedded = embed(signal as Mapping, file, open);
    if (typeof embedded !== "string") return [name, embedded];
    faults.add(["signals", name, "file"], embedded);
    return [name, signal];
  });
  return { raw: { ...raw, signals: Object.fromEntries(entries) }, faults: faults.list };
}

/** The file to embed; none where compile finds a fault in how it is given. */
function fileOf({ file, time, value, times, values }: Mapping): string | undefined {
  const named = [time, value].every((name) => name === undefined || typeof name === "string");
  return typeof file === "string" && named && times === undefined && values === undefined ? file : undefined;
}

/** The signal with its samples, or why there are none. */
function embed(signal: Mapping, file: string, open: OpenText): Mapping | string {
  const { file: _file, time, value, ...kept } = signal;
  try {
    const { times, values } = readSamples(open(file), { time, value } as { time?: string; value?: string });
    return { ...kept, source: { file, hash: sampleHash(times, values) }, times, values };
  } catch (error) {
    // whatever else goes wrong comes from the host that reads
    const reason = error instanceof CsvFault ? error.message : `cannot read; ${(error as Error).message}`;
    return `invalid file ${printValue(file)}; ${reason}`;
  }
}

function isMapping(value: unknown): value is Mapping {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
