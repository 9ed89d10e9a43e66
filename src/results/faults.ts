import type { LocatedFault } from "../problem/load/load.ts";

/** Faults as data; line is null where it is not known. */
export function faultData(faults: readonly LocatedFault[]): { path: string; message: string; line: number | null }[] {
  return faults.map(({ source, path, message, line }) => ({
    path: source.startsWith("--") && path === "" ? source : path,
    message,
    line: line ?? null,
  }));
}
