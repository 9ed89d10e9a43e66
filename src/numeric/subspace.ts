/** Orthonormal bases of a span and of what is perpendicular to it, by Gram and Schmidt with pivoting, twice for accuracy. */
import { addScaled, inner, lengthOf, type PlainMatrix, type PlainVector, scaled } from "./plain-matrix.ts";

const DEPENDENT = 1e-10;

export interface Split {
  /** Of the span. */
  readonly span: PlainMatrix;
  /** Of all that is perpendicular to it. */
  readonly rest: PlainMatrix;
  /** Vectors that the span was made of, in the order of `span`: the others depend on them. */
  readonly independent: readonly number[];
}

/** Splits R^n by the span of some vectors. `dependent`: relative length below which a vector counts as dependent on those before. */
export function splitSpace(vectors: PlainMatrix, n: number, dependent = DEPENDENT): Split {
  const span: number[][] = [];
  const independent: number[] = [];
  let left = vectors.map((vector) => [...vector]);
  const sizes = vectors.map(lengthOf);
  for (let round = 0; round < Math.min(n, vectors.length); round++) {
    const best = longest(left, sizes, independent, dependent);
    if (best === undefined) break;
    const unit = perpendicular(left[best]!, span);
    independent.push(best);
    span.push(unit);
    left = left.map((vector) => addScaled(vector, -inner(vector, unit), unit));
  }
  const rest: number[][] = [];
  while (span.length + rest.length < n) rest.push(completion([...span, ...rest], n));
  return { span, rest, independent };
}

/** The vector of which most is left, relative to what it was; none when all depend. */
function longest(left: PlainMatrix, sizes: PlainVector, taken: readonly number[], least: number): number | undefined {
  let best: number | undefined;
  let most = least;
  left.forEach((vector, i) => {
    const share = sizes[i]! > 0 && !taken.includes(i) ? lengthOf(vector) / sizes[i]! : 0;
    if (share > most * (1 + 1e-9)) [best, most] = [i, share];
  });
  return best;
}

/** The unit vector that is left of one beside an orthonormal basis. */
function perpendicular(vector: PlainVector, basis: PlainMatrix): number[] {
  let left = [...vector];
  for (let pass = 0; pass < 2; pass++) for (const unit of basis) left = addScaled(left, -inner(left, unit), unit);
  return scaled(left, 1 / lengthOf(left));
}

/** A unit vector perpendicular to all, near the axis that is farthest from them. */
function completion(basis: PlainMatrix, n: number): number[] {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < n; i++) {
    const inside = basis.reduce((sum, unit) => sum + unit[i]! * unit[i]!, 0);
    if (inside < least - 1e-9) [best, least] = [i, inside];
  }
  return perpendicular(
    Array.from({ length: n }, (_, i) => (i === best ? 1 : 0)),
    basis,
  );
}
