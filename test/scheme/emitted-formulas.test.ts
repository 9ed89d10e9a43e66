/** Runs whose loads, limits and drives are evaluated by WebAssembly in blocks, against single steps in plain TypeScript: the same digits. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundsOn } from "../../src/expression/bounds.ts";
import { parse } from "../../src/expression/parse.ts";
import type { Load } from "../../src/model/load.ts";
import { RowValue } from "../../src/model/system.ts";
import type { Sink } from "../../src/simulate/record/sink.ts";
import { startRun } from "../../src/simulate/run/run.ts";
import type { Simulation } from "../../src/simulate/run/simulation.ts";
import { simulate } from "../../src/simulate/simulate.ts";
import { formulas } from "../expression/random-formula.ts";
import { list, type Random, seeded, withSpectrum } from "../support/random.ts";
import { compileRaw } from "../support/run.ts";
import { cases } from "../support/torture.ts";

const STEPS = 300;
/** Instants after which there is code. */
const ENOUGH = 5000;

/** Formulas of the whole grammar that are proved to have values all through a run, between -4 and 4; all of time. */
const texts = fc.sample(formulas({ smooth: false, depth: 3 }), { numRuns: 4000, seed: 5 }).flatMap((each) => {
  const text = `4*sin(${each.print(true)})`;
  const parsed = parse(text, { constants: new Map(), variables: ["t"] });
  if ("error" in parsed || !each.print(true).includes("t") || text.length > 400) return [];
  return boundsOn([parsed.node], "t", [0, 3]).every(({ defined }) => defined) ? [text] : [];
});

function machine(random: Random, scheme: string, n: number, options: { varying: boolean }) {
  const some = () => random.pick(texts);
  const row = (i: number): Record<string, unknown> => ({
    on: i,
    limit: options.varying && random.chance(0.7) ? `abs(${some()})` : random.between(0.5, 3),
    ...(options.varying && random.chance(0.4) ? { drive: `0.3*(${some()})` } : {}),
  });
  return {
    stickslip: 1,
    name: "random",
    system: {
      type: "linear",
      mass: withSpectrum(
        random,
        list(n, () => random.between(0.5, 3)),
      ),
      stiffness: withSpectrum(
        random,
        list(n, () => random.between(1, 40)),
      ),
      force: list(n, () => (random.chance(0.7) ? some() : 0)),
      friction: list(random.whole(1, Math.min(n, 30)), row),
    },
    initial: { velocity: list(n, () => (random.chance(0.4) ? 0 : random.between(-2, 2))) },
    time: { end: 3, step: 3 / STEPS },
    scheme: { type: scheme },
    solver: { type: "active-set" },
  };
}

/** Asks for so many values that code is made. */
function warm(load: Load | undefined, size: number): void {
  const at = Float64Array.from({ length: 2 * ENOUGH }, (_, k) => k / ENOUGH);
  load?.evaluateMany?.(at, ENOUGH, new Float64Array(ENOUGH * size), size);
}

/** The problem with code for its formulas. */
function prepared(raw: unknown): Simulation {
  const simulation = compileRaw(raw);
  warm(simulation.system.load, simulation.system.size);
  warm(simulation.system.rowFunctions, RowValue.count * simulation.system.rows.length);
  return simulation;
}

function numbersOf(simulation: Simulation) {
  const numbers: number[] = [];
  let inBlocks = 0;
  const sink: Sink = {
    step: ({ time, position, velocity, force, limit, mode }) =>
      void numbers.push(time, ...position, ...velocity, ...force, ...limit, ...mode),
    block({ capacity, time, position, velocity, force, limit, mode }, from, to) {
      inBlocks += to - from;
      for (let k = from; k < to; k++) {
        const entries = (of: ArrayLike<number>) =>
          Array.from({ length: of.length / capacity }, (_, j) => of[j * capacity + k]!);
        numbers.push(time[k]!, ...[position, velocity, force, limit, mode].flatMap(entries));
      }
    },
  };
  const run = startRun(simulation, [sink]);
  run.advance(Number.POSITIVE_INFINITY);
  return { inBlocks, all: { numbers: numbers.map((value) => value + 0), status: run.finish().status } };
}

function compare(simulation: Simulation): number {
  const { kernels: _, ...plain } = simulation;
  const [blocks, single] = [numbersOf(simulation), numbersOf(plain)];
  expect(single.inBlocks).toBe(0);
  expect(blocks.all).toEqual(single.all);
  return blocks.inBlocks;
}

