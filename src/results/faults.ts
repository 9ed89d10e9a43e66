import type { Fault } from "../problem/faults.ts";

/** Where a fault was found, as a file or an option; those of the library have none. */
type Told = Fault & { readonly source?: string };

/** Faults as data; line is null where it is not known. */
export function faultData(faults: readonly Told[]): { path: string; message: string; line: number | null }[] {
  return faults.map(({ source, path, message, line }) => ({
    path: path === "" && source?.startsWith("--") ? source : path,
    message,
    line: line ?? null,
  }));
}
