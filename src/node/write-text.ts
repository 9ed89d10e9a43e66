/** Text to files and pipes, written at once, so that whoever produces it waits and memory stays flat. */
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, resolve } from "node:path";

/** Characters that are gathered before they are written. */
const CHUNK = 65_536;
/** ms to wait for a pipe that is full and does not block. */
const RETRY = 2;

export interface TextWriter {
  readonly write: (text: string) => void;
  /** Writes what is left; a file has its name from now on. */
  readonly close: () => void;
  /** Gives up what was written; without effect once it is closed. */
  readonly discard: () => void;
}

/** Something could not be written; the message names the file. */
export class WriteError extends Error {
  readonly code: string | undefined;

  constructor(what: string, cause: unknown) {
    const { code, message } = cause as NodeJS.ErrnoException;
    super(`${message}: ${what}. ${code === "ENOSPC" ? "Make room there, or take" : "Take"} another path`, { cause });
    this.code = code;
  }
}

/** Does something with a file; what goes wrong is told with its name. */
export function writing<T>(what: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw error instanceof WriteError ? error : new WriteError(what, error);
  }
}

/** Gathers text into chunks. */
export function chunked(
  writeChunk: (text: string) => void,
  close: () => void = () => {},
  discard: () => void = () => {},
): TextWriter {
  let pending = "";
  let open = true;
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
      open = false;
      close();
    },
    discard() {
      if (open) discard();
      open = false;
    },
  };
}

/** A new file, or one in the place of an old one: it stands under a temporary name until it is closed, so that no half of it is seen. */
export function openText(path: string): TextWriter {
  const { descriptor, finish, drop } = openPart(path);
  return chunked((text) => writing(path, () => writeFully(descriptor, text)), finish, drop);
}

/** A whole file at once, in the same way. */
export function writeFile(path: string, content: string | Uint8Array): void {
  const { descriptor, finish, drop } = openPart(path);
  try {
    writing(path, () => writeFully(descriptor, content));
  } catch (error) {
    drop();
    throw error;
  }
  finish();
}

/** The process whose unfinished file has this name; undefined for other files. */
export function partOwner(name: string): number | undefined {
  const [, pid] = /\.(\d+)\.part$/.exec(name) ?? [];
  return pid === undefined ? undefined : Number(pid);
}

function openPart(path: string) {
  const target = writing(path, () => (existsSync(path) ? realpathSync(path) : path)); // a link keeps its place
  const direct = existsSync(target) && !statSync(target).isFile(); // a pipe or a device
  const part = direct ? target : `${target}.${process.pid}.part`;
  const descriptor = writing(path, () => openSync(part, "w"));
  const drop = (): void => {
    closeSync(descriptor);
    if (!direct) rmSync(part, { force: true });
  };
  const finish = (): void => {
    writing(path, () => closeSync(descriptor));
    if (direct) return;
    try {
      writing(path, () => renameSync(part, target));
    } catch (error) {
      rmSync(part, { force: true });
      throw error;
    }
  };
  return { descriptor, finish, drop };
}

/** Writes all of a text or of bytes; waits for a reader that is slower. */
export function writeFully(descriptor: number, content: string | Uint8Array): void {
  const bytes = typeof content === "string" ? Buffer.from(content, "utf8") : content;
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
    const reason =
      code === "EEXIST" || code === "ENOTDIR"
        ? "a file stands there"
        : isLink(path)
          ? "a link that leads nowhere stands there"
          : (error as Error).message;
    return `cannot make a folder; ${reason}: ${path}. Take another path`;
  }
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
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
