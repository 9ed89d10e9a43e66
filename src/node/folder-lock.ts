/** A folder that is written to belongs to one process at a time: a file in it says to which. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
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
  const holder = readHolder(folder);
  if (!holder || isGone(holder)) return undefined;
  const where = holder.host === hostname() ? "" : ` on ${holder.host}`;
  const remedy = where ? `, or remove ${join(folder, LOCK)} if it has ended` : "";
  return `cannot write; process ${holder.pid}${where} is writing to ${folder}. Take another folder, wait for it${remedy}`;
}

/** Takes the folder, also from a process that has died; throws where it is in use. Returns how to give it back. */
export function lockFolder(folder: string): () => void {
  const lock = join(folder, LOCK);
  const inUse = folderHolder(folder);
  if (inUse) throw new Error(inUse);
  rmSync(lock, { force: true });
  const mine: Holder = { pid: process.pid, host: hostname(), since: startOf(process.pid) };
  writing(lock, () => writeFileSync(lock, `${JSON.stringify(mine)}\n`, { flag: "wx" }));
  return () => rmSync(lock, { force: true });
}

/** Whether this process has the folder. */
export function isOurs(folder: string): boolean {
  const holder = readHolder(folder);
  return holder?.pid === process.pid && holder.host === hostname() && !isGone(holder);
}

export function unlockFolder(folder: string): void {
  rmSync(join(folder, LOCK), { force: true });
}

function readHolder(folder: string): Holder | undefined {
  try {
    const { pid, host, since } = JSON.parse(readFileSync(join(folder, LOCK), "utf8")) as Partial<Holder>;
    return Number.isInteger(pid) && pid! > 0 ? { pid: pid!, host: String(host), since: String(since) } : undefined;
  } catch {
    return undefined; // none, or one that was being written when its process died
  }
}

function isGone({ pid, host, since }: Holder): boolean {
  return host === hostname() && (!isAlive(pid) || since !== startOf(pid));
}

/** Whether there is such a process on this machine. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH"; // another user's may not be touched
  }
}

/** Field 22 of Linux's /proc/PID/stat; elsewhere nothing. */
function startOf(pid: number): string {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return "";
  }
}
