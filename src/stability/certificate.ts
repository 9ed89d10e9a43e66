/** What an analysis of rest means: verdict, the conditions one by one with their numbers, margin and remedy. */
import { asin } from "../numeric/elementary.ts";
import { asymmetry, largestEntry } from "../numeric/plain-matrix.ts";
import { directionText, shortNumber } from "./direction-text.ts";
import { ZERO } from "./equilibrium-set.ts";
import { dampingZero } from "./friction-span.ts";
import { IN_SPAN } from "./paper-bounds.ts";
import type { RestAnalysis } from "./rest-analysis.ts";

export type Verdict = "global" | "local" | "not-certified";

export interface Condition {
  readonly name: string;
  readonly holds: boolean;
  readonly detail: string;
}

export interface Certificate {
  readonly verdict: Verdict;
  /** What is certified, or which condition fails. */
  readonly reason: string;
  /** How far the deciding condition is from failing (below 0: from holding), and what it measures. */
  readonly margin: { readonly value: number | null; readonly of: string };
  /** How to get more. */
  readonly remedy: string;
  readonly conditions: readonly Condition[];
  /** Remark 2: of the center. */
  readonly stability: { readonly lyapunov: boolean; readonly bounded: boolean; readonly detail: string };
  /** Whether all of E lies in the guaranteed region, and by how much E would have to shrink if not (1 or more: inside). */
  readonly inside: { readonly all: boolean; readonly scale: number | null };
}

export function certify(analysis: RestAnalysis): Certificate {
  const { energy, rho } = analysis;
  const failure = analysis.linearlyStable ? undefined : failureOf(analysis);
  const inside = energy
    ? {
        all: energy.value < rho.exact,
        scale: energy.value > 0 && Number.isFinite(rho.exact) ? Math.sqrt(rho.exact / energy.value) : null,
      }
    : { all: false, scale: null };
  const judged = failure ? { verdict: "not-certified" as const, ...failure } : judge(analysis, inside);
  const certified = judged.verdict !== "not-certified";
  return {
    ...judged,
    conditions: conditionsOf(analysis),
    stability: {
      lyapunov: certified,
      bounded: certified,
      detail: certified
        ? `The center is Lyapunov stable, and motions that start ${judged.verdict === "global" ? "anywhere" : "in the guaranteed region"} stay bounded (Remark 2)`
        : "Nothing is guaranteed of the center",
    },
    inside,
  };
}

type Judgment = Pick<Certificate, "verdict" | "reason" | "margin" | "remedy">;

/** The first condition without which this energy function proves nothing. */
function failureOf(analysis: RestAnalysis): Omit<Judgment, "verdict"> | undefined {
  const { machine, set, leastStiffness, leastFree, freeDamped } = analysis;
  const { names } = machine;
  if (!set) {
    return {
      reason: "There is no place to rest: along a direction without stiffness the force exceeds what friction can hold",
      margin: { value: null, of: "none" },
      remedy: "Lower the force, raise the limits, or add a spring or a position feedback in that direction",
    };
  }
  if (leastStiffness.value <= ZERO * largestEntry(machine.stiffness)) {
    const singular = set.unbounded.length > 0 && leastStiffness.value >= -ZERO * largestEntry(machine.stiffness);
    const direction = directionText(leastStiffness.vector, names);
    return {
      reason: singular
        ? `The stiffness is singular: nothing pulls the machine back along ${direction}`
        : `The stiffness is not positive definite: its least eigenvalue is ${shortNumber(leastStiffness.value)} N/m, along ${direction}`,
      margin: { value: singular ? 0 : leastStiffness.value, of: "least eigenvalue of K, N/m" },
      remedy: `Add a spring along ${direction}, or a position feedback: \`stickslip design\` finds one`,
    };
  }
  if (freeDamped) return undefined;
  const direction = directionText(leastFree!.vector, names);
  const { value } = leastFree!;
  return {
    reason: `Damping is ${value < 0 ? "negative" : "zero"} where no friction acts: u.C u / u.M u = ${shortNumber(value)} 1/s for the velocity ${direction}, which no row resists${value < 0 ? ". Every motion with such a velocity can gain energy, however small it is" : ", and a motion along it need not end"}`,
    margin: { value, of: "least damping on ker W^T, 1/s" },
    remedy: `Add a friction row that resists ${direction}, or damping of more than ${shortNumber(-value)} times its mass on it: \`stickslip design\` finds a velocity feedback`,
  };
}

