/** Direct search for the control of gk95-tp1 with two threads, beside the same number of runs by plain C on one core. */
import { control } from "../src/api/control.ts";
import { load } from "../src/api/load.ts";
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

export async function measureSearch(): Promise<Search> {
  const raw = galleryProblem("gk95-tp1");
  const simulation = prepare(raw, STEPS, { type: "alpha" });
  const scalar = compileScalar(simulation);
  const problem = load({
    ...raw,
    time: { end: 5, step: 5 / STEPS },
    scheme: { type: "alpha" },
    control: { ...(raw["control"] as object), method: { type: "pds" } },
  });
  const executor = createExecutor({ threads: 2 });
  let [time, other, runs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0];
  for (let round = 0; round < ROUNDS; round++) {
    const found = await control(problem, { executor });
    runs = found.runs;
    time = Math.min(time, (1e6 * found.seconds) / found.runs);
    other = Math.min(other, ((scalar?.run(100).timePerStep ?? Number.NaN) * STEPS) / 1e3);
  }
  scalar?.close();
  await executor.close();
  return { runs, time, scalar: scalar && other };
}
