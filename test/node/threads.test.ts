/** The executor on worker threads: the built worker, with tasks that behave badly on purpose. */
import { threadId } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Executor, inlineExecutor, type TaskTable } from "../../src/batch/executor.ts";
import { sweepTable } from "../../src/batch/sweep.ts";
import { timedTurn } from "../../src/batch/turn.ts";
import { parseVaried, type VariedValues } from "../../src/batch/varied-values.ts";
import { createExecutor } from "../../src/node/create-executor.ts";
import { threadExecutor } from "../../src/node/threads.ts";
import { directSearch } from "../../src/search/pds.ts";
import { rawProblem } from "../support/run.ts";

/** Runs in the workers too, so it is text. `deaths` are counted in memory that all threads share. */
const text = `
import { threadId } from "node:worker_threads";
const counted = (spec, body) => ({ inputs: 2, outputs: 2, compute: (values, out) => body(spec, values, out) });
const sums = (values, out) => { out[0] = values[0] + values[1]; out[1] = Math.sqrt(values[0]) / 3; };
const busy = (ms) => { for (const end = performance.now() + ms; performance.now() < end; ); };
export const tasks = {
  sums: (spec) => counted(spec, (_, values, out) => sums(values, out)),
  slow: (spec) => counted(spec, (ms, values, out) => { busy(ms); sums(values, out); }),
  wrong: (spec) => { throw new Error("invalid spec; wrong on purpose"); },
  bowl: ({ deaths, shared }) => ({ inputs: 2, outputs: 1, compute: (values, out) => {
    if (deaths.includes(Atomics.add(shared, 0, 1))) process.exit(3);
    out[0] = (values[0] - 1) ** 2 + 3 * (values[1] + 2) ** 2;
  } }),
  many: ({ preparing, row, home, bad, givesWay = true }) => {
    if (threadId !== home) busy(preparing);
    const compute = ([value], out, stopped) => {
      for (const end = performance.now() + row; performance.now() < end; ) if (stopped?.()) throw new Error("left");
      if (value === bad) throw "odd value"; // not even an error
      [out[0], out[1]] = [2 * value, threadId];
    };
    const computeMany = (rows, results) => rows.forEach((value, k) => compute([value], results.subarray(2 * k, 2 * k + 2)));
    return { inputs: 1, outputs: 2, givesWay, compute, computeMany };
  },
  throws: (spec) => counted(spec, (rows, values, out) => {
    if (rows.includes(values[0])) throw new Error("odd value");
    sums(values, out);
  }),
  dies: (spec) => counted(spec, ({ rows, times, how, shared }, values, out) => {
    const place = rows.indexOf(values[0]);
    if (place >= 0 && Atomics.add(shared, place, 1) < times) {
      if (how === "exit") process.exit(7);
      if (how === "memory") for (const all = []; ; ) all.push(new Array(10000).fill(Math.random()));
      if (how === "late") { setTimeout(() => { throw new Error("too late"); }); busy(5); }
    }
    sums(values, out);
  }),
};
`;
const module = `data:text/javascript,${encodeURIComponent(text)}`;
const { tasks } = (await import(/* @vite-ignore */ module)) as { tasks: TaskTable };

const open: Executor[] = [];
let shared = true;
function threads(count: number, options: { memory?: number; module?: string; warn?: (text: string) => void } = {}) {
  const executor = threadExecutor({
    threads: count,
    tasks,
    module,
    warn: expect.unreachable,
    turn: timedTurn(),
    shared,
    ...options,
  });
  open.push(executor);
  return executor;
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((executor) => executor.close()));
});

const rowsOf = (count: number) => Float64Array.from({ length: 2 * count }, (_, k) => k / 7);
const expected = (count: number) => inlineExecutor(tasks).open({ task: "sums", spec: 0 }).run(rowsOf(count));
const dying = (rows: number[], times: number, how: string) => {
  const shared = new Int32Array(new SharedArrayBuffer(4 * rows.length));
  return { task: "dies", spec: { rows, times, how, shared } };
};

