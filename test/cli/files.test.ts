/** What is read and what is written: no input is overwritten, no stranger's file is read, no folder has two writers. */
import { spawnSync } from "node:child_process";
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { problemText, stickslip } from "./fake-io.ts";

const short = { time: { end: 0.1, step: 0.01 } };

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), "stickslip-files-"));
}

/** A problem that reads record.csv beside it. */
function measured(folder: string, file = "record.csv"): string {
  const path = join(folder, "problem.yaml");
  writeFileSync(join(folder, "record.csv"), "t,a\n0,1\n1,2\n");
  writeFileSync(path, problemText({ ...short, signals: { ground: { file } } }));
  return path;
}

test("no output takes the place of the problem or of a signal's file, by whatever name", async () => {
  const folder = newFolder();
  const problem = measured(folder);
  const [record, link, hard] = ["record.csv", "link.csv", "hard.csv"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  symlinkSync("record.csv", link);
  linkSync(record, hard);
  symlinkSync(".", join(folder, "here"));
  const before = [problem, record].map((path) => readFileSync(path, "utf8"));
  const refused: [string[], RegExp][] = [
    [["--csv", record], /^--csv: cannot write; .*record\.csv is the file of a signal\. Take another path$/m],
    [["--csv", relative(".", record)], /is the file of a signal/],
    [["--csv", link], /is the file of a signal/],
    [["--svg", hard], /is the file of a signal/],
    [["--png", join(folder, "here", "record.csv")], /is the file of a signal/],
    [["--csv", problem], /is the problem file/],
    [["--out", folder], /^--out: cannot write; .*problem\.yaml is the problem file\. Take another folder$/m],
    [["--out", join(folder, "here")], /is the problem file/],
  ];
  for (const [options, message] of refused) {
    for (const command of ["simulate", "sweep"]) {
      const vary = command === "sweep" ? ["--vary", "initial.position[0]=1,2"] : [];
      const { code, err, out } = await stickslip([command, problem, ...vary, ...options]);
      expect([code, out]).toEqual([2, ""]);
      expect(err).toMatch(message);
    }
  }
  expect([problem, record].map((path) => readFileSync(path, "utf8"))).toEqual(before);
  expect(readdirSync(folder).sort()).toEqual(["hard.csv", "here", "link.csv", "problem.yaml", "record.csv"]);
});

test.each([
  ["--png", "a.svg", "the name is of another format: a.svg. Take --svg"],
  ["--svg", "a.PNG", "the name is of another format: a.PNG. Take --png"],
  ["--png", "a.jpg", "no drawing is written in this format: a.jpg. Take .png or .svg"],
])("%s %s is refused before the run", async (option, name, message) => {
  const { code, out, err } = await stickslip(["simulate", "-", option, name], { stdin: problemText(short) });
  expect([code, out]).toEqual([2, ""]);
  expect(err).toContain(`invalid ${option}; ${message}`);
  expect(existsSync(name)).toBe(false);
});

test("a folder with a problem that no run has written is not taken for results", async () => {
  const folder = newFolder();
  writeFileSync(join(folder, "problem.yaml"), "mine");
  const { code, err } = await stickslip(["simulate", "-", "--out", folder], { stdin: problemText(short) });
  expect(code).toBe(2);
  expect(err).toMatch(
    /^--out: cannot write; .*problem\.yaml is not of an earlier run: no result\.json stands beside it/,
  );
  expect(readFileSync(join(folder, "problem.yaml"), "utf8")).toBe("mine");
});

test("an output link keeps its place, and what it leads to is written", async () => {
  const folder = newFolder();
  writeFileSync(join(folder, "real.csv"), "old\n");
  symlinkSync("real.csv", join(folder, "link.csv"));
  await stickslip(["simulate", "-", "--quiet", "--csv", join(folder, "link.csv")], { stdin: problemText(short) });
  expect(readFileSync(join(folder, "real.csv"), "utf8")).toMatch(/^t,x1,/);
  expect(readdirSync(folder).sort()).toEqual(["link.csv", "real.csv"]);
});

test("a folder is refused while another process writes to it, and taken over when that has died", async () => {
  const folder = newFolder();
  const lock = join(folder, ".stickslip.lock");
  const hold = (holder: object) => writeFileSync(lock, JSON.stringify(holder));
  const run = () => stickslip(["simulate", "-", "--quiet", "--out", folder], { stdin: problemText(short) });
  const since = (pid: number) => {
    const stat = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, "utf8") : "";
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  };
  hold({ pid: process.ppid, host: hostname(), since: since(process.ppid) });
  const refused = await run();
  expect(refused.code).toBe(2);
  expect(refused.err).toContain(`process ${process.ppid} is writing to ${folder}. Take another folder, wait for it`);
  hold({ pid: 1, host: "elsewhere.example", since: "" });
  expect((await run()).err).toContain(`on elsewhere.example is writing to ${folder}`);
  expect(readdirSync(folder)).toEqual([".stickslip.lock"]);

  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  for (const left of [{ pid, host: hostname(), since: "" }, { pid: process.ppid, host: hostname(), since: "-1" }, {}]) {
    hold(left);
    expect((await run()).code).toBe(0);
    expect(existsSync(lock)).toBe(false);
  }
});

