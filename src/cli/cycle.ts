/** `stickslip cycle`: periodic motions, their stability, and branches of them over a parameter. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { makeFolder, writeObstacle } from "../node/write-text.ts";
import { compile } from "../problem/compile.ts";
import { compileDirections, placeOf } from "../problem/directions.ts";
import { applyOverrides } from "../problem/overrides.ts";
import { rewriteProblem } from "../problem/rewrite.ts";
import { type Result, simulate } from "../simulate/simulate.ts";
import type { Simulation } from "../simulate/simulation.ts";
import { findBoundaryCycle } from "../stability/cycle/boundary.ts";
import { type BranchEnd, type BranchPoint, continueCycle, type Family } from "../stability/cycle/continuation.ts";
import { type Cycle, type CycleResult, cycleRefusal, findCycle } from "../stability/cycle/cycle.ts";
import { from } from "../stability/cycle/periodic-state.ts";
import { fateRefusal } from "../stability/fate.ts";
import { type Io, paintFor } from "./io.ts";
import { type Loaded, type LocatedFault, loadProblem } from "./load.ts";
import type { CycleOptions } from "./options.ts";
import { progressBar } from "./progress.ts";
import { EXIT, faultData, printFaults } from "./refuse.ts";
import { finiteJson } from "./result.ts";
import { terminalPlot } from "./terminal-plot.ts";
import { plainName, plainText, shortNumber } from "./terminal-text.ts";
import { textTable } from "./text-table.ts";

type Valid = Exclude<Loaded, { faults: readonly LocatedFault[] }>;

/** path=from:to */
interface Range {
  readonly path: string;
  readonly from: number;
  readonly to: number;
}

interface Branch extends Range {
  readonly points: readonly BranchPoint[];
  readonly end: BranchEnd | "cancelled";
}

const FILES = { report: "report.html", result: "result.json", problem: "problem.yaml", branch: "branch.csv" } as const;
const OUTPUTS = 400;

export async function cycleCommand(path: string, options: CycleOptions, io: Io): Promise<number> {
  const loaded = await loadProblem(path, options, io);
  if (loaded.faults) return refuse(loaded.faults, options, io);
  const asked = askedFor(loaded, options);
  if (asked.faults.length > 0) return refuse(asked.faults, options, io);
  const { range, period } = asked;
  const machine = range ? at(loaded.raw, range, range.from) : { simulation: loaded.simulation };
  const start = performance.now();
  const result: CycleResult = options.boundary
    ? findBoundaryCycle(machine!.simulation)
    : findCycle(machine!.simulation, period === undefined ? {} : { period });
  const branch =
    range && result.status === "found" ? await followBranch(loaded.raw, range, result, period, options, io) : undefined;
  const seconds = (performance.now() - start) / 1000;
  const json = finiteJson(cycleData(machine!.simulation, result, branch, seconds));
  const run = result.status === "found" ? onePeriod(machine!.simulation, result) : undefined;
  const written = await writeFiles(loaded, options, result, run, branch, json);
  if (options.json) io.stdout.write(json);
  else tell(machine!.simulation, result, run, branch, written, seconds, io);
  if (result.status === "found") return branch?.end === "cancelled" ? EXIT.interrupted : EXIT.done;
  if (options.json) io.stderr.write(`${result.status}: ${result.message}\n`);
  return EXIT.failed;
}

function refuse(faults: readonly LocatedFault[], options: CycleOptions, io: Io): number {
  printFaults(faults, io);
  if (options.json) io.stdout.write(finiteJson({ status: "invalid", faults: faultData(faults) }));
  return EXIT.wrongInput;
}

/** What the options say, and all that is wrong with them. */
function askedFor({ raw, simulation }: Valid, options: CycleOptions) {
  const faults: LocatedFault[] = [];
  const add = (source: string, message: string | undefined, path = "") => {
    if (message !== undefined) faults.push({ source, path, message });
  };
  const period = options.period === undefined ? undefined : Number(options.period);
  if (period !== undefined && !(period > 0 && period < Number.POSITIVE_INFINITY)) {
    add("--period", `invalid period; not a positive number of seconds: ${options.period}`);
  }
  add("scheme", cycleRefusal(simulation, period === undefined ? {} : { period }));
  if (options.boundary) add("--boundary", fateRefusal(simulation));
  if (options.boundary && period !== undefined) add("--boundary", "cannot go with --period: it is for free machines");
  const range = options.continue === undefined ? undefined : parseRange(options.continue);
  if (range === null) {
    add("--continue", `invalid range; not path=from:to with two different numbers: ${options.continue}`);
  } else if (range) {
    for (const fault of compileDirections(raw, simulation, [range.path]).faults) {
      add("--continue", fault.message, fault.path);
    }
    for (const value of [range.from, range.to]) {
      if (!at(raw, range, value))
        add("--continue", `invalid range; the problem has faults with ${range.path}=${value}`);
    }
  }
  if (options.out !== undefined) {
    const paths = Object.values(FILES).map((file) => join(options.out!, file));
    add("--out", makeFolder(options.out) ?? paths.map(writeObstacle).find(Boolean));
  }
  for (const key of ["svg", "png"] as const) {
    if (options[key] !== undefined) add(`--${key}`, writeObstacle(options[key]));
  }
  return { faults, period, range: range ?? undefined };
}

