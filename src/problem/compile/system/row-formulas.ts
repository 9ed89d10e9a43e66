/** Drives and limits of rows: formulas in t, signals, states and positions, and the functions that they become. */
import { constant, constantValue } from "../../../expression/fold.ts";
import { variablesOf } from "../../../expression/substitute.ts";
import { type Node, postorder } from "../../../expression/syntax.ts";
import type { Load } from "../../../model/load.ts";
import type { MotionFunctions } from "../../../model/motion-functions.ts";
import { isFriction, type Row } from "../../../model/rows/law.ts";
import { constantValues } from "../../../model/rows/row-values.ts";
import { RowValue } from "../../../model/system.ts";
import { labelOf, type Path, printValue } from "../../faults.ts";
import type { Quantity } from "../../schema/schema.ts";
import { compileMotionFunctions } from "../motion/motion-functions.ts";
import { followsMotion, motionFormula } from "../motion/variables.ts";
import type { Scope } from "../scope.ts";
import { compileTimeFunctions } from "../time/time-functions.ts";
import type { Symbols } from "./affine.ts";

/** What formulas of rows may name. */
export interface RowScope {
  readonly symbols: Symbols;
  /** Coordinates of the machine; states come after them. */
  readonly count: number;
}

/** A formula in t, signals and positions, of limits also in states; what depends on velocities is refused with a remedy. */
export function rowFormula(scope: Scope, path: Path, text: Quantity, { symbols, count }: RowScope): Node | undefined {
  const node = motionFormula(scope, path, text, symbols, count);
  if (!node) return undefined;
  const key = labelOf(path);
  const rates = [...variablesOf(postorder([node]))].filter((name) => name.startsWith("v:"));
  if (rates.some((name) => Number(name.slice(2)) < count)) {
    const remedy =
      key === "drive" ? "What moves is a coordinate" : "How friction depends on the slip is weakening: or viscous:";
    scope.faults.add(path, `invalid ${key}; depends on a velocity: ${printValue(text)}. ${remedy}`);
    return undefined;
  }
  if (key === "drive" && rates.length > 0) {
    scope.faults.add(
      path,
      `invalid drive; depends on a state: ${printValue(text)}. Give what moves a mass, and the row a direction with it`,
    );
    return undefined;
  }
  if (constantValue(node) === undefined && !followsMotion(node)) scope.varying.push({ path, node, isForce: false });
  return node;
}

/** Drives and limits of all rows, when any of them varies; stops and joints keep their own bounds, so any number does. */
export function compileRowFunctions(
  scope: Scope,
  rows: readonly { readonly row: Row; readonly functions?: readonly Node[] | undefined }[],
  size: number,
): { rowFunctions?: Load; rowMotion?: MotionFunctions } {
  if (rows.every(({ functions }) => functions === undefined)) return {};
  const nodes = Array.from({ length: RowValue.count }, (_, q) =>
    rows.map(({ functions, row }) => functions?.[q] ?? constant(isFriction(row.law) ? constantValues(row.law)[q]! : 0)),
  ).flat();
  if (nodes.some(followsMotion)) return { rowMotion: compileMotionFunctions(nodes, scope.timeSignals, size) };
  return { rowFunctions: compileTimeFunctions(nodes, scope.timeSignals) };
}
