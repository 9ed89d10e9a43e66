/** How a run can end. Each failure is its own sentence with a remedy; nothing throws inside a run. */
import type { StepStatus } from "../../scheme/scheme.ts";

export type Status = "done" | "cancelled" | "diverged" | "degenerate-mass" | Exclude<StepStatus, "stepped" | "paused">;

const sentences: Record<Status, (time: string, what: string) => string> = {
  done: (time) => `The run reached its end at t = ${time} s.`,
  cancelled: (time) => `The run was stopped at t = ${time} s; what was computed until then is kept.`,
  diverged: (time) =>
    `The motion grew beyond all bounds after t = ${time} s. Check the signs of damping and stiffness; if the machine itself is unstable, end the run earlier.`,
  "degenerate-mass": (time) =>
    `The mass is no longer positive at t = ${time} s or right after it: some motion would need no force. Look at kinetic where the machine is then; other coordinates may have no such place.`,
  "undefined-force": (time, what) =>
    `The ${what} has no finite value at t = ${time} s or right after it. Look for a root or logarithm of a negative number, or a division by zero.`,
  "event-accumulation": (time) =>
    `Events crowd together at t = ${time} s and do not end. Take the scheme balanced, which steps over them, or end the run earlier.`,
  "too-many-expansions": (time) =>
    `The motion after t = ${time} s is too fast or too singular for the event-driven scheme: its steps become too many. Take the scheme balanced (or alpha, for a stiff machine without stops). A force that all but jumps with a velocity is dry friction: write it as a row.`,
  violated: (time) =>
    `The multipliers of an augmented Lagrangian did not bring its violation below the tolerance after t = ${time} s. Take a smaller epsilon, the second-order update or a larger tolerance; or the method kkt, which needs none of them.`,
  "not-converged": (time) =>
    `The solver did not converge after t = ${time} s. Take a smaller step; with another solver than active-set, take that one or a looser tolerance.`,
  singular: (time) =>
    `A step matrix was singular after t = ${time} s. Check that mass is positive definite and the damping not strongly negative, or take a smaller step.`,
};

/** All of them; done is the first. */
export const STATUSES = Object.keys(sentences) as readonly Status[];

/** `what`: the formula that has no value, where that is known. */
export function statusMessage(status: Status, time: number, what = "force"): string {
  if (time !== said.time) said = { time, text: String(Number(time.toPrecision(9))) };
  return sentences[status](said.text, what);
}

/** Runs of a problem end at the same time, and its digits take longer than all else here. */
let said = { time: 0, text: "0" };
