/** Runs the plain C program beside: event-driven runs to the end, and starts of a map until they rest or escape for good. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Matrix } from "../src/numeric/matrix.ts";
import type { Simulation } from "../src/simulate/run/simulation.ts";
import { growingDirections } from "../src/stability/rest/growing-directions.ts";
import { PACKAGE } from "./problems.ts";

export interface EventDrivenRun {
  /** ns a run. */
  readonly time: number;
  /** Of each run: x at the end, m, how it ended (1 rest, 2 escape) and when, s. */
  readonly ends: readonly { readonly position: readonly number[]; readonly how: number; readonly when: number }[];
}

export interface EventDriven {
  /** The mean of each run's least time. */
  run(repeats: number): EventDrivenRun;
  close(): void;
}

/** The fastest counts: which pairs a compiler makes of neighboring statements and short loops decides on a factor of five. */
const FLAGS = [
  ["-march=native", "-fno-tree-slp-vectorize"],
  ["-march=native", "-mprefer-vector-width=128"],
  ["-march=native", "-fno-tree-vectorize"],
];

/**
 * Undefined when there is no C compiler. `rate`: the load is a exp(rate t), 1/s. `horizon`: the time between looks and the longest time of
 * starts of a map, s; absent: runs to the end.
 */
export function compileEventDriven(
  simulation: Simulation,
  starts: readonly Float64Array[],
  { rate = 0, horizon }: { readonly rate?: number; readonly horizon?: { readonly look: number; readonly end: number } },
): EventDriven | undefined {
  const folder = mkdtempSync(join(tmpdir(), "stickslip-bench-"));
  const input = join(folder, "input");
  const source = fileURLToPath(new URL("bench/event-driven.c", PACKAGE));
  const { size } = simulation.system;
  writeFileSync(input, inputOf(simulation, starts, rate, horizon));
  const programs = FLAGS.flatMap((flags, k) => {
    const program = join(folder, `event-driven${k}`);
    const all = ["-O3", ...flags, `-DSIZE=${size}`, source, "-o", program, "-lm"];
    return spawnSync("cc", all, { stdio: ["ignore", "ignore", "inherit"] }).status === 0 ? [program] : [];
  });
  if (programs.length === 0) {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  const width = size + 2;
  return {
    run(repeats) {
      const runs = programs.map((program) => {
        const output = execFileSync(program, [input, String(repeats)], { encoding: "utf8", maxBuffer: 1 << 26 });
        const [time, ...numbers] = output.trim().split("\n").map(Number);
        const ends = starts.map((_, run) => {
          const row = numbers.slice(run * width, (run + 1) * width);
          return { position: row.slice(0, size), how: row[size]!, when: row[size + 1]! };
        });
        return { time: time!, ends };
      });
      return runs.sort((a, b) => a.time - b.time)[0]!;
    },
    close: () => rmSync(folder, { recursive: true }),
  };
}

/** In the order that the C program reads. */
function inputOf(
  { system, initial }: Simulation,
  starts: readonly Float64Array[],
  rate: number,
  horizon: { readonly look: number; readonly end: number } | undefined,
): Float64Array {
  const { size, rows, linear, load } = system;
  const { mass, stiffness, damping } = linear!;
  const plain = (matrix: Matrix) =>
    Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => matrix.at(i, j)));
  const amplitude = new Float64Array(size);
  load.evaluate(new Float64Array(2), amplitude);
  const limits = rows.map(({ law }) => law.fixed!.forward);
  // masses are diagonal, and each row is on one coordinate
  const units = plain(mass).map((row, i) => Math.sqrt(row[i]!));
  const directions = horizon ? growingDirections(plain(mass), plain(stiffness), plain(damping)) : [];
  const watched = directions.flatMap(({ real, imaginary, growth, pace }) => {
    const part = (of: Float64Array) => [
      ...units.map((unit, i) => of[i]! * pace * unit),
      ...units.map((unit, i) => of[size + i]! * unit),
    ];
    const along = units.map((unit, i) => Math.sqrt(real[size + i]! ** 2 + imaginary[size + i]! ** 2) / unit);
    const bound = along.reduce((sum, each, i) => sum + each * limits[i]!, 0) / growth;
    return [...part(real), ...part(imaginary), bound];
  });
  return Float64Array.from([
    ...[starts.length, initial.time, horizon?.end ?? initial.end, rate, horizon?.look ?? 0, directions.length],
    ...[mass, stiffness, damping].flatMap((matrix) => plain(matrix).flat()),
    ...limits,
    ...amplitude,
    ...watched,
    ...starts.flatMap((position) => [...position, ...initial.velocity]),
  ]);
}
