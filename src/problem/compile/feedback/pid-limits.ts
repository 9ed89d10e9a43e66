/** `limit`, `antiWindup` and `tracking` of a PID controller. */

import { type Path, printPath, printValue } from "../../faults.ts";
import type { Scope } from "../scope.ts";
import type { Pid } from "./pid.ts";

export interface Gains {
  readonly kp: number;
  readonly ki: number;
  readonly kd: number;
}

export interface Limits {
  readonly limit: readonly [number, number];
  /** Of the integral for each newton of excess, 1/(ki tracking). */
  readonly recovery: number;
}

export function compileLimits(scope: Scope, path: Path, entry: Pid, gains: Gains): Limits | undefined {
  const { faults } = scope;
  const useless = (["antiWindup", "tracking"] as const).find((key) => entry[key] !== undefined);
  if (entry.limit === undefined) {
    if (useless === undefined) return { limit: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY], recovery: 0 };
    faults.add([...path, useless], `invalid ${useless}; the controller has no limit. Give it limit: [low, high]`);
    return undefined;
  }
  if (entry.limit.length !== 2) {
    faults.add(
      [...path, "limit"],
      `invalid limit; not two numbers: ${printValue(entry.limit)}. Write limit: [low, high]`,
    );
    return undefined;
  }
  const [low, high] = entry.limit.map((bound, i) => scope.number([...path, "limit", i], bound));
  const recovery = compileRecovery(scope, path, entry, gains);
  if (low === undefined || high === undefined || recovery === undefined) return undefined;
  if (low < high) return { limit: [low, high], recovery };
  faults.add(
    [...path, "limit"],
    `invalid limit; low is not below high: [${low}, ${high}]. Write the smaller one first`,
  );
  return undefined;
}

/** Back-calculation: the integral's rate is e - excess/(ki tracking). */
function compileRecovery(scope: Scope, path: Path, entry: Pid, { kp, ki, kd }: Gains): number | undefined {
  const { faults } = scope;
  const at = [...path, "tracking"];
  if (entry.tracking !== undefined && ki === 0) {
    faults.add(at, `invalid tracking; ki is 0, so that nothing winds up: ${printValue(entry.tracking)}. Leave it out`);
    return undefined;
  }
  const tracking = scope.number(at, entry.tracking, { above: 0 });
  if (entry.tracking !== undefined && tracking === undefined) return undefined;
  if (entry.antiWindup === "none" && tracking !== undefined) {
    scope.warnings.push(`${printPath(at)} is not used: antiWindup is none.`);
  }
  if (ki === 0 || entry.antiWindup === "none") return 0;
  if (tracking !== undefined) return 1 / (ki * tracking);
  const usual = kd !== 0 ? Math.sqrt(kd / ki) : kp / ki; // sqrt(Ti Td), or Ti
  if (usual > 0) return 1 / (ki * usual);
  faults.add(
    at,
    `invalid tracking; missing, and the gains give none: kp ${kp}, ki ${ki}, kd ${kd}. Give it in s, or antiWindup: none`,
  );
  return undefined;
}
