/**
 * Velocity feedback u = -sigma S^T v with the least gain that damps what friction cannot catch: C + sigma S S^T above a margin
 * on ker W^T. For large gains that works exactly if C is positive on ker [W S]^T. (The paper's stabilizability of
 * [-C, [W S]] is another condition: it is not equivalent to (15).)
 */
import {
  combination,
  inner,
  type PlainMatrix,
  type PlainVector,
  seenIn,
  solverOf,
  symmetricPart,
} from "../../numeric/plain-matrix.ts";
import { splitSpace } from "../../numeric/subspace.ts";
import { pencilEigen } from "../../numeric/symmetric-eigen.ts";
import { leastDampingOn } from "../rest/friction-span.ts";

export type DampingFeedback =
  | { readonly sigma: number; readonly reason?: undefined }
  | {
      readonly reason: "out of reach";
      /** A velocity that neither friction nor actuators reach, and its damping u.C u / u.M u, 1/s. */
      readonly direction: PlainVector;
      readonly value: number;
    };

interface Plant {
  readonly damping: PlainMatrix;
  readonly mass: PlainMatrix;
}

/** Doublings of the gain from its least value. */
const MOST_DOUBLINGS = 120;

/** `free`: basis of ker W^T, or of everything where damping alone is to suffice; `margin` in 1/s, relative to the mass. */
export function dampingFeedback(
  plant: Plant,
  columns: PlainMatrix,
  free: PlainMatrix,
  margin: number,
): DampingFeedback {
  const before = leastDampingOn(plant, free);
  if (before === undefined || before.value > 0) return { sigma: 0 };
  const reached = splitSpace(
    columns.map((column) => free.map((unit) => inner(unit, column))),
    free.length,
  );
  const out = reached.rest.map((weights) => combination(free, weights, plant.mass.length));
  const limit = leastDampingOn(plant, out);
  if (limit && limit.value <= 0) return { reason: "out of reach", direction: limit.vector, value: limit.value };
  // the damping approaches that of what is out of reach from below
  const goal = limit ? Math.min(margin, limit.value / 2) : margin;
  const enough = (sigma: number) => closedDamping(plant, columns, free, sigma) >= goal;
  // a rate over what a unit of gain does to the mass that it reaches best
  const solve = solverOf(plant.mass)!;
  const reach = columns.reduce((most, column) => Math.max(most, inner(column, solve(column))), 0);
  let high = (1e-6 * Math.max(Math.abs(before.value), goal)) / reach;
  for (let k = 0; k < MOST_DOUBLINGS && !enough(high); k++) high *= 2;
  let low = 0;
  for (let k = 0; k < 200 && high - low > 1e-13 * high; k++) {
    const middle = (low + high) / 2;
    if (enough(middle)) high = middle;
    else low = middle;
  }
  return { sigma: high };
}

/** The least damping of a subspace under the feedback, u.C u / u.M u. */
function closedDamping({ damping, mass }: Plant, columns: PlainMatrix, free: PlainMatrix, sigma: number): number {
  const own = seenIn(symmetricPart(damping), free);
  const pushes = columns.map((column) => free.map((unit) => inner(unit, column)));
  const closed = own.map((row, i) =>
    row.map((entry, j) => pushes.reduce((sum, push) => sum + sigma * push[i]! * push[j]!, entry)),
  );
  return pencilEigen(closed, seenIn(mass, free))![0]!.value;
}
