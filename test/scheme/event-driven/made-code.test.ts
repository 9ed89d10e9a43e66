/** Code that the build keeps is what would be written for the same machine. */
import { describe, expect, it } from "vitest";
import { assemble } from "../../../src/numeric/wasm/module.ts";
import { ORDER } from "../../../src/scheme/event-driven/general.ts";
import { codeOf, structureOf, writeCode } from "../../../src/scheme/event-driven/kernel/code-of.ts";
import { layoutOf } from "../../../src/scheme/event-driven/kernel/layout.ts";
import { MADE, type Made } from "../../../src/scheme/event-driven/kernel/made-code.ts";
import { shapeOf } from "../../../src/scheme/event-driven/kernel/shape.ts";
import { loadSimulation } from "../../support/run.ts";

const made = MADE as Made | undefined;

function codesOf(problem: string) {
  const { system, initial } = loadSimulation(problem);
  const shape = shapeOf(system, ORDER, initial.position)!;
  const layout = layoutOf(shape);
  const structure = structureOf(shape);
  const codes = [codeOf(structure, shape, layout), writeCode(shape, layout)];
  const [kept, written] = codes.map(({ functions, first }) => assemble(functions, layout.end, first));
  return { kept: kept!, written: written!, structure, functions: codes[0]!.functions };
}

const isMade = (each: object) => "bytes" in each;

describe("code of kernels", () => {
  it.each(["gk95-tp1", "gk95-tp2", "gskn06-tp3", "vl05-two-masses", "coulomb-oscillator"])(
    "of %s is kept, as it would be written",
    (problem) => {
      const { kept, written, structure, functions } = codesOf(problem);
      expect(Object.keys(made!.machines)).toContain(structure);
      expect(functions.every(isMade)).toBe(true);
      expect(kept).toEqual(written);
    },
  );

  it.each(["gskn06-tp4", "two-masses", "chain-20", "belt", "brake-squeal", "buffer", "clutch"])(
    "of %s is written, after what all machines of friction alone have",
    (problem) => {
      const { kept, written, functions } = codesOf(problem);
      expect(functions.some(isMade)).toBe(false);
      expect(kept).toEqual(written);
    },
  );
});
