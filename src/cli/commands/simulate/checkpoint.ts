/** `simulate --checkpoint FILE` and `--resume FILE`: a long run that can be stopped anywhere, and goes on with the same digits. */
import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { type BatchIdentity, identityDifference, identityOf } from "../../../batch/chunk-store.ts";
import { keptTextObstacle, type TextPlace } from "../../../node/kept-text.ts";
import { writeFile } from "../../../node/write-text.ts";
import { Hash } from "../../../numeric/hash.ts";
import type { Saved } from "../../../numeric/kept.ts";
import { readSaved, savedText } from "../../../numeric/saved-text.ts";
import type { Run } from "../../../simulate/run/run.ts";
import type { LocatedFault, Valid } from "../../files/load.ts";
import type { SimulateOptions } from "../../options.ts";
import { streamPaths } from "./files.ts";

/** ms between two checkpoints at least; and how many times as long as writing one takes. */
const PAUSE = 1000;
const RARELY = 20;
/** Of a checkpoint: it has the samples of the report, which are bounded. A text can have no more. */
const MOST_BYTES = 500_000_000;

/** What a checkpoint has to say. */
export interface Checkpoint {
  readonly run: Saved;
  /** How far the texts have come, in the order of streamPaths. */
  readonly texts: readonly TextPlace[];
  /** That the run has taken so far. */
  readonly seconds: number;
}

/** Where checkpoints go: a run that was resumed goes on writing to its own. */
export function checkpointPath({ checkpoint, resume }: SimulateOptions): string | undefined {
  return checkpoint ?? resume;
}

/** A run and its streams: another command is another run. */
function identityFor({ raw }: Valid, { csv, out, columns }: SimulateOptions): BatchIdentity {
  const chosen = columns === undefined ? {} : { columns };
  return identityOf("simulate", raw, { csv: csv !== undefined, out: out !== undefined, ...chosen });
}

/** What the run goes on from; or why it cannot. Nothing without --resume. */
export function readCheckpoint(
  loaded: Valid,
  options: SimulateOptions,
): { readonly from?: Checkpoint; readonly faults: readonly LocatedFault[] } {
  const { resume } = options;
  const faults: LocatedFault[] = [];
  const add = (source: string, message: string | undefined) => {
    if (message !== undefined) faults.push({ source, path: "", message });
  };
  if (checkpointPath(options) === undefined) return { faults };
  if (options.csv === "-") add("--csv", "cannot go on later in standard output: -. Name a file");
  const found = resume === undefined ? undefined : parsed(resume, identityFor(loaded, options));
  if (typeof found === "string") add("--resume", found);
  else if (faults.length === 0) {
    const paths = streamPaths(options);
    if (found && found.texts.length !== paths.length) add("--resume", damaged(resume!));
    else
      paths.forEach((path, k) => {
        add("--resume", keptTextObstacle(path, found?.texts[k]));
      });
  }
  return typeof found === "object" ? { from: found, faults } : { faults };
}

function parsed(file: string, identity: BatchIdentity): Checkpoint | string {
  if (!existsSync(file)) {
    return `no such checkpoint: ${file}. It is removed when its run has ended; --checkpoint ${file} begins a new one`;
  }
  const none = `not a checkpoint: ${file}. Name a file that --checkpoint has written`;
  try {
    const { size } = statSync(file);
    if (!statSync(file).isFile() || size > MOST_BYTES) return none; // a pipe would be waited for
    const [head = "", body = "", hash] = readFileSync(file, "utf8").split("\n");
    const difference = identityDifference((JSON.parse(head) ?? {}) as Partial<BatchIdentity>, identity);
    if (difference !== undefined)
      return `cannot go on; ${file} is of ${difference}. Repeat the command that wrote it (problem, --set, --scheme, --csv, --columns, --out), or begin anew with --checkpoint`;
    if (hash !== hashOf(body)) return damaged(file);
    const found = readSaved(body) as unknown as Checkpoint;
    return isCheckpoint(found) ? found : damaged(file);
  } catch {
    return none;
  }
}

/** Of a run that the file is not of, though its first line says so. */
export function damaged(file: string): string {
  return `cannot go on; ${file} is damaged. Begin anew with --checkpoint`;
}

function hashOf(body: string): string {
  const hash = new Hash();
  hash.text(body);
  return hash.digest();
}

/** Whether it has its parts; the run looks at its own when it is restored. */
function isCheckpoint({ run, texts, seconds }: Checkpoint): boolean {
  const isPlace = ({ bytes, tail }: TextPlace) => Number.isSafeInteger(bytes) && bytes >= 0 && typeof tail === "string";
  return typeof run === "object" && Array.isArray(texts) && texts.every(isPlace) && seconds >= 0 && seconds < 1e12;
}

export interface Checkpoints {
  /** Writes one if the last is old enough. */
  pass(run: Run): void;
  /** Writes one now. */
  write(run: Run): void;
  /** The run has ended by itself: there is nothing left to go on with. */
  remove(): void;
}

/** `places`: brings the texts to the disk and tells how far they reach. */
export function checkpoints(
  loaded: Valid,
  options: SimulateOptions,
  places: () => readonly TextPlace[],
  secondsSoFar: () => number,
): Checkpoints | undefined {
  const file = checkpointPath(options);
  if (file === undefined) return undefined;
  const head = JSON.stringify(identityFor(loaded, options));
  let due = 0;

  function write(run: Run): void {
    const start = performance.now();
    const texts = places().map(({ bytes, tail }) => ({ bytes, tail }));
    const body = savedText({ run: run.save(), texts, seconds: secondsSoFar() });
    writeFile(file!, `${head}\n${body}\n${hashOf(body)}\n`);
    const end = performance.now();
    due = end + Math.max(PAUSE, RARELY * (end - start));
  }

  return {
    pass(run) {
      if (performance.now() >= due) write(run);
    },
    write,
    remove: () => rmSync(file, { force: true }),
  };
}
