/** `draw:` of a mechanism: points and segments as formulas of the coordinates. */
import { compileProgram } from "../../../../expression/program.ts";
import type { Node } from "../../../../expression/syntax.ts";
import type { Drawing } from "../../../../model/drawing.ts";
import { motionVariables } from "../../motion/variables.ts";
import type { Scope } from "../../scope.ts";
import type { PartialMechanism } from "./mechanism.ts";
import type { MechanismNames } from "./names.ts";

/** Undefined where there is none, null where it has faults. */
export function compileDrawing(
  scope: Scope,
  data: PartialMechanism["draw"],
  names: MechanismNames,
): Drawing | undefined | null {
  if (!data || data.length === 0) return undefined;
  const nodes: Node[] = [];
  const lines: number[][] = [];
  let faulty = false;
  data.forEach((entry, i) => {
    if (!entry || (entry.segment === undefined) === (entry.point === undefined)) {
      if (entry) scope.faults.add(["system", "draw", i], "invalid entry; needs either segment or point");
      faulty = true;
      return;
    }
    const key = entry.segment ? "segment" : "point";
    const first = nodes.length / 2;
    (entry.segment ?? entry.point)!.forEach((text, k) => {
      const node = names.formula(scope, ["system", "draw", i, key, k], text, "positions");
      if (node) nodes.push(node);
      else faulty = true;
    });
    lines.push(entry.segment ? [first, first + 1] : [first]);
  });
  if (faulty) return null;
  const motion = motionVariables(nodes);
  const variables = motion.map(({ name }) => name);
  const { registers, inputs, outputs, run } = compileProgram(nodes, variables);
  return {
    points: nodes.length / 2,
    placesAt(q, out) {
      motion.forEach(({ index }, k) => {
        registers[k] = q[index]!;
        registers[inputs + k] = q[index]!;
      });
      run();
      for (let i = 0; i < outputs.length; i++) out[i] = registers[outputs[i]!]!;
    },
    lines,
    walls: [],
    curves: [],
  };
}
