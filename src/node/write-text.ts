/** Text to files and pipes, written at once, so that whoever produces it waits and memory stays flat. */
import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, statSync, writeSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** Characters that are gathered before they are written. */
const CHUNK = 65_536;
/** ms to wait for a pipe that is full and does not block. */
const RETRY = 2;

export interface TextWriter {
  readonly write: (text: string) => void;
  readonly close: () => void;
}

/** Gathers text into chunks. */
export function chunked(writeChunk: (text: string) => void, close: () => void = () => {}): TextWriter {
  let pending = "";
  const flush = (): void => {
    if (pending !== "") writeChunk(pending);
    pending = "";
  };
  return {
    write(text) {
      pending += text;
      if (pending.length >= CHUNK) flush();
    },
    close() {
      flush();
      close();
    },
  };
}

/** A new file, or an old one emptied. */
export function openText(path: string): TextWriter {
  const descriptor = openSync(path, "w");
  return chunked(
    (text) => writeFully(descriptor, text),
    () => closeSync(descriptor),
  );
}

/** Writes all of a text; waits for a reader that is slower. */
export function writeFully(descriptor: number, text: string): void {
  const bytes = Buffer.from(text, "utf8");
  for (let written = 0; written < bytes.length; ) {
    try {
      written += writeSync(descriptor, bytes, written);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY);
    }
  }
}

/** Why a file could not be written, as far as can be told without touching it. */
export function writeObstacle(path: string): string | undefined {
  const folder = dirname(path);
  if (!existsSync(folder)) return `cannot write; no such folder: ${folder}. Create it, or take another path`;
  if (!statSync(folder).isDirectory()) return `cannot write; not a folder: ${folder}. Take another path`;
  if (existsSync(path) && statSync(path).isDirectory()) return `cannot write; a folder: ${path}. Name a file`;
  try {
    accessSync(existsSync(path) ? path : folder, constants.W_OK);
  } catch {
    return `cannot write; not permitted: ${path}. Take another path`;
  }
  return undefined;
}

/** Makes a folder with those above it; why not, if it cannot be made. */
export function makeFolder(path: string): string | undefined {
  try {
    makeFolders(resolve(path));
    accessSync(path, constants.W_OK);
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === "EEXIST" || code === "ENOTDIR" ? "a file stands there" : (error as Error).message;
    return `cannot make a folder; ${reason}: ${path}. Take another path`;
  }
}

/** From the first folder that exists on, one by one: Node's own recursion does not end where none can be made, as under /proc. */
function makeFolders(path: string): void {
  if (existsSync(path) && statSync(path).isDirectory()) return;
  if (dirname(path) !== path) makeFolders(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // another program may have made it in the meantime
    if ((error as NodeJS.ErrnoException).code !== "EEXIST" || !statSync(path).isDirectory()) throw error;
  }
}
