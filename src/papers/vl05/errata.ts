import type { Erratum } from "../experiment.ts";

export const errata: readonly Erratum[] = [
  {
    where: "(26)",
    printed: "|x1|, |x2| <= 1",
    used: "the bounding box; E is a parallelogram, +-(1, 1), +-(1/3, -1/3), of area 4/3 and not 4",
    shown: "vl05/equilibrium-set",
  },
  {
    where: "(27)",
    printed: "rho* = m1 m2 gamma^2/(2 (m1 + m2))",
    used: "4 times that, which is what (7) gives: 16 J in the example",
    shown: "vl05/theorem-1",
  },
  {
    where: "(7), (16)",
    printed: "divide by eigenvalues that may be 0",
    used: "the weighted form, or the exact bound: [stability.md](stability.md)",
    shown: "vl05/three-bounds",
  },
  {
    where: "(15)",
    printed: "needed for attractivity",
    used: "C > 0 on ker W^T suffices: `two-masses-one-row`",
    shown: "vl05/condition-15",
  },
  {
    where: "Remark 3",
    printed: "one sign vector",
    used: "the greatest energy on E is over all of them: K = [[2, 1], [1, 2]], limits 1 has 1 J, not 1/3",
    shown: "vl05/remark-3",
  },
  {
    where: "Section 3",
    printed: "C not positive definite: not asymptotically stable",
    used: "C = diag(0.5, -0.1), K = [[2, -1], [-1, 2]] is stable without friction",
    shown: "vl05/not-asymptotically-stable",
  },
  {
    where: "Section 6",
    printed: "a stable linear part makes E attractive",
    used: "the same machine with friction on mass 1 only never reaches E: stuck, mass 1 takes the damping away from mass 2",
    shown: "vl05/stable-linear-part",
  },
  {
    where: "Theorem 2",
    printed: "an LMI for F1",
    used: "forgets the symmetry: K = [[1, 10], [0, 1]], S = 0 satisfies it; `design` has a closed form",
    shown: "vl05/theorem-2",
  },
];