function parseRange(text: string): Range | null {
  const [, path, low, high] = /^([^=]+)=([^:]+):([^:]+)$/.exec(text.trim()) ?? [];
  const [from, to] = [Number(low), Number(high)];
  if (path === undefined || !Number.isFinite(from) || !Number.isFinite(to) || from === to) return null;
  return { path: path.trim(), from, to };
}

/** The machine with another number in the file; undefined where that is a fault. */
function at(raw: unknown, { path }: Range, value: number): ReturnType<Family> {
  const changed = applyOverrides(raw, [{ path: placeOf(raw, path).path, value: String(value) }]).raw;
  const { simulation } = compile(changed);
  if (!simulation) return undefined;
  const { directions } = compileDirections(changed, simulation, [path]);
  const { neighbors } = directions[0] ?? {};
  return { simulation, direction: neighbors ? { neighbors } : {} };
}

async function followBranch(
  raw: unknown,
  range: Range,
  { orbit }: Cycle,
  period: number | undefined,
  options: CycleOptions,
  io: Io,
): Promise<Branch> {
  const points: BranchPoint[] = [];
  const bar = io.stderr.isTty && !options.json ? progressBar(io.stderr, 100) : undefined;
  let stopped = false;
  const unlisten = io.onInterrupt(() => {
    stopped = true;
  });
  try {
    const branch = continueCycle((value) => at(raw, range, value), orbit, {
      ...range,
      forced: period !== undefined,
      start: 0,
    });
    for (;;) {
      const next = branch.next();
      if (next.done) return { ...range, points, end: next.value };
      points.push(next.value);
      bar?.show((next.value.value - range.from) / (range.to - range.from));
      await turn();
      if (stopped) return { ...range, points, end: "cancelled" };
    }
  } finally {
    bar?.clear();
    unlisten();
  }
}

/** One period of the cycle as a run with figures and audit. */
function onePeriod(simulation: Simulation, { orbit }: Cycle): { simulation: Simulation; result: Result } {
  const span = from(simulation, orbit.z, simulation.initial.time, orbit.period);
  const step = orbit.period / OUTPUTS;
  const sampled = { ...span, grid: { ...span.grid, step, steps: OUTPUTS, every: 1 } };
  return { simulation: sampled, result: simulate(sampled) };
}

function cycleData(simulation: Simulation, result: CycleResult, branch: Branch | undefined, seconds: number) {
  const { name } = simulation;
  if (result.status !== "found") return { name, ...result, seconds };
  const { orbit, ...cycle } = result;
  return {
    name,
    ...cycle,
    message: messageOf(result),
    amplitude: Math.max(...cycle.amplitudes),
    residual: orbit.residual,
    differentiable: !orbit.kinked,
    ...(branch ? { branch } : {}),
    seconds,
  };
}

function messageOf({ stability, period }: Cycle): string {
  return `A ${stability} cycle with period ${shortNumber(period, 9)} s.`;
}

async function writeFiles(
  { text, raw, problem }: Valid,
  { out, svg, png }: CycleOptions,
  result: CycleResult,
  run: ReturnType<typeof onePeriod> | undefined,
  branch: Branch | undefined,
  json: string,
): Promise<string[]> {
  const written: string[] = [];
  if (out === undefined && svg === undefined && png === undefined) return written;
  const { branchFigure, phaseFigure } = await import("../plot/cycle-figures.ts");
  const { toSvg } = await import("../plot/figures.ts");
  const { createDocument } = await import("../node/document.ts");
  const document = createDocument();
  const names = run?.simulation.system.names ?? [];
  const drawn = branch
    ? toSvg(branchFigure(branch.points, names, branch.path, { document }))
    : run && toSvg(phaseFigure(run.result.trajectory, { document }));
  if (drawn && svg !== undefined) {
    writeFileSync(svg, drawn);
    written.push(svg);
  }
  if (drawn && png !== undefined) {
    writeFileSync(png, (await import("../node/png.ts")).svgToPng(drawn));
    written.push(png);
  }
  if (out === undefined) return written;
  const source = rewriteProblem(text, raw);
  writeFileSync(join(out, FILES.problem), source);
  writeFileSync(join(out, FILES.result), json);
  written.push(join(out, FILES.result));
  if (branch) {
    writeFileSync(join(out, FILES.branch), branchCsv(branch, names));
    written.push(join(out, FILES.branch));
  }
  if (run && result.status === "found") {
    const { runReport } = await import("../plot/run-report.ts");
    const figures = [
      {
        caption: "Phase plane of each coordinate over one period",
        svg: toSvg(phaseFigure(run.result.trajectory, { document })),
      },
      ...(branch
        ? [{ caption: `Branch of cycles over ${branch.path}: stable where the line is full`, svg: drawn! }]
        : []),
    ];
    const description = [messageOf(result), problem.description ?? ""].join(" ");
    const page = runReport(run.simulation, run.result, { document, source, description, figures });
    writeFileSync(join(out, FILES.report), page);
    written.push(`${join(out, FILES.report)} (look at it in a browser)`);
  }
  return written;
}

