/**
 * A folder of results. Its result.json says `running` before anything else is written and how it ended after all else; every file
 * appears under its name when it is whole. So whatever kills the process, the folder tells the truth.
 */
import { closeSync, openSync, readdirSync, readFileSync, rmSync, truncateSync, writeSync } from "node:fs";
import { join } from "node:path";
import { isAlive, isOurs, lockFolder, unlockFolder } from "./folder-lock.ts";
import { openText, partOwner, type TextWriter, writeFile } from "./write-text.ts";

export const RESULT = "result.json";
export const RUNNING = "running";

/** Bytes of result.json while it runs: its end can be written over it on a disk that is full. */
const ROOM = 1024;
const LONGEST_MESSAGE = 400;

export interface OutputFolder {
  readonly path: string;
  /** Says that it runs, with `about` beside it; removes the files named `stale`, which an earlier run may have left. */
  begin(stale: readonly string[], about?: object): void;
  /** A file that grows. */
  open(name: string): TextWriter;
  write(name: string, content: string | Uint8Array): void;
  /** The end, by a text or by what writes it. */
  finish(result: string | ((write: (text: string) => void) => void)): void;
  /** Gives the folder back; a run that has not finished has ended with this status and reason. */
  release(status: string, message: string): void;
}

/** Takes a folder, which exists; throws where another process has it. */
export function openOutputFolder(path: string): OutputFolder {
  const unlock = lockFolder(path);
  const writers: TextWriter[] = [];
  const open = (name: string): TextWriter => {
    const writer = openText(join(path, name));
    writers.push(writer);
    return writer;
  };
  let running = false;
  return {
    path,
    begin(stale, about = {}) {
      writeFile(join(path, RESULT), padded({ status: RUNNING, ...about }));
      running = true;
      for (const name of stale) rmSync(join(path, name), { force: true });
      removeParts(path);
    },
    open,
    write: (name, content) => writeFile(join(path, name), content),
    finish(result) {
      const writer = open(RESULT);
      if (typeof result === "string") writer.write(result);
      else result(writer.write);
      writer.close();
      running = false;
    },
    release(status, message) {
      for (const writer of writers) writer.discard();
      if (running) endResult(path, status, message);
      unlock();
    },
  };
}

/** For whoever outlives the thread that had a folder of this process: ends it as `release` does. */
export function releaseFolder(path: string, status: string, message: string): void {
  if (!isOurs(path)) return;
  removeParts(path);
  endResult(path, status, message);
  unlockFolder(path);
}

/** Changes a result that still says `running`. */
function endResult(folder: string, status: string, message: string): void {
  const file = join(folder, RESULT);
  try {
    const found = JSON.parse(readFileSync(file, "utf8")) as { status?: unknown };
    if (found.status !== RUNNING) return;
    overwrite(file, padded({ ...found, status, message: message.slice(0, LONGEST_MESSAGE) }));
  } catch {
    // Nothing can be written: an empty file claims nothing.
    truncateSync(file);
  }
}

/** In its place, where a new file might find no room. */
function overwrite(file: string, text: string): void {
  const descriptor = openSync(file, "r+");
  try {
    writeSync(descriptor, text);
  } finally {
    closeSync(descriptor);
  }
}

function padded(data: object): string {
  const text = JSON.stringify(data);
  return `${text.padEnd(Math.max(ROOM, text.length + ROOM / 2) - 1)}\n`;
}

/** What killed runs have left, and this process. */
function removeParts(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = partOwner(name);
    if (pid !== undefined && (pid === process.pid || !isAlive(pid))) rmSync(join(folder, name), { force: true });
  }
}
