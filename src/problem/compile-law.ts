/** Friction rows: laws and directions. */
import { type Curve, hyperbolic, ramp, smooth, stribeck, table } from "../model/curve.ts";
import { coulomb, type Law, type Row, smoothed, stop } from "../model/law.ts";
import { type Coordinates, compileDirection } from "./compile-coordinates.ts";
import type { Path } from "./faults.ts";
import type { ProblemRow, ProblemStop, ProblemWeakening, Quantity } from "./schema.ts";
import type { Scope } from "./scope.ts";

export function compileRow(
  scope: Scope,
  path: Path,
  row: ProblemRow,
  index: number,
  coordinates: Coordinates,
): { row: Row; direction: number[] } | undefined {
  const direction = compileDirection(scope, path, row, coordinates);
  const law = compileLaw(scope, path, row.limit, row.weakening);
  if (!direction || !law) return undefined;
  return { direction, row: { name: row.name ?? `lambda${index + 1}`, law } };
}

/** The row of a stop points to where the gap opens: against w. */
export function compileStop(
  scope: Scope,
  path: Path,
  data: ProblemStop,
  index: number,
  coordinates: Coordinates,
): { row: Row; direction: number[] } | undefined {
  const direction = compileDirection(scope, path, data, coordinates);
  const gap = scope.number([...path, "gap"], data.gap);
  const restitution = scope.number([...path, "restitution"], data.restitution ?? 0, { from: 0, to: 1 });
  if (!direction || gap === undefined || restitution === undefined) return undefined;
  const name = data.name ?? `stop${index + 1}`;
  return {
    direction: direction.map((entry) => (entry === 0 ? 0 : -entry)),
    row: { name, law: stop({ gap, restitution }) },
  };
}

export function compileLaw(
  scope: Scope,
  path: Path,
  limit: Quantity,
  weakening: ProblemWeakening | undefined,
): Law | undefined {
  const value = scope.number([...path, "limit"], limit, { from: 0 });
  if (weakening?.shape === "smoothed") {
    const eta = scope.number([...path, "weakening", "eta"], weakening.eta, { above: 0 });
    return value === undefined || eta === undefined ? undefined : smoothed({ limit: value, eta });
  }
  if (!weakening) return value === undefined ? undefined : coulomb({ limit: value });
  const curve = compileCurve(scope, [...path, "weakening"], weakening);
  return value === undefined || !curve ? undefined : coulomb({ limit: value, weakening: curve });
}

export function compileCurve(
  scope: Scope,
  path: Path,
  weakening: Exclude<ProblemWeakening, { shape: "smoothed" }>,
): Curve | undefined {
  if (weakening.shape === "table") return compileTable(scope, path, weakening);
  const most = weakening.shape === "hyperbolic" ? { from: 0, to: 1 } : { from: 0, below: 1 };
  const beta = scope.number([...path, "beta"], weakening.beta, most);
  if (weakening.shape === "stribeck") {
    const speed = scope.number([...path, "speed"], weakening.speed, { above: 0 });
    const exponent = scope.number([...path, "exponent"], weakening.exponent, { from: 1, to: 20 });
    if (beta === undefined || speed === undefined || exponent === undefined) return undefined;
    return stribeck({ beta, speed, exponent });
  }
  if (weakening.shape === "hyperbolic") {
    const speed = scope.number([...path, "speed"], weakening.speed, { above: 0 });
    return beta === undefined || speed === undefined ? undefined : hyperbolic({ beta, speed });
  }
  const epsilon = scope.number([...path, "epsilon"], weakening.epsilon, { above: 0 });
  if (beta === undefined || epsilon === undefined) return undefined;
  return weakening.shape === "ramp" ? ramp({ beta, epsilon }) : smooth({ beta, epsilon });
}

function compileTable(
  scope: Scope,
  path: Path,
  weakening: Extract<ProblemWeakening, { shape: "table" }>,
): Curve | undefined {
  const speeds = scope.vector([...path, "speed"], weakening.speed, undefined);
  const ratios = scope.vector([...path, "ratio"], weakening.ratio, undefined);
  if (!speeds || !ratios) return undefined;
  const refuse = (key: string, message: string) => {
    scope.faults.add([...path, key], message);
    return undefined;
  };
  if (speeds.length !== ratios.length) {
    return refuse("ratio", `invalid ratio; not ${speeds.length} numbers, one for each speed: ${ratios.length} given`);
  }
  const fault = speeds.findIndex((speed, i) => (i === 0 ? speed !== 0 : !(speed > speeds[i - 1]!)));
  if (speeds.length === 0 || fault >= 0) {
    return refuse("speed", `invalid speed; the first must be 0 and the others increase: ${speeds.join(", ")}`);
  }
  if (ratios[0] !== 1)
    return refuse("ratio", `invalid ratio; the first must be 1, friction at rest is the limit: ${ratios[0]}`);
  const negative = ratios.find((ratio) => ratio < 0);
  if (negative !== undefined)
    return refuse("ratio", `invalid ratio; below 0: ${negative}. Friction would drive the motion`);
  return table({ speeds, ratios });
}
