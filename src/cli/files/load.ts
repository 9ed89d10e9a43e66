/** Problems of the command line: from files, the gallery or standard input. */
import { dirname } from "node:path";
import { openTablesIn } from "../../node/open-table.ts";
import { readStream, readText } from "../../node/read-text.ts";
import { type Input, type Loaded, problemLoader } from "../../problem/load/load.ts";
import type { ProblemOptions } from "../../problem/load/overrides.ts";
import type { Io } from "../io.ts";

export type { Input, Loaded, LocatedFault, Refused, Valid } from "../../problem/load/load.ts";

interface FileOptions {
  readonly allowFiles?: readonly string[];
}

/** For analyses that use no outputs and measures: faults of these are warnings. */
export async function loadMachine(path: string, options: ProblemOptions & FileOptions, io: Io): Promise<Loaded> {
  return (await machineLoader(path, options, io))(options);
}

export async function loadProblem(path: string, options: ProblemOptions & FileOptions, io: Io): Promise<Loaded> {
  return (await loader(path, options, io, false))(options);
}

/** The same for several sets of options: the file is read once. */
export function machineLoader(
  path: string,
  options: FileOptions,
  io: Io,
): Promise<(options: ProblemOptions) => Loaded> {
  return loader(path, options, io, true);
}

async function loader(path: string, { allowFiles = [] }: FileOptions, io: Io, leaveOut: boolean) {
  const content = path === "-" ? await readStream(io.stdin(), "stdin") : await readText(path);
  const { file } = content;
  const inputs: Input[] = path === "-" ? [] : [{ path: file, what: "the problem file" }];
  const tables = openTablesIn(path === "-" ? "." : dirname(file), {
    allowed: allowFiles,
    opened: (table) => inputs.push({ path: table, what: "the file of a signal" }),
  });
  return problemLoader(content, { tables, inputs, leaveOut });
}
