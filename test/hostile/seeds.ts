/** Problems to start from: the gallery, the examples of the documentation, old faults, and machines of each type with every key. */
import { readdirSync, readFileSync } from "node:fs";
import { embedSignals } from "../../src/problem/read/embed.ts";
import { readProblem } from "../../src/problem/read/read.ts";
import { arm, beam, everything, gearbox, mechanism, rigid, spaceBeam, string, strings } from "./every-key.ts";

type Data = Record<string, unknown>;

const root = new URL("../../", import.meta.url);

export interface Seed {
  readonly name: string;
  readonly raw: Data;
}

/** Output intervals that a seed runs for. */
const STEPS = 12;

/** One problem for each type of machine, with every key. */
export const complete: readonly Seed[] = [
  { name: "everything", raw: everything },
  { name: "mechanism", raw: mechanism },
  { name: "arm", raw: arm },
  { name: "string", raw: string },
  { name: "strings", raw: strings },
  { name: "beam", raw: beam },
  { name: "beam in space", raw: spaceBeam },
  { name: "gearbox", raw: gearbox },
  { name: "rigid mechanism", raw: rigid(mechanism, "event-driven") },
  { name: "rigid arm", raw: rigid(arm, "event-driven") },
  { name: "stepped mechanism", raw: rigid(mechanism, "balanced") },
];

export function seeds(): Seed[] {
  // mutants of these would take the time of all others
  const small = filesIn("problems/").filter((file) => !/^(chain-1000|gh95-strings)/.test(file));
  const gallery = small.map((file) => seed(`problems/${file}`));
  const faults = [...filesIn("test/faults/"), ...filesIn("test/faults/hostile/").map((file) => `hostile/${file}`)];
  return [
    ...complete,
    ...gallery,
    ...faults.map((file) => seed(`test/faults/${file}`)),
    ...filesIn("docs/", ".md").flatMap(examples),
  ].filter(({ raw }) => typeof raw === "object" && raw !== null);
}

function filesIn(folder: string, ending = ".yaml"): string[] {
  return readdirSync(new URL(folder, root)).filter((file) => file.endsWith(ending));
}

const textOf = (file: string): string => readFileSync(new URL(file, root), "utf8");

function seed(file: string): Seed {
  const read = readProblem(textOf(file));
  const raw = read.faults ? {} : read.raw;
  const folder = file.slice(0, file.lastIndexOf("/") + 1);
  return { name: file, raw: shortened(embedSignals(raw, (table) => [textOf(folder + table)]).raw as Data) };
}

/** The pieces of YAML in a page, each put into the problem with every key. */
function examples(page: string): Seed[] {
  const pieces = [...textOf(`docs/${page}`).matchAll(/```yaml\n([\s\S]*?)```/g)];
  return pieces.flatMap(([, text], i) => {
    const read = readProblem(text!);
    if (read.faults || typeof read.raw !== "object" || read.raw === null) return [];
    return [{ name: `docs/${page} ${i}`, raw: shortened({ ...everything, ...(read.raw as Data) }) }];
  });
}

/** A run of a few output intervals: what a mutation breaks shows early. */
function shortened(raw: Data): Data {
  const { start = 0, step = 0.1, output = step } = (raw.time ?? {}) as Record<string, number>;
  if (typeof start !== "number" || typeof output !== "number") return raw;
  return { ...raw, time: { ...(raw.time as Data), end: start + STEPS * output } };
}