describe.each(["alpha", "balanced"])("blocks of %s under emitted formulas", (scheme) => {
  test.each([
    ["loads", { varying: false }],
    ["loads, limits and drives", { varying: true }],
  ])("%s: the digits of single steps, d = 1 .. 32", (_, options) => {
    const runs = cases(3, 320);
    let inBlocks = 0;
    for (let k = 0; k < runs; k++) {
      const n = 1 + ((3 * k + (options.varying ? 1 : 0)) % 32);
      inBlocks += compare(prepared(machine(seeded(100 * k + n), scheme, n, options)));
    }
    expect(inBlocks).toBeGreaterThan((options.varying ? 0.4 : 0.7) * runs * STEPS); // limits of zero are not ordinary
  });

  test("formulas that may have no value, and signals: the digits and ends of single steps", () => {
    const doubtful = [
      "sqrt(2.5 - t)",
      "1/(t - 2.001)",
      "log(1 + sin(9*t))",
      "asin(t/2)",
      "wave(t)*sin(3*t)",
      "tan(t)",
      "t^t",
    ];
    const statuses = new Set<string>();
    let inBlocks = 0;
    doubtful.forEach((text, k) => {
      const raw = machine(seeded(k), scheme, 3, { varying: false });
      const signals = { wave: { times: [0, 0.7, 1.1, 4], values: [0, 2, -1, 0.5] } };
      const system = { ...raw.system, force: [text, `-2*(${text})`, 0], friction: [{ on: 0, limit: `abs(${text})` }] };
      const simulation = prepared({ ...raw, signals, system });
      inBlocks += compare(simulation);
      statuses.add(numbersOf(simulation).all.status);
    });
    expect(inBlocks).toBeGreaterThan(0.5 * doubtful.length * STEPS);
    expect([...statuses].sort()).toEqual(["done", "undefined-force"]);
  });

  test("controls and jumps at times of their own", () => {
    const raw = machine(seeded(9), scheme, 3, { varying: false });
    const simulation = prepared({
      ...raw,
      system: { ...raw.system, input: [[1], [0], [1]] },
      control: { value: { times: [0, 1, 2], values: [[1], [-2], [0.5]] } },
    });
    expect(compare(simulation)).toBeGreaterThan(0.7 * STEPS);
  });
});

test("loads with signals and controls have the same digits at many instants as at each", () => {
  const raw = machine(seeded(3), "alpha", 3, { varying: false });
  const { load } = prepared({
    ...raw,
    signals: { wave: { times: [0, 0.7, 1.1, 2], values: [0, 2, -1, 0.5] } },
    system: {
      ...raw.system,
      force: ["wave(t)*sin(3*t)", "t < 1.1 ? wave(t) : 2", 0],
      input: [[1], [0], [1]],
    },
    control: { value: { times: [0, 1, 2], values: [[1], [-2], [0.5]] } },
  }).system;
  const instants = [0, 0.7, 1, 1.1, 2, 2.5, 3].flatMap((t) => [-1e-3, 0, 1e-3].map((side) => [t, t + side]));
  const at = Float64Array.from(instants.flat());
  const out = new Float64Array(4 * instants.length).fill(7);
  load.evaluateMany!(at, instants.length, out, 4);
  const expected = instants.flatMap((instant) => {
    const one = new Float64Array(3);
    load.evaluate(Float64Array.from(instant), one);
    return [...one, 7]; // what is between the components and the next instant is left alone
  });
  expect([...out]).toEqual(expected);
});

test("the audit of a run has the digits of one whose formulas are plain", () => {
  for (let k = 0; k < cases(4, 80); k++) {
    const raw = machine(seeded(k), k % 2 === 0 ? "alpha" : "balanced", 1 + (k % 6), { varying: false });
    const [emitted, other] = [prepared(raw), compileRaw(raw)];
    const { evaluateMany: _, ...load } = other.system.load;
    const plain = { ...other, system: { ...other.system, load } };
    const audits = [emitted, plain].map((simulation) => {
      let last: unknown;
      for (let run = 0; run < 5; run++) last = simulate(simulation).audit; // by then there is code of the audit, too
      return last;
    });
    expect(audits[0]).toEqual(audits[1]);
  }
});
