/**
 * Finished chunks in a file: a line that says of what they are, then a record a chunk. Records are only appended; one that was being
 * written when the process died is cut off by its length or its hash, and everything before it stands.
 */
import { closeSync, existsSync, openSync, readSync, rmSync, statSync, truncateSync } from "node:fs";
import { type BatchIdentity, type Chunk, type ChunkStore, identityDifference } from "../batch/chunk-store.ts";
import { Hash } from "../numeric/hash.ts";
import { writeFile, writeFully, writing } from "./write-text.ts";

export interface ChunkFile extends ChunkStore {
  close(): void;
}

/** Before each record: its first row, its rows, its numbers. */
const HEAD = 3;
/** Behind it: the two halves of its hash. */
const TAIL = 2;
const LONGEST_LINE = 4096;
/** Numbers; more stand in no record. */
const MOST_NUMBERS = 1 << 28;

/** A new file without chunks. */
export function createChunkFile(file: string, identity: BatchIdentity): ChunkFile {
  writeFile(file, `${JSON.stringify(identity)}\n`);
  return openChunkFile(file);
}

/** What the chunks in a file are of, beside `identity`: undefined where they are of the same. */
export function chunkFileDifference(file: string, identity: BatchIdentity): string | undefined {
  const { text } = firstLine(file);
  try {
    return identityDifference((JSON.parse(text) ?? {}) as Partial<BatchIdentity>, identity);
  } catch {
    return "something else";
  }
}

/** A file that exists, to go on with. What was cut off at its end is removed. */
export function openChunkFile(file: string): ChunkFile {
  const { end: start } = firstLine(file);
  const end = reading(file, (descriptor) => {
    let position = start;
    for (;;) {
      const record = readRecord(descriptor, position);
      if (!record) return position;
      position = record.end;
    }
  });
  writing(file, () => truncateSync(file, end));
  const descriptor = writing(file, () => openSync(file, "a"));
  return {
    *finished() {
      const source = openSync(file, "r");
      try {
        for (let position = start; position < end; ) {
          const record = readRecord(source, position)!;
          yield record.chunk;
          position = record.end;
        }
      } finally {
        closeSync(source);
      }
    },
    put(chunks) {
      for (const chunk of chunks) writing(file, () => writeFully(descriptor, recordOf(chunk)));
    },
    close: () => closeSync(descriptor),
  };
}

export function removeChunkFile(file: string): void {
  rmSync(file, { force: true });
}

export function hasChunkFile(file: string): boolean {
  return existsSync(file) && statSync(file).isFile() && firstLine(file).end > 0; // a pipe would be waited for
}

function recordOf({ first, count, values }: Chunk): Uint8Array {
  const record = new Float64Array(HEAD + values.length + TAIL);
  record.set([first, count, values.length]);
  record.set(values, HEAD);
  record.set(hashOf(record.subarray(0, HEAD + values.length)), HEAD + values.length);
  return new Uint8Array(record.buffer);
}

function readRecord(descriptor: number, position: number): { chunk: Chunk; end: number } | undefined {
  const head = readNumbers(descriptor, position, HEAD);
  if (!head) return undefined;
  const [first, count, length] = Array.from(head) as [number, number, number];
  if (!Number.isInteger(length) || length < 0 || length > MOST_NUMBERS) return undefined;
  const record = readNumbers(descriptor, position, HEAD + length + TAIL);
  if (!record) return undefined;
  const [high, low] = hashOf(record.subarray(0, HEAD + length));
  if (record[HEAD + length] !== high || record[HEAD + length + 1] !== low) return undefined;
  const values = record.slice(HEAD, HEAD + length);
  return { chunk: { first, count, values }, end: position + record.byteLength };
}

function hashOf(numbers: Float64Array): [number, number] {
  const hash = new Hash();
  for (const value of numbers) hash.number(value);
  const digits = hash.digest();
  return [Number.parseInt(digits.slice(0, 8), 16), Number.parseInt(digits.slice(8), 16)];
}

/** Undefined where there are not so many. */
function readNumbers(descriptor: number, position: number, count: number): Float64Array | undefined {
  const numbers = new Float64Array(count);
  const bytes = new Uint8Array(numbers.buffer);
  for (let read = 0; read < bytes.length; ) {
    const more = readSync(descriptor, bytes, read, bytes.length - read, position + read);
    if (more === 0) return undefined;
    read += more;
  }
  return numbers;
}

/** Without its end; `end` is where the records begin, 0 where the line is not whole. */
function firstLine(file: string): { text: string; end: number } {
  return reading(file, (descriptor) => {
    const bytes = Buffer.alloc(LONGEST_LINE);
    const line = bytes.subarray(0, readSync(descriptor, bytes, 0, LONGEST_LINE, 0));
    const end = line.indexOf(0x0a);
    return { text: line.toString("utf8", 0, Math.max(0, end)), end: end + 1 };
  });
}

function reading<T>(file: string, read: (descriptor: number) => T): T {
  const descriptor = openSync(file, "r");
  try {
    return read(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
