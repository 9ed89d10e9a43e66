/** Every problem of the gallery: it passes the check, runs with its default scheme, and its audit is clean; its digits are those of before. Those that take long end soon in `npm test`. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { createDocument } from "../../src/node/document.ts";
import { openTablesIn } from "../../src/node/open-table.ts";
import { runReport } from "../../src/plot/reports/run.ts";
import { compile } from "../../src/problem/compile/compile.ts";
import { embedSignals } from "../../src/problem/read/embed.ts";
import { readProblem } from "../../src/problem/read/read.ts";
import { simulate } from "../../src/simulate/simulate.ts";
import { digitsOf, ended, endOf, isOwn, kept, keyOf, UPDATE } from "../gallery/digits.ts";
import { gallery } from "../oracles/problem-file.ts";

const folder = fileURLToPath(gallery);
const files = readdirSync(folder).filter((name) => name.endsWith(".yaml"));

describe.each(files)("%s", (file) => {
  const name = file.slice(0, -".yaml".length);
  const read = readProblem(readFileSync(folder + file, "utf8"));
  if (read.faults) throw new Error(`${file} cannot be read`);
  const { raw, faults } = embedSignals(read.raw, openTablesIn(folder));
  const compiled = compile(raw);

  it("passes the check", () => {
    expect(faults).toEqual([]);
    expect(compiled.faults).toBeUndefined();
  });

  it("runs to its end with a clean audit", () => {
    const end = endOf(name);
    const simulation = (end === undefined ? compiled : compile(ended(raw, end))).simulation!;
    const { scheme, system } = simulation;
    const result = simulate(simulation, { samples: 1000 });
    const { outcome, audit } = result;
    expect(audit.checks.filter(({ verdict }) => verdict !== "ok")).toEqual([]);
    const page = runReport(simulation, result, { document: createDocument(), source: "" });
    expect(page).not.toMatch(/NaN|undefined/);
    expect(outcome.status).toBe("done");
    expect(audit.stickSpeed).toBeLessThan(1e-9); // a reversal of that size counts as rest
    expect(audit.stickDrift).toBeLessThan(1e-10);
    expect(audit.creepTime).toBe(0);
    expect(audit.boxResidual).toBeLessThan(1e-9);
    const isPenalty = system.rows.some(({ law }) => law.method?.type === "penalty");
    expect(audit.penetration).toBeLessThan(isPenalty ? 1e-4 : 1e-12);
    const books = scheme.name === "event-driven" ? 1e-8 : system.conditioned ? 0.01 : 1e-5; // waves of bending are faster than steps
    expect(audit.energyError / audit.energyScale).toBeLessThan(books);
    const digits = kept[keyOf(name, scheme.name, end)];
    expect(digits === undefined).toBe(kept[keyOf(name, scheme.name)] === undefined);
    if (!UPDATE && digits && isOwn(raw, scheme.name)) {
      expect(digitsOf(outcome, result.measures, result.trajectory.events)).toEqual(digits);
    }
  });
});
