/** Rows: friction, joints and stops, with their laws and directions. */
import { constant, constantValue, divide, extremum, multiply } from "../expression/fold.ts";
import type { Node } from "../expression/syntax.ts";
import { type Curve, hyperbolic, ramp, smooth, stribeck, table } from "../model/curve.ts";
import { coulomb, joint, type Law, type Row, smoothed, stop } from "../model/law.ts";
import { type Coordinates, compileDirection } from "./compile-coordinates.ts";
import type { Path } from "./faults.ts";
import type { ProblemJoint, ProblemRow, ProblemStop, ProblemWeakening } from "./schema.ts";
import type { Scope } from "./scope.ts";

/** A row, and what of it may change in time. */
export interface CompiledRow {
  readonly row: Row;
  readonly direction: number[];
  /** Present when something varies: drive and limits as formulas, in the order of RowValue. */
  readonly functions?: readonly Node[];
  /** Drive, when there is one. */
  readonly drive?: Node;
  /** N s/m on the slip. */
  readonly viscous: number;
}

export function compileRow(
  scope: Scope,
  path: Path,
  row: ProblemRow,
  index: number,
  coordinates: Coordinates,
): CompiledRow | undefined {
  const direction = compileDirection(scope, path, row, coordinates);
  const time = (key: "limit" | "backward" | "kinetic" | "drive") => {
    const text = row[key];
    return text === undefined ? undefined : scope.timeFormula([...path, key], text);
  };
  const limit = time("limit");
  const backward = row.backward === undefined ? limit : time("backward");
  const kinetic = row.kinetic === undefined ? limit : time("kinetic");
  const drive = time("drive");
  const viscous = scope.number([...path, "viscous"], row.viscous ?? 0, { from: 0 });
  const law = compileLaw(scope, path, row, { limit, backward, kinetic });
  if (!direction || !law || !limit || !backward || !kinetic || viscous === undefined) return undefined;
  if (row.drive !== undefined && !drive) return undefined;
  const base = { row: { name: row.name ?? `lambda${index + 1}`, law }, direction, viscous };
  if (!law.varying && !drive) return base;
  const limits = varyingLimits(scope, path, row, { limit, backward, kinetic });
  if (!limits) return undefined;
  const functions = [drive ?? constant(0), ...limits.map((node) => extremum("max", node, constant(0)))];
  return drive ? { ...base, functions, drive } : { ...base, functions };
}

/** Limits at rest and in slip, forward and backward. A kinetic force above the limit counts as the limit: it would drive the motion. */
function varyingLimits(
  scope: Scope,
  path: Path,
  row: ProblemRow,
  { limit, backward, kinetic }: Record<"limit" | "backward" | "kinetic", Node>,
): Node[] | undefined {
  if (row.kinetic === undefined) return [limit, backward, limit, backward];
  const inSlip = extremum("min", kinetic, limit);
  if (row.backward === undefined) return [limit, backward, inSlip, inSlip];
  const fixed = constantValue(limit);
  if (fixed === undefined) {
    scope.faults.add(
      [...path, "kinetic"],
      "invalid kinetic; with backward it needs a constant limit: the force in negative slip is kinetic backward/limit. Take a weakening, which is a part of either limit",
    );
    return undefined;
  }
  return [limit, backward, inSlip, fixed > 0 ? divide(multiply(inSlip, backward), limit) : backward];
}

/** A bilateral row. */
export function compileJoint(
  scope: Scope,
  path: Path,
  data: ProblemJoint,
  index: number,
  coordinates: Coordinates,
): CompiledRow | undefined {
  const direction = compileDirection(scope, path, data, coordinates);
  return direction && { direction, viscous: 0, row: { name: data.name ?? `joint${index + 1}`, law: joint() } };
}

/** The row of a stop points to where the gap opens: against w. */
export function compileStop(
  scope: Scope,
  path: Path,
  data: ProblemStop,
  index: number,
  coordinates: Coordinates,
): CompiledRow | undefined {
  const direction = compileDirection(scope, path, data, coordinates);
  const gap = scope.number([...path, "gap"], data.gap);
  const restitution = scope.number([...path, "restitution"], data.restitution ?? 0, { from: 0, to: 1 });
  if (!direction || gap === undefined || restitution === undefined) return undefined;
  const name = data.name ?? `stop${index + 1}`;
  return {
    direction: direction.map((entry) => (entry === 0 ? 0 : -entry)),
    viscous: 0,
    row: { name, law: stop({ gap, restitution }) },
  };
}

/** Limits that are constant are checked and become numbers; one that varies makes the law vary. */
function compileLaw(
  scope: Scope,
  path: Path,
  row: ProblemRow,
  nodes: Record<"limit" | "backward" | "kinetic", Node | undefined>,
): Law | undefined {
  const { weakening } = row;
  const values = (["limit", "backward", "kinetic"] as const).map((key) => {
    const node = nodes[key];
    return node && constantValue(node);
  });
  const varying = values.includes(undefined);
  const numbers = (["limit", "backward", "kinetic"] as const).map((key, i) => {
    const value = values[i];
    const text = row[key];
    if (value === undefined || text === undefined) return value ?? values[0] ?? 0;
    const most = key === "kinetic" && values[0] !== undefined ? { from: 0, to: values[0] } : { from: 0 };
    return scope.within([...path, key], text, value, most);
  });
  if (row.kinetic !== undefined && weakening) {
    scope.faults.add([...path, "kinetic"], "invalid kinetic; the row has a weakening already. Take one of them");
    return undefined;
  }
  const [limit, backward, kinetic] = numbers;
  if (limit === undefined || backward === undefined || kinetic === undefined) return undefined;
  const flag = varying ? { varying } : {};
  if (weakening?.shape === "smoothed") {
    const eta = scope.number([...path, "weakening", "eta"], weakening.eta, { above: 0 });
    if (row.kinetic !== undefined || row.backward !== undefined) {
      scope.faults.add(path, "invalid row; a smoothed row has one limit only. Leave kinetic and backward out");
      return undefined;
    }
    return eta === undefined ? undefined : { ...smoothed({ limit, eta }), ...flag };
  }
  if (!weakening) return { ...coulomb({ limit, backward, kinetic }), ...flag };
  const curve = compileCurve(scope, [...path, "weakening"], weakening);
  return curve && { ...coulomb({ limit, backward, kinetic, weakening: curve }), ...flag };
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
