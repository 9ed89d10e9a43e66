import { describe, expect, it } from "vitest";
import { compile } from "../../src/problem/compile/compile.ts";
import { embedSignals } from "../../src/problem/read/embed.ts";
import { sampleHash } from "../../src/problem/read/sample-hash.ts";

interface Embedded {
  readonly times?: number[];
  readonly values?: number[];
}

const raw = (signal: unknown) => ({
  stickslip: 1,
  signals: { ag: signal },
  system: { type: "linear", mass: [1], force: ["ag(t)"] },
  time: { end: 1, step: 0.1 },
});

function embedText(chunks: Iterable<string>, columns: Record<string, unknown> = {}) {
  const { raw: embedded, faults } = embedSignals(raw({ file: "a.csv", ...columns }), () => chunks);
  const signal = (embedded as ReturnType<typeof raw>).signals.ag as Embedded;
  return { signal, messages: faults.map((fault) => fault.message), paths: faults.map((fault) => fault.path), embedded };
}

const samplesOf = (text: string, columns: Record<string, unknown> = {}) => {
  const { signal, messages } = embedText([text], columns);
  expect(messages).toEqual([]);
  return [signal.times, signal.values];
};

it("puts samples and their source in the place of the file, and the rest stays", () => {
  const { signal, embedded } = embedText(["t,ax\n0,1\n0.5,-2e-1\n"], { time: "t", scale: 9.81, outside: "hold" });
  expect(signal).toEqual({
    scale: 9.81,
    outside: "hold",
    source: { file: "a.csv", hash: sampleHash([0, 0.5], [1, -0.2]) },
    times: [0, 0.5],
    values: [1, -0.2],
  });
  expect(compile(embedded).faults).toBeUndefined();
});

it("leaves the given data as they are, and data without files too", () => {
  const given = raw({ file: "a.csv" });
  embedSignals(given, () => ["t,a\n0,1\n1,2\n"]);
  expect(given).toEqual(raw({ file: "a.csv" }));
  const table = raw({ times: [0, 1], values: [0, 1] });
  const fail = () => {
    throw new Error("nothing to open");
  };
  for (const data of [table, {}, [], null, 7, { signals: 3 }, { signals: { a: null, b: { file: 4 } } }]) {
    expect(embedSignals(data, fail)).toEqual({ raw: data, faults: [] });
  }
});

describe("tables", () => {
  const expected = [
    [0, 1],
    [5, 6],
  ];

  it.each([
    ["a comma", "t,a\n0,5\n1,6\n"],
    ["a semicolon", "t;a\n0;5\n1;6\n"],
    ["a tab", "t\ta\n0\t5\n1\t6\n"],
    ["CRLF", "t,a\r\n0,5\r\n1,6\r\n"],
    ["no line break at the end", "t,a\n0,5\n1,6"],
    ["a mark of byte order", "\uFEFFt,a\n0,5\n1,6\n"],
    ["comments and empty lines", '# one "quote\n\nt,a\n0,5\n   # two\n\n1,6\n'],
    ["blanks", " t , a\n 0 , 5\n 1,  6 \n"],
    ["quotes", '"t","a"\n"0","5"\n1,"6"\n'],
    ["a separator and a line break in quotes", '"t","a, in\nm/s^2"\n0,5\n1,6\n'],
    ["no header", "0,5\n1,6\n"],
    ["more columns", "t,a,note\n0,5,start\n1,6,\n"],
  ])("with %s", (_, text) => expect(samplesOf(text)).toEqual(expected));

  it("are the same in whatever chunks they come", () => {
    const text = '# c\r\n"t";"a ""b"""\r\n0;5\r\n1;6\r\n';
    for (let size = 1; size < text.length; size++) {
      const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, i) =>
        text.slice(i * size, (i + 1) * size),
      );
      const { signal, messages } = embedText(chunks, { value: 'a "b"' });
      expect(messages).toEqual([]);
      expect([signal.times, signal.values]).toEqual(expected);
    }
  });

  it("give the columns that are named, in any order", () => {
    const text = "ay,time,ax\n1,0,2\n3,0.5,4\n";
    expect(samplesOf(text, { time: "time", value: "ax" })).toEqual([
      [0, 0.5],
      [2, 4],
    ]);
  });

  it("have one zero", () =>
    expect(samplesOf("t,a\n-0,-0.0\n1,1\n")).toEqual([
      [0, 1],
      [0, 1],
    ]));
});

