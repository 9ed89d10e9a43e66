/** Forces: formulas in t and signals. */
import type { Node } from "../../../expression/syntax.ts";
import { LARGEST, type Load } from "../../../model/load.ts";
import type { Faults, Path } from "../../faults.ts";
import type { Quantity } from "../../schema/schema.ts";
import type { Scope } from "../scope.ts";

/** Formulas in t and signals, one a coordinate. */
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
  const nodes = formulas.map((text, i) => scope.timeFormula([...path, i], text));
  return fits && nodes.every((node) => node !== undefined) ? nodes : undefined;
}

/** A force without a finite value at the start would only be seen as a diverged run. */
export function checkLoad(faults: Faults, path: Path, load: Load, size: number, start: number): void {
  const out = new Float64Array(size);
  load.evaluate(Float64Array.of(start, start), out);
  out.forEach((value, i) => {
    if (Math.abs(value) < LARGEST) return;
    const broken = Number.isFinite(value) ? `not below ${LARGEST} in size` : "not a finite number";
    faults.add(size > 1 ? [...path, i] : path, `invalid force; ${broken} at the start, t = ${start}: ${value}`);
  });
}