test("an earlier result does not outlive the beginning of another run", async () => {
  const folder = newFolder();
  const result = () => JSON.parse(readFileSync(join(folder, "result.json"), "utf8"));
  await stickslip(["simulate", "-", "--quiet", "--out", folder], { stdin: problemText(short) });
  expect(result().status).toBe("done");
  const seen: unknown[] = [];
  const world = {
    stdin: problemText({ time: { end: 1e6, step: 0.01 } }),
    onListen(stop: () => void) {
      seen.push(
        result().status,
        readdirSync(folder)
          .filter((name) => !name.endsWith(".part"))
          .sort(),
      );
      stop();
    },
  };
  await stickslip(["simulate", "-", "--quiet", "--out", folder], world);
  expect(seen).toEqual(["running", [".stickslip.lock", "problem.yaml", "result.json"]]);
  expect(result().status).toBe("cancelled");
});

test("signals are read from regular files beneath the problem, and elsewhere only where the user allows it", async () => {
  const outside = newFolder();
  const folder = join(outside, "inner");
  mkdirSync(folder);
  writeFileSync(join(outside, "payroll.csv"), "name,salary\nsecret,words\n");
  writeFileSync(join(outside, "good.csv"), "t,a\n0,1\n1,2\n");
  symlinkSync(join(outside, "good.csv"), join(folder, "link.csv"));
  const check = (file: string, ...options: string[]) => stickslip(["check", measured(folder, file), ...options]);
  for (const file of ["../payroll.csv", join(outside, "payroll.csv"), "link.csv", "../none.csv", "/etc/passwd"]) {
    const { code, err } = await check(file);
    expect(code).toBe(2);
    expect(err).toMatch(/outside of the problem's folder: .* allow its folder with --allow-files/);
    expect(err).not.toMatch(/secret|words|salary|root:/);
  }
  for (const file of ["../good.csv", "link.csv"]) expect((await check(file, "--allow-files", outside)).code).toBe(0);
  const { code, err } = await check("../payroll.csv", "--allow-files", outside);
  expect([code, err]).toEqual([2, expect.not.stringMatching(/secret|words|salary/)]);
});

test("a pipe in the place of a signal's file is refused without waiting for it", async () => {
  const folder = newFolder();
  const problem = measured(folder);
  rmSync(join(folder, "record.csv"));
  if (spawnSync("mkfifo", [join(folder, "record.csv")]).status !== 0) {
    symlinkSync("/dev/null", join(folder, "record.csv")); // where there are no pipes with names
  }
  const { code, err } = await stickslip(["check", problem]);
  expect([code, err]).toEqual([
    2,
    expect.stringMatching(/a pipe or device, not a file|outside of the problem's folder/),
  ]);
});

const inject = new URL("../faults/hostile/inject.json", import.meta.url).pathname;

test("names that a spreadsheet would compute are text in every table", async () => {
  const folder = newFolder();
  await stickslip(["simulate", inject, "--quiet", "--out", folder]);
  await stickslip([
    "sweep",
    inject,
    "--quiet",
    "--vary",
    "initial.position[0]=0.1,0.2",
    "--threads",
    "1",
    "--csv",
    join(folder, "sweep.csv"),
  ]);
  for (const name of ["trajectory.csv", "events.csv", "sweep.csv"]) {
    const text = readFileSync(join(folder, name), "utf8");
    const cells = text.match(/("([^"]|"")*"|[^,"\n]*)(,|\n)/g)!;
    expect(cells.length).toBeGreaterThan(10);
    const formulas = cells.filter((cell) => /^"?\s*[=+\-@]/.test(cell) && !/^-?[\d.]+(e[+-]?\d+)?[,\n]$/.test(cell));
    expect([name, formulas]).toEqual([name, []]);
  }
  const [header] = readFileSync(join(folder, "trajectory.csv"), "utf8").split("\n");
  expect(header).toContain(`"'=cmd|' /C calc'!A0"`);
});

test.each([
  ["simulate", []],
  ["simulate", ["--csv", "-"]],
  ["simulate", ["--json"]],
  ["check", []],
  ["check", ["--json"]],
  ["sweep", ["--vary", "initial.position[0]=0.1,0.2", "--threads", "1"]],
  ["sweep", ["--vary", "initial.position[0]=0.1,0.2", "--threads", "1", "--json"]],
  ["sweep", ["--vary", "initial.position[0]=0.1,0.2", "--threads", "1", "--csv", "-"]],
  ["simulate", ["--set", "system.mass=\u001b[31m\u202e"]],
] as const)("a terminal shows what it would obey: %s %j", async (command, options) => {
  const { out, err } = await stickslip([command, inject, ...options], { tty: true, env: { NO_COLOR: "1" } });
  const said = (out + err).replaceAll("\r\u001b[K", "");
  expect(said).not.toBe("");
  expect(said.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
});
