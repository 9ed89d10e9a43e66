import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ProblemError } from "../problem/faults.ts";

/** The problems that come with the package; the same place from src and from dist. */
const FOLDER = new URL("../../problems/", import.meta.url);

/** Names of the gallery's problems, as `stickslip simulate` takes them. */
export function galleryNames(): string[] {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith(".yaml"));
  return files.map((file) => file.slice(0, -".yaml".length)).sort();
}

/** The file of a gallery problem, if there is one of that name. */
export function galleryFile(name: string): string | undefined {
  return galleryNames().includes(name) ? fileURLToPath(new URL(`${name}.yaml`, FOLDER)) : undefined;
}

/** The text of a gallery problem; throws where there is none of that name. */
export function galleryText(name: string): string {
  const file = galleryFile(name);
  if (file === undefined)
    throw new ProblemError([{ path: "", message: `no problem ${name} in the gallery. galleryNames() are all` }]);
  return readFileSync(file, "utf8");
}
