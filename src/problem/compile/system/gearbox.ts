/** `type: gearbox` */
import { constantValue } from "../../../expression/fold.ts";
import { gearbox } from "../../../model/linear/gearbox.ts";
import type { LinearSystem } from "../../../model/linear/linear.ts";
import type { GearboxData, Quantity } from "../../schema/schema.ts";
import type { Scope } from "../scope.ts";
import { compileTimeFunctions } from "../time/time-functions.ts";
import type { SystemKind } from "./kind.ts";
import { compileCurve } from "./law.ts";
import { checkLoad, compileForces } from "./load.ts";

export const gearboxKind: SystemKind<Partial<GearboxData>> = {
  compile(scope, data, { control, feedback, span }) {
    for (const [key, given] of [
      ["feedback", feedback.length > 0],
      ["control", control !== undefined],
    ] as const) {
      if (given) scope.faults.add([key], `invalid ${key}; a gear box has none. Write it as a linear system`);
    }
    const box = compileGearbox(scope, data, span?.start);
    return box && { system: box, states: [] };
  },
  sizeOf: () => 1,
  namesOf: () => undefined,
};

function compileGearbox(scope: Scope, data: Partial<GearboxData>, start: number | undefined): LinearSystem | undefined {
  const path = (key: string) => ["system", key];
  const mass = scope.number(path("mass"), data.mass, { above: 0 });
  const limit = scope.number(path("limit"), data.limit, { from: 0 });
  const delta = scope.number(path("delta"), data.delta);
  const a = scope.number(path("a"), data.a, { above: 0 });
  const b = scope.number(path("b"), data.b, a === undefined ? { above: 0 } : { above: a });
  const forces = compileForces(scope, path("force"), [data.force ?? 0], 1);
  const gain = delta === undefined ? undefined : gainAt(scope, data.gain, delta);
  const curves = (["weakening", "weakeningAB"] as const).map((key) => {
    const weakening = data[key];
    if (!weakening) return undefined;
    if (weakening.shape !== "smoothed") return compileCurve(scope, path(key), weakening);
    scope.faults.add(path(key), "invalid shape; smoothed is not for a gear box. Take ramp, smooth or stribeck");
    return undefined;
  });
  if (gain !== undefined && a !== undefined && b !== undefined && !Number.isFinite(gain * (a + b))) {
    scope.faults.add(path("gain"), `invalid gain; its forces k a and k b are not finite numbers: ${gain}`);
    return undefined;
  }
  if (delta === 0) scope.faults.add(path("delta"), "invalid delta; 0: the gear box would not transmit");
  if ([mass, limit, delta, gain, a, b, forces].some((part) => part === undefined)) return undefined;
  const load = compileTimeFunctions(forces!, scope.signals);
  if (start !== undefined) checkLoad(scope.faults, path("force"), load, 1, start);
  return gearbox({
    mass: mass!,
    limit: limit!,
    delta: delta!,
    gain: gain!,
    a: a!,
    b: b!,
    load,
    ...(curves[0] ? { weakening: curves[0] } : {}),
    ...(curves[1] ? { weakeningAB: curves[1] } : {}),
  });
}

/** k(delta): odd in delta, so of its sign. */
function gainAt(scope: Scope, formula: Quantity | undefined, delta: number): number | undefined {
  if (formula === undefined) return undefined;
  scope.constants.set("delta", delta);
  const node = scope.formula(["system", "gain"], formula, []);
  scope.constants.delete("delta");
  if (!node) return undefined;
  const gain = constantValue(node);
  if (gain !== undefined && gain * delta >= 0) return gain;
  scope.faults.add(
    ["system", "gain"],
    `invalid gain; k must be odd and increasing, so k(delta) of the sign of delta = ${delta}: ${gain}`,
  );
  return undefined;
}
