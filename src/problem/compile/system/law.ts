/** Rows: friction, joints and stops, with their laws and directions. */
import { boundsOn } from "../../../expression/bounds.ts";
import { constant, constantValue, divide, extremum, multiply } from "../../../expression/fold.ts";
import { share } from "../../../expression/share.ts";
import type { Node } from "../../../expression/syntax.ts";
import { type Curve, hyperbolic, ramp, smooth, stribeck, table } from "../../../model/rows/curve.ts";
import { frictionLaw, joint, type Law, type LawShape, type Row, stop, varyingLaw } from "../../../model/rows/law.ts";
import type { SparseRow } from "../../../numeric/rows.ts";
import { type Path, printPath, printValue } from "../../faults.ts";
import type { ProblemJoint, ProblemRow, ProblemStop, ProblemWeakening } from "../../schema/schema.ts";
import { followsMotion, motionVariables } from "../motion/variables.ts";
import type { Scope } from "../scope.ts";
import { type AffineForm, affineForm, type Symbols } from "./affine.ts";
import { compileConstraintMethod } from "./constraint-method.ts";
import { type Coordinates, compileDirection } from "./coordinates.ts";
import { type RowScope, rowFormula } from "./row-formulas.ts";

/** A row, and what of it may change. */
export interface CompiledRow {
  readonly row: Row;
  readonly direction: SparseRow;
  /** Present when something varies: drive and limits as formulas of time and the motion, in the order of RowValue. */
  readonly functions?: readonly Node[];
  /** Drive, when there is one. */
  readonly drive?: Node;
  /** N s/m on the slip. */
  readonly viscous: number;
  /** The drive as damping on the slip needs it, where it follows positions: what they add to it joins the stiffness. */
  readonly affineDrive?: AffineForm;
}

export function compileRow(
  scope: Scope,
  path: Path,
  row: ProblemRow,
  index: number,
  coordinates: Coordinates,
  names: RowScope,
): CompiledRow | undefined {
  const direction = compileDirection(scope, path, row, coordinates);
  const friction = compileFriction(scope, path, row, index, names);
  if (friction?.drive && friction.viscous !== 0 && followsMotion(friction.drive)) {
    const affineDrive = affineForm(scope, [...path, "drive"], friction.drive, placesIn(friction.drive));
    if (typeof affineDrive !== "string") return direction && { ...friction, direction, affineDrive };
    scope.faults.add(
      [...path, "viscous"],
      `invalid viscous; with a drive that is not affine in positions it is not linear: ${printValue(row.drive)}. Take type: mechanism`,
    );
    return undefined;
  }
  return direction && friction && { ...friction, direction };
}

/** The positions that a drive follows, by the names of its variables. */
function placesIn(drive: Node): Symbols {
  return new Map(
    motionVariables([drive]).map(({ name, index }) => [name, { kind: "position" as const, index }] as const),
  );
}

/** All of a friction row but its direction. */
export function compileFriction(
  scope: Scope,
  path: Path,
  row: FrictionData,
  index: number,
  names: RowScope,
): Omit<CompiledRow, "direction"> | undefined {
  const drive = row.drive === undefined ? constant(0) : rowFormula(scope, [...path, "drive"], row.drive, names);
  const viscous = scope.number([...path, "viscous"], row.viscous ?? 0, { from: 0 });
  const bounds = compileBounds(scope, path, row, names);
  const shape = compileShape(scope, path, row);
  if (!drive || !bounds || !shape || viscous === undefined) return undefined;
  const law = lawOf(bounds, shape);
  const base = { row: { name: row.name ?? `lambda${index + 1}`, law }, viscous };
  if (!law.varying && row.drive === undefined) return base;
  const functions = [drive, ...bounds];
  return row.drive === undefined ? { ...base, functions } : { ...base, functions, drive };
}

type FrictionData = Omit<ProblemRow, "on" | "direction">;

const BOUND_KEYS = ["limit", "backward", "kinetic", "kineticBackward"] as const;

