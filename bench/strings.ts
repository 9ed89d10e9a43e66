/** What a string costs as it grows, and beside plain C: the alpha scheme at c dt = h, time of the processor a step; silent, and with columns and audit. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Simulation } from "../src/simulate/run/simulation.ts";
import { simulate } from "../src/simulate/simulate.ts";
import { ratio, table } from "./markdown.ts";
import { PACKAGE, prepare, type RawProblem } from "./problems.ts";
import { endDifference, timePerStep } from "./speed.ts";
import { timeOf } from "./timing.ts";

const SIZES = [50, 100, 1000, 10_000];
/** Steps of a run, about: fewer of longer strings. */
const WORK = 2e6;
const RUNS = 20;
/** Of those that are recorded and audited. */
const WHOLE_RUNS = 12;
const FRICTION = 2;
/** What the end positions may differ by. */
const SAME = 1e-9;

function string(nodes: number, end: number): RawProblem {
  return {
    stickslip: 1,
    name: `A string of ${nodes} nodes`,
    system: { type: "string", elements: nodes + 1, friction: FRICTION },
    initial: { position: "sin(pi*x) + 0.5*sin(3*pi*x)" },
    time: { end },
  };
}

export function stringTable(): string {
  const measured = SIZES.map((nodes) => {
    const steps = Math.min(2 * (nodes + 1), Math.round(WORK / nodes));
    const simulation = prepare(string(nodes, steps / (nodes + 1)), steps, { type: "alpha" });
    const plain = runString(simulation, nodes);
    const own = timePerStep(simulation, RUNS);
    if (plain && !(endDifference(simulation, plain.position) <= SAME))
      throw new Error(`answers differ; TypeScript and C on ${nodes} nodes. Neither time means anything`);
    const whole = Math.min(...Array.from({ length: WHOLE_RUNS }, () => timeOf(() => simulate(simulation)))) / steps;
    return { nodes, own, whole, plain: plain?.timePerStep };
  });
  const first = measured[0]!;
  const rows = measured.map(({ nodes, own, whole, plain }) => [
    String(nodes),
    ratio(own / first.own),
    ratio(own / nodes / (first.own / first.nodes)),
    plain === undefined ? "no compiler" : ratio(own / plain),
    plain === undefined ? "no compiler" : ratio(whole / plain),
  ]);
  return table(["nodes", "time a step", "time a step and node", "times plain C", "with columns and audit"], rows);
}

/** The C program on the same start; undefined when there is no C compiler. */
function runString(
  { system, scheme, solver, initial, grid }: Simulation,
  nodes: number,
): { timePerStep: number; position: number[] } | undefined {
  const folder = mkdtempSync(join(tmpdir(), "stickslip-bench-"));
  try {
    const [program, input] = [join(folder, "string"), join(folder, "input")];
    const source = fileURLToPath(new URL("bench/string.c", PACKAGE));
    const flags = ["-O3", "-march=native", source, "-o", program, "-lm"];
    if (spawnSync("cc", flags, { stdio: ["ignore", "ignore", "inherit"] }).status !== 0) return undefined;
    const { state } = scheme.start(system, solver, initial, grid.step);
    const spacing = 1 / (nodes + 1);
    const number = (grid.step / spacing) ** 2;
    const limits = system.rows.map(({ law }) => law.fixed!.forward);
    const sides = Array.from(state.force, (force, i) => (Math.abs(force) < limits[i]! ? 0 : -Math.sign(force)));
    const head = [nodes, grid.steps, 1 + number / 2, -number / 4, 2 * number, -number, FRICTION * grid.step ** 2];
    writeFileSync(input, Float64Array.from([...head, ...state.position, ...state.memory, ...sides]));
    const output = execFileSync(program, [input, String(RUNS)], { encoding: "utf8", maxBuffer: 1e8 });
    const [timePerStep, ...position] = output.trim().split("\n").map(Number);
    return { timePerStep: timePerStep!, position };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