function branchCsv({ points }: Branch, names: readonly string[]): string {
  const header = ["value", "period", ...names.map((name) => `amplitude_${name}`), "multiplier", "stability"];
  const rows = points.map(({ value, period, amplitudes, multiplier, stability }) =>
    [value, period, ...amplitudes, multiplier, stability].join(","),
  );
  return `${[header.join(","), ...rows].join("\n")}\n`;
}

function tell(
  simulation: Simulation,
  result: CycleResult,
  run: ReturnType<typeof onePeriod> | undefined,
  branch: Branch | undefined,
  written: readonly string[],
  seconds: number,
  io: Io,
): void {
  const paint = paintFor(io.stdout, io.env);
  const lines = [paint.bold(plainText(simulation.name)), ""];
  if (result.status !== "found") lines.push(`${paint.bad(result.status)}: ${result.message}`);
  else {
    const { orbit, stability, multipliers, amplitudes } = result;
    const { names, units } = simulation.system;
    lines.push(
      `${paint.good("found")}: ${messageOf(result)} It returns to itself within ${shortNumber(orbit.residual, 2)} of its size.`,
    );
    lines.push(
      "",
      ...textTable(
        ["coordinate", "amplitude", "on the cycle: position", "velocity", "unit"],
        amplitudes.map((amplitude, i) => [
          plainName(names[i]!),
          ...[amplitude, result.position[i]!, result.velocity[i]!].map((value) => shortNumber(value, 12)),
          plainName(units[i]!),
        ]),
        new Set([1, 2, 3]),
      ),
    );
    lines.push(
      "",
      ...textTable(
        ["multiplier", "modulus"],
        multipliers.map(({ real, imaginary, modulus }) => [
          imaginary === 0
            ? shortNumber(real, 6)
            : `${shortNumber(real, 6)} ${imaginary < 0 ? "-" : "+"} ${shortNumber(Math.abs(imaginary), 6)}i`,
          shortNumber(modulus, 6),
        ]),
        new Set([0, 1]),
      ),
    );
    if (orbit.kinked) {
      lines.push(`${paint.bad("warning:")} events fall together on the cycle: the multipliers are those of one side.`);
    }
    if (stability !== "stable") lines.push("A small disturbance drives the motion away from it.");
    if (run) {
      const columns = io.stdout.columns;
      lines.push("", terminalPlot(run.result.trajectory, { columns, rows: 18, color: paint.color }).trimEnd());
    }
  }
  if (branch) lines.push("", ...branchLines(branch, paint.bold));
  lines.push("", `${shortNumber(seconds, 3)} s`);
  if (written.length > 0) lines.push("", `Wrote ${written.join(", ")}`);
  io.stdout.write(`${lines.join("\n")}\n`);
}

const MOST_LINES = 12;

function branchLines({ path, points, end }: Branch, bold: (text: string) => string): string[] {
  const every = Math.max(1, Math.ceil(points.length / MOST_LINES));
  const shown = points.filter((_, k) => k % every === 0 || k === points.length - 1);
  const rows = shown.map(({ value, period, amplitudes, multiplier, stability }) => [
    ...[value, period, Math.max(...amplitudes), multiplier].map((number) => shortNumber(number, 6)),
    stability,
  ]);
  const reason = {
    range: "the range ends",
    lost: "the cycle is lost there",
    points: "enough points",
    cancelled: "stopped",
  }[end];
  return [
    bold(`Branch over ${plainText(path)}: ${points.length} points, ${reason}`),
    ...textTable(["value", "period (s)", "amplitude", "multiplier", "stability"], rows, new Set([0, 1, 2, 3])),
  ];
}
