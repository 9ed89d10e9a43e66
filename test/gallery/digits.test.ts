/**
 * The digits of the gallery: ends, events and measures of every problem under every scheme that takes it, against those of an
 * earlier version (digits.json). A change of the engine that is not meant to change a result changes none of them. After one
 * that is: UPDATE_DIGITS=1 npx vitest run test/gallery, and say in the CHANGELOG what changed and why.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compile } from "../../src/problem/compile/compile.ts";
import { embedSignals } from "../../src/problem/read/embed.ts";
import { simulate } from "../../src/simulate/simulate.ts";
import { gallery } from "../oracles/problem-file.ts";
import { rawProblem } from "../support/run.ts";

interface Digits {
  readonly status: string;
  readonly end: readonly number[];
  readonly measures: Readonly<Record<string, number | null>>;
  readonly count: number;
  readonly events: readonly (readonly [number, string, string])[];
}

const FILE = new URL("digits.json", import.meta.url);
const UPDATE = process.env.UPDATE_DIGITS === "1";
const MOST_EVENTS = 60;
const SCHEMES = ["event-driven", "balanced", "alpha", "splitting", "strang"];
/** Of large problems the scheme that they are made for, and the first coordinates and rows. */
const LARGE = 100;
const kept: Record<string, Digits> = UPDATE ? {} : JSON.parse(readFileSync(FILE, "utf8"));

const problems = readdirSync(gallery)
  .filter((file) => file.endsWith(".yaml"))
  .map((file) => file.slice(0, -".yaml".length));

function digits(problem: string, scheme: string): Digits | undefined {
  const { raw } = embedSignals(rawProblem(problem, { scheme: { type: scheme } }), (file) => [
    readFileSync(new URL(file, gallery), "utf8"),
  ]);
  const { simulation } = compile(raw);
  if (!simulation) return undefined;
  const first = (list: Float64Array) => list.subarray(0, LARGE);
  const { outcome, trajectory, measures } = simulate(simulation);
  const { status, state } = outcome;
  const events = trajectory.events.map(({ time, kind, row }) => [time, kind, row] as const);
  return JSON.parse(
    JSON.stringify({
      status,
      end: [state.time, ...first(state.position), ...first(state.velocity), ...first(state.force)],
      measures,
      count: events.length,
      events: events.slice(0, MOST_EVENTS),
    }),
  );
}

function isAsked(problem: string, scheme: string): boolean {
  return scheme === "balanced" || !problem.startsWith("chain-1000");
}

describe("the digits of the gallery", () => {
  const asked = problems.flatMap((problem) =>
    SCHEMES.filter((scheme) => isAsked(problem, scheme)).map((scheme) => [problem, scheme] as const),
  );
  it.each(asked)("%s under %s are those of before, to the last", (problem, scheme) => {
    const found = digits(problem, scheme);
    if (!UPDATE) expect(found).toEqual(kept[`${problem} ${scheme}`]);
    else if (found) {
      kept[`${problem} ${scheme}`] = found;
      const lines = Object.entries(kept).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`);
      writeFileSync(FILE, `{\n${lines.join(",\n")}\n}\n`);
    }
  });
});
