/**
 * The search for a motion that damping does not see: among the motions of (omega q, q')' = [[0, omega], [-omega, -G]] (skew, so that
 * every motion is a sum of swings), each frequency's swings are held against the symmetric part of C over a whole period.
 */
import {
  combination,
  inner,
  type PlainMatrix,
  type PlainVector,
  seenIn,
  symmetricPart,
  times,
} from "../../numeric/plain-matrix.ts";
import { type Eigen, symmetricEigen } from "../../numeric/symmetric-eigen.ts";

export interface SeenMotion {
  /** Of its velocity, at one instant. */
  readonly direction: PlainVector;
  /** rad/s */
  readonly frequency: number;
  /** Damping ratio at small damping: what C takes in a period. Zero or below: nothing beyond round-off. */
  readonly ratio: number;
}

/** Frequencies closer than this (relative) may mix. */
const CLOSE = 1e-6;

/** In modal coordinates; `doubts`: round-off of the diagonal of C; `velocities`: the modes in other coordinates. */
export function leastSeen(
  frequencies: readonly number[],
  damping: PlainMatrix,
  doubts: PlainVector,
  velocities: PlainMatrix,
): SeenMotion | undefined {
  const n = frequencies.length;
  const dissipation = symmetricPart(damping);
  const matrix = conservative(frequencies, damping);
  const square = matrix.map((row) => matrix.map((other) => inner(row, other))); // A A^T = -A^2
  const pairs = symmetricEigen(square).filter(({ value }) => value > 0);
  let least: SeenMotion | undefined;
  for (const cluster of clusters(pairs)) {
    const frequency = Math.sqrt(cluster[0]!.value);
    const basis = cluster.map(({ vector }) => vector);
    const speeds = basis.map((z) => z.slice(n));
    const later = basis.map((z) =>
      times(matrix, z)
        .slice(n)
        .map((entry) => entry / frequency),
    );
    const seen = seenIn(dissipation, speeds).map((row, i) =>
      row.map((entry, j) => entry + inner(later[i]!, times(dissipation, later[j]!))),
    );
    const { value, vector } = symmetricEigen(seen)[0]!;
    const z = combination(basis, vector, 2 * n);
    const turned = times(matrix, z).map((entry) => entry / frequency);
    // the instant of the orbit at which more of it is velocity
    const at = inner(z.slice(n), z.slice(n)) >= inner(turned.slice(n), turned.slice(n)) ? z : turned;
    const doubt = z.reduce((sum, entry, i) => sum + entry * entry * doubts[i % n]!, 0);
    const ratio = (value - doubt) / (2 * frequency);
    if (least && least.ratio <= ratio) continue;
    least = { direction: combination(velocities, at.slice(n), velocities[0]!.length), frequency, ratio };
  }
  return least;
}

/** [[0, omega], [-omega, -G]], G the skew part of C. */
function conservative(frequencies: readonly number[], damping: PlainMatrix): number[][] {
  const zeros = frequencies.map(() => 0);
  const unit = (i: number, value: number) => zeros.map((_, k) => (k === i ? value : 0));
  return [
    ...frequencies.map((omega, i) => [...zeros, ...unit(i, omega)]),
    ...frequencies.map((omega, i) => [
      ...unit(i, -omega),
      ...damping[i]!.map((entry, j) => (damping[j]![i]! - entry) / 2),
    ]),
  ];
}

/** Eigenpairs of the square, ascending, in groups of (nearly) one frequency. */
function clusters(pairs: readonly Eigen[]): Eigen[][] {
  const groups: Eigen[][] = [];
  for (const pair of pairs) {
    const last = groups.at(-1)?.at(-1);
    if (last && pair.value <= last.value * (1 + 2 * CLOSE)) groups.at(-1)!.push(pair);
    else groups.push([pair]);
  }
  return groups;
}
