import { mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { problemText, stickslip } from "./fake-io.ts";

const folder = mkdtempSync(join(tmpdir(), "stickslip-wrong-"));

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const linear = { type: "linear", mass: [1, 2], friction: [{ on: 0, limit: 1 }] };
const deepBlock = Array.from({ length: 500 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n");

const CONTENTS: readonly [what: string, content: string | Uint8Array, message: RegExp][] = [
  ["empty file", "", /: empty file; /],
  ["only a comment", "# nothing\n", /: not a problem; /],
  ["binary file", Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 0, 0), /: cannot read; not text in UTF-8/],
  ["not UTF-8", Uint8Array.of(0x61, 0x3a, 0x20, 0xff, 0xfe), /: cannot read; not text in UTF-8/],
  ["brackets without end", "[".repeat(100_000), /: file nested too deeply; more than 100/],
  ["deep indentation", deepBlock, /: file nested too deeply; more than 100/],
  ["self-reference", "a: &x [*x]\n", /: invalid alias; \*x refers to itself/],
  ["broken YAML", "a: [1\nb: 2\n", /:\d+: not YAML or JSON; /],
  ["a list", "[1, 2]", /: not a problem; /],
  ["unknown key", problemText({ sytem: 1 }), /:1: sytem: unknown key "sytem"; did you mean system\?/],
  ["wrong size", problemText({ initial: { position: [1, 2] } }), /initial\.position: invalid position; not 1 number/],
  [
    "asymmetric mass",
    problemText({
      system: {
        ...linear,
        mass: [
          [1, 0.5],
          [0, 1],
        ],
      },
    }),
    /system\.mass\S*: invalid mass; not symmetric/,
  ],
  [
    "indefinite mass",
    problemText({
      system: {
        ...linear,
        mass: [
          [1, 2],
          [2, 1],
        ],
      },
    }),
    /system\.mass: invalid mass; not positive definite/,
  ],
  [
    "negative limit",
    problemText({ system: { ...linear, friction: [{ on: 0, limit: -1 }] } }),
    /system\.friction\[0\]\.limit: invalid limit; below 0: -1/,
  ],
  [
    "not a number",
    "stickslip: 1\nsystem: { type: linear, mass: [1] }\ninitial: { position: [.nan] }\ntime: { end: 1, step: 1 }\n",
    /:3: initial\.position\[0\]: invalid position\[0\]; not a finite number/,
  ],
  [
    "a speed whose energy is infinite",
    problemText({ initial: { velocity: [1e200] } }),
    /initial\.velocity\[0\]: invalid velocity\[0\]; not below 1e\+100 in size: 1e\+200/,
  ],
  ["zero step", problemText({ time: { end: 1, step: 0 } }), /time\.step: invalid step; not above 0: 0/],
  ["negative step", problemText({ time: { end: 1, step: -1 } }), /time\.step: invalid step; not above 0: -1/],
  [
    "end before start",
    problemText({ time: { start: 2, end: 1, step: 0.1 } }),
    /time\.end: invalid end; not after the start 2: 1/,
  ],
  [
    "too many steps",
    problemText({ time: { end: 1, step: 1e-12 } }),
    /time\.step: invalid step; gives 1\.00e\+12 steps.*Take a longer step/,
  ],
  [
    "unknown symbol",
    problemText({ system: { ...linear, force: ["2*foo", 0] } }),
    /system\.force\[0\]: invalid formula; unknown symbol foo.*column 3/,
  ],
  [
    "syntax error",
    problemText({ system: { ...linear, force: ["1+", 0] } }),
    /system\.force\[0\]: invalid formula; .*column 3/,
  ],
];

test.each(CONTENTS)("%s: exit code 2, place, reason", async (what, content, message) => {
  const path = file(`${what.replaceAll(" ", "-")}.yaml`, content);
  for (const command of ["check", "simulate"]) {
    const { code, out, err } = await stickslip([command, path]);
    expect([code, out]).toEqual([2, ""]);
    expect(err.startsWith(path)).toBe(true);
    expect(err).toMatch(message);
  }
});

test("all faults come at once, in the order of their lines, also as data", async () => {
  const path = file(
    "many.yaml",
    "stickslip: 1\nsystem:\n  type: linear\n  mass: [1]\n  friction:\n    - { on: 3, limit: -1 }\ntime: { end: 1,\n  step: 0 }\nextra: 1\n",
  );
  const { code, out, err } = await stickslip(["simulate", path, "--json"]);
  expect(code).toBe(2);
  const { status, faults } = JSON.parse(out);
  expect(status).toBe("invalid");
  expect(faults.map(({ path, line }: { path: string; line: number }) => [path, line])).toEqual([
    ["system.friction[0].on", 6],
    ["system.friction[0].limit", 6],
    ["time.step", 8],
    ["extra", 9],
  ]);
  expect(err.trim().split("\n")).toHaveLength(4);
});

test("paths that are no problem files", async () => {
  const missing = await stickslip(["check", join(folder, "nowhere.yaml")]);
  expect(missing).toMatchObject({ code: 2, out: "" });
  expect(missing.err).toContain("no such file");
  expect((await stickslip(["check", folder])).err).toContain("a folder, not a file");
  expect((await stickslip(["check", "gk95-tp11"])).err).toMatch(/Did you mean gk95-tp1\?/);
  expect((await stickslip(["check", "qqqqqqqqqqqqqqq"])).err).toMatch(
    /The gallery has arm-on-curve, .*chain-20, .*two-masses/,
  );
});

test("faults of options name the option and no line", async () => {
  const { code, err } = await stickslip([
    "simulate",
    "held-mass",
    "--step",
    "0",
    "--scheme",
    "euler",
    "--set",
    "time.end=x",
    "--set",
    "nothing",
  ]);
  expect(code).toBe(2);
  expect(err).toMatch(/^--step: time\.step: invalid step; not above 0: 0$/m);
  expect(err).toMatch(/^--scheme: scheme\.type: invalid type; not one of .*balanced, variational, alpha, /m);
  expect(err).toMatch(/^--set: time\.end: invalid formula; unknown symbol x/m);
  expect(err).toMatch(/^--set: invalid override; not path=value: nothing/m);
});

test("a key on the way of --set that the file has not is told as one of --set", async () => {
  const { code, err } = await stickslip([
    "check",
    "held-mass",
    "--set",
    "systm.mass[0]=2",
    "--set",
    "friction.limit=2",
  ]);
  expect(code).toBe(2);
  expect(err).toMatch(/^--set: systm: unknown key "systm"; did you mean system\?$/m);
  expect(err).toMatch(/^--set: friction: unknown key "friction"; known here: /m);
});

test("--resume of a folder, --out to a link that leads nowhere", async () => {
  const resumed = await stickslip(["simulate", "held-mass", "--resume", folder]);
  expect([resumed.code, resumed.err]).toEqual([2, expect.stringMatching(/^--resume: cannot write; a folder: /m)]);
  const link = join(folder, "nowhere");
  symlinkSync(join(folder, "no-such-folder"), link);
  const out = await stickslip(["simulate", "held-mass", "--out", link]);
  expect([out.code, out.err]).toEqual([
    2,
    expect.stringMatching(/^--out: .*a link that leads nowhere stands there: /m),
  ]);
});

test("unknown commands, options and excess arguments", async () => {
  for (const args of [["simulat", "x"], ["simulate", "held-mass", "--jsno"], ["check"], ["check", "a", "b"], []]) {
    const { code, out, err } = await stickslip(args);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(/error: |Usage: /);
  }
});

test("output that cannot be written is refused before the run, all at once", async () => {
  const problem = file("problem.yaml", problemText({ time: { end: 1e6, step: 0.01 } }));
  const nowhere = join(folder, "nowhere", "run.csv");
  const { code, err } = await stickslip(["simulate", problem, "--csv", nowhere, "--svg", folder, "--out", problem]);
  expect(code).toBe(2);
  expect(err).toMatch(/^--csv: cannot write; no such folder: /m);
  expect(err).toMatch(/^--svg: cannot write; a folder: /m);
  expect(err).toMatch(/^--out: cannot make a folder; a file stands there: /m);
  const own = await stickslip(["simulate", problem, "--csv", problem]);
  expect(own).toMatchObject({ code: 2, err: expect.stringContaining("is the problem file") });
  expect(readFileSync(problem, "utf8")).toContain("stickslip");
  const twice = join(folder, "twice");
  expect((await stickslip(["simulate", problem, "--svg", twice, "--png", twice])).err).toContain("taken by --svg");
  expect((await stickslip(["simulate", problem, "--svg", "-"])).err).toContain("only --csv can take standard output");
  const both = await stickslip(["simulate", problem, "--csv", "-", "--json"]);
  expect(both).toMatchObject({ code: 2, err: expect.stringContaining("--json too takes standard output") });
});

test("a folder that cannot be made is told at once", async () => {
  const { code, err } = await stickslip(["simulate", "held-mass", "--out", "/proc/x/y"]);
  expect(code).toBe(2);
  expect(err).toContain("--out: cannot make a folder");
});

test.each(["--csv", "--svg", "--png", "--out", "--checkpoint", "--resume", "--allow-files"])(
  "an empty name for %s is refused with the remedy, and no file is left",
  async (option) => {
    const { code, out, err } = await stickslip(["simulate", "held-mass", option, ""]);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(/argument '' is invalid. It is empty. Name a (file|folder)\n/);
    expect(readdirSync(".").filter((name) => name.endsWith(".part"))).toEqual([]);
  },
);

test("a command line that is not understood is told to programs too", async () => {
  const wrong = [
    [["simulate", "belt", "--stp", "1", "--json"], "unknown option '--stp' (Did you mean --step?)"],
    [["sweep", "--json"], "missing required argument 'FILE'"],
    [["simulat", "belt", "--json"], "unknown command 'simulat' (Did you mean simulate?)"],
  ] as const;
  for (const [args, message] of wrong) {
    const { code, out, err } = await stickslip([...args]);
    expect(code).toBe(2);
    expect(JSON.parse(out)).toEqual({ status: "invalid", faults: [{ path: "", message, line: null }] });
    expect(err).toMatch(/^error: /);
  }
  expect(await stickslip(["simulate", "--stp", "1"])).toMatchObject({ code: 2, out: "" });
  const { out } = await stickslip(["reproduce", "gk95/table-99", "--json"]);
  expect(JSON.parse(out).faults[0].path).toBe("gk95/table-99");
});
