import type { Erratum } from "../experiment.ts";

export const errata: readonly Erratum[] = [
  {
    where: "TP1",
    printed: "2 pi m c cos(2 pi t) in f",
    used: "2 pi m cos(2 pi t)",
    shown: "gskn06/printed-force-1",
  },
  {
    where: "TP2",
    printed: "x = (sin 2 pi t)^2",
    used: "x = ((sin 2 pi t)^+)^2; its force is right",
    shown: "gskn06/figure-4",
  },
  {
    where: "TP3",
    printed: "f on (2, 3) and (3, 4)",
    used: "3t^3-23t^2+70t-78, -2t^3+16t^2-36t+49/2; t^3/3-3t^2+6t-3/2, -2t^3/3+6t^2-20t+53/2",
    shown: "gskn06/printed-force-3",
  },
  {
    where: "TP5",
    printed: "what is called x is v; four pieces of f",
    used: "`gskn06-tp5`, with epsilon = 0.1: at 0.01 a disturbance above 6e-4 m/s runs away at t = 2 s",
    shown: "gskn06/printed-force-5",
  },
  { where: "TP4", printed: "dt = 0.003 with T = 4", used: "does not divide it: 4/1334 s", shown: "gskn06/figure-13" },
  {
    where: "(61), (75)",
    printed: "lambda . X' = |X'|",
    used: "component by component: C lambda . X' = sum c_i |x_i'|",
    shown: "gskn06/figure-8",
  },
  {
    where: "Sections 2 to 5",
    printed: "no word on stick",
    used: "the splitting creeps: a held mass drifts by 0.0476 m in 20 s at dt = 0.01 s; scheme `balanced` holds it",
    shown: "gskn06/creep",
  },
  {
    where: "Remark 2.2",
    printed: "symmetrized in the sense of Strang",
    used: "stays at order 1; `balanced` has 2",
    shown: "gskn06/strang",
  },
  {
    where: "Section 5.5",
    printed: "more than one hundred iterations of (39)-(41)",
    used: "4 with rho = 2/(tau1 (smallest + largest eigenvalue))",
    shown: "gskn06/uzawa-iterations",
  },
  {
    where: "Section 6.4",
    printed: "no more than 4 Newton iterations",
    used: "true in continuing slip only: 6.6 on average",
    shown: "gskn06/newton-iterations",
  },
  {
    where: "Section 6",
    printed: "without affecting the overall accuracy",
    used: "|lambda| = 1 + sqrt(eps c |w|) remains, an extra friction, unless multipliers are projected",
    shown: "gskn06/penalty-bias",
  },
];
