/** Problems of the gallery through the product's own front door: read, override, compile, run. */
import { readFileSync } from "node:fs";
import { compile } from "../../src/problem/compile/compile.ts";
import { ProblemError } from "../../src/problem/faults.ts";
import { readProblem } from "../../src/problem/read/read.ts";
import { type RunOutcome, startRun } from "../../src/simulate/run/run.ts";
import type { Simulation } from "../../src/simulate/run/simulation.ts";
import { type Result, type SimulateOptions, simulate } from "../../src/simulate/simulate.ts";
import { gallery } from "../oracles/problem-file.ts";

/** Sections of a problem to change; mappings are merged, everything else is replaced. */
export type Changes = { readonly [key: string]: unknown };

/** Raw data of a problem of the gallery. */
export function rawProblem(file: string, changes: Changes = {}): unknown {
  const read = readProblem(readFileSync(new URL(`${file}.yaml`, gallery), "utf8"));
  if (read.faults) throw new ProblemError(read.faults);
  return merge(read.raw, changes);
}

export function loadSimulation(file: string, changes: Changes = {}): Simulation {
  return compileRaw(rawProblem(file, changes));
}

export function compileRaw(raw: unknown): Simulation {
  const { simulation, faults } = compile(raw);
  if (faults) throw new ProblemError(faults);
  return simulation;
}

export function runProblem(file: string, changes: Changes = {}, options: SimulateOptions = {}): Result {
  return simulate(loadSimulation(file, changes), options);
}

/** Of which only the end is asked: without samples and audit. */
export function endOf(simulation: Simulation): RunOutcome {
  const run = startRun(simulation, []);
  run.advance(Number.POSITIVE_INFINITY);
  return run.finish();
}

export function endOfProblem(file: string, changes: Changes = {}): RunOutcome {
  return endOf(loadSimulation(file, changes));
}

/** A mapping with a `type` of its own (another scheme, another solver) takes the place of the old one. */
function merge(old: unknown, changes: unknown): unknown {
  if (!isMapping(old) || !isMapping(changes) || "type" in changes) return changes;
  const merged: Record<string, unknown> = { ...old };
  for (const [key, value] of Object.entries(changes)) merged[key] = merge(merged[key], value);
  return merged;
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
