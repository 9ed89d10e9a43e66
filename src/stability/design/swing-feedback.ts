/**
 * Velocity feedback where no actuator reaches all that friction leaves: damping at the actuators is enough if C >= 0 in the closed loop
 * and every motion comes by one of them (LaSalle), the conditions of the certificate.
 */
import {
  combination,
  combined,
  inner,
  type PlainMatrix,
  product,
  scaled,
  seenIn,
  solverOf,
  symmetricPart,
  times,
  transposed,
} from "../../numeric/plain-matrix.ts";
import { splitSpace } from "../../numeric/subspace.ts";
import { pencilEigen, symmetricEigen } from "../../numeric/symmetric-eigen.ts";
import { dampingRatio } from "../rest/free-motion.ts";
import { frictionSpan } from "../rest/friction-span.ts";
import type { FrictionMachine } from "../rest/machine.ts";
import { analyzeMotion, certifiedEnergy } from "../rest/rest-analysis.ts";

export interface SwingFeedback {
  /** u = -F2 v */
  readonly F2: PlainMatrix;
  /** F2 = sigma S^T; undefined where it needs another form. */
  readonly sigma: number | undefined;
}

/** Gains that are tried: from so far below what is critical for the slowest motion to so far above that for the fastest one. */
const FAR = 1e4;
const RATIO = 4 / 3;

/** The least gain with a damping ratio of `enough`, or the one with the most; undefined where none is certified. */
export function swingFeedback(
  machine: FrictionMachine,
  columns: PlainMatrix,
  enough: number,
): SwingFeedback | undefined {
  const input = transposed(columns);
  const forms: ((sigma: number) => SwingFeedback)[] = [
    (sigma) => ({ F2: columns.map((column) => scaled(column, sigma)), sigma }),
    (sigma) => ({ F2: decoupled(machine, columns, sigma), sigma: undefined }),
  ];
  const { free } = frictionSpan(machine);
  for (const form of forms) {
    let best: SwingFeedback | undefined;
    let most = 0;
    for (const sigma of gainsOf(machine, columns)) {
      const tried = form(sigma);
      const closed = { ...machine, damping: combined(machine.damping, 1, product(input, tried.F2)) };
      const ratio = dampingRatio(closed, free);
      if (!(ratio > most) || certifiedEnergy(analyzeMotion(closed)) === undefined) continue;
      [best, most] = [tried, ratio];
      if (ratio >= enough) break;
    }
    if (best) return best;
  }
  return undefined;
}

function gainsOf({ mass, stiffness }: FrictionMachine, columns: PlainMatrix): number[] {
  const rates = pencilEigen(stiffness, mass)!.map(({ value }) => Math.sqrt(Math.max(0, value)));
  const solve = solverOf(mass)!;
  const reach = columns.reduce((most, column) => Math.max(most, inner(column, solve(column))), 0);
  if (reach === 0) return [];
  const gains: number[] = [];
  for (let gain = rates[0]! / reach / FAR; gain <= (rates.at(-1)! / reach) * FAR; gain *= RATIO) gains.push(gain);
  return gains;
}

/**
 * S F2 that takes the coupling of C between the actuators' directions and the others away, and damps the former: the symmetric part
 * becomes C where no actuator acts, and sigma (at least) where one does.
 */
function decoupled({ damping }: FrictionMachine, columns: PlainMatrix, sigma: number): PlainMatrix {
  const n = damping.length;
  const { span, rest, independent } = splitSpace(columns, n);
  const C = symmetricPart(damping);
  const own = span.length > 0 ? Math.max(0, -symmetricEigen(seenIn(C, span))[0]!.value) : 0;
  const size = inner(columns[independent[0]!] ?? [], columns[independent[0]!] ?? []);
  // X with S~ X: -2 S~^T C on the others, sigma on its own
  const X = span.map((unit) => {
    const image = times(C, unit);
    const away = combination(
      rest,
      rest.map((other) => -2 * inner(other, image)),
      n,
    );
    return away.map((entry, i) => entry + (own + sigma * size) * unit[i]!);
  });
  const R = span.map((unit) => independent.map((k) => inner(unit, columns[k]!)));
  const solve = solverOf(R);
  const gains = solve ? transposed(transposed(X).map(solve)) : [];
  return columns.map((_, k) => gains[independent.indexOf(k)] ?? Array<number>(n).fill(0));
}
