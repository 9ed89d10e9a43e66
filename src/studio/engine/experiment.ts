/** An experiment of a paper, computed here: its runs, its quantities beside what is printed, and its figures. */
import type { LoadedProblem } from "../../api/load.ts";
import { stopwatch } from "../../api/work.ts";
import { computePart, type RunOutput } from "../../papers/compute.ts";
import { drawn } from "../../papers/drawn.ts";
import { judge, keyOf } from "../../papers/judge.ts";
import { papers } from "../../papers/papers.ts";
import { figurePanels } from "./figure-panels.ts";
import type { ExperimentView, FigureView, Tasks } from "./messages.ts";
import { loadSource, type Watch } from "./run.ts";

export async function experimentView(
  { id, problems }: Tasks["experiment"]["order"],
  { signal, progress }: Watch,
): Promise<ExperimentView> {
  const experiment = papers.flatMap(({ experiments }) => experiments).find((one) => one.id === id);
  if (!experiment) throw new Error(`there is no experiment ${id}`);
  const seconds = stopwatch();
  const outputs = new Map<string, RunOutput>();
  const failures = new Map<string, string>();
  const loaded = new Map<RunOutput, LoadedProblem>();
  const runs = Object.entries(experiment.runs);
  for (const [k, [name, run]] of runs.entries()) {
    if (signal.aborted) throw new Error("It was stopped.");
    const key = keyOf(run);
    if (outputs.has(key) || failures.has(key)) continue;
    const { set, scheme, solver } = run;
    const changes = { ...(set && { set }), ...(scheme && { scheme }), ...(solver && { solver }) };
    const problem = loadSource({ raw: problems[name], files: {} }, changes);
    if (problem.faults) failures.set(key, problem.faults.map(({ message }) => message).join(" "));
    else {
      const output = { ...(await computePart(problem, run, { signal })), problem: "", seconds: seconds() };
      outputs.set(key, output);
      loaded.set(output, problem);
    }
    progress((k + 1) / runs.length);
  }
  const named = Object.fromEntries(
    runs.flatMap(([name, run]) => {
      const output = outputs.get(keyOf(run));
      return output ? [[name, output] as const] : [];
    }),
  );
  const figures = (experiment.figures ?? []).flatMap(({ name, caption, drawing }): FigureView[] => {
    const { panels, columns } = figurePanels(drawn(drawing, named, (output) => loaded.get(output)!));
    return panels.length > 0 ? [{ name, caption, panels, columns }] : [];
  });
  return { rows: judge(experiment, { outputs, failures }).rows, figures, seconds: seconds() };
}
