/**
 * Writes docs/figures/hunting.svg: the stage under PID of the gallery with its exact law, and with a regularized one.
 * `npx tsc -p tsconfig.bench.json && node out/bench/bench/hunting.js`
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { createDocument } from "../src/node/document.ts";
import { displacementFigure, toSvg } from "../src/plot/figures/motion.ts";
import { compileOrThrow } from "../src/problem/compile/compile.ts";
import type { Trajectory } from "../src/simulate/record/trajectory.ts";
import { simulate } from "../src/simulate/simulate.ts";
import { galleryProblem, PACKAGE } from "./problems.ts";

const exact = galleryProblem("stage-pid");
const friction = [{ name: "guide", on: "stage", limit: 1, weakening: { shape: "smoothed", eta: 0.1 } }];
const { system } = exact;
const smoothed = { ...exact, system: { ...(system as object), friction } };

const [hunting, creeping] = [exact, smoothed].map((raw) => simulate(compileOrThrow(raw).simulation).trajectory) as [
  Trajectory,
  Trajectory,
];
// one picture of two runs: the positions of both over the events and stick intervals of the exact one
const both: Trajectory = {
  ...hunting,
  names: { ...hunting.names, position: ["exact law", "smoothed law"] },
  position: [hunting.position[0]!, creeping.position[0]!],
};
mkdirSync(new URL("docs/figures/", PACKAGE), { recursive: true });
const figure = displacementFigure(both, { document: createDocument(), height: 320 });
writeFileSync(new URL("docs/figures/hunting.svg", PACKAGE), toSvg(figure));
