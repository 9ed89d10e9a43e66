/** A folder that is written to belongs to one process at a time: a file in it says to which. */
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { writing } from "./write-text.ts";

const LOCK = ".stickslip.lock";
/** Whose turn it is to put a lock in the place of another one. */
const TURN = `${LOCK}.turn`;

interface Holder {
  readonly pid: number;
  readonly host: string;
  /** When the process began, where the system tells: another one may have its number later. */
  readonly since: string;
}

/** Why the folder cannot be had; undefined where it is free. */
export function folderHolder(folder: string): string | undefined {
  return reason(folder, readHolder(join(folder, LOCK)));
}

function reason(folder: string, holder: Holder | undefined): string | undefined {
  if (!holder || isGone(holder)) return undefined;
  const where = holder.host === hostname() ? "" : ` on ${holder.host}`;
  const remedy = where ? `, or remove ${join(folder, LOCK)} if it has ended` : "";
  return `cannot write; process ${holder.pid}${where} is writing to ${folder}. Take another folder, wait for it${remedy}`;
}

/** Takes the folder, also from a process that has died; throws where it is in use. Returns how to give it back. */
export function lockFolder(folder: string): () => void {
  const lock = join(folder, LOCK);
  const part = `${lock}.${process.pid}.part`; // as of all files that are not whole yet: what is left of them is removed
  const mine: Holder = { pid: process.pid, host: hostname(), since: startOf(process.pid) };
  let inUse = folderHolder(folder);
  try {
    inUse ??= writing(lock, () => {
      writeFileSync(part, `${JSON.stringify(mine)}\n`);
      return existsSync(lock) ? replace(folder, part) : appear(part, lock);
    });
  } catch (error) {
    inUse = folderHolder(folder); // was there first
    if (!inUse) throw error;
  } finally {
    rmSync(part, { force: true });
  }
  if (inUse) throw new Error(inUse);
  return () => unlockFolder(folder);
}

/** The file under another name, whole at once, where nothing has that name. */
function appear(from: string, to: string): undefined {
  try {
    linkSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") throw error;
    writeFileSync(to, readFileSync(from), { flag: "wx" }); // on disks without links
  }
}

/**
 * Puts a lock in the place of one that a process which has died left; why it is in use, where another one was faster. Only one process at a time may do
 * so, and the folder is never without a lock meanwhile: else a third one could take it for free.
 */
function replace(folder: string, part: string): string | undefined {
  const [lock, turn] = [join(folder, LOCK), join(folder, TURN)];
  try {
    appear(part, turn);
  } catch {
    const holder = readHolder(turn);
    const inUse = reason(folder, holder);
    if (inUse) return inUse;
    if (holder) rmSync(turn, { force: true }); // of one that died just then
    appear(part, turn);
  }
  try {
    const inUse = folderHolder(folder);
    if (inUse) return inUse;
    if (existsSync(lock)) renameSync(part, lock);
    else appear(part, lock);
    return undefined;
  } finally {
    rmSync(turn, { force: true });
  }
}

/** Whether this process has the folder. */
export function isOurs(folder: string): boolean {
  const holder = readHolder(join(folder, LOCK));
  return holder?.pid === process.pid && holder.host === hostname() && !isGone(holder);
}

/** Gives back what this process has: a lock that another one has put there meanwhile is left. */
export function unlockFolder(folder: string): void {
  if (isOurs(folder)) rmSync(join(folder, LOCK), { force: true });
}

function readHolder(lock: string): Holder | undefined {
  try {
    const { pid, host, since } = JSON.parse(readFileSync(lock, "utf8")) as Partial<Holder>;
    return Number.isInteger(pid) && pid! > 0 ? { pid: pid!, host: String(host), since: String(since) } : undefined;
  } catch {
    return undefined; // none, or one that was being written when its process died
  }
}

function isGone({ pid, host, since }: Holder): boolean {
  return host === hostname() && (!isAlive(pid) || since !== startOf(pid));
}

/** Whether there is such a process on this machine: one that was killed is gone, though its parent may not have taken note of it yet. */
export function isAlive(pid: number): boolean {
  if (/^[ZX]$/.test(statOf(pid)[0] ?? "")) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH"; // another user's may not be touched
  }
}

/** Field 22 of Linux's /proc/PID/stat; elsewhere nothing. */
function startOf(pid: number): string {
  return statOf(pid)[19] ?? "";
}

/** The fields of Linux's /proc/PID/stat from the third on, its state; elsewhere none. */
function statOf(pid: number): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return [];
  }
}
