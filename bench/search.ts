/** Direct search for the control of gk95-tp1 with two threads, beside runs of its own, one in many, by plain C on one core. */
import { control } from "../src/api/control.ts";
import { load } from "../src/api/load.ts";
import type { Executor } from "../src/batch/executor.ts";
import { createExecutor } from "../src/node/create-executor.ts";
import { galleryProblem, prepare } from "./problems.ts";
import { compileScalar } from "./scalar.ts";

export interface Search {
  readonly runs: number;
  /** us of a run, of the whole search. */
  readonly time: number;
  readonly scalar: number | undefined;
}

const ROUNDS = 7;
const STEPS = 400;
/** Of so many runs of the search C takes one. */
const SHARE = 128;

export async function measureSearch(): Promise<Search> {
  const raw = galleryProblem("gk95-tp1");
  const simulation = prepare(raw, STEPS, { type: "alpha" });
  const problem = load({
    ...raw,
    time: { end: 5, step: 5 / STEPS },
    scheme: { type: "alpha" },
    control: { ...(raw["control"] as object), method: { type: "pds" } },
  });
  const executor = createExecutor({ threads: 2 });
  const controls = await controlsOf(problem, executor);
  const scalar = compileScalar(simulation, controls);
  let [time, other, runs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0];
  for (let round = 0; round < ROUNDS; round++) {
    const found = await control(problem, { executor });
    runs = found.runs;
    time = Math.min(time, (1e6 * found.seconds) / found.runs);
    other = Math.min(other, ((scalar?.run(4).timePerStep ?? Number.NaN) * STEPS) / 1e3);
  }
  scalar?.close();
  await executor.close();
  return { runs, time, scalar: scalar && other };
}

/** Some of the controls that a search tries. */
async function controlsOf(problem: ReturnType<typeof load>, executor: Executor): Promise<Float64Array[]> {
  const controls: Float64Array[] = [];
  let seen = 0;
  const open: Executor["open"] = (job) => {
    const batch = executor.open(job);
    return {
      ...batch,
      run(rows, options) {
        for (let at = 0; at < rows.length; at += batch.inputs) {
          if (seen++ % SHARE === 0) controls.push(rows.slice(at, at + batch.inputs));
        }
        return batch.run(rows, options);
      },
    };
  };
  await control(problem, { executor: { ...executor, open } });
  return controls;
}
