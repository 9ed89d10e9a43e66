/**
 * One string in space: rho u_tt + d u_t - (tau u_x)_x = f on (0, L), by linear finite elements of equal length h on the nodes
 * x_j = j h. Tension (N) is taken in the middle of each element. The mass is lumped (the trapezoidal rule: rho(x_j) h at a node) or
 * consistent (the elements' own matrices, tridiagonal); what acts per length is lumped always.
 */
import type { Entries } from "../../numeric/entries.ts";
import type { Vector } from "../../numeric/vector.ts";

/** Points of Gauss' three-point rule in an element, in its lengths, and their weights: rho times two hat functions, rho of degree 3. */
export const GAUSS_POINTS = [0.5 - Math.sqrt(0.15), 0.5, 0.5 + Math.sqrt(0.15)] as const;
const GAUSS_WEIGHTS = [5 / 18, 8 / 18, 5 / 18] as const;

export interface Mesh {
  readonly elements: number;
  /** h, m */
  readonly spacing: number;
}

export interface Strand {
  /** N, of each element. */
  readonly tension: Vector;
  /** kg/m: of a lumped mass at the nodes, of a consistent one at the Gauss points of each element, three after three. */
  readonly density: Vector;
  readonly mass: "lumped" | "consistent";
  /** N s/m^2 at the nodes. */
  readonly damping: Vector;
  /** The coordinate of each node; -1: it is held, or moves on a given path. */
  readonly coordinate: Int32Array;
}

/** Length that belongs to a node, m. */
export function nodeLength({ elements, spacing }: Mesh, node: number): number {
  return node === 0 || node === elements ? spacing / 2 : spacing;
}

export function addStrand(
  { elements, spacing }: Mesh,
  { tension, density, mass, damping, coordinate }: Strand,
  into: { readonly mass: Entries; readonly damping: Entries; readonly stiffness: Entries },
): void {
  const add = (matrix: Entries, a: number, b: number, value: number) => {
    if (a >= 0 && b >= 0) matrix.add(a, b, value);
  };
  for (let e = 0; e < elements; e++) {
    const [a, b] = [coordinate[e]!, coordinate[e + 1]!];
    const stiff = tension[e]! / spacing;
    add(into.stiffness, a, a, stiff);
    add(into.stiffness, b, b, stiff);
    add(into.stiffness, a, b, -stiff);
    add(into.stiffness, b, a, -stiff);
    if (mass === "lumped") continue;
    GAUSS_POINTS.forEach((place, k) => {
      const part = GAUSS_WEIGHTS[k]! * density[3 * e + k]! * spacing;
      add(into.mass, a, a, part * (1 - place) * (1 - place));
      add(into.mass, b, b, part * place * place);
      add(into.mass, a, b, part * place * (1 - place));
      add(into.mass, b, a, part * place * (1 - place));
    });
  }
  for (let j = 0; j <= elements; j++) {
    const [at, length] = [coordinate[j]!, nodeLength({ elements, spacing }, j)];
    add(into.damping, at, at, damping[j]! * length);
    if (mass === "lumped") add(into.mass, at, at, density[j]! * length);
  }
}
