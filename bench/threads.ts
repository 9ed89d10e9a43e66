/** What a second thread brings: batches of gk95-tp1 that take long enough, on one thread and on two, in turn. */
import { FINAL_TASK } from "../src/batch/final-task.ts";
import { createExecutor } from "../src/node/create-executor.ts";
import { galleryProblem, uniform } from "./problems.ts";

export interface Threads {
  readonly runs: number;
  /** ms on one thread. */
  readonly time: number;
  /** Times faster on two. */
  readonly gain: number;
}

const ROUNDS = 7;
/** Runs of a batch: one thread takes at least 100 ms for them. */
const RUNS = [32_768, 131_072];

export async function measureThreads(): Promise<Threads[]> {
  const raw = { ...galleryProblem("gk95-tp1"), scheme: { type: "alpha" }, solver: { type: "active-set" } };
  const executors = [1, 2].map((threads) => createExecutor({ threads }));
  const batches = executors.map((executor) => executor.open({ task: FINAL_TASK, spec: { raw } }));
  const next = uniform(5);
  const measured: Threads[] = [];
  for (const runs of RUNS) {
    const rows = Float64Array.from({ length: 3 * runs }, () => 20 * (2 * next() - 1));
    const least = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let round = 0; round < ROUNDS; round++) {
      for (const [k, batch] of batches.entries()) {
        const start = performance.now();
        await batch.run(rows);
        least[k] = Math.min(least[k]!, performance.now() - start);
      }
    }
    measured.push({ runs, time: least[0]!, gain: least[0]! / least[1]! });
  }
  for (const executor of executors) await executor.close();
  return measured;
}
