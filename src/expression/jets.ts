import { stride } from "./execute.ts";
import { beginInstruction, nextCoefficient, seriesBeside } from "./jet-instructions.ts";
import type { JetMemory } from "./jet-recurrences.ts";
import type { Program } from "./program.ts";

/**
 * Taylor coefficients of a program's formulas, by the recurrences of automatic differentiation: coefficient k of register r is
 * coefficients[r * width + k]. Branches are those that the program's decision values choose.
 */
interface Series {
  readonly coefficients: Float64Array;
  /** Coefficients per register: order + 1. */
  readonly width: number;
  /** Highest coefficient of a register that is not known to be zero. */
  readonly degree: Int32Array;
}

/** Where some variables are series of which one coefficient follows from those before: one coefficient at a time. */
export interface JetSteps extends Series {
  /**
   * Runs the program at the values in its registers, the coefficients 0. The degrees of its variables, and what of their
   * coefficients is known, are put in before.
   */
  begin(): void;
  /** Coefficient k of every register, from those before it and the variables' coefficients up to k; k = 1, 2 ... in turn. */
  next(k: number): void;
}

export function jetSteps(program: Program, order: number): JetSteps {
  const width = order + 1;
  const { registers, code, first } = program;
  const count = registers.length;
  const beside = seriesBeside(program, width);
  const memory: JetMemory = {
    width,
    c: new Float64Array(count * width),
    aux: new Float64Array(count * width),
    degree: new Int32Array(count),
    chosen: new Int32Array(count),
    flip: new Int8Array(count),
    more: new Float64Array(beside.length),
    place: beside.place,
  };
  const { c, degree } = memory;
  return {
    coefficients: c,
    width,
    degree,
    begin() {
      program.run();
      for (let r = 0; r < first; r++) c[r * width] = registers[r]!;
      for (let at = 0, out = first; at < code.length; at += stride, out++) {
        c[out * width] = registers[out]!;
        beginInstruction(code, at, out, registers, memory);
      }
    },
    next(k) {
      for (let at = 0, out = first; at < code.length; at += stride, out++) {
        if (k > degree[out]!) c[out * width + k] = 0;
        else nextCoefficient(code, at, out, k, memory);
      }
    },
  };
}

/** All coefficients at once, in the first variable as a time. */
export interface Jets extends Series {
  /** Runs the program and expands it at the values in its registers. */
  run(): void;
}

export function jets(program: Program, order: number): Jets {
  const steps = jetSteps(program, order);
  const { coefficients, width, degree } = steps;
  return {
    coefficients,
    width,
    degree,
    run() {
      if (program.inputs > 0) {
        if (order > 0) coefficients[1] = 1;
        degree[0] = Math.min(1, order);
      }
      steps.begin();
      for (let k = 1; k <= order; k++) steps.next(k);
    },
  };
}
