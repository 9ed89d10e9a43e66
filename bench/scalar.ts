/** Runs the plain C program beside on a simulation with the alpha scheme. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Simulation } from "../src/simulate/run/simulation.ts";
import { PACKAGE } from "./problems.ts";

export interface ScalarRun {
  /** ns */
  readonly timePerStep: number;
  /** x at the end, m */
  readonly position: readonly number[];
}

const REPEATS = 200;
/** Which of them is faster depends on the size. */
const FLAGS = [["-march=native"], ["-march=native", "-fno-tree-vectorize"]];

/** The faster of two ways to compile it; undefined when there is no C compiler. */
export function runScalar(simulation: Simulation): ScalarRun | undefined {
  const folder = mkdtempSync(join(tmpdir(), "stickslip-bench-"));
  try {
    const program = join(folder, "scalar");
    const input = join(folder, "input");
    const source = fileURLToPath(new URL("bench/scalar.c", PACKAGE));
    writeFileSync(input, scalarInput(simulation));
    const runs = FLAGS.flatMap((flags) => {
      const all = ["-O3", ...flags, `-DSIZE=${simulation.system.size}`, source, "-o", program, "-lm"];
      if (spawnSync("cc", all, { stdio: ["ignore", "ignore", "inherit"] }).status !== 0) return [];
      const output = execFileSync(program, [input, String(REPEATS)], { encoding: "utf8" });
      const [timePerStep, ...position] = output.trim().split("\n").map(Number);
      return [{ timePerStep: timePerStep!, position }];
    });
    return runs.sort((a, b) => a.timePerStep - b.timePerStep)[0];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** In the order that the C program reads: everything that does not change from run to run is prepared here. */
function scalarInput({ system, scheme, solver, initial, grid }: Simulation): Float64Array {
  const { size } = system;
  const { tangent } = scheme.problem(system, grid.step);
  const { state } = scheme.start(system, solver, initial, grid.step);
  tangent.factor();
  const inverse = Array.from({ length: size }, (_, j) => {
    const column = new Float64Array(size);
    column[j] = 1;
    tangent.solve(column);
    return column;
  });
  const elastic = Array.from({ length: size }, (_, j) => {
    const column = Float64Array.from({ length: size }, (_, i) => system.linear!.stiffness.at(i, j));
    tangent.solve(column);
    return column;
  });
  const loads = Array.from({ length: grid.steps }, (_, n) => {
    const load = new Float64Array(size);
    const time = initial.time + (n + 1) * grid.step;
    system.load.evaluate(Float64Array.of(time, time), load);
    tangent.solve(load);
    return load;
  });
  const limits = system.rows.map(({ law }) => law.fixed!.forward);
  const rowMajor = (columns: readonly Float64Array[]) => columns.flatMap((_, i) => columns.map((column) => column[i]!));
  return Float64Array.from([
    grid.steps,
    ...rowMajor(inverse),
    ...rowMajor(elastic),
    ...limits,
    ...state.position,
    ...state.memory, // x^1
    ...state.force,
    ...loads.flatMap((load) => Array.from(load)),
  ]);
}
