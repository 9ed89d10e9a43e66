/** What an analysis of rest means: verdict, the conditions one by one with their numbers, margin and remedy. */

import { skewness } from "../../numeric/definite.ts";
import { asin } from "../../numeric/elementary.ts";
import { asymmetry } from "../../numeric/plain-matrix.ts";
import { directionText, shortNumber } from "./direction-text.ts";
import { IN_SPAN } from "./paper-bounds.ts";
import type { RestAnalysis } from "./rest-analysis.ts";

/** Skewness of a matrix that counts as symmetric. */
export const SYMMETRIC = 1e-12;

export type Verdict = "global" | "local" | "not-certified";

/** Of the energy that friction can hold: places are known to a millionth of a millionth of it. */
const HIDDEN = 1e-24;

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
  const { machine, set, leastStiffness, freeDamped, rho, gaining, energy } = analysis;
  const { names } = machine;
  if (!set) {
    return {
      reason: "There is no place to rest: along a direction without stiffness the force exceeds what friction can hold",
      margin: { value: null, of: "none" },
      remedy: "Lower the force, raise the limits, or add a spring or a position feedback in that direction",
    };
  }
  if (leastStiffness.sign <= 0) {
    const singular = leastStiffness.sign === 0;
    const direction = directionText(leastStiffness.vector, names);
    return {
      reason: singular
        ? `The stiffness is singular: nothing pulls the machine back along ${direction}`
        : `The stiffness is not positive definite: its least eigenvalue is ${shortNumber(leastStiffness.value)} N/m, along ${direction}`,
      margin: { value: singular ? 0 : leastStiffness.value, of: "least eigenvalue of K, N/m" },
      remedy: `Add a spring along ${direction}, or a position feedback: \`stickslip design\` finds one`,
    };
  }
  if (freeDamped) {
    if (rho.exact > 0 && energy && rho.exact <= HIDDEN * energy.value) {
      return {
        reason: `The guaranteed energy, ${shortNumber(rho.exact)} J, is less than digits of the position tell`,
        margin: { value: rho.exact / energy.value, of: "guaranteed energy / greatest energy on E" },
        remedy: moreDamping(analysis),
      };
    }
    if (rho.exact > 0) return undefined;
    return {
      reason: `Damping along ${directionText(gaining!.vector, names)} is round-off of its terms, and the stiffness there is so low that it may matter: its sign decides, and is not known`,
      margin: { value: 0, of: "least damping, N s/m" },
      remedy: "Give that motion damping of its own",
    };
  }
  return undampedReason(analysis);
}

/** A motion that no row resists keeps or gains energy. */
function undampedReason({
  machine,
  leastFree,
  freeMotion,
  friction,
  gaining,
}: RestAnalysis): Omit<Judgment, "verdict"> {
  const { names } = machine;
  const { value, vector } = leastFree!;
  const { least, decays } = freeMotion;
  const margin = { value, of: "least damping on ker W^T, 1/s" };
  const swing = least && `${directionText(least.direction, names)} at ${shortNumber(least.frequency)} rad/s`;
  const direction = directionText(vector, names);
  const remedy = `Add a friction row that resists ${direction}, or damping of more than ${shortNumber(Math.max(0, -value))} times its mass on it: \`stickslip design\` finds a velocity feedback`;
  if (value < 0) {
    return {
      reason: `Damping is negative where no friction acts: u.C u / u.M u = ${shortNumber(value)} 1/s for the velocity ${direction}, which no row resists. Every motion with such a velocity can gain energy, however small it is`,
      margin,
      remedy,
    };
  }
  if (decays) {
    const why = gaining
      ? `elsewhere damping is negative, along ${directionText(gaining.vector, names)}`
      : friction.doubtful
        ? "directions of rows are so nearly dependent that it is not known what moves while they stick"
        : "rows that hold at rest but have no friction in motion can stick, and then nothing is known of what still moves";
    return {
      reason: `Damping is zero, or nearly so, where no friction acts, for the velocity ${direction}, and ${why}`,
      margin,
      remedy,
    };
  }
  return {
    reason: `A motion neither rubs nor is damped: ${swing ?? direction}${least && least.ratio > 0 ? ` (its damping ratio, ${shortNumber(least.ratio)}, is too low to tell from none)` : ""}. It goes on for ever; damping is zero where no friction acts`,
    margin,
    remedy,
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
  const { machine, leastStiffness, undamped, leastFree, freeMotion, freeDamped, rho, energy } = analysis;
  const { names, damping } = machine;
  const symmetric = skewness(damping) <= SYMMETRIC;
  const outside = undamped.filter((direction) => direction.outside > IN_SPAN);
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
      holds: leastStiffness.sign > 0,
      detail: `least eigenvalue ${shortNumber(leastStiffness.value)} N/m`,
    },
    {
      name: "C symmetric (condition 1; not needed here)",
      holds: symmetric,
      detail: symmetric
        ? "yes"
        : `differs from its transpose by ${shortNumber(asymmetry(damping))} N s/m; only its symmetric part does work`,
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
      holds: freeMotion.positive,
      detail:
        leastFree === undefined
          ? "friction resists every velocity"
          : `least u.C u / u.M u ${shortNumber(leastFree.value)} 1/s along ${directionText(leastFree.vector, names)}`,
    },
    {
      name: "every motion without slip is damped",
      holds: freeDamped,
      detail: freeMotionDetail(analysis),
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

function freeMotionDetail({ freeMotion: { least }, freeDamped, machine }: RestAnalysis): string {
  const found = least
    ? `; the least damped one: ${directionText(least.direction, machine.names)} at ${shortNumber(least.frequency)} rad/s`
    : "";
  return freeDamped ? `yes${found}` : `a motion that no row resists keeps or gains energy${found}`;
}

/** Of an angle with this sine. */
function degrees(sine: number): number {
  return (asin(Math.min(1, sine)) * 180) / Math.PI;
}
