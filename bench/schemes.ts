/** The tables and the figure of docs/choose-a-scheme.md. */
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { createDocument } from "../src/node/document.ts";
import { toSvg } from "../src/plot/figures/motion.ts";
import { auditTable, measureAudit } from "./audit.ts";
import { measureBatch } from "./batch.ts";
import { measurePenetration, measureSchemes, measureSolvers, measureStiffness } from "./guarantees.ts";
import { beamTable, largeTable } from "./large.ts";
import { linksTable } from "./links.ts";
import { paste, ratio } from "./markdown.ts";
import type { PartGroup } from "./part.ts";
import { PACKAGE } from "./problems.ts";
import { measureSpeed } from "./speed.ts";
import { stringTable } from "./strings.ts";
import {
  batchTable,
  penetrationTable,
  schemeTable,
  solverTable,
  speedTable,
  stiffnessTable,
  workPrecisionTable,
} from "./tables.ts";
import { measureWorkPrecision, reaching, SCHEMES } from "./work-precision.ts";
import { workPrecisionFigure } from "./work-precision-figure.ts";

const DOCUMENT = "docs/choose-a-scheme.md";
const FIGURE = "docs/figures/work-precision.svg";

function publish(name: string, text: string): void {
  console.log(`\n${name}\n\n${text}`);
  paste(DOCUMENT, name, text);
}

function publishSpeed(): void {
  publish(
    "machine",
    `Measured on ${process.platform}, ${process.arch}, ${availableParallelism()} cores, Node ${process.versions.node.split(".")[0]}.`,
  );
  const speed = measureSpeed();
  if (speed.some(({ scalar }) => scalar === undefined)) {
    console.error("NO C COMPILER: cc could not compile bench/scalar.c, so nothing is compared with C. Install one.");
  }
  publish("speed", speedTable(speed));
  publish("batch", batchTable(measureBatch(), speed));
}

function publishWorkPrecision(): void {
  const measured = measureWorkPrecision();
  publish("work-precision", workPrecisionTable(measured));
  mkdirSync(new URL("docs/figures/", PACKAGE), { recursive: true });
  writeFileSync(new URL(FIGURE, PACKAGE), toSvg(workPrecisionFigure(createDocument(), measured)));
  const stepped = reaching(measured[0]!, "alpha", 1e-4);
  publish(
    "event-driven",
    stepped
      ? `On gk95-tp1, \`alpha\` needs ${stepped.steps} steps to come within 1e-4 m: ${ratio(stepped.time)} times the time of the event-driven run, whose error is ${measured[0]!.reference.position.toExponential(0)} m.`
      : "On gk95-tp1, `alpha` does not come within 1e-4 m at any step that was tried.",
  );
}

/** One table. */
const part = (name: string, what: string, measured: () => string) => ({
  name,
  what,
  measure: () => publish(name, measured()),
});

export const schemes: PartGroup = {
  name: "choose-a-scheme",
  document: DOCUMENT,
  parts: [
    // first: later the engine has seen more kinds of problems and optimizes less
    { name: "speed", what: "steps of the schemes and batches, beside C", measure: publishSpeed },
    { name: "work-precision", what: "errors against time, with the figure", measure: publishWorkPrecision },
    part("audit", "what the audit costs", () => auditTable(measureAudit())),
    part("schemes", "what the schemes guarantee", () => schemeTable(measureSchemes(["event-driven", ...SCHEMES]))),
    part("solvers", "the solvers of step problems", () => solverTable(measureSolvers())),
    part("penetration", "stops under the schemes", () => penetrationTable(measurePenetration())),
    part("large", "chains of 250 to 1,000 blocks", largeTable),
    part("strings", "strings of 100 to 10,000 nodes, beside C", stringTable),
    part("beams", "beams of 20 to 2,000 elements", beamTable),
    part("links", "arms of 5 to 40 links under variational", linksTable),
    part("stiffness", "stiff machines", () => stiffnessTable(measureStiffness())),
  ],
};
