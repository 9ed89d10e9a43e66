/** Each way to end in a sentence, with its remedy. */
import { LEAST } from "./least-effort.ts";
import type { ControlStatus, Found } from "./result.ts";
import { largestError } from "./task.ts";

export type Reason =
  | "reached"
  | "cancelled"
  | "runs"
  | "stalled"
  | "singular"
  | "bounded"
  | "too-tight"
  | "overdetermined"
  | "edge-tolerance"
  | "budget"
  | "satisfied"
  | "at-bounds"
  | "reached-directly"
  | "exhausted";

const sentences: Record<Reason, { status: ControlStatus; text: (error: string) => string }> = {
  reached: { status: "reached", text: (error) => `The target is reached, error ${error}.` },
  "reached-directly": {
    status: "reached",
    text: (error) =>
      `The target is reached, error ${error}. Direct search does not tell whether the effort is the least: go on from here with --method newton --start.`,
  },
  cancelled: { status: "cancelled", text: (error) => `Stopped; the best control so far has the error ${error}.` },
  runs: {
    status: "not-converged",
    text: (error) =>
      `All runs allowed are spent, error ${error}. Allow more (control.method.runs), or go on from here with --start.`,
  },
  stalled: {
    status: "not-converged",
    text: (error) =>
      `Newton stalled at the error ${error}: no step along its direction comes nearer. Take the method hybrid, or another start.`,
  },
  singular: {
    status: "singular-tangent",
    text: (error) =>
      `Near this control the end follows it in fewer ways than the target asks for, or not at all (what sticks all the time has no derivative), error ${error}. Take the method hybrid, which searches without derivatives first, or another start.`,
  },
  "too-tight": {
    status: "target-missed",
    text: (error) =>
      `The bounds are too tight: the nearest control found within them misses the target by the error ${error}. Widen control.bounds, or allow more time. Proof:`,
  },
  bounded: {
    status: "target-missed",
    text: (error) =>
      `Not found within the bounds: the nearest control misses the target by the error ${error}, and nothing proves that there is none. Start elsewhere with --start, take the method hybrid or more intervals, widen control.bounds, or allow more time.`,
  },
  overdetermined: {
    status: "target-missed",
    text: (error) =>
      `No control near this one comes nearer than the error ${error}: there are more targets than the control can serve here. Free a component (null), give the control more intervals, or start elsewhere with --start.`,
  },
  "edge-tolerance": {
    status: "target-missed",
    text: (error) =>
      `The search ended because its simplex is small (edge tolerance), not because this is a minimum; the target is missed by the error ${error}. Start elsewhere with --start, take a larger edge or more points, or the method hybrid.`,
  },
  "at-bounds": {
    status: "target-missed",
    text: (error) =>
      `The search ended at the bounds, because its simplex is small; the target is missed by the error ${error}. Widen control.bounds, or allow more time.`,
  },
  exhausted: {
    status: "target-missed",
    text: (error) =>
      `Neither Newton nor direct search comes nearer than the error ${error}: it ended because the simplex is small, not because this is a minimum. Start elsewhere with --start, or take a larger control.method.edge.`,
  },
  satisfied: { status: "reached", text: (error) => `Near enough, error ${error}.` },
  budget: {
    status: "not-converged",
    text: (error) =>
      `All runs allowed are spent, error ${error}. Allow more (control.method.runs), or go on from here with --start.`,
  },
};

interface Verdict {
  readonly status: ControlStatus;
  readonly message: string;
}

/** `note`: the proof, or what else was tried. */
export function verdict(reason: Reason, { error }: Found, optimality: number | null, note?: string): Verdict {
  const { status, text } = sentences[reason];
  const sentence = text(short(largestError(error)));
  const message = note ? `${sentence} ${note}${note.endsWith(".") ? "" : "."}` : sentence;
  if (optimality === null || status !== "reached") return { status, message };
  const least = optimality <= LEAST ? "the least nearby" : "not surely the least nearby: go on from here with --start";
  return { status, message: `${message} The effort is ${least} (optimality residual ${short(optimality)}).` };
}

export function runFailed(message: string): Verdict {
  return { status: "run-failed", message: `The run at the start failed: ${message} Start elsewhere with --start.` };
}

function short(value: number): string {
  return String(Number(value.toPrecision(3)));
}