it.each([
  ["", "empty file; expected a line of column names and lines of numbers"],
  ["\n# nothing\n", "empty file; expected a line of column names and lines of numbers"],
  ["t,a\n", "no data lines; only the line of column names is there"],
  ["t,a\n0,1\n", "too few samples; one data line only. A signal has two at least"],
  ["t\n0\n", "missing column; one column only. Separate them by a comma, a semicolon or a tab"],
  ["t,a\n0,1\n1,x\n", "not a finite number; line 3, column 2"],
  ["t,a\n0,1\n1,0x10\n", "not a finite number; line 3, column 2"],
  ["t,a\n0,1\n1,1e999\n", "not a finite number; line 3, column 2"],
  ["t,a\n0,1\nnan,1\n", "not a finite number; line 3, column 1"],
  ["t;a\n0;0,5\n", "not a finite number; line 2, column 2. Write decimals with a point"],
  ["t,a\n0,1\n1,\n", "missing number; line 3, column 2"],
  ["t,a\n0,1\n1\n", "missing number; line 3, column 2"],
  ["# c\nt,a\n0,1\n\n2,1\n1,1\n", "time does not increase; line 6, column 1. Sort the lines, and drop repeated times"],
  ["0,1\n0,2\n", "time does not increase; line 2, column 1. Sort the lines, and drop repeated times"],
  ['t,"a\nb"\n0,1\n1,?\n', "not a finite number; line 4, column 2"],
])("refuses %j", (text, message) => {
  const { messages, paths, signal } = embedText([text]);
  expect(messages).toEqual([`invalid file "a.csv"; ${message}`]);
  expect(paths).toEqual(["signals.ag.file"]);
  expect(signal).toEqual({ file: "a.csv" });
});

it("names a missing column, and shows nothing of the file", () => {
  const text = "time,acc_x,acc_y\n0,1,2\n";
  expect(embedText([text], { value: "acx_x" }).messages).toEqual([
    'invalid file "a.csv"; missing column; none of the 3 in the first line is "acx_x". Look there for its name',
  ]);
  expect(embedText([text], { time: "zzzzz" }).messages).toEqual([
    'invalid file "a.csv"; missing column; none of the 3 in the first line is "zzzzz". Look there for its name',
  ]);
});

it("tells why a file could not be opened", () => {
  const { faults } = embedSignals(raw({ file: "no.csv" }), () => {
    throw new Error("no such file");
  });
  expect(faults).toEqual([{ path: "signals.ag.file", message: 'invalid file "no.csv"; cannot read; no such file' }]);
});

describe("files without end", () => {
  it("of 10^7 lines are refused at the first line too many, in flat memory", () => {
    let lines = 0;
    let peak = 0;
    function* chunks() {
      yield "t,a\n";
      while (lines < 1e7) {
        let text = "";
        for (let k = 0; k < 4096; k++, lines++) text += `${lines},1\n`;
        if (lines % 65_536 === 0) peak = Math.max(peak, process.memoryUsage().heapUsed);
        yield text;
      }
    }
    const before = process.memoryUsage().heapUsed;
    const { messages } = embedText(chunks());
    expect(messages).toEqual([
      'invalid file "a.csv"; too many samples; more than 2000000. Keep every so many lines, or the part that is simulated',
    ]);
    expect(lines).toBeLessThan(2_010_000);
    expect(peak - before).toBeLessThan(300e6); // 32 MB of samples, arrays that grow, and what is not collected yet
  });

  it.each([
    ["without a line break", "1"],
    ["with a quote that is not closed", '"1\n'],
    ["of comments without a line break", "# "],
  ])("%s are refused by their first line", (_, piece) => {
    let read = 0;
    function* chunks() {
      yield "t,a\n";
      yield piece;
      for (; read < 1e9; read += 65_536) yield piece.replace('"', "").repeat(65_536);
    }
    expect(embedText(chunks()).messages[0]).toMatch(
      /line too long; line 2: more than 1000000 characters\. Check the line/,
    );
    expect(read).toBeLessThan(1_100_000);
  });
});

it("hashes by FNV-1a with 64 bits", () => {
  const reference = (numbers: readonly number[]) => {
    let hash = 0xcbf29ce484222325n;
    for (const byte of new Uint8Array(Float64Array.from(numbers).buffer)) {
      hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
    }
    return hash.toString(16).padStart(16, "0");
  };
  expect(sampleHash([], [])).toBe("cbf29ce484222325");
  const times = Array.from({ length: 200 }, (_, i) => i / 7);
  const values = times.map((t) => Math.sin(t) * 1e3);
  expect(sampleHash(times, values)).toBe(reference(times.flatMap((t, i) => [t, values[i]!])));
});
