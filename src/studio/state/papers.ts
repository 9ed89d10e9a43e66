/** The papers and their experiments: what comes with the studio, what is computed here, and how a run is opened on the bench. */
import { splitPath } from "../../problem/paths/split-path.ts";
import { readProblem } from "../../problem/read/read.ts";
import type { Outcome } from "../engine/client.ts";
import type { ExperimentView } from "../engine/messages.ts";
import { workEngine } from "../engine/work.ts";
import { withValue } from "./edit.ts";
import { problemText } from "./gallery.ts";
import { openSource, studio, type View } from "./studio.ts";

export interface PaperData {
  readonly id: string;
  readonly authors: string;
  readonly title: string;
  readonly where: string;
  readonly errata: readonly { readonly where: string; readonly printed: string; readonly used: string }[];
  readonly experiments: readonly ExperimentData[];
}

export interface ExperimentData {
  readonly id: string;
  readonly title: string;
  readonly note: string;
  readonly figures: readonly { readonly name: string; readonly caption: string; readonly show?: string }[];
  /** About how long it takes, s. */
  readonly seconds: number;
  readonly runs: readonly RunData[];
  readonly rows: readonly QuantityData[];
}

export interface RunData {
  readonly name: string;
  readonly task: string;
  /** A name of the gallery, or a text. */
  readonly problem: string;
  readonly set: Readonly<Record<string, unknown>>;
  readonly scheme?: string;
  readonly solver?: string;
}

export interface QuantityData {
  readonly quantity: string;
  readonly unit: string;
  readonly printed: number | string;
  readonly ours: number | null;
  readonly rule: string;
  readonly verdict: string;
  readonly reason: string;
}

export async function loadPapers(): Promise<readonly PaperData[]> {
  const answer = await fetch(new URL("papers.json", document.baseURI));
  if (!answer.ok) throw new Error(`papers.json is not there (${answer.status}).`);
  return (await answer.json()) as readonly PaperData[];
}

const isText = (problem: string) => problem.includes("\n");
const textOf = (problem: string) => (isText(problem) ? Promise.resolve(problem) : problemText(problem));

/** One after another: figures that are looked at first come first. */
let queue: Promise<unknown> = Promise.resolve();

/** Computes an experiment in the page's worker. */
export function compute(
  { id, runs }: ExperimentData,
  options: { readonly progress: (part: number) => void; readonly wanted: () => boolean },
): Promise<Outcome<ExperimentView> | undefined> {
  const work = async () => {
    if (!options.wanted()) return undefined;
    const texts = await Promise.all(runs.map(async ({ name, problem }) => [name, await textOf(problem)] as const));
    const problems = Object.fromEntries(
      texts.map(([name, text]) => {
        const read = readProblem(text);
        return [name, read.faults ? undefined : read.raw];
      }),
    );
    const source = { text: texts[0]![1], files: {} };
    return workEngine.ask("experiment", source, { id, problems }, { progress: options.progress }).outcome;
  };
  const answer = queue.then(work);
  queue = answer.catch(() => undefined);
  return answer;
}

const VIEWS: Readonly<Record<string, View>> = {
  control: "control",
  attraction: "attraction",
  equilibrium: "attraction",
};

/** The problem of a run on the bench, with what the experiment changes in it. */
export async function openRun({ problem, set, scheme, solver, task }: RunData): Promise<void> {
  const changes: [string, unknown][] = [
    ...Object.entries(set),
    ...(scheme === undefined ? [] : [["scheme", { type: scheme }] as [string, unknown]]),
    ...(solver === undefined ? [] : [["solver", { type: solver }] as [string, unknown]]),
  ];
  if (changes.length === 0 && !isText(problem)) location.hash = `#/g/${problem}`;
  else {
    const text = changes.reduce(
      (text, [path, value]) => withValue(text, splitPath(path) ?? [path], value),
      await textOf(problem),
    );
    await openSource({ text, files: {} });
  }
  const view = VIEWS[task];
  if (view) studio.set({ view });
}
