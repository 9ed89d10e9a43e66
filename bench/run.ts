/**
 * `npm run bench`: measures, prints, and puts the tables and the figure into the documents. Everything timed is a ratio of
 * two times from this one process (or, for C, from this one machine in the same minute).
 */
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
import { measurePeers } from "./peers.ts";
import { measurePerformance, publishBlocks } from "./performance.ts";
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

if (process.argv.includes("blocks")) {
  publishBlocks();
  process.exit();
}
if (process.argv.includes("--peers")) {
  await measurePeers();
  process.exit();
}

// this part alone where it is named; first otherwise too, in a process that has run nothing else
await measurePerformance();
if (process.argv.includes("performance")) process.exit();

const DOCUMENT = "docs/choose-a-scheme.md";
const FIGURE = "docs/figures/work-precision.svg";

function publish(name: string, text: string): void {
  console.log(`\n${name}\n\n${text}`);
  paste(DOCUMENT, name, text);
}

publish(
  "machine",
  `Measured on ${process.platform}, ${process.arch}, ${availableParallelism()} cores, Node ${process.versions.node.split(".")[0]}.`,
);

// first, in a process that has run nothing else: later the engine has seen more kinds of problems and optimizes less
const speed = measureSpeed();
if (speed.some(({ scalar }) => scalar === undefined)) {
  console.error("NO C COMPILER: cc could not compile bench/scalar.c, so nothing is compared with C. Install one.");
}
publish("speed", speedTable(speed));
publish("batch", batchTable(measureBatch(), speed));

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

publish("audit", auditTable(measureAudit()));
publish("schemes", schemeTable(measureSchemes(["event-driven", ...SCHEMES])));
publish("solvers", solverTable(measureSolvers()));
publish("penetration", penetrationTable(measurePenetration()));
publish("large", largeTable());
publish("strings", stringTable());
publish("beams", beamTable());
publish("links", linksTable());
publish("stiffness", stiffnessTable(measureStiffness()));
