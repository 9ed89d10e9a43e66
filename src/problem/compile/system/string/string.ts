/** `type: string` */
import { stop } from "../../../../model/rows/law.ts";
import type { Mesh } from "../../../../model/string/strand.ts";
import { printPath } from "../../../faults.ts";
import type { PartialOf } from "../../../read/salvage.ts";
import type { StringData } from "../../../schema/string.ts";
import type { Scope } from "../../scope.ts";
import { compileConstraintMethod } from "../constraint-method.ts";
import { rowNames, type SystemKind } from "../kind.ts";
import { compileFriction } from "../law.ts";
import { assemble, frictionRows, type Numbering, numbering, type PlacedInput, type PlacedRow } from "./assemble.ts";
import { compileField } from "./field.ts";
import { compileMesh, compileStrand } from "./strand.ts";

type PartialString = PartialOf<StringData>;

export const stringKind: SystemKind<PartialString> = {
  compile(scope, data, around) {
    const mesh = compileMesh(scope, data);
    if (!mesh) return undefined;
    const inputs: PlacedInput[] = [];
    const strand = compileStrand(scope, ["system"], data, mesh, data.mass ?? "lumped", "u", inputs);
    if (!strand) return undefined;
    const numbers = numbering(mesh, [strand]);
    const guides = compileGuides(scope, data.guides, mesh, numbers);
    const obstacle = compileObstacle(scope, data.obstacle, mesh, numbers);
    (data.input ?? []).forEach((at, k) => {
      const node = compilePlace(scope, ["system", "input", k], at, mesh, numbers);
      if (node !== undefined) inputs.push({ node, strand: "u", pull: 1 });
    });
    const rows = [...frictionRows([strand], numbers), ...guides, ...obstacle.rows];
    return assemble(scope, mesh, [strand], numbers, rows, inputs, obstacle.curves, around);
  },
  sizeOf: ({ elements, ends }) =>
    elements === undefined ? undefined : elements - 1 + (ends ?? []).filter((end) => end === "free").length,
  namesOf: () => undefined,
};

/** The node nearest to a place that is given in the file. */
function compilePlace(
  scope: Scope,
  path: readonly (string | number)[],
  given: StringData["length"],
  { elements, spacing }: Mesh,
  { of }: Numbering,
): number | undefined {
  const x = scope.number(path, given, { from: 0, to: elements * spacing });
  if (x === undefined) return undefined;
  const node = Math.round(x / spacing);
  if (of[0]![node]! < 0) {
    scope.faults.add(
      path,
      `invalid place; the nearest node, at ${Number((node * spacing).toPrecision(9))} m, is an end that is held: ${x}`,
    );
    return undefined;
  }
  if (Math.abs(x - node * spacing) > 1e-9 * elements * spacing) {
    const moved = Number((node * spacing).toPrecision(9));
    scope.warnings.push(`${printPath(path)} is no node: ${x} m was moved to the nearest one, at ${moved} m.`);
  }
  return node;
}

function compileGuides(scope: Scope, guides: PartialString["guides"], mesh: Mesh, numbers: Numbering): PlacedRow[] {
  const names = rowNames(guides, "guide");
  const seen = new Set<string>();
  return (guides ?? []).flatMap((guide, k) => {
    if (!guide) return [];
    const path = ["system", "guides", k];
    const { at, ...law } = guide;
    if (seen.has(names[k]!) || /^(lambda|below|above)\d+$/.test(names[k]!)) {
      scope.faults.add([...path, "name"], `invalid name; another row has it already: ${names[k]}`);
    }
    seen.add(names[k]!);
    const node = compilePlace(scope, [...path, "at"], at, mesh, numbers);
    const friction = compileFriction(scope, path, { ...law, name: names[k]! }, k, { symbols: new Map(), count: 0 });
    if (node === undefined || !friction) return [];
    const direction = { columns: [numbers.of[0]![node]!], values: [1] };
    return [{ node, compiled: { ...friction, direction } }];
  });
}

function compileObstacle(
  scope: Scope,
  data: PartialString["obstacle"],
  { elements, spacing }: Mesh,
  { of }: Numbering,
): { rows: PlacedRow[]; curves: { name: string; values: Float64Array }[] } {
  if (!data) return { rows: [], curves: [] };
  const path = ["system", "obstacle"];
  const nodes = Float64Array.from({ length: elements + 1 }, (_, j) => j * spacing);
  const restitution = scope.number([...path, "restitution"], data.restitution ?? 0, { from: 0, to: 1 });
  const method = compileConstraintMethod(scope, path, data, "stop");
  if (data.below === undefined && data.above === undefined) {
    scope.faults.add(path, "invalid obstacle; neither below nor above is given");
  }
  const curves = (["below", "above"] as const).flatMap((name) => {
    const values = data[name] === undefined ? undefined : compileField(scope, [...path, name], data[name], nodes);
    return values ? [{ name, values }] : [];
  });
  if (restitution === undefined) return { rows: [], curves };
  const rows = curves.flatMap(({ name, values }) =>
    Array.from(values, (value, node): PlacedRow[] => {
      const at = of[0]![node]!;
      if (at < 0) return [];
      const sign = name === "below" ? 1 : -1; // its direction is how the gap opens
      const law = stop({ gap: -sign * value, restitution }, method);
      const direction = { columns: [at], values: [sign] };
      return [{ node, compiled: { row: { name: `${name}${node}`, law }, direction, viscous: 0 } }];
    }).flat(),
  );
  return { rows, curves };
}
