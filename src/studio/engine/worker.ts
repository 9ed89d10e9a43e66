/** The engine in a thread of its own: a question in, an answer out; a new question of a kind ends the one before. */
import { axisFaults } from "../../api/check.ts";
import type { LoadedProblem } from "../../api/load.ts";
import { ProblemError } from "../../problem/faults.ts";
import { faultData } from "../../results/faults.ts";
import type { Order, Report, TaskName, Tasks } from "./messages.ts";
import { loadSource, runView, tableOf, transfers, type Watch } from "./run.ts";

const host = globalThis as unknown as {
  postMessage(message: Report, transfer?: Transferable[]): void;
  onmessage: ((event: MessageEvent<Order>) => void) | null;
};

type Work<Name extends TaskName> = (
  problem: LoadedProblem,
  order: Tasks[Name]["order"],
  watch: Watch,
  partial: (data: Tasks[Name]["partial"]) => void,
) => Promise<Tasks[Name]["answer"]>;

/** What is not needed for a run is loaded when it is asked for. */
const WORKS: { readonly [Name in TaskName]: Work<Name> } = {
  run: (problem, { samples }, watch) => runView(problem, watch, samples),
  table: (problem, _, watch) => tableOf(problem, watch),
  equilibrium: async (problem) => (await import("./analysis.ts")).restOfProblem(problem),
  attraction: async (problem, { vary }, watch, partial) =>
    (await import("./map.ts")).mapOf(problem, vary, watch, partial),
  experiment: async (_, order, watch) => (await import("./experiment.ts")).experimentView(order, watch),
  control: async (problem, _, watch, partial) => (await import("./analysis.ts")).steer(problem, watch, partial),
};

const running = new Map<number, AbortController>();

host.onmessage = ({ data }) => {
  if (data.kind === "cancel") running.get(data.id)?.abort();
  else if (data.kind === "wake") void import("./map.ts");
  else void answer(data);
};

async function answer({ kind, id, source, order }: Exclude<Order, { kind: "cancel" | "wake" }>): Promise<void> {
  const controller = new AbortController();
  running.set(id, controller);
  try {
    const loaded = loadSource(source, order as Tasks["run"]["order"]);
    const faults = loaded.faults ?? axisFaults(loaded);
    if (loaded.faults || faults.length > 0) {
      host.postMessage({ kind: "refused", id, faults: faultData(faults) });
      return;
    }
    const watch: Watch = {
      signal: controller.signal,
      progress: (part) => host.postMessage({ kind: "progress", id, part }),
    };
    const work = WORKS[kind] as Work<TaskName>;
    const data = await work(loaded, order as never, watch, (part) =>
      host.postMessage({ kind: "partial", id, data: part }),
    );
    host.postMessage({ kind: "answer", id, data }, kind === "run" || kind === "experiment" ? transfers(data) : []);
  } catch (error) {
    if (error instanceof ProblemError) host.postMessage({ kind: "refused", id, faults: faultData(error.faults) });
    else host.postMessage({ kind: "failed", id, message: (error as Error).message });
  } finally {
    running.delete(id);
  }
}
