/**
 * The digits of the gallery: ends, events and measures of every problem under every scheme that takes it, against those of an
 * earlier version (digits.json). A change of the engine that is not meant to change a result changes none of them. After one
 * that is: UPDATE_DIGITS=1 npx vitest run test/gallery, and say in the CHANGELOG what changed and why.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compile } from "../../src/problem/compile/compile.ts";
import { embedSignals } from "../../src/problem/read/embed.ts";
import { measures as measuring } from "../../src/simulate/measure/measures.ts";
import { columns } from "../../src/simulate/record/columns.ts";
import { startRun } from "../../src/simulate/run/run.ts";
import { gallery } from "../oracles/problem-file.ts";
import { rawProblem } from "../support/run.ts";
import { torture } from "../support/torture.ts";
import { type Digits, digitsOf, ended, endOf, endsOf, FILE, isOwn, kept, keyOf, UPDATE } from "./digits.ts";

const SCHEMES = ["event-driven", "balanced", "alpha", "splitting", "strang"];
/** The papers' splitting is asked of the papers' problems alone in `npm test`, and of all in `npm run torture`. */
const SPLIT = ["splitting", "strang"];
const PAPERS = /^(gk95|vl05|gskn06)/;
/** These take as long as all others together: in `npm test` they run under their own scheme alone. */
const LONG = /^(twenty-links|slider-crank)$/;
const BEAMS = /^(gh95-beam|beam-falling|clamped-elastica|flexible-arm|hanging-cable)$/;

const problems = readdirSync(gallery)
  .filter((file) => file.endsWith(".yaml"))
  .map((file) => file.slice(0, -".yaml".length));

function digits(problem: string, scheme: string, end?: number): Digits | undefined {
  const { raw } = embedSignals(rawProblem(problem, { scheme: { type: scheme } }), (file) => [
    readFileSync(new URL(file, gallery), "utf8"),
  ]);
  const { simulation } = compile(ended(raw, end));
  if (!simulation) return undefined;
  // without the audit, which changes no digit and is looked at elsewhere
  const [record, measured] = [columns(simulation, simulation.grid.steps + 1, { capacity: 2 }), measuring(simulation)];
  const run = startRun(simulation, [record, measured]);
  run.advance(Number.POSITIVE_INFINITY);
  return digitsOf(run.finish(), measured.result(), record.trajectory().events);
}

function isTaken(problem: string, scheme: string): boolean {
  if (problem.startsWith("chain-1000")) return scheme === "balanced";
  if (BEAMS.test(problem)) return problem === "gh95-beam" && scheme === "alpha"; // the others are made for variational
  if (problem.startsWith("string-")) return scheme === "balanced" || scheme === "alpha"; // as many events as nodes
  return true;
}

function isAsked(problem: string, scheme: string): boolean {
  if (!isTaken(problem, scheme)) return false;
  if (torture || UPDATE) return true;
  if (LONG.test(problem) || isOwn(rawProblem(problem), scheme)) return false;
  return !SPLIT.includes(scheme) || PAPERS.test(problem);
}

describe("the digits of the gallery", () => {
  const asked = problems.flatMap((problem) =>
    SCHEMES.filter((scheme) => isAsked(problem, scheme)).flatMap((scheme) =>
      (UPDATE ? endsOf(problem) : [endOf(problem)]).map((end) => [problem, scheme, end] as const),
    ),
  );
  it.each(asked)("%s under %s are those of before, to the last (end: %s)", (problem, scheme, end) => {
    const found = digits(problem, scheme, end);
    const key = keyOf(problem, scheme, end);
    if (!UPDATE) expect(found).toEqual(kept[key]);
    else if (found) {
      kept[key] = found;
      const lines = Object.entries(kept).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`);
      writeFileSync(FILE, `{\n${lines.join(",\n")}\n}\n`);
    }
  });
});
