import type { Erratum } from "../experiment.ts";

export const errata: readonly Erratum[] = [
  {
    where: "(34), second equation",
    printed: "- m2 l1 a2 th1' th2' sin(th2 - th1)",
    used: "+, as in (38)",
    shown: "test/model/arm/arm.test.ts: of $n links has the mass, energy and forces of its Lagrangian (seed $seed)",
  },
  { where: "(37)", printed: "(x - d)^+", used: "(y - d)^+", shown: "gh95/figure-2" },
  {
    where: "Table 2, first row",
    printed: "130 mm",
    used: "106.5 mm at the first contact; 130 mm only after 8.7 s",
    shown: "gh95/table-2-long",
  },
  {
    where: "Table 3",
    printed: "c = 1.155, d = 0.5; theta1 = 2.271",
    used: "c and d exchanged, and theta1 = 2.270939955516, which is on the ellipse",
    shown: "gh95/table-3",
  },
  {
    where: "Section 2.5",
    printed: "the penalty method needs dt = 1e-6 s, damps, and is slower",
    used: "with epsilon = 1e-9 at dt = 5e-4 s it gives the answer of the augmented Lagrangian at about a 28th of its step problems, without damping",
    shown: "gh95/table-4",
  },
  {
    where: "Figure 5",
    printed: "the augmented Lagrangian keeps the energy",
    used: "at first; a constraint at the middle of steps has an odd-even mode that grows. Impose it at the end",
    shown: "gh95/figure-5",
  },
  {
    where: "(11)",
    printed: "[Dg^T H^-1 Dg]^-1",
    used: "[Dg H^-1 Dg^T]^-1",
    shown:
      "test/scheme/variational/ellipse.test.ts: multipliers at the end need fewer updates, with those of second order less than two a step",
  },
];
