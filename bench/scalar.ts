/** Runs the plain C program beside on a simulation with the alpha scheme, under one control or many. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { controlForces } from "../src/model/control/control-load.ts";
import { controlled } from "../src/simulate/run/controlled.ts";
import type { Simulation } from "../src/simulate/run/simulation.ts";
import { PACKAGE } from "./problems.ts";

export interface ScalarRun {
  /** ns per step and run */
  readonly timePerStep: number;
  /** x at the ends of the runs, m */
  readonly positions: readonly (readonly number[])[];
}

/** The compiled program with its input. */
export interface Scalar {
  /** The sum of each run's least time. */
  run(repeats: number): ScalarRun;
  close(): void;
}

/** A source and how it is compiled. */
interface Variant {
  readonly file: string;
  readonly flags: readonly string[];
}

const SCALAR = "bench/scalar.c";
const WIDE = "bench/wide.c";
const variant = (file: string, ...flags: readonly string[]): Variant => ({ file, flags });
/** Which of them is faster depends on the size. */
const NATIVE = [variant(SCALAR, "-march=native"), variant(SCALAR, "-march=native", "-fno-tree-vectorize")];
/** What WebAssembly has of an x86 processor: vectors of two doubles, and no fused operations. */
const OF_PAIRS = ["-mavx2", "-mno-fma", "-ffp-contract=off", "-mprefer-vector-width=128"];
const PAIRS = [
  variant(SCALAR, ...OF_PAIRS),
  variant(SCALAR, ...OF_PAIRS, "-fno-tree-vectorize"),
  variant(WIDE, ...OF_PAIRS, "-DPAIRS"),
];

/** Undefined when there is no C compiler. `controls`: of the runs; default: the simulation's own. */
export function compileScalar(simulation: Simulation, controls?: readonly Float64Array[]): Scalar | undefined {
  return compileFastest(NATIVE, "inherit", simulation, controls);
}

/** The same runs by AVX-512; undefined where the processor has none. */
export function compileWide(simulation: Simulation, controls: readonly Float64Array[]): Scalar | undefined {
  return compileFastest([variant(WIDE, "-march=native")], "ignore", simulation, controls);
}

/** The same runs by what WebAssembly has of the processor; undefined on others than x86. */
export function compilePairs(simulation: Simulation, controls: readonly Float64Array[]): Scalar | undefined {
  return compileFastest(PAIRS, "ignore", simulation, controls);
}

/** Those that the compiler takes; the fastest of them counts. */
function compileFastest(
  variants: readonly Variant[],
  messages: "inherit" | "ignore",
  simulation: Simulation,
  controls?: readonly Float64Array[],
): Scalar | undefined {
  const folder = mkdtempSync(join(tmpdir(), "stickslip-bench-"));
  const input = join(folder, "input");
  const { size } = simulation.system;
  const scale = scaleOf(simulation);
  writeFileSync(
    input,
    scalarInput(simulation, controls?.map((values) => controlled(simulation, values)) ?? [simulation]),
  );
  const programs = variants.flatMap(({ file, flags }, k) => {
    const source = fileURLToPath(new URL(file, PACKAGE));
    const program = join(folder, `scalar${k}`);
    const all = ["-O3", ...flags, `-DSIZE=${size}`, source, "-o", program, "-lm"];
    return spawnSync("cc", all, { stdio: ["ignore", "ignore", messages] }).status === 0 ? [program] : [];
  });
  if (programs.length === 0) {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  return {
    run(repeats) {
      const runs = programs.map((program) => {
        const output = execFileSync(program, [input, String(repeats)], { encoding: "utf8", maxBuffer: 1 << 26 });
        const [timePerStep, ...ends] = output.trim().split("\n").map(Number);
        const positions = Array.from({ length: ends.length / size }, (_, run) =>
          Array.from({ length: size }, (_, i) => ends[run * size + i]! * scale[i]!),
        );
        return { timePerStep: timePerStep!, positions };
      });
      return runs.sort((a, b) => a.timePerStep - b.timePerStep)[0]!;
    },
    close: () => rmSync(folder, { recursive: true }),
  };
}

/** A^{-1}, factored by the scheme's own step problem, applied to columns. */
function responses({ system, scheme, grid }: Simulation) {
  const { tangent } = scheme.problem(system, grid.step);
  tangent.factor();
  const { size } = system;
  const columns = (entry: (i: number, j: number) => number) =>
    Array.from({ length: size }, (_, j) => {
      const column = Float64Array.from({ length: size }, (_, i) => entry(i, j));
      tangent.solve(column);
      return column;
    });
  return { tangent, columns };
}

/** What a row at its limit moves its own coordinate by, m. */
function scaleOf(simulation: Simulation): Float64Array {
  const inverse = responses(simulation).columns((i, j) => (i === j ? 1 : 0));
  return Float64Array.from(simulation.system.rows, ({ law }, i) => inverse[i]![i]! * law.fixed!.forward);
}

/** In the order that the C program reads: everything that does not change from run to run is prepared here. */
function scalarInput(simulation: Simulation, runs: readonly Simulation[]): Float64Array {
  const { system, grid, initial } = simulation;
  const { size, rows } = system;
  const { tangent, columns } = responses(simulation);
  const scale = scaleOf(simulation);
  const limits = rows.map(({ law }) => law.fixed!.forward);
  const scaled = (vector: Float64Array) => vector.map((value, i) => value / scale[i]!);
  const inverse = columns((i, j) => (i === j ? limits[j]! : 0)).map(scaled);
  const elastic = columns((i, j) => system.linear!.stiffness.at(i, j) * scale[j]!).map(scaled);
  const uncontrolled = system.load.control?.uncontrolled ?? system.load;
  const loads = Array.from({ length: grid.steps }, (_, n) => {
    const load = new Float64Array(size);
    const time = initial.time + (n + 1) * grid.step;
    uncontrolled.evaluate(Float64Array.of(time, time), load);
    tangent.solve(load);
    return scaled(load);
  });
  const starts = runs.flatMap(({ system: own, scheme, solver, control }) => {
    const { state } = scheme.start(own, solver, initial, grid.step);
    const push = control ? controlForces(control).slice(0, size) : new Float64Array(size);
    tangent.solve(push);
    const multiplier = state.force.map((force, i) => -force / limits[i]!);
    return [...scaled(state.position), ...scaled(state.memory), ...multiplier, ...scaled(push)]; // the memory is x^1
  });
  const rowMajor = (of: readonly Float64Array[]) => of.flatMap((_, i) => of.map((column) => column[i]!));
  return Float64Array.from([
    ...[grid.steps, runs.length],
    ...rowMajor(inverse),
    ...rowMajor(elastic),
    ...loads.flatMap((load) => Array.from(load)),
    ...starts,
  ]);
}
