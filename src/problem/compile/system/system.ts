/** `system:` to a live system: the table of its types. */
import type { System } from "../../../model/system.ts";
import type { PartialProblem } from "../../read/salvage.ts";
import type { Problem, ProblemFeedback } from "../../schema/schema.ts";
import { pidName } from "../feedback/pid.ts";
import type { Scope } from "../scope.ts";
import { armKind } from "./arm/arm.ts";
import { beamKind } from "./beam/beam.ts";
import { gearboxKind } from "./gearbox.ts";
import type { CompiledSystem, Surroundings, SystemKind, SystemNames } from "./kind.ts";
import { linearKind } from "./linear.ts";
import { mechanismKind } from "./mechanism/mechanism.ts";
import { stringKind } from "./string/string.ts";
import { stringsKind } from "./string/strings.ts";

const kinds = {
  linear: linearKind,
  mechanism: mechanismKind,
  arm: armKind,
  string: stringKind,
  strings: stringsKind,
  beam: beamKind,
  gearbox: gearboxKind,
} satisfies Record<Problem["system"]["type"], unknown>;

/** Each kind is given data of its own type only. */
function kindOf(data: PartialProblem["system"]): SystemKind<unknown> | undefined {
  return data?.type === undefined ? undefined : (kinds[data.type] as SystemKind<unknown>);
}

export function compileSystem(
  scope: Scope,
  data: PartialProblem["system"],
  around: Surroundings,
): CompiledSystem | undefined {
  return kindOf(data)?.compile(scope, data, around);
}

/** The number of coordinates, also of a system that has faults. */
export function sizeOf(data: PartialProblem["system"]): number | undefined {
  return kindOf(data)?.sizeOf(data);
}

/** Coordinates and rows of a system, also of one that has faults. */
export function systemNames(
  system: System | undefined,
  data: PartialProblem["system"],
  feedback: readonly (ProblemFeedback | undefined)[],
): SystemNames | undefined {
  const controllers = feedback.flatMap((entry, i) => (entry?.type === "pid" ? [pidName(entry, i)] : []));
  if (!system) return kindOf(data)?.namesOf(data, controllers);
  const rows = system.rows.map(({ name }) => name);
  const tip = system.drawing?.tip !== undefined;
  const { shape } = system;
  return { coordinates: system.names, states: system.states, rows, controllers, tip, ...(shape ? { shape } : {}) };
}
