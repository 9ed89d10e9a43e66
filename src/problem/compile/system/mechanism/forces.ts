/** `force:` of a mechanism and rates of its states: any formulas, but dry friction, which is a row. */
import { constant } from "../../../../expression/fold.ts";
import type { Node } from "../../../../expression/syntax.ts";
import { type Path, printValue } from "../../../faults.ts";
import type { MechanismData } from "../../../schema/mechanism.ts";
import type { Quantity } from "../../../schema/schema.ts";
import { followsMotion } from "../../motion/variables.ts";
import type { Scope } from "../../scope.ts";
import { type Coordinates, coordinateIndex } from "../coordinates.ts";
import { jumpsByVelocity } from "./jumps.ts";
import type { MechanismNames } from "./names.ts";

/** One formula a coordinate. */
export function compileMechanismForces(
  scope: Scope,
  data: MechanismData["force"],
  names: MechanismNames,
  coordinates: Coordinates,
): Node[] | undefined {
  const path: Path = ["system", "force"];
  const forces = Array.from({ length: names.count }, (): Node => constant(0));
  if (data === undefined) return forces;
  const list = Array.isArray(data);
  let faulty = false;
  if (list && data.length !== names.count) {
    scope.faults.add(
      path,
      `invalid force; not ${names.count} formulas, one for each coordinate: ${data.length} given. Or name them, as { ${names.list[0] ?? "x1"}: ... }`,
    );
    faulty = true;
  }
  for (const [key, text] of Object.entries(data) as [string, Quantity][]) {
    const at = [...path, list ? Number(key) : key];
    if (list && Number(key) >= names.count) break;
    const index = coordinateIndex(scope, at, /^\d+$/.test(key) ? Number(key) : key, coordinates);
    const node = compileMechanismForce(scope, at, text, names);
    if (index === undefined || !node) faulty = true;
    else forces[index] = node;
  }
  return faulty ? undefined : forces;
}

const DRY = "Dry friction is a row: use friction: [{ on: ..., limit: ... }], which sticks; sign(v) would only chatter";

/** A formula in all that there is; one that jumps with a velocity is refused. */
export function compileMechanismForce(
  scope: Scope,
  path: Path,
  text: Quantity,
  names: MechanismNames,
): Node | undefined {
  const node = names.formula(scope, path, text, "all");
  if (!node) return undefined;
  if (!followsMotion(node)) {
    if (node.kind !== "number") scope.varying.push({ path, node, isForce: true });
    return node;
  }
  const rate = jumpsByVelocity(node, scope.timeSignals, names);
  if (rate === undefined) return node;
  scope.faults.add(path, `invalid formula; jumps where ${rate} changes its sign: ${printValue(text)}. ${DRY}`);
  return undefined;
}
