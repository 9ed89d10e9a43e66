/** Springs with a `potential`: formulas in the deformation x, with their derivatives. */
import { derivative } from "../../../expression/derivative.ts";
import { jetSteps } from "../../../expression/jets.ts";
import { compileProgram } from "../../../expression/program.ts";
import { type Node, postorder } from "../../../expression/syntax.ts";
import type { Springs } from "../../../model/linear/springs.ts";
import { rowsFrom, type SparseRow } from "../../../numeric/rows.ts";
import type { Vector } from "../../../numeric/vector.ts";
import { type Path, printValue } from "../../faults.ts";
import type { Quantity } from "../../schema/schema.ts";
import type { Scope } from "../scope.ts";

export interface CompiledSpring {
  readonly direction: SparseRow;
  readonly potential: Node;
  /** In the list of springs. */
  readonly place: number;
}

/** A smooth formula in x; what has kinks is refused, since no scheme would find them. */
export function compilePotential(scope: Scope, path: Path, text: Quantity): Node | undefined {
  const node = scope.formula(path, text, ["x"]);
  if (!node) return undefined;
  if (isSmooth(node)) return node;
  scope.faults.add(
    path,
    `invalid potential; not smooth in x: ${printValue(text)}. A one-sided spring is a stop, or a force of type: mechanism`,
  );
  return undefined;
}

/** Whether a formula has neither kinks nor jumps. */
export function isSmooth(node: Node): boolean {
  return !postorder([node]).some(
    ({ kind, ...rest }) =>
      ["comparison", "conditional", "extremum", "piecewise"].includes(kind) ||
      (kind === "call" && ["abs", "sign"].includes((rest as { name: string }).name)),
  );
}

export function compileSprings(list: readonly CompiledSpring[]): Springs | undefined {
  if (list.length === 0) return undefined;
  const directions = rowsFrom(list.map(({ direction }) => direction));
  const nodes = list.map(({ potential }) => {
    const force = derivative(potential, "x");
    const slope = derivative(force, "x");
    return { values: [potential, force, slope], force, slope };
  });
  const programs = nodes.map(({ values }) => compileProgram(values, ["x"]));
  return {
    directions,
    places: list.map(({ place }) => place),
    evaluate(y, potential, force, slope) {
      for (let j = 0; j < programs.length; j++) {
        const { registers, outputs, run } = programs[j]!;
        registers[0] = y[j]!;
        registers[1] = y[j]!;
        run();
        potential[j] = registers[outputs[0]!]!;
        force[j] = registers[outputs[1]!]!;
        slope[j] = registers[outputs[2]!]!;
      }
    },
    expansion: (order) =>
      expansions(
        nodes.map(({ force }) => force),
        order,
      ),
    slopes: (order) =>
      expansions(
        nodes.map(({ slope }) => slope),
        order,
      ),
  };
}

/** Coefficient k of formulas in the deformations, from the deformations' coefficients 0..k; k = 0, 1, 2 ... in turn. */
function expansions(formulas: readonly Node[], order: number): (y: Vector, k: number, out: Vector) => void {
  const width = order + 1;
  const expanded = formulas.map((node) => {
    const program = compileProgram([node], ["x"]);
    return { program, series: jetSteps(program, order) };
  });
  return (y, k, out) => {
    for (let j = 0; j < expanded.length; j++) {
      const { program, series } = expanded[j]!;
      const { coefficients, degree } = series;
      if (k === 0) {
        program.registers[0] = y[j * width]!;
        program.registers[1] = y[j * width]!;
        degree[0] = order;
        series.begin();
      } else {
        coefficients[k] = y[j * width + k]!;
        series.next(k);
      }
      out[j] = coefficients[program.outputs[0]! * width + k]!;
    }
  };
}
