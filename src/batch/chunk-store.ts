/**
 * Finished parts of a long computation, kept so that it can be stopped anywhere and gone on with: chunks of numbers with an identity.
 * Where they are kept is the host's affair: a file, a database, memory.
 */
import { dataHash } from "../numeric/hash.ts";
import { VERSION } from "./version.ts";

/** What makes two computations the same, so that chunks of one are chunks of the other. */
export interface BatchIdentity {
  /** Of the package. */
  readonly version: string;
  /** What is computed, as "sweep". */
  readonly task: string;
  /** Hash of the problem's data, signals and overrides included. */
  readonly problem: string;
  /** Hash of all else that a result depends on: what varies, over which values, what is asked for. */
  readonly options: string;
}

/** `problem`: the data with signals embedded; `options`: plain data. */
export function identityOf(task: string, problem: unknown, options: unknown): BatchIdentity {
  return { version: VERSION, task, problem: dataHash(problem), options: dataHash(options) };
}

const DIFFERENCES: Readonly<Record<keyof BatchIdentity, string>> = {
  version: "another version of stickslip",
  task: "another command",
  problem: "another problem",
  options: "other options",
};

/** What two identities differ in, in words; undefined where they are the same. */
export function identityDifference(one: Partial<BatchIdentity>, other: BatchIdentity): string | undefined {
  const keys = (["task", "version", "problem", "options"] as const).filter((key) => one[key] !== other[key]);
  return keys[0] && DIFFERENCES[keys[0]];
}

/** Rows `first` to `first + count - 1`, finished: the numbers of one after those of the other. */
export interface Chunk {
  readonly first: number;
  readonly count: number;
  readonly values: Float64Array;
}

export interface ChunkStore {
  /** The chunks of earlier runs, in the order in which they were finished. */
  finished(): Iterable<Chunk>;
  /** Keeps chunks; they are there from now on, whatever ends the process. */
  put(chunks: readonly Chunk[]): void;
}

/** For hosts without files, and for tests. */
export function memoryStore(chunks: Chunk[] = []): ChunkStore {
  return { finished: () => chunks, put };

  function put(more: readonly Chunk[]): void {
    for (const chunk of more) chunks.push(chunk);
  }
}
