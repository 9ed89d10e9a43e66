/** `inextensible:` how a beam keeps its length. */
import { type ConstraintMethod, constraintMethod } from "../../../../model/rows/constraint-method.ts";
import { printValue } from "../../../faults.ts";
import type { BeamData } from "../../../schema/beam.ts";
import type { Scope } from "../../scope.ts";

export interface LengthMethod {
  readonly method: ConstraintMethod;
  /** As the file has it: of (77) or (81). */
  readonly epsilon: number;
}

/** Which methods know a key. */
const KNOWN = {
  direction: ["kkt", "augmented-lagrangian"],
  epsilon: ["penalty", "augmented-lagrangian"],
  tolerance: ["augmented-lagrangian"],
} as const;

const EPSILON = { kkt: 0, penalty: 1.5e-4, "augmented-lagrangian": 1e-4 };

export function compileLengthMethod(scope: Scope, data: Partial<BeamData["inextensible"]>): LengthMethod | undefined {
  const path = ["system", "inextensible"];
  const type = data.method ?? "kkt";
  for (const key of ["direction", "epsilon", "tolerance"] as const) {
    if (data[key] === undefined || (KNOWN[key] as readonly string[]).includes(type)) continue;
    scope.faults.add(
      [...path, key],
      `invalid ${key}; ${type} has none: ${printValue(data[key])}. Leave it out, or take ${KNOWN[key].join(" or ")} as the method`,
    );
    return undefined;
  }
  if (type === "augmented-lagrangian" && data.direction === "mean") {
    scope.faults.add(
      [...path, "direction"],
      "invalid direction; augmented-lagrangian projects the new slopes, so its tension acts along them. Take new, or kkt as the method",
    );
    return undefined;
  }
  const epsilon = scope.number(
    [...path, "epsilon"],
    data.epsilon ?? EPSILON[type] + 0,
    type === "kkt" ? {} : { above: 0 },
  );
  const tolerance = scope.number([...path, "tolerance"], data.tolerance ?? 1e-6, { above: 0 });
  if (epsilon === undefined || tolerance === undefined) return undefined;
  const direction = data.direction ?? (type === "augmented-lagrangian" ? ("new" as const) : undefined);
  return {
    epsilon,
    method: constraintMethod({
      type,
      at: type === "penalty" ? "middle" : "end",
      epsilon,
      ...(direction ? { direction } : {}),
      ...(type === "augmented-lagrangian" ? { tolerance } : {}),
    }),
  };
}