describe.each([
  ["memory that is shared", true],
  ["rows that are sent", false],
] as const)("with %s", (_, sharing) => {
  beforeEach(() => {
    shared = sharing;
  });

  test("results are those of one thread, in order, whatever the number of threads", async () => {
    for (const count of [1, 2, 3]) {
      const batch = threads(count).open({ task: "sums", spec: 0 });
      for (const rows of [1, 2, 1000, 6000]) expect(await batch.run(rowsOf(rows))).toEqual(await expected(rows));
      expect(await batch.run(new Float64Array(0))).toEqual(new Float64Array(0));
    }
  });

  test("a search goes on when workers die, with the same digits", async () => {
    const minimize = async (executor: Executor, deaths: readonly number[]) => {
      const shared = new Int32Array(new SharedArrayBuffer(4));
      const batch = executor.open({ task: "bowl", spec: { deaths, shared } });
      const search = directSearch({ start: Float64Array.of(5, 5), edge: 1, points: 60, tolerance: 1e-8 });
      for (let points = search.ask(); points.length > 0; points = search.ask()) {
        search.tell([...(await batch.run(Float64Array.from(points.flatMap((point) => [...point]))))]);
      }
      return search.best();
    };
    const undisturbed = await minimize(inlineExecutor(tasks), []);
    expect(undisturbed.value).toBeLessThan(1e-12);
    expect(await minimize(threads(2), [20, 150, 151, 300])).toEqual(undisturbed);
  });

  test("short rows are taken here too: nobody waits for a worker that is still being started", async () => {
    const home = threadId;
    const values = Float64Array.from({ length: 500 }, (_, k) => k);
    const run = async (spec: object) => {
      const results = await threads(2)
        .open({ task: "many", spec: { preparing: 0, row: 0, home, ...spec } })
        .run(values);
      for (const k of values.keys()) expect(results[2 * k]).toBe(2 * values[k]!);
      return values.filter((_, k) => results[2 * k + 1] === home).length;
    };
    const here = await run({ preparing: 2000 });
    if (shared)
      expect(here).toBeGreaterThan(0); // all of them, unless the machine is busy
    else expect(here).toBe(0);
    expect(await run({ givesWay: false })).toBe(0);
    await expect(run({ bad: 40 })).rejects.toThrow("row 40 failed (values 40); odd value");
  });

  test("long rows are left to the workers, so that this thread can listen", async () => {
    const spec = { preparing: 0, row: 200, home: threadId };
    const batch = threads(2).open({ task: "many", spec });
    for (let round = 0; round < 2; round++) {
      const results = await batch.run(Float64Array.of(1, 2, 3));
      expect([0, 2, 4].map((k) => results[k])).toEqual([2, 4, 6]);
      expect([1, 3, 5].map((k) => results[k])).not.toContain(threadId);
    }
  });

  test("several jobs at the same time", async () => {
    const executor = threads(2);
    const jobs = [0, 1, 0.5].map((ms) => executor.open({ task: "slow", spec: ms }).run(rowsOf(60)));
    for (const results of await Promise.all(jobs)) expect(results).toEqual(await expected(60));
  });

  test("a wrong spec, an unknown task and rows that do not fit are told at once", async () => {
    const executor = threads(2);
    expect(() => executor.open({ task: "wrong", spec: 0 })).toThrow("wrong on purpose");
    expect(() => executor.open({ task: "none", spec: 0 })).toThrow("unknown task none; known: sums, slow");
    const batch = executor.open({ task: "sums", spec: 0 });
    await expect(batch.run(new Float64Array(3))).rejects.toThrow("not a multiple of 2 numbers: 3 given");
    await expect(batch.run(rowsOf(3), { into: new Float64Array(3) })).rejects.toThrow("not 3 rows of 2 numbers: 3");
  });

  test("of several rows that throw, the first is told, with its values", async () => {
    const bad = [40, 300, 900].map((row) => rowsOf(1000)[2 * row]!);
    for (const executor of [inlineExecutor(tasks), threads(1), threads(3)]) {
      const batch = executor.open({ task: "throws", spec: bad });
      const values = rowsOf(1000).subarray(80, 82).join(", ");
      await expect(batch.run(rowsOf(1000))).rejects.toThrow(`row 40 failed (values ${values}); odd value`);
      expect(await batch.run(rowsOf(30))).toEqual(await expected(30));
    }
  });

  describe("a worker that dies", () => {
    test.each(["exit", "late", "memory"])("(%s) does not lose the batch", { timeout: 60_000 }, async (how) => {
      const rows = how === "memory" ? [10] : [10, 150, 151];
      const job = dying(
        rows.map((row) => rowsOf(200)[2 * row]!),
        1,
        how,
      );
      const executor = threads(2, how === "memory" ? { memory: 24 } : {});
      const batch = executor.open(job);
      expect(await batch.run(rowsOf(200))).toEqual(await expected(200));
      if (how === "exit") expect(Array.from(job.spec.shared)).toEqual([2, 2, 2]); // each died once, then was done
      expect(await batch.run(rowsOf(50))).toEqual(await expected(50));
    });

    test("over and over does not harm another batch that waits for it", async () => {
      const executor = threads(1);
      const job = dying(
        [3, 20, 40, 60, 80].map((row) => rowsOf(200)[2 * row]!),
        1,
        "exit",
      );
      const both = [executor.open(job), executor.open({ task: "sums", spec: 0 })].map((batch) =>
        batch.run(rowsOf(200)),
      );
      for (const results of await Promise.all(both)) expect(results).toEqual(await expected(200));
    });

    test("again and again on one row ends with the row", async () => {
      const job = dying([rowsOf(200)[2 * 17]!], Number.POSITIVE_INFINITY, "exit");
      const results = new Float64Array(400).fill(-1);
      const run = threads(2).open(job).run(rowsOf(200), { into: results });
      await expect(run).rejects.toThrow(/^row 17 failed \(values .*\); it ended 3 workers: it ended with exit code 7$/);
      // Where rows are sent, the first death only tells that it was one of several.
      expect([3, sharing ? 3 : 4]).toContain(job.spec.shared[0]);
      expect(results[2 * 17]).toBe(-1);
      expect(results[0]).toBe((await expected(1))[0]);
    });
  });

  test("a signal ends a batch at once and keeps the rows that are done", async () => {
    const executor = threads(2);
    const batch = executor.open({ task: "slow", spec: 20 });
    const into = new Float64Array(2000).fill(Number.NaN);
    const controller = new AbortController();
    let reports = 0;
    const progress = (done: number) => {
      reports++;
      if (done > 0) controller.abort(new Error("enough"));
    };
    await expect(batch.run(rowsOf(1000), { into, signal: controller.signal, progress })).rejects.toThrow("enough");
    expect(reports).toBeGreaterThan(0);
    const all = await expected(1000);
    const kept = [...into.keys()].filter((k) => !Number.isNaN(into[k]!));
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.length).toBeLessThan(1000);
    for (const k of kept) expect(into[k]).toBe(all[k]);
    await expect(batch.run(rowsOf(1), { signal: controller.signal })).rejects.toThrow("enough");
    expect(await batch.run(rowsOf(4))).toEqual(await expected(4));
  });

  test("workers that do not notice the end are replaced", { timeout: 30_000 }, async () => {
    const executor = threads(1);
    const endless = executor.open({ task: "slow", spec: 1e9 });
    const controller = new AbortController();
    const run = endless.run(rowsOf(4), { signal: controller.signal });
    setTimeout(() => controller.abort(new Error("enough")), 300);
    await expect(run).rejects.toThrow("enough");
    expect(await executor.open({ task: "sums", spec: 0 }).run(rowsOf(4))).toEqual(await expected(4));
  });

  test("closing ends what runs, and always settles", async () => {
    const executor = threads(2);
    const run = executor.open({ task: "slow", spec: 1e9 }).run(rowsOf(4));
    const ended = expect(run).rejects.toThrow("the executor was closed");
    await new Promise((resolve) => setTimeout(resolve, 300));
    await executor.close();
    await ended;
    await executor.close();
    const batch = executor.open({ task: "sums", spec: 0 });
    await expect(batch.run(rowsOf(1))).rejects.toThrow("the executor was closed");
  });

  test("where workers cannot start, everything is done in this thread, and said once", async () => {
    const warnings: string[] = [];
    const missing = {
      module: "data:text/javascript,throw new Error('no tasks here')",
      warn: (text: string) => warnings.push(text),
    };
    const batch = threads(2, missing).open({ task: "sums", spec: 0 });
    expect(await batch.run(rowsOf(100))).toEqual(await expected(100));
    expect(await batch.run(rowsOf(10))).toEqual(await expected(10));
    expect(warnings).toEqual(["cannot start worker threads; no tasks here. All runs are computed in this thread."]);
  });

  test("a spec that cannot be sent is a fault of the caller", async () => {
    const batch = threads(2).open({ task: "slow", spec: () => 0 });
    await expect(batch.run(rowsOf(2))).rejects.toThrow("could not be cloned");
  });

  test("rows with a mark are passed over, and rows that are done get one", async () => {
    const batch = threads(2).open({ task: "sums", spec: 0 });
    const done = Uint8Array.from({ length: 500 }, (_, row) => (row % 3 === 0 ? 1 : 0));
    const into = new Float64Array(1000).fill(-1);
    const heard: number[] = [];
    await batch.run(rowsOf(500), { into, done, progress: (count) => heard.push(count) });
    const all = await expected(500);
    expect(into).toEqual(all.map((value, k) => (Math.floor(k / 2) % 3 === 0 ? -1 : value)));
    expect(done.every((mark) => mark === 1)).toBe(true);
    expect(heard.at(-1)).toBe(500);
  });
});

test("a sweep on threads that share no memory has the digits of one thread", async () => {
  const raw = rawProblem("gk95-tp1");
  const vary = [parseVaried("system.friction[0].limit=1:5:6") as VariedValues];
  const found = [];
  for (const options of [{ threads: 1 }, { threads: 2, shared: false }]) {
    const executor = createExecutor(options);
    open.push(executor);
    found.push((await sweepTable(raw, { vary, executor })).found);
  }
  expect(found[1]).toEqual(found[0]);
});

test.each([0, 1.5, 1000, Number.NaN])("%d threads are refused", (count) => {
  expect(() => createExecutor({ threads: count })).toThrow(`not a whole number from 1 to 256: ${count}`);
});
