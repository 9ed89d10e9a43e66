/** Formulas over many rows of variables: by plain TypeScript, and by WebAssembly once enough rows were asked for. */
import { emitProgram, type ProgramKernel } from "./emit-program.ts";
import type { Program } from "./program.ts";

/** Rows after which code is made: below that it would cost more than it saves. */
const ENOUGH = 4000;
const CAPACITY = 64;

export interface ManyRows {
  /** What takes the next rows, of which so many are still to come: as many as fit. */
  next(rows: number): ProgramKernel;
}

export function manyRows(program: Program): ManyRows {
  let seen = 0;
  let made: ProgramKernel | undefined;
  let tried = false;
  return {
    next(rows) {
      seen += Math.min(rows, CAPACITY);
      if (!tried && seen > ENOUGH) {
        tried = true;
        made = emitProgram(program) ?? made;
      }
      made ??= plainRows(program);
      return made;
    },
  };
}

function plainRows(program: Program): ProgramKernel {
  const { registers, inputs, outputs } = program;
  const [width, n] = [2 * inputs, outputs.length];
  const given = new Float64Array(CAPACITY * width);
  const found = new Float64Array(CAPACITY * n);
  return {
    capacity: CAPACITY,
    given,
    found,
    run(rows) {
      for (let k = 0; k < rows; k++) {
        for (let j = 0; j < width; j++) registers[j] = given[k * width + j]!;
        program.run();
        for (let i = 0; i < n; i++) found[k * n + i] = registers[outputs[i]!]!;
      }
    },
  };
}
