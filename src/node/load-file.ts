import { dirname } from "node:path";
import { type LoadedProblem, type LoadOptions, load } from "../api/load.ts";
import { ProblemError } from "../problem/faults.ts";
import { openTablesIn } from "./open-table.ts";
import { readText } from "./read-text.ts";

export interface LoadFileOptions extends Omit<LoadOptions, "file" | "open"> {
  /** Folders beside the problem's own from which its signals may be read. */
  readonly allowFiles?: readonly string[];
}

/** A problem file, or the gallery's problem of that name, with the files of its signals. Throws a ProblemError with all faults. */
export async function loadFile(path: string, options: LoadFileOptions = {}): Promise<LoadedProblem> {
  const { allowFiles = [], ...others } = options;
  const content = await readText(path);
  const { file } = content;
  if (content.fault !== undefined) throw new ProblemError([{ path: file, message: content.fault }]);
  return load(content.text, { ...others, file, open: openTablesIn(dirname(file), { allowed: allowFiles }) });
}
