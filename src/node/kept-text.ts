/**
 * A text that grows over several processes: it stands under NAME.unfinished until it is closed, whatever ends the process, and a later one
 * goes on at a place that was noted.
 */
import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  statSync,
} from "node:fs";
import { type TextWriter, writeFully, writing } from "./write-text.ts";

export const UNFINISHED = ".unfinished";
/** Characters that are gathered before they are written. */
const CHUNK = 65_536;
/** Bytes before a place that tell whether a file is the one that was noted. */
const TAIL = 256;

/** A place in a text: how far it reached, in bytes, and what stood right before, in hexadecimal digits. */
export interface TextPlace {
  readonly bytes: number;
  readonly tail: string;
}

export interface KeptText extends TextWriter {
  /** Writes what was gathered; how far the file reaches. */
  place(): TextPlace;
}

/** A new text, or one that goes on from a place (after keptTextObstacle); what stood behind it is cut off. */
export function openKeptText(path: string, from?: TextPlace): KeptText {
  const target = targetOf(path);
  const file = `${target}${UNFINISHED}`;
  if (from && !holds(file, from)) writing(path, () => renameSync(target, file));
  const descriptor = writing(path, () => openSync(file, "a+"));
  writing(path, () => ftruncateSync(descriptor, from?.bytes ?? 0));
  let pending = "";
  let open = true;
  const flush = (): void => {
    if (pending !== "") writing(path, () => writeFully(descriptor, pending));
    pending = "";
  };
  return {
    write(text) {
      pending += text;
      if (pending.length >= CHUNK) flush();
    },
    place() {
      flush();
      const bytes = fstatSync(descriptor).size;
      return { bytes, tail: tailOf(descriptor, bytes) };
    },
    close() {
      flush();
      open = false;
      writing(path, () => closeSync(descriptor));
      writing(path, () => renameSync(file, target));
    },
    discard() {
      if (open) closeSync(descriptor);
      open = false;
    },
  };
}

/** Why a text cannot grow in this way, or go on from a place. */
export function keptTextObstacle(path: string, from?: TextPlace): string | undefined {
  const target = targetOf(path);
  if (existsSync(target) && !statSync(target).isFile())
    return `cannot go on later in what is no file: ${path}. Name a file`;
  if (!from || holds(`${target}${UNFINISHED}`, from) || holds(target, from)) return undefined;
  return `cannot go on; ${path} is not as the checkpoint left it. Bring it back, or begin anew without --resume`;
}

/** A link keeps its place. */
function targetOf(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}

function holds(file: string, { bytes, tail }: TextPlace): boolean {
  if (!existsSync(file) || !statSync(file).isFile() || statSync(file).size < bytes) return false;
  const descriptor = openSync(file, "r");
  try {
    return tailOf(descriptor, bytes) === tail;
  } finally {
    closeSync(descriptor);
  }
}

function tailOf(descriptor: number, bytes: number): string {
  const buffer = Buffer.alloc(Math.min(TAIL, bytes));
  readSync(descriptor, buffer, 0, buffer.length, bytes - buffer.length);
  return buffer.toString("hex");
}
