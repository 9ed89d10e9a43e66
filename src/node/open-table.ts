/** Tables of numbers from disk, chunk by chunk, so that memory stays flat however long they are. */
import { closeSync, constants, existsSync, fstatSync, openSync, readSync, realpathSync } from "node:fs";
import { isAbsolute, relative, resolve, sep } from "node:path";

/** Bytes that are read at once. */
const CHUNK = 65_536;

export interface TableOptions {
  /** Folders whose files may be read too. */
  readonly allowed?: readonly string[];
  /** Hears which files are read. */
  readonly opened?: (path: string) => void;
}

/**
 * How `embedSignals` reads files: paths are relative to `folder`, and only regular files beneath it are read: a problem from a stranger
 * shall not take in what else is on the disk. What cannot be read is thrown as an error that says why.
 */
export function openTablesIn(
  folder: string,
  { allowed = [], opened }: TableOptions = {},
): (file: string) => Iterable<string> {
  return (file) => textChunks(resolve(folder, file), [folder, ...allowed], opened);
}

function* textChunks(path: string, folders: readonly string[], opened: TableOptions["opened"]): Generator<string> {
  const real = realPath(path);
  // A file outside is refused before it is said whether there is one.
  if (!folders.some((folder) => isBeneath(real ?? path, realPath(folder)))) throw new Error(outside(path));
  if (real === undefined) throw new Error(`no such file: ${path}. Paths are relative to the problem file`);
  const descriptor = openRegular(real, path);
  try {
    opened?.(real);
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

function realPath(path: string): string | undefined {
  return existsSync(path) ? realpathSync(path) : undefined;
}

function isBeneath(path: string, folder: string | undefined): boolean {
  const way = folder === undefined ? ".." : relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function outside(path: string): string {
  return `outside of the problem's folder: ${path}. Put it beside the problem, or allow its folder with --allow-files`;
}

/** Without waiting for whoever may write to a pipe. */
function openRegular(path: string, given: string): number {
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  const kind = fstatSync(descriptor);
  if (kind.isFile()) return descriptor;
  closeSync(descriptor);
  if (kind.isDirectory()) throw new Error(`a folder, not a file: ${given}. Name the table in it`);
  throw new Error(`a pipe or device, not a file: ${given}. Copy what it gives to a file`);
}

function decoded(decoder: TextDecoder, bytes: Uint8Array, stream: boolean): string {
  try {
    if (!bytes.includes(0)) return decoder.decode(bytes, { stream });
  } catch {
    // Not UTF-8: refused below.
  }
  throw new Error("not text in UTF-8. A signal's file is a CSV table; export it as one");
}
