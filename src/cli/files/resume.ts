/** `--out DIR --resume`: the finished chunks in a folder of results, for every command that computes long. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BatchIdentity, ChunkStore } from "../../batch/chunk-store.ts";
import {
  type ChunkFile,
  chunkFileDifference,
  createChunkFile,
  hasChunkFile,
  openChunkFile,
  removeChunkFile,
} from "../../node/chunk-file.ts";
import { type OutputFolder, RESULT, RUNNING } from "../../node/output-folder.ts";
import type { LocatedFault } from "./load.ts";

/** In the folder until the run has ended. */
const CHUNKS = "chunks.bin";

export interface ResumeOptions {
  readonly out?: string;
  readonly resume?: boolean;
}

/** A run in a folder, which may have gone on from an earlier one. */
export interface Resumable {
  /** Absent without a folder. */
  readonly store?: ChunkStore;
  /** Says in the folder that it runs, and removes what an earlier run has left there but its chunks. */
  begin(stale: readonly string[], about?: object): void;
  /** The end is written: nothing is left to go on with. */
  finish(): void;
}

/** What is wrong with the option itself. */
export function resumeFaults({ out, resume }: ResumeOptions): LocatedFault[] {
  if (!resume || out !== undefined) return [];
  return [resumeFault("needs the folder to go on in. Give --out DIR too")];
}

export function resumeFault(message: string): LocatedFault {
  return { source: "--resume", path: "", message };
}

/** Lends the chunks of a folder to `work`; or says why there is nothing to go on with. */
export async function withChunks(
  folder: OutputFolder | undefined,
  identity: BatchIdentity,
  { resume = false }: ResumeOptions,
  refuse: (faults: readonly LocatedFault[]) => number,
  work: (run: Resumable) => Promise<number>,
): Promise<number> {
  if (!folder) return work({ begin() {}, finish() {} });
  const file = join(folder.path, CHUNKS);
  const goesOn = resume && hasChunkFile(file);
  const refusal = resume ? whyNot(folder.path, file, goesOn, identity) : undefined;
  if (refusal !== undefined) return refuse([resumeFault(refusal)]);
  if (!goesOn) removeChunkFile(file); // before the folder says that it runs, and what
  let opened: ChunkFile | undefined;
  try {
    const store = (): ChunkFile => {
      opened ??= goesOn ? openChunkFile(file) : createChunkFile(file, identity);
      return opened;
    };
    return await work({
      store: { finished: () => store().finished(), put: (chunks) => store().put(chunks) },
      begin(stale, about) {
        folder.begin(stale, about);
        store();
      },
      finish: () => removeChunkFile(file),
    });
  } finally {
    opened?.close();
  }
}

/** Statuses of runs that have not ended by themselves. */
const UNFINISHED: readonly unknown[] = [RUNNING, "cancelled", "failed"];

function whyNot(folder: string, file: string, goesOn: boolean, identity: BatchIdentity): string | undefined {
  const difference = goesOn ? chunkFileDifference(file, identity) : undefined;
  if (difference !== undefined) {
    return `cannot go on; ${folder} has the unfinished run of ${difference}. Repeat its command, take another folder, or leave --resume out to begin anew`;
  }
  const status = goesOn ? undefined : statusOf(folder);
  if (status === undefined || UNFINISHED.includes(status)) return undefined;
  return `nothing to go on with; the run in ${folder} has ended: ${status}. Leave --resume out to compute it anew`;
}

function statusOf(folder: string): string | undefined {
  try {
    const { status } = JSON.parse(readFileSync(join(folder, RESULT), "utf8")) as { status?: unknown };
    return status === undefined ? undefined : String(status);
  } catch {
    return undefined; // none, or an empty one: nothing has ended there
  }
}
