/** `method:` of a joint, stop or constraint, with the keys that belong to it. */
import { type ConstraintMethod, constraintMethod, type MethodType } from "../../../model/rows/constraint-method.ts";
import { type Path, printValue } from "../../faults.ts";
import type { ProblemConstraintMethod } from "../../schema/constraint-method.ts";
import type { Scope } from "../scope.ts";

type Key = Exclude<keyof ProblemConstraintMethod, "method">;

/** Which methods know a key. */
const KNOWN: Record<Key, readonly MethodType[]> = {
  at: ["kkt", "complementarity", "penalty", "augmented-lagrangian"],
  epsilon: ["penalty", "augmented-lagrangian"],
  form: ["penalty"],
  update: ["augmented-lagrangian"],
  tolerance: ["augmented-lagrangian"],
};

/** Undefined where nothing is said, or where it has faults: these are told. `kind`: what the row is. */
export function compileConstraintMethod(
  scope: Scope,
  path: Path,
  data: ProblemConstraintMethod,
  kind: "joint" | "stop",
): ConstraintMethod | undefined {
  const given = (Object.keys(KNOWN) as Key[]).filter((key) => data[key] !== undefined);
  if (data.method === undefined && given.length === 0) return undefined;
  const type = data.method ?? "kkt";
  const numbers = {
    epsilon: scope.number([...path, "epsilon"], data.epsilon, { above: 0 }),
    tolerance: scope.number([...path, "tolerance"], data.tolerance, { above: 0 }),
  };
  if ((["epsilon", "tolerance"] as const).some((key) => data[key] !== undefined && numbers[key] === undefined)) {
    return undefined;
  }
  for (const key of given) {
    if (KNOWN[key].includes(type)) continue;
    const value = printValue(data[key]);
    scope.faults.add(
      [...path, key],
      `invalid ${key}; ${type} has none: ${value}. Leave it out, or take ${KNOWN[key].join(" or ")} as the method`,
    );
    return undefined;
  }
  if (type === "complementarity" && kind === "joint") {
    scope.faults.add([...path, "method"], "invalid method; complementarity is for stops and walls. Take kkt");
    return undefined;
  }
  if (data.form === "time-discretized" && data.at === "end") {
    scope.faults.add(
      [...path, "at"],
      "invalid at; a time-discretized penalty acts over the whole step: end. Leave it out",
    );
    return undefined;
  }
  return constraintMethod({
    type,
    ...(data.at ? { at: data.at } : {}),
    ...(data.form ? { form: data.form } : {}),
    ...(data.update ? { update: data.update } : {}),
    ...(numbers.epsilon === undefined ? {} : { epsilon: numbers.epsilon }),
    ...(numbers.tolerance === undefined ? {} : { tolerance: numbers.tolerance }),
  });
}
