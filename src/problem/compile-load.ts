/** Forces: formulas in t compiled to one register program, plus the constant B u. */
import { breakpoints } from "../expression/breakpoints.ts";
import { jets } from "../expression/jets.ts";
import { compileProgram } from "../expression/program.ts";
import type { Node } from "../expression/syntax.ts";
import type { Load } from "../model/linear.ts";
import type { Path } from "./faults.ts";
import type { Quantity } from "./schema.ts";
import type { Scope } from "./scope.ts";

export function compileLoad(nodes: readonly Node[], constant: readonly number[]): Load {
  const { registers, outputs, run } = bound(compileProgram(nodes, ["t"]));
  const n = outputs.length;
  const added = Float64Array.from(constant);
  return {
    evaluate(at, out) {
      registers[0] = at[0]!;
      registers[1] = at[1]!;
      run();
      for (let i = 0; i < n; i++) out[i] = registers[outputs[i]!]! + added[i]!;
    },
    expansion(order) {
      const program = compileProgram(nodes, ["t"]);
      const series = jets(program, order);
      const { coefficients, width } = series;
      return (at, out) => {
        program.registers[0] = at[0]!;
        program.registers[1] = at[1]!;
        series.run();
        for (let i = 0; i < n; i++) {
          const base = program.outputs[i]! * width;
          for (let k = 0; k < width; k++) out[k * n + i] = coefficients[base + k]!;
          out[i]! += added[i]!;
        }
      };
    },
    breakpoints: (from, to) => breakpoints(nodes, "t", from, to),
  };
}

function bound(program: ReturnType<typeof compileProgram>) {
  return { registers: program.registers, outputs: program.outputs, run: () => program.run() };
}

/** Formulas in t, one a coordinate. */
export function compileForces(
  scope: Scope,
  path: Path,
  formulas: readonly Quantity[],
  size: number | undefined,
): Node[] | undefined {
  const fits = size === undefined || formulas.length === size;
  if (!fits) {
    scope.faults.add(path, `invalid force; not ${size} formulas, one for each coordinate: ${formulas.length} given`);
  }
  const nodes = formulas.map((text, i) => scope.formula([...path, i], text, ["t"]));
  return fits && nodes.every((node) => node !== undefined) ? nodes : undefined;
}

/** A force without a finite value at the start would only be seen as a diverged run. */
export function checkLoad(scope: Scope, path: Path, load: Load, size: number, start: number): void {
  const out = new Float64Array(size);
  load.evaluate(Float64Array.of(start, start), out);
  out.forEach((value, i) => {
    if (Number.isFinite(value)) return;
    scope.faults.add(
      size > 1 ? [...path, i] : path,
      `invalid force; not a finite number at the start, t = ${start}: ${value}`,
    );
  });
}
