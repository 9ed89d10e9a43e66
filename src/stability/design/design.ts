/** Feedback that makes the rest of a machine attractive: stiffness first, then damping where friction does not act. */
import { isPositive, skewness } from "../../numeric/definite.ts";
import {
  combined,
  identity,
  largestEntry,
  type PlainMatrix,
  type PlainVector,
  product,
  transposed,
} from "../../numeric/plain-matrix.ts";
import { pencilEigen, symmetricEigen } from "../../numeric/symmetric-eigen.ts";
import { certify, SYMMETRIC } from "../rest/certificate.ts";
import { directionText, shortNumber } from "../rest/direction-text.ts";
import { frictionSpan } from "../rest/friction-span.ts";
import type { FrictionMachine } from "../rest/machine.ts";
import { analyzeMotion, analyzeRest, certifiedEnergy } from "../rest/rest-analysis.ts";
import { dampingFeedback } from "./damping-feedback.ts";
import { stiffnessFeedback, unreachedStiffness } from "./stiffness-feedback.ts";
import { type SwingFeedback, swingFeedback } from "./swing-feedback.ts";

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
  const { stiffness, damping, names } = machine;
  const margin = options.margin ?? defaultMargin(stiffness, columns);
  const position = isFit(stiffness, margin)
    ? { F1: columns.map((column) => column.map(() => 0)), closed: stiffness }
    : stiffnessFeedback(stiffness, columns, margin);
  if (position.reason !== undefined) {
    return infeasible(stiffnessReason(position, margin, names), position.directions);
  }
  const held = { ...machine, stiffness: position.closed };
  const velocity = velocityFeedback(held, columns, options.global === true);
  if ("directions" in velocity) return infeasible(velocity.reason, velocity.directions);
  const { F2, sigma } = velocity;
  const closed = { ...held, damping: combined(damping, 1, product(input, F2)) };
  if (certifiedEnergy(analyzeMotion(closed)) === undefined) {
    return infeasible(
      `no feedback that is certified was found; with the one tried: ${certify(analyzeRest(closed)).reason}`,
      [],
    );
  }
  return {
    status: "done",
    F1: position.F1,
    F2,
    margin: symmetricEigen(closed.stiffness)[0]!.value,
    sigma,
    reason: doneReason(position.F1, F2),
    directions: [],
    closed,
  };
}

type VelocityFeedback = SwingFeedback | { readonly reason: string; readonly directions: readonly PlainVector[] };

/** Damping where friction does not act; where no actuator reaches that, damping of every motion that comes by an actuator. */
function velocityFeedback(machine: FrictionMachine, columns: PlainMatrix, global: boolean): VelocityFeedback {
  const { mass, stiffness, names } = machine;
  const gains = (sigma: number) => columns.map((column) => column.map((entry) => sigma * entry + 0));
  if (!global && certifiedEnergy(analyzeMotion(machine)) !== undefined) return { F2: gains(0), sigma: 0 };
  const free = global ? identity(mass.length) : frictionSpan(machine).free;
  const slowest = Math.sqrt(Math.max(0, pencilEigen(stiffness, mass)![0]!.value));
  const found = dampingFeedback(machine, columns, free, 2 * DAMPING_RATIO * slowest);
  if (found.reason === undefined) return { F2: gains(found.sigma), sigma: found.sigma };
  const swing = found.value < 0 ? undefined : swingFeedback(machine, columns, DAMPING_RATIO);
  if (swing) return swing;
  const where = global ? "no actuator" : "neither friction nor an actuator";
  return {
    reason: `no velocity feedback exists; ${where} resists the velocity ${directionText(found.direction, names)}, whose damping u.C u / u.M u = ${shortNumber(found.value)} 1/s is not positive${found.value < 0 ? "" : ", and its motion does not come by an actuator"}. Add an actuator${global ? "" : ", a friction row"} or a damper there`,
    directions: [found.direction],
  };
}

function infeasible(reason: string, directions: readonly PlainVector[]): Design {
  const none = { F1: undefined, F2: undefined, margin: undefined, sigma: undefined, closed: undefined };
  return { status: "infeasible", ...none, reason, directions };
}

/** Symmetric, and above the margin already: it needs no feedback. */
function isFit(stiffness: PlainMatrix, margin: number): boolean {
  return skewness(stiffness) <= SYMMETRIC && symmetricEigen(stiffness)[0]!.value >= margin;
}

/** Half of what a positive stiffness has already; else a part of what the actuators cannot change. */
function defaultMargin(stiffness: PlainMatrix, columns: PlainMatrix): number {
  const scale = largestEntry(stiffness);
  const least = symmetricEigen(stiffness)[0]!.value;
  if (isPositive(stiffness)) return least / 2;
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

function doneReason(F1: PlainMatrix, F2: PlainMatrix): string {
  const stiff =
    largestEntry(F1) > 0
      ? "F1 makes the stiffness symmetric and positive with the least force"
      : "the stiffness needs no feedback";
  const damped = largestEntry(F2) > 0 ? "F2 damps what friction cannot catch" : "the damping needs none";
  return `${stiff}; ${damped}`;
}
