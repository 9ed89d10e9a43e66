import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type Chunk, identityDifference, identityOf, memoryStore } from "../../src/batch/chunk-store.ts";
import { inlineExecutor, type RowWork } from "../../src/batch/executor.ts";
import { runResumable } from "../../src/batch/resumable.ts";
import { VERSION } from "../../src/batch/version.ts";
import { chunkFileDifference, createChunkFile, openChunkFile } from "../../src/node/chunk-file.ts";
import { dataHash } from "../../src/numeric/hash.ts";

const folder = mkdtempSync(join(tmpdir(), "stickslip-chunks-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("the version is the package's", () => {
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  expect(VERSION).toBe(version);
});

describe("rows through a batch with a store", () => {
  /** Doubles numbers; `computed` has each row that was. */
  const counted = (computed: number[], stopAt = Number.POSITIVE_INFINITY, controller = new AbortController()) => {
    const work: RowWork = {
      inputs: 1,
      outputs: 2,
      compute(values, out) {
        computed.push(values[0]!);
        out[0] = 2 * values[0]!;
        out[1] = values[0] === 3 ? Number.NaN : -0;
        if (computed.length === stopAt) controller.abort();
      },
    };
    return { batch: inlineExecutor({ task: () => work }).open({ task: "task", spec: null }), controller };
  };
  const rows = Float64Array.from({ length: 10 }, (_, k) => k);

  it("goes on with what was kept, and computes each row once", async () => {
    const kept: Chunk[] = [];
    const first: number[] = [];
    const { batch, controller } = counted(first, 6);
    const stopped = await runResumable(batch, rows, { store: memoryStore(kept), signal: controller.signal });
    // The row in which it was stopped is not a result.
    expect(stopped).toMatchObject({ status: "cancelled", resumed: 0, computed: 5 });
    expect(kept.map(({ first, count }) => [first, count])).toEqual([[0, 5]]);
    const second: number[] = [];
    const heard: number[] = [];
    const progress = (done: number) => heard.push(done);
    const rest = await runResumable(counted(second).batch, rows, { store: memoryStore(kept), progress });
    expect(rest).toMatchObject({ status: "done", resumed: 5, computed: 5 });
    expect(second).toEqual([5, 6, 7, 8, 9]);
    expect([Math.min(...heard), heard.at(-1)]).toEqual([6, 10]);
    const whole = await runResumable(counted([]).batch, rows);
    expect(Array.from(rest.results)).toEqual(Array.from(whole.results)); // NaN and -0 too
    const third: number[] = [];
    expect(await runResumable(counted(third).batch, rows, { store: memoryStore(kept) })).toMatchObject({ resumed: 10 });
    expect(third).toEqual([]);
  });

  it("keeps what is done when a row fails, and takes no chunk that does not fit", async () => {
    const kept: Chunk[] = [];
    const work: RowWork = {
      inputs: 1,
      outputs: 1,
      compute(values, out) {
        if (values[0] === 4) throw new Error("no");
        out[0] = values[0]!;
      },
    };
    const batch = inlineExecutor({ task: () => work }).open({ task: "task", spec: null });
    await expect(runResumable(batch, rows, { store: memoryStore(kept) })).rejects.toThrow("row 4 failed");
    expect(kept.map(({ first, count }) => [first, count])).toEqual([[0, 4]]);
  });

  it("chunks that do not fit, as of a file that was changed, are not taken over: their rows are computed", async () => {
    const work: RowWork = {
      inputs: 1,
      outputs: 1,
      compute(values, out) {
        out[0] = values[0]! + 1;
      },
    };
    const batch = inlineExecutor({ task: () => work }).open({ task: "task", spec: null });
    for (const [first, count, length] of [
      [8, 3, 3],
      [-1, 1, 1],
      [0.5, 1, 1],
      [Number.NaN, 1, 1],
      [0, 2, 3],
    ] as const) {
      const store = memoryStore([{ first, count, values: new Float64Array(length) }]);
      const { results, resumed } = await runResumable(batch, rows, { store });
      expect([resumed, ...results]).toEqual([0, ...Array.from(rows, (value) => value + 1)]);
    }
  });
});

describe("a file of chunks", () => {
  const identity = identityOf("sweep", { a: 1 }, { n: 2 });
  const chunks: Chunk[] = [
    { first: 3, count: 2, values: Float64Array.of(1.5, -0, Number.NaN, Number.NEGATIVE_INFINITY) },
    { first: 0, count: 1, values: Float64Array.of(0.1, 0.2) },
  ];

  it("gives back what was put into it, to the last bit, and cuts off what is not whole", () => {
    const file = join(folder, "one.bin");
    const store = createChunkFile(file, identity);
    store.put(chunks);
    store.close();
    const whole = readFileSync(file);
    for (let length = whole.length; length > whole.indexOf("\n"); length -= 5) {
      writeFileSync(file, whole);
      truncateSync(file, length);
      const again = openChunkFile(file);
      const found = [...again.finished()];
      const expected = length === whole.length ? chunks : length >= whole.length - 56 ? chunks.slice(0, 1) : [];
      expect([length, found]).toEqual([length, expected]);
      again.put([{ first: 7, count: 1, values: Float64Array.of(7) }]);
      again.close();
      const after = openChunkFile(file);
      expect([...after.finished()].map(({ first }) => first)).toEqual([...expected.map(({ first }) => first), 7]);
      after.close();
    }
    const damaged = Buffer.from(whole);
    damaged[whole.length - 30]! ^= 1;
    writeFileSync(file, damaged);
    const store2 = openChunkFile(file);
    expect([...store2.finished()]).toEqual(chunks.slice(0, 1));
    store2.close();
  });

  it("knows what it is of", () => {
    const file = join(folder, "two.bin");
    createChunkFile(file, identity).close();
    expect(chunkFileDifference(file, identity)).toBeUndefined();
    expect(chunkFileDifference(file, { ...identity, version: "9.9.9" })).toBe("another version of stickslip");
    expect(chunkFileDifference(file, { ...identity, task: "cycle" })).toBe("another command");
    expect(chunkFileDifference(file, identityOf("sweep", { a: 2 }, { n: 2 }))).toBe("another problem");
    expect(chunkFileDifference(file, identityOf("sweep", { a: 1 }, { n: 3 }))).toBe("other options");
    writeFileSync(file, "no chunks\n");
    expect(chunkFileDifference(file, identity)).toBe("something else");
    expect(identityDifference({}, identity)).toBe("another command");
  });
});

it("hashes tell data apart", () => {
  const different = [
    1,
    "1",
    [1],
    [[1]],
    { a: 1 },
    { b: 1 },
    [1, 2],
    [2, 1],
    null,
    true,
    "",
    [],
    {},
    -0,
    0,
    ["ab", "c"],
  ];
  const hashes = different.map(dataHash);
  expect(new Set([...hashes, dataHash(["a", "bc"])]).size).toBe(different.length + 1);
  expect(dataHash({ a: [1, { b: "x" }] })).toBe(dataHash({ a: [1, { b: "x" }], c: undefined }));
});
