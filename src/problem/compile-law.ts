/** Friction rows: laws and directions. */
import { type Curve, ramp, smooth, stribeck } from "../model/curve.ts";
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
  const beta = scope.number([...path, "beta"], weakening.beta, { from: 0, below: 1 });
  if (weakening.shape === "stribeck") {
    const speed = scope.number([...path, "speed"], weakening.speed, { above: 0 });
    const exponent = scope.number([...path, "exponent"], weakening.exponent, { from: 1, to: 20 });
    if (beta === undefined || speed === undefined || exponent === undefined) return undefined;
    return stribeck({ beta, speed, exponent });
  }
  const epsilon = scope.number([...path, "epsilon"], weakening.epsilon, { above: 0 });
  if (beta === undefined || epsilon === undefined) return undefined;
  return weakening.shape === "ramp" ? ramp({ beta, epsilon }) : smooth({ beta, epsilon });
}
