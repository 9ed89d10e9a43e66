/** Strings and what acts on them to one linear machine, banded: the coordinates of all strings stand node by node. */
import { constant } from "../../../../expression/fold.ts";
import type { Node } from "../../../../expression/syntax.ts";
import { linear } from "../../../../model/linear/linear.ts";
import { LARGEST } from "../../../../model/load.ts";
import { coulomb } from "../../../../model/rows/law.ts";
import type { Shape } from "../../../../model/shape.ts";
import { addStrand, type Mesh } from "../../../../model/string/strand.ts";
import { stringShape } from "../../../../model/string/string-shape.ts";
import type { System } from "../../../../model/system.ts";
import { Entries } from "../../../../numeric/entries.ts";
import type { Path } from "../../../faults.ts";
import { addControl, compileControlValues } from "../../control/control.ts";
import type { Scope } from "../../scope.ts";
import type { CompiledSystem, Surroundings } from "../kind.ts";
import type { CompiledRow } from "../law.ts";
import { carriedForces } from "../linear.ts";
import { compileRowFunctions } from "../row-formulas.ts";
import { compileFieldLoad } from "./field.ts";
import { stringStart } from "./start.ts";
import type { CompiledStrand } from "./strand.ts";

/** A row and the node that it acts at. */
export interface PlacedRow {
  readonly compiled: CompiledRow;
  readonly node: number;
}

/** Where control values act: `pull` newtons a unit on a node of a string. */
export interface PlacedInput {
  readonly node: number;
  readonly strand: string;
  readonly pull: number;
}

/** Coordinates of the nodes of each string; -1 where a node is held, -2 where it moves on a given path. */
export interface Numbering {
  readonly names: readonly string[];
  readonly of: readonly Int32Array[];
}

export function numbering({ elements }: Mesh, strands: readonly CompiledStrand[]): Numbering {
  const names: string[] = [];
  const of = strands.map(() => new Int32Array(elements + 1).fill(-1));
  for (let j = 0; j <= elements; j++) {
    strands.forEach(({ free, name, ends }, k) => {
      if (free(j)) of[k]![j] = names.push(`${name}${j}`) - 1;
      else if (ends[j === 0 ? 0 : 1] !== "held") of[k]![j] = -2;
    });
  }
  return { names, of };
}

/** Dry friction along the strings, a row a node. */
export function frictionRows(strands: readonly CompiledStrand[], { of }: Numbering): PlacedRow[] {
  return strands.flatMap(({ friction, name }, k) =>
    Array.from(friction ?? [], (limit, node): PlacedRow[] => {
      const at = of[k]![node]!;
      if (at < 0) return [];
      const called = strands.length === 1 ? `lambda${node}` : `lambda_${name}${node}`;
      const row = { name: called, law: coulomb({ limit }) };
      return [{ node, compiled: { row, direction: { columns: [at], values: [1] }, viscous: 0 } }];
    }).flat(),
  );
}

export function assemble(
  scope: Scope,
  mesh: Mesh,
  strands: readonly CompiledStrand[],
  numbers: Numbering,
  rows: readonly PlacedRow[],
  inputs: readonly PlacedInput[],
  obstacles: Shape["obstacles"],
  { control, feedback, span }: Surroundings,
): CompiledSystem | undefined {
  const n = numbers.names.length;
  if (feedback.length > 0) {
    scope.faults.add(
      ["feedback"],
      "invalid feedback; a string has none. Steer it with control:, or write it as a linear system",
    );
  }
  if (control?.target && inputs.length === 0) {
    const remedy = "Give system.input places of forces, or an end that is `control`";
    scope.faults.add(["control"], `invalid control; nothing of the string can be steered. ${remedy}`);
  }
  const place = ({ strand, node }: PlacedInput) => numbers.of[strands.findIndex(({ name }) => name === strand)]![node]!;
  const matrix = Array.from({ length: n }, () => Array<number>(inputs.length).fill(0));
  inputs.forEach((input, k) => {
    matrix[place(input)]![k]! += input.pull;
  });
  const values = compileControlValues(scope, matrix, control, n, span?.start);
  const matrices = { mass: new Entries(n), damping: new Entries(n), stiffness: new Entries(n) };
  const force = Array<Node>(n).fill(constant(0));
  strands.forEach((strand, k) => {
    const coordinate = numbers.of[k]!;
    addStrand(mesh, { ...strand.numbers, coordinate }, matrices);
    strand.force.forEach((node, j) => {
      if (coordinate[j]! >= 0) force[coordinate[j]!] = node;
    });
  });
  const known = rows.map(({ compiled }) => compiled);
  for (const { direction, viscous } of known) matrices.damping.addDyad(direction, viscous);
  const uncontrolled = compileFieldLoad(scope, carriedForces(force, known));
  if (!values || scope.faults.list.length > 0) return undefined;
  const { load, ...input } = addControl(values, uncontrolled, n);
  if (span) checkForce(scope, ["system", "force"], load, numbers, span.start);
  const system = linear({
    ...matrices,
    names: numbers.names,
    rows: known.map(({ row }) => row),
    directions: known.map(({ direction }) => direction),
    load,
    ...compileRowFunctions(scope, known, n),
  });
  const curves = strands.map(({ name, ends }, k) => ({ name, ends, coordinate: numbers.of[k]! }));
  const shape = stringShape(
    mesh,
    curves,
    obstacles,
    Int32Array.from(rows, ({ node }) => node),
  );
  const whole: System = { ...system, shape };
  return { system: whole, states: [], control: input, start: stringStart(mesh, strands, numbers) };
}

/** A force without a finite value at the start would only be seen as a diverged run. */
function checkForce(scope: Scope, path: Path, load: System["load"], { names }: Numbering, start: number): void {
  const out = new Float64Array(names.length);
  load.evaluate(Float64Array.of(start, start), out);
  const bad = out.findIndex((value) => !(Math.abs(value) < LARGEST));
  if (bad < 0) return;
  scope.faults.add(
    path,
    `invalid force; not a finite number at the start, t = ${start}, on ${names[bad]}: ${out[bad]}`,
  );
}
