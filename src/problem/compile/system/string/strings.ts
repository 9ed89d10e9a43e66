/** `type: strings`: two strings that may touch but not cross, u >= v, (46). */
import type { ConstraintMethod } from "../../../../model/rows/constraint-method.ts";
import { stop } from "../../../../model/rows/law.ts";
import { type Mesh, nodeLength } from "../../../../model/string/strand.ts";
import type { PartialOf } from "../../../read/salvage.ts";
import type { StringsData } from "../../../schema/string.ts";
import type { Scope } from "../../scope.ts";
import { compileConstraintMethod } from "../constraint-method.ts";
import type { SystemKind } from "../kind.ts";
import { assemble, frictionRows, type Numbering, numbering, type PlacedInput, type PlacedRow } from "./assemble.ts";
import { compileMesh, compileStrand } from "./strand.ts";

type PartialStrings = PartialOf<StringsData>;

export const stringsKind: SystemKind<PartialStrings> = {
  compile(scope, data, around) {
    const mesh = compileMesh(scope, data);
    if (!mesh) return undefined;
    const inputs: PlacedInput[] = [];
    const strands = (["u", "v"] as const).flatMap((name) => {
      const own = data[name];
      const strand = own && compileStrand(scope, ["system", name], own, mesh, data.mass ?? "lumped", name, inputs);
      return strand ? [strand] : [];
    });
    const method = compileContact(scope, data.contact);
    if (strands.length < 2 || !method) return undefined;
    const numbers = numbering(mesh, strands);
    const rows = [...frictionRows(strands, numbers), ...contactRows(mesh, numbers, method)];
    return assemble(scope, mesh, strands, numbers, rows, inputs, [], around);
  },
  sizeOf: () => undefined,
  namesOf: () => undefined,
};

interface Contact {
  readonly restitution: number;
  readonly method: ConstraintMethod | undefined;
}

function compileContact(scope: Scope, data: PartialStrings["contact"]): Contact | undefined {
  if (!data) return undefined;
  const path = ["system", "contact"];
  const restitution = scope.number([...path, "restitution"], data.restitution, { from: 0, to: 1 });
  const form = data.method === "penalty" ? { form: data.form ?? ("time-discretized" as const) } : {};
  const before = scope.faults.list.length;
  const method = compileConstraintMethod(scope, path, { ...data, ...form }, "stop");
  return restitution === undefined || scope.faults.list.length > before ? undefined : { restitution, method };
}

/** Where both strings are free, one row a node; epsilon is per length, so what belongs to a node is stiffer the longer it is. */
function contactRows(mesh: Mesh, { of: [upper, lower] }: Numbering, { restitution, method }: Contact): PlacedRow[] {
  return Array.from(upper!, (u, node): PlacedRow[] => {
    const v = lower![node]!;
    if (u < 0 || v < 0) return [];
    const own = method && { ...method, epsilon: method.epsilon / nodeLength(mesh, node) };
    const row = { name: `contact${node}`, law: stop({ gap: 0, restitution }, own) };
    return [{ node, compiled: { row, direction: { columns: [u, v], values: [1, -1] }, viscous: 0 } }];
  }).flat();
}
