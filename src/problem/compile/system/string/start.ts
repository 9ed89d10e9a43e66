/** Shapes of strings as formulas in x: where they start, and where control is to bring them. */
import type { Mesh } from "../../../../model/string/strand.ts";
import { type Path, printValue } from "../../../faults.ts";
import type { Quantity } from "../../../schema/schema.ts";
import type { Scope } from "../../scope.ts";
import type { CompiledSystem } from "../kind.ts";
import type { Numbering } from "./assemble.ts";
import { compileField } from "./field.ts";
import type { CompiledStrand } from "./strand.ts";

/** Of the largest displacement: what a start may be off a fixed end. */
const ROUND_OFF = 1e-9;

export function stringStart(
  { elements, spacing }: Mesh,
  strands: readonly CompiledStrand[],
  { names, of }: Numbering,
): NonNullable<CompiledSystem["start"]> {
  const nodes = Float64Array.from({ length: elements + 1 }, (_, j) => j * spacing);

  function fill(scope: Scope, path: Path, text: Quantity, k: number, out: Float64Array): boolean {
    const values = compileField(scope, path, text, nodes);
    if (!values) return false;
    const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    strands[k]!.ends.forEach((end, side) => {
      const node = side === 0 ? 0 : elements;
      if (end !== "held" || of[k]![node]! >= 0 || Math.abs(values[node]!) <= ROUND_OFF * largest) return;
      const where = `at the ${side === 0 ? "left" : "right"} end, which is fixed at 0`;
      scope.faults.add(path, `invalid ${path.at(-1)}; not 0 ${where}: ${printValue(text)} = ${values[node]}`);
    });
    values.forEach((value, j) => {
      if (of[k]![j]! >= 0) out[of[k]![j]!] = value;
    });
    return true;
  }

  return (scope, path, given) => {
    const out = new Float64Array(names.length).fill(Number.NaN);
    if (typeof given !== "object") {
      if (strands.length === 1) return fill(scope, path, given, 0, out) ? out : undefined;
      scope.faults.add(
        path,
        `invalid ${path.at(-1)}; needs one formula for each string, as { u: ..., v: ... }: ${printValue(given)}`,
      );
      return undefined;
    }
    let sound = true;
    for (const [name, text] of Object.entries(given)) {
      const k = strands.findIndex((strand) => strand.name === name);
      if (k < 0) {
        const known = strands.map((strand) => strand.name).join(", ");
        scope.faults.add([...path, name], `unknown curve ${printValue(name)}; known: ${known}`);
        sound = false;
      } else sound = fill(scope, [...path, name], text, k, out) && sound;
    }
    return sound ? out : undefined;
  };
}
