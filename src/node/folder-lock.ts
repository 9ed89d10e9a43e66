/** A folder that is written to belongs to one process at a time: a file in it says to which. */
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { writing } from "./write-text.ts";

const LOCK = ".stickslip.lock";

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
  const inUse = folderHolder(folder) ?? takeAway(folder, part);
  if (inUse) throw new Error(inUse);
  const mine: Holder = { pid: process.pid, host: hostname(), since: startOf(process.pid) };
  try {
    writing(lock, () => {
      writeFileSync(part, `${JSON.stringify(mine)}\n`);
      appear(part, lock);
    });
  } catch (error) {
    const other = folderHolder(folder); // was there first
    throw other ? new Error(other) : error;
  } finally {
    rmSync(part, { force: true });
  }
  return () => unlockFolder(folder);
}

/** The file under another name, whole at once, where nothing has that name. */
function appear(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") throw error;
    writeFileSync(to, readFileSync(from), { flag: "wx" }); // on disks without links
  }
}

/** Removes what a process that has died left. Of two that find it one has it; the other may have got the lock of the first, and gives it back. Why it is in use then. */
function takeAway(folder: string, aside: string): string | undefined {
  try {
    renameSync(join(folder, LOCK), aside);
  } catch {
    return undefined; // there is none
  }
  const inUse = reason(folder, readHolder(aside));
  try {
    if (inUse) appear(aside, join(folder, LOCK));
  } catch {
    // a third one has it
  }
  rmSync(aside, { force: true });
  return inUse;
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
