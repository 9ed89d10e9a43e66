/** Checkpoints are files too: a damaged one is refused, and a forged one gives neither exceptions nor NaN. */
import { describe, expect, it } from "vitest";
import { readSaved, savedText } from "../../src/numeric/saved-text.ts";
import { finiteJson } from "../../src/results/json.ts";
import { resultData } from "../../src/results/simulate.ts";
import type { Simulation } from "../../src/simulate/run/simulation.ts";
import { startSession } from "../../src/simulate/simulate.ts";
import { type Random, seeded } from "../support/random.ts";
import { compileRaw } from "../support/run.ts";
import { spent } from "../support/spent.ts";
import { cases } from "../support/torture.ts";
import { arm, beam, everything, gearbox, mechanism, rigid, string } from "./every-key.ts";
import { places } from "./mutate.ts";

type Data = Record<string, unknown>;

const SAMPLES = 50;
/** ms of the processor. */
const LONGEST = 5000;
const plain = (type: string): Data => ({
  ...everything,
  feedback: [],
  outputs: {},
  measures: {},
  scheme: { type },
});

const problems: [string, Data][] = [
  ["everything", everything],
  ["balanced", plain("balanced")],
  ["alpha", { ...plain("alpha"), system: { ...(everything.system as Data), stops: [] } }],
  ["mechanism", mechanism],
  ["rigid arm", rigid(arm, "event-driven")],
  ["string", string],
  ["beam", beam],
  ["gearbox", gearbox],
];

/** What is saved in the middle of a run. */
function middle(simulation: Simulation): string {
  const { run } = startSession(simulation, { samples: SAMPLES });
  run.advance(7);
  return savedText(run.save());
}

const values = [
  0,
  -1,
  1,
  0.5,
  1e9,
  1e300,
  -1e-300,
  null,
  true,
  false,
  "",
  "text",
  [],
  {},
  2 ** 31,
  { $: "n", of: "NaN" },
];
const arrays = ["", "AAAA", "AAAAAAAA8H8=", `${"A".repeat(10)}/w==`];

function forged(text: string, random: Random): string {
  const root: Data = { raw: JSON.parse(text) };
  for (let k = random.whole(1, 3); k > 0; k--) {
    const all = places(root).filter(({ key }) => key !== "raw");
    if (all.length === 0) break;
    const { holder, key } = random.pick(all);
    const value = holder[key];
    if (key === "of" && typeof value === "string") holder[key] = forgedArray(value, random);
    else if (random.chance(0.2) && !Array.isArray(holder)) delete holder[key];
    else holder[key] = random.pick(values);
  }
  return JSON.stringify(root.raw);
}

/** Other bits in the same length, another length, or anything. */
function forgedArray(text: string, random: Random): string {
  if (text.length < 4 || random.chance(0.2)) return random.pick(arrays);
  if (random.chance(0.2)) return text.slice(0, 4 * random.whole(0, text.length / 4 - 1));
  const at = random.whole(0, Math.max(0, text.length - 5));
  return `${text.slice(0, at)}${random.pick(["/", "A", "f", "9"])}${text.slice(at + 1)}`;
}

/** What is wrong with how it is gone on from; "refused" where it is not. */
function wrongWith(simulation: Simulation, text: string): string | undefined {
  let session: ReturnType<typeof startSession>;
  const begin = spent();
  try {
    session = startSession(simulation, { samples: SAMPLES, from: readSaved(text) });
  } catch {
    return "refused";
  }
  try {
    const late = performance.now() + 20;
    for (let k = 0; k < 12 && session.run.advance(1, () => performance.now() > late); ) k++;
    const result = session.finish();
    finiteJson(resultData(simulation, result, 0));
    const { time, position, velocity, multiplier, energy } = result.trajectory;
    const columns = [time, ...position, ...velocity, ...multiplier, energy];
    if (!columns.every((column) => column.every(Number.isFinite))) return "a column that is no number";
    return spent() - begin > LONGEST ? `${spent() - begin} ms` : undefined;
  } catch (error) {
    return `${(error as Error).stack}`;
  }
}

describe.each(problems)("a saved run, %s", (_, raw) => {
  it("goes on as it is, and is refused or runs to numbers where it is forged", { timeout: 3_600_000 }, () => {
    const simulation = compileRaw(raw);
    const text = middle(simulation);
    expect(wrongWith(simulation, text)).toBeUndefined();
    const wrong: string[] = [];
    let taken = 0;
    for (let seed = 1; seed <= cases(40, 5000) && wrong.length < 5; seed++) {
      const found = wrongWith(simulation, forged(text, seeded(seed)));
      if (found === undefined) taken++;
      else if (found !== "refused") wrong.push(`seed ${seed}: ${found}`);
    }
    expect(wrong).toEqual([]);
    expect(taken).toBeGreaterThan(0);
  });
});
