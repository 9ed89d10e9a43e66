/** Formulas in t and signals at many instants: by WebAssembly once enough of them were asked for. */
import { emitProgram, type ProgramKernel } from "../../../expression/emit-program.ts";
import type { Program } from "../../../expression/program.ts";
import type { Load } from "../../../model/load.ts";
import type { Vector } from "../../../numeric/vector.ts";
import type { TimeInputs } from "./time-inputs.ts";

/** Instants after which code is made: below that it would cost more than it saves. */
const ENOUGH = 4000;

/** `signals`: how many of them the program reads beside t. */
export function manyInstants(program: Program, inputs: TimeInputs, signals: number): NonNullable<Load["evaluateMany"]> {
  const { registers, outputs } = program;
  const n = outputs.length;
  const width = 2 * program.inputs;
  const instant = new Float64Array(2);
  let seen = 0;
  let kernel: ProgramKernel | null | undefined;

  function setInputs(at: Vector, k: number): void {
    instant[0] = at[2 * k]!;
    instant[1] = at[2 * k + 1]!;
    inputs.set(instant);
  }

  function plain(at: Vector, count: number, out: Vector, stride: number): void {
    for (let k = 0; k < count; k++) {
      setInputs(at, k);
      program.run();
      for (let i = 0; i < n; i++) out[k * stride + i] = registers[outputs[i]!]!;
    }
  }

  /** So many instants from one on, as the kernel reads them. */
  function give({ given }: ProgramKernel, at: Vector, from: number, rows: number): void {
    if (signals === 0) for (let j = 0; j < 2 * rows; j++) given[j] = at[2 * from + j]!;
    else {
      for (let k = 0; k < rows; k++) {
        setInputs(at, from + k);
        for (let j = 0; j < width; j++) given[k * width + j] = registers[j]!;
      }
    }
  }

  return (at, count, out, stride) => {
    seen += count;
    if (kernel === undefined && seen > ENOUGH) kernel = emitProgram(program) ?? null;
    if (!kernel) {
      plain(at, count, out, stride);
      return;
    }
    const { capacity, found } = kernel;
    for (let from = 0; from < count; from += capacity) {
      const rows = Math.min(capacity, count - from);
      give(kernel, at, from, rows);
      kernel.run(rows);
      for (let k = 0; k < rows; k++) for (let i = 0; i < n; i++) out[(from + k) * stride + i] = found[k * n + i]!;
    }
  };
}