/** Forces at rest and in slip, forward and backward, in the order of RowValue. */
function compileBounds(scope: Scope, path: Path, row: FrictionData, names: RowScope): Node[] | undefined {
  const [limit, backward, kinetic, kineticBackward] = BOUND_KEYS.map((key) =>
    compileBound(scope, path, row, key, names),
  );
  const given = BOUND_KEYS.filter((key) => row[key] !== undefined).length;
  const known = [limit, backward, kinetic, kineticBackward].filter((node) => node !== undefined).length;
  if (!limit || known < given) return undefined;
  const back = backward ?? limit;
  const forward = kinetic ? inSlip(scope, [...path, "kinetic"], kinetic, limit) : limit;
  if (kineticBackward) {
    return [limit, back, forward, inSlip(scope, [...path, "kineticBackward"], kineticBackward, back)];
  }
  if (!kinetic) return [limit, back, limit, back];
  if (!backward) return [limit, back, forward, forward];
  const constantLimit = constantValue(limit);
  if (constantLimit === undefined) {
    scope.faults.add(
      [...path, "kinetic"],
      "invalid kinetic; with backward and a limit that varies it says nothing of negative slip. Give kineticBackward too",
    );
    return undefined;
  }
  return [limit, back, forward, constantLimit > 0 ? divide(multiply(forward, back), limit) : back];
}

/** A bound that is not constant counts as 0 below 0. */
function compileBound(
  scope: Scope,
  path: Path,
  row: FrictionData,
  key: (typeof BOUND_KEYS)[number],
  names: RowScope,
): Node | undefined {
  const text = row[key];
  const node = text === undefined ? undefined : rowFormula(scope, [...path, key], text, names);
  if (!node || text === undefined) return undefined;
  const value = constantValue(node);
  if (value === undefined) return isPositive(node) ? node : extremum("max", node, constant(0));
  return scope.within([...path, key], text, value, { from: 0 }) === undefined ? undefined : node;
}

/** Whether it is proved that a formula is never zero or less: nothing need be decided then. */
function isPositive(node: Node): boolean {
  return boundsOn([node], "t", EVER).every(({ low, defined }) => defined && low > 0);
}
const EVER = [-1e300, 1e300] as const;

/** A kinetic force above the limit counts as the limit: it would drive the motion. */
function inSlip(scope: Scope, path: Path, kinetic: Node, limit: Node): Node {
  const [force, most] = [constantValue(kinetic), constantValue(limit)];
  if (force !== undefined && most !== undefined && force > most) {
    scope.warnings.push(`${printPath(path)} is above the limit of ${most} N and counts as the limit: ${force} N.`);
  }
  return isSame(kinetic, limit) ? limit : extremum("min", kinetic, limit);
}

function isSame(a: Node, b: Node): boolean {
  const [one, other] = share([a, b]);
  return one === other;
}

function lawOf(bounds: readonly Node[], shape: LawShape): Law {
  const [forward, backward, kineticForward, kineticBackward] = bounds.map(constantValue);
  if (
    forward === undefined ||
    backward === undefined ||
    kineticForward === undefined ||
    kineticBackward === undefined
  ) {
    const differ = (a: number, b: number) => !isSame(bounds[a]!, bounds[b]!);
    return varyingLaw({ jumps: differ(0, 2) || differ(1, 3), uneven: differ(0, 1) }, shape);
  }
  return frictionLaw({ forward, backward, kineticForward, kineticBackward }, shape);
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
  const method = compileConstraintMethod(scope, path, data, "stop");
  if (!direction || gap === undefined || restitution === undefined) return undefined;
  const name = data.name ?? `stop${index + 1}`;
  return {
    direction: { ...direction, values: direction.values.map((entry) => -entry) },
    viscous: 0,
    row: { name, law: stop({ gap, restitution }, method) },
  };
}

/** The curve of a law, or its smoothing. */
function compileShape(scope: Scope, path: Path, row: FrictionData): LawShape | undefined {
  const { weakening } = row;
  if (!weakening) return {};
  if (weakening.shape !== "smoothed") {
    const curve = compileCurve(scope, [...path, "weakening"], weakening);
    return curve && { weakening: curve };
  }
  const smoothing = scope.number([...path, "weakening", "eta"], weakening.eta, { above: 0 });
  if (BOUND_KEYS.some((key) => key !== "limit" && row[key] !== undefined)) {
    scope.faults.add(path, "invalid row; a smoothed row has one limit only. Leave kinetic and backward out");
    return undefined;
  }
  return smoothing === undefined ? undefined : { smoothing };
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
    const exponent = scope.number([...path, "exponent"], weakening.exponent, { above: 0, to: 20 });
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
