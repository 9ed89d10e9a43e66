/** Feedback that makes the rest of a machine attractive: stiffness first, then damping where friction does not act. */
import {
  asymmetry,
  combined,
  identity,
  largestEntry,
  type PlainMatrix,
  type PlainVector,
  product,
  transposed,
} from "../numeric/plain-matrix.ts";
import { pencilEigen, symmetricEigen } from "../numeric/symmetric-eigen.ts";
import { dampingFeedback } from "./damping-feedback.ts";
import { directionText, shortNumber } from "./direction-text.ts";
import { frictionSpan } from "./friction-span.ts";
import type { FrictionMachine } from "./machine.ts";
import { stiffnessFeedback, unreachedStiffness } from "./stiffness-feedback.ts";

export interface DesignOptions {
  /** Least eigenvalue of the closed stiffness, N/m; default: half of what it is where that is positive, else a tenth of what is possible. */
  readonly margin?: number | undefined;
  /** Damp every velocity, not only those that friction does not resist. */
  readonly global?: boolean | undefined;
}

export interface Design {
  readonly status: "done" | "infeasible";
  /** u = -F1 x - F2 v; a row an actuator. */
  readonly F1: PlainMatrix | undefined;
  readonly F2: PlainMatrix | undefined;
  /** Least eigenvalue of the closed stiffness, N/m. */
  readonly margin: number | undefined;
  /** F2 = sigma S^T. */
  readonly sigma: number | undefined;
  readonly reason: string;
  /** Directions that show why there is no feedback. */
  readonly directions: readonly PlainVector[];
  /** The machine in its closed loop. */
  readonly closed: FrictionMachine | undefined;
}

/** Part of critical damping that a feedback gives to the slowest motion. */
const DAMPING_RATIO = 0.01;
/** Part of the stiffness out of reach that is the margin by default. */
const SHARE = 0.1;

/** `input`: S, a row a coordinate. */
export function designFeedback(machine: FrictionMachine, input: PlainMatrix, options: DesignOptions = {}): Design {
  const columns = transposed(input);
  const { stiffness, damping, mass, names } = machine;
  const margin = options.margin ?? defaultMargin(stiffness, columns);
  const position = isFit(stiffness, margin)
    ? { F1: columns.map((column) => column.map(() => 0)), closed: stiffness }
    : stiffnessFeedback(stiffness, columns, margin);
  if (position.reason !== undefined) {
    return infeasible(stiffnessReason(position, margin, names), position.directions);
  }
  const K = position.closed;
  const friction = frictionSpan(machine);
  const free = options.global ? identity(mass.length) : friction.free;
  const slowest = Math.sqrt(Math.max(0, pencilEigen(K, mass)![0]!.value));
  const velocity = dampingFeedback(machine, columns, free, 2 * DAMPING_RATIO * slowest);
  if (velocity.reason !== undefined) {
    const where = options.global ? "no actuator" : "neither friction nor an actuator";
    return infeasible(
      `no velocity feedback exists; ${where} resists the velocity ${directionText(velocity.direction, names)}, whose damping u.C u / u.M u = ${shortNumber(velocity.value)} 1/s is not positive. Add an actuator${options.global ? "" : ", a friction row"} or a damper there`,
      [velocity.direction],
    );
  }
  const { sigma } = velocity;
  const F2 = columns.map((column) => column.map((entry) => sigma * entry + 0));
  return {
    status: "done",
    F1: position.F1,
    F2,
    margin: symmetricEigen(K)[0]!.value,
    sigma,
    reason: doneReason(position.F1, sigma),
    directions: [],
    closed: { ...machine, stiffness: K, damping: combined(damping, 1, product(input, F2)) },
  };
}

function infeasible(reason: string, directions: readonly PlainVector[]): Design {
  const none = { F1: undefined, F2: undefined, margin: undefined, sigma: undefined, closed: undefined };
  return { status: "infeasible", ...none, reason, directions };
}

/** Symmetric, and above the margin already: it needs no feedback. */
function isFit(stiffness: PlainMatrix, margin: number): boolean {
  return asymmetry(stiffness) <= 1e-12 * largestEntry(stiffness) && symmetricEigen(stiffness)[0]!.value >= margin;
}

/** Half of what a positive stiffness has already; else a part of what the actuators cannot change. */
function defaultMargin(stiffness: PlainMatrix, columns: PlainMatrix): number {
  const scale = largestEntry(stiffness);
  const least = symmetricEigen(stiffness)[0]!.value;
  if (least > 1e-12 * scale) return least / 2;
  const unreached = unreachedStiffness(stiffness, columns);
  if (Number.isFinite(unreached)) return SHARE * Math.max(0, unreached);
  return scale > 0 ? SHARE * scale : 1;
}

function stiffnessReason(
  { reason, directions, value }: Extract<ReturnType<typeof stiffnessFeedback>, { reason: string }>,
  margin: number,
  names: readonly string[],
): string {
  const [u, w] = directions.map((direction) => directionText(direction, names));
  if (reason === "not symmetric") {
    return `no position feedback exists; no actuator reaches u = ${u} and w = ${w}, and there the stiffness is not symmetric: u.K w - w.K u = ${shortNumber(value)} N/m. Add an actuator that pushes along one of them`;
  }
  return `no position feedback exists with a margin of ${shortNumber(margin)} N/m; no actuator reaches u = ${u}, where the stiffness is u.K u = ${shortNumber(value)} N/m. ${value > 0 ? "Ask for less, or add" : "Add"} an actuator or a spring along it`;
}

function doneReason(F1: PlainMatrix, sigma: number): string {
  const stiff =
    largestEntry(F1) > 0
      ? "F1 makes the stiffness symmetric and positive with the least force"
      : "the stiffness needs no feedback";
  const damped = sigma > 0 ? "F2 damps what friction cannot catch with the least gain" : "the damping needs none";
  return `${stiff}; ${damped}`;
}
