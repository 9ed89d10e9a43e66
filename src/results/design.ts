/** A feedback design as plain data: what --json prints. Its fields are stable. */
import { skewness } from "../numeric/definite.ts";
import { largestEntry, type PlainMatrix } from "../numeric/plain-matrix.ts";
import type { Design } from "../stability/design/design.ts";
import { certify, SYMMETRIC } from "../stability/rest/certificate.ts";
import type { FrictionMachine } from "../stability/rest/machine.ts";
import { analyzeRest } from "../stability/rest/rest-analysis.ts";

/** Verdict and reason of `equilibrium` before and after. */
export interface Judged {
  readonly before: { readonly verdict: string; readonly reason: string };
  readonly after: { readonly verdict: string; readonly reason: string } | null;
}

export function judgeDesign(machine: FrictionMachine, { closed }: Design): Judged {
  return { before: verdictOf(machine), after: closed ? verdictOf(closed) : null };
}

function verdictOf(machine: FrictionMachine): Judged["before"] {
  if (skewness(machine.stiffness) > SYMMETRIC) {
    return { verdict: "not-certified", reason: "The stiffness is not symmetric: it has no energy" };
  }
  const { verdict, reason } = certify(analyzeRest(machine));
  return { verdict, reason };
}

export function designData({ status, F1, F2, margin, sigma, reason, directions }: Design, judged: Judged) {
  return {
    status,
    F1: F1 ?? null,
    F2: F2 ?? null,
    margin: margin ?? null,
    sigma: sigma ?? null,
    reason,
    directions,
    ...judged,
  };
}

export type DesignData = ReturnType<typeof designData>;

/** The problem's data with the feedback behind those that it has. */
export function closedRaw(raw: unknown, { F1, F2 }: Design): unknown {
  const data = raw as { readonly feedback?: readonly unknown[] };
  const some = (gains: PlainMatrix) => largestEntry(gains) > 0;
  if (!F1 || !F2 || !(some(F1) || some(F2))) return raw;
  const entry = { type: "state", ...(some(F1) ? { position: F1 } : {}), ...(some(F2) ? { velocity: F2 } : {}) };
  return { ...data, feedback: [...(data.feedback ?? []), entry] };
}
