/** Tables of numbers from disk, chunk by chunk, so that memory stays flat however long they are. */
import { closeSync, existsSync, openSync, readSync, statSync } from "node:fs";
import { resolve } from "node:path";

/** Bytes that are read at once. */
const CHUNK = 65_536;

/** How `embedSignals` reads files: paths are relative to `folder`. What cannot be read is thrown as an error that says why. */
export function openTablesIn(folder: string): (file: string) => Iterable<string> {
  return (file) => textChunks(resolve(folder, file));
}

function* textChunks(path: string): Generator<string> {
  if (!existsSync(path)) throw new Error(`no such file: ${path}. Paths are relative to the problem file`);
  if (statSync(path).isDirectory()) throw new Error(`a folder, not a file: ${path}. Name the table in it`);
  const descriptor = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(CHUNK);
    const decoder = new TextDecoder("utf-8", { fatal: true });
    for (let count = readSync(descriptor, bytes); count > 0; count = readSync(descriptor, bytes)) {
      yield decoded(decoder, bytes.subarray(0, count), true);
    }
    yield decoded(decoder, bytes.subarray(0, 0), false);
  } finally {
    closeSync(descriptor);
  }
}

function decoded(decoder: TextDecoder, bytes: Uint8Array, stream: boolean): string {
  try {
    if (!bytes.includes(0)) return decoder.decode(bytes, { stream });
  } catch {
    // Not UTF-8: refused below.
  }
  throw new Error("not text in UTF-8. A signal's file is a CSV table; export it as one");
}
