/** Why files could not be written: looked at before a command computes, so that a long run is not lost. */
import { existsSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";
import { folderHolder } from "../../node/folder-lock.ts";
import { RESULT } from "../../node/output-folder.ts";
import { makeFolder, writeObstacle } from "../../node/write-text.ts";
import type { Input, LocatedFault } from "./load.ts";
import type { OutputOptions } from "./outputs.ts";

/** The problem as --out writes it. */
const PROBLEM = "problem.yaml";

/** Formats that others draw in. */
const UNKNOWN = /^\.(jpe?g|gif|webp|pdf|bmp|tiff?)$/;

/** `inputs`: files that were read, which no output may overwrite. `files`: what --out gets. */
export function outputFaults(
  inputs: readonly Input[],
  {
    csv,
    svg,
    png,
    out,
    json,
    checkpoint,
    resume,
  }: OutputOptions & { readonly json?: boolean; readonly checkpoint?: string | undefined; readonly resume?: unknown },
  files: readonly string[],
): LocatedFault[] {
  const faults: LocatedFault[] = [];
  const add = (source: string, message: string | undefined) => {
    if (message !== undefined) faults.push({ source, path: "", message });
  };
  if (csv === "-" && json) add("--csv", "cannot write; --json too takes standard output: -. Name a file");
  const taken = new Map(inputs.map(({ path, what }) => [identity(path), what]));
  for (const [option, path] of [
    ["--csv", csv],
    ["--svg", svg],
    ["--png", png],
    [resume !== undefined && resume === checkpoint ? "--resume" : "--checkpoint", checkpoint],
  ] as const) {
    if (path === undefined || (path === "-" && option === "--csv")) continue;
    if (path === "-") add(option, "cannot write; only --csv can take standard output: -. Name a file");
    const owner = taken.get(identity(path));
    add(option, owner ? `cannot write; ${path} is ${owner}. Take another path` : writeObstacle(path));
    add(option, otherFormat(option, path));
    taken.set(identity(path), `taken by ${option}`);
  }
  if (out !== undefined) add("--out", folderObstacle(out, files, taken));
  return faults;
}

/** A drawing whose name says that it is of another format. */
function otherFormat(option: string, path: string): string | undefined {
  const ending = extname(path).toLowerCase();
  if (option === "--png" && ending === ".svg")
    return `invalid --png; the name is of another format: ${path}. Take --svg`;
  if (option === "--svg" && ending === ".png")
    return `invalid --svg; the name is of another format: ${path}. Take --png`;
  const drawn = option === "--png" || option === "--svg";
  return drawn && UNKNOWN.test(ending)
    ? `invalid ${option}; no drawing is written in this format: ${path}. Take .png or .svg`
    : undefined;
}

function folderObstacle(out: string, files: readonly string[], taken: ReadonlyMap<string, string>): string | undefined {
  const obstacle = makeFolder(out) ?? folderHolder(out);
  if (obstacle !== undefined) return obstacle;
  for (const file of files) {
    const path = join(out, file);
    const owner = taken.get(identity(path));
    if (owner) return `cannot write; ${path} is ${owner}. Take another folder`;
    const message = writeObstacle(path);
    if (message !== undefined) return message;
  }
  if (!existsSync(join(out, PROBLEM)) || existsSync(join(out, RESULT))) return undefined;
  return `cannot write; ${join(out, PROBLEM)} is not of an earlier run: no ${RESULT} stands beside it. Take another folder`;
}

/** The same for all names of a file, links too. */
function identity(path: string): string {
  if (existsSync(path)) {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev}:${ino}`;
  }
  const folder = dirname(resolve(path));
  return join(existsSync(folder) ? realpathSync(folder) : folder, basename(path));
}