function judge(analysis: RestAnalysis, inside: Certificate["inside"]): Judgment {
  const { rho, energy } = analysis;
  if (analysis.linearlyStable && rho.exact !== Number.POSITIVE_INFINITY) {
    return {
      verdict: "global",
      reason:
        "Without friction the machine is linear and asymptotically stable: all its eigenvalues lie in the left half plane, although its damping is not positive definite",
      margin: { value: null, of: "guaranteed energy; it has no bound" },
      remedy: "Nothing is needed; but friction on some of the coordinates may take this away",
    };
  }
  if (rho.exact === Number.POSITIVE_INFINITY) {
    return {
      verdict: "global",
      reason: "Every motion comes to rest in the equilibrium set, from any start",
      margin: { value: null, of: "guaranteed energy; it has no bound" },
      remedy: "Nothing is needed",
    };
  }
  const more = moreDamping(analysis);
  const every = `Every motion that starts with less energy than ${shortNumber(rho.exact)} J comes to rest in`;
  const bound = energy!.exact ? "" : " at most (a bound: too many rows for all corners)";
  if (inside.all) {
    return {
      verdict: "local",
      reason: `${every} the equilibrium set, whose greatest energy is ${shortNumber(energy!.value)} J${bound}`,
      margin: {
        value: energy!.value > 0 ? rho.exact / energy!.value : null,
        of: "guaranteed energy / greatest energy on E",
      },
      remedy: more,
    };
  }
  return {
    verdict: "local",
    reason: `${every} the part of the equilibrium set inside that region; the whole set sticks out, its greatest energy is ${shortNumber(energy!.value)} J${bound}`,
    margin: { value: rho.exact / energy!.value, of: "guaranteed energy / greatest energy on E" },
    remedy: `Limits at rest lower by ${shortNumber((1 - inside.scale!) * 100)} %, with those in motion kept, would bring all of E inside; so does more damping. ${more}`,
  };
}

function moreDamping({ undamped, machine }: RestAnalysis): string {
  const negative = undamped.filter(({ value }) => value < 0);
  const amounts = negative.map(
    ({ value, vector }) => `${shortNumber(-value)} N s/m along ${directionText(vector, machine.names)}`,
  );
  const shown = amounts.length > 3 ? [...amounts.slice(0, 3), `${amounts.length - 3} more`] : amounts;
  return `Damping of ${shown.join(" and ")} added makes it global`;
}

/** Theorem 1 one by one, and what takes its place here. */
function conditionsOf(analysis: RestAnalysis): Condition[] {
  const { machine, leastStiffness, undamped, leastFree, freeDamped, rho, energy } = analysis;
  const { names, damping, stiffness } = machine;
  const skew = asymmetry(damping);
  const outside = undamped.filter((direction) => direction.outside > IN_SPAN);
  const zero = dampingZero(machine);
  const inEnergy = (bound: number) =>
    energy === undefined
      ? "not defined without positive definite stiffness"
      : `greatest energy on E ${shortNumber(energy.value)} J, guaranteed ${bound === Number.POSITIVE_INFINITY ? "without bound" : `${shortNumber(bound)} J`}`;
  const columns = undamped.map(({ value, vector, outside }) => {
    const angle = outside <= IN_SPAN ? "in span W" : `at ${shortNumber(degrees(outside))} degrees to span W`;
    return `${shortNumber(value)} N s/m along ${directionText(vector, names)} ${angle}`;
  });
  const more = columns.length > 3 ? `; and ${columns.length - 3} more` : "";
  const eigencolumns = `${columns.slice(0, 3).join("; ")}${more}`;
  return [
    {
      name: "K positive definite (condition 1)",
      holds: leastStiffness.value > ZERO * largestEntry(stiffness),
      detail: `least eigenvalue ${shortNumber(leastStiffness.value)} N/m`,
    },
    {
      name: "C symmetric (condition 1; not needed here)",
      holds: skew <= zero,
      detail:
        skew <= zero
          ? "yes"
          : `differs from its transpose by ${shortNumber(skew)} N s/m; only its symmetric part does work`,
    },
    {
      name: "C positive definite (Remark 4)",
      holds: undamped.length === 0,
      detail: undamped.length === 0 ? "all eigenvalues are positive" : `eigenvalues zero or negative: ${eigencolumns}`,
    },
    {
      name: "eigencolumns with eigenvalue <= 0 in span W (condition 2, (15))",
      holds: outside.length === 0,
      detail: undamped.length === 0 ? "there are none" : eigencolumns,
    },
    {
      name: "C positive on ker W^T (takes the place of (15))",
      holds: leastFree === undefined || leastFree.value > 0,
      detail:
        leastFree === undefined
          ? "friction resists every velocity"
          : `least u.C u / u.M u ${shortNumber(leastFree.value)} 1/s along ${directionText(leastFree.vector, names)}`,
    },
    {
      name: "every motion without slip is damped",
      holds: freeDamped,
      detail: freeDamped ? "yes" : "a motion that no row resists keeps or gains energy",
    },
    {
      name: "E inside the region of (7) (condition 3)",
      holds: energy !== undefined && energy.value < rho.paper,
      detail: inEnergy(rho.paper),
    },
    {
      name: "E inside the exact region",
      holds: energy !== undefined && energy.value < rho.exact,
      detail: inEnergy(rho.exact),
    },
  ];
}

/** Of an angle with this sine. */
function degrees(sine: number): number {
  return (asin(Math.min(1, sine)) * 180) / Math.PI;
}
