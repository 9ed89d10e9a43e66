/** Which machines the kernel is made for. */
import { isFriction, type Law } from "../../../model/rows/law.ts";
import type { System } from "../../../model/system.ts";
import type { Vector } from "../../../numeric/vector.ts";
import { components } from "../components.ts";
import { type CurveKind, MOST, MOST_COORDINATES, type Shape } from "./layout.ts";

/** Entries of the directions of rows that it is made for. */
const MOST_ENTRIES = 128;

/** Undefined where the machine is not of the kernel's kind. */
export function shapeOf(system: System, order: number, origin: Vector): Shape | undefined {
  const { size: n, rows, linear, load, controllers } = system;
  const m = rows.length;
  if (!linear || linear.springs || controllers?.limited) return undefined;
  if (system.rowMotion || m === 0) return undefined;
  const varies = system.rowFunctions !== undefined && !system.rowFunctions.constant;
  if (n > MOST_COORDINATES || m > MOST || linear.directions.value.length > MOST_ENTRIES) return undefined;
  const plain = rows.every(({ law }) => {
    const { fixed } = law;
    if (!isFriction(law)) return true;
    if (law.smoothing > 0 || !curveKind(law)) return false;
    if (!fixed) return varies;
    return (
      fixed.forward > 0 && fixed.backward > 0 && Math.max(fixed.forward, fixed.backward) < Number.POSITIVE_INFINITY
    );
  });
  if (!plain) return undefined;
  const { members, light } = components(system, origin);
  if (light.length > 0) return undefined;
  const { start, column } = linear.directions;
  for (let i = 0; i < m; i++) if (start[i + 1] === start[i]) return undefined;
  const parts = members.map((list) => Array.from(list));
  const rowsThat = (are: (law: Law) => boolean) =>
    rows.reduce((set, { law }, i) => (are(law) ? set | (1 << i) : set), 0);
  const kinds = {
    jumps: rowsThat(({ jumps }) => jumps === true),
    joints: rowsThat(({ joint }) => joint === true),
    stops: rowsThat(({ stop }) => stop !== undefined),
  };
  const driven = system.rowFunctions !== undefined;
  return {
    ...{ n, m, order, damped: linear.damped, driven, varies, ...kinds, loaded: varies || !load.constant },
    curves: rows.map(({ law }) => curveKind(law)!),
    directions: { start, column },
    parts,
  };
}

/** Undefined: of another kind. */
function curveKind({ weakening }: Law): CurveKind | undefined {
  if (!weakening) return "none";
  const { kind, exponent } = weakening.form ?? {};
  if (kind !== "stribeck") return kind;
  return exponent === 1 ? "stribeck1" : exponent === 2 ? "stribeck2" : undefined;
}
