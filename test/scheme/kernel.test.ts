/** Blocks of steps by kernels against single steps in plain TypeScript: the same digits, statuses and counts. */
import { describe, expect, it } from "vitest";
import type { State } from "../../src/scheme/scheme.ts";
import { readState } from "../../src/scheme/scheme.ts";
import { isSample, type Sink } from "../../src/simulate/record/sink.ts";
import { copyState, startRun } from "../../src/simulate/run/run.ts";
import type { Simulation } from "../../src/simulate/run/simulation.ts";
import { list, type Random, seeded, withSpectrum } from "../support/random.ts";
import { compileRaw } from "../support/run.ts";
import { cases, torture } from "../support/torture.ts";

const STEPS = 300;
const END = 3;

const LAWS = ["constant", "driven", "varying", "jumps", "weakening", "stops", "joints", "mixed"] as const;
type Law = (typeof LAWS)[number];

/** A curve of every shape. */
function curve(random: Random): Record<string, unknown> {
  const beta = random.between(0.1, 0.9);
  const speed = random.between(0.02, 1);
  return random.pick<Record<string, unknown>>([
    { shape: "ramp", beta, epsilon: speed },
    { shape: "smooth", beta, epsilon: speed },
    { shape: "hyperbolic", beta, speed },
    { shape: "stribeck", beta, speed },
    { shape: "stribeck", beta, speed, exponent: 2 },
    { shape: "table", speed: [0, speed, 2 * speed, 5 * speed], ratio: [1, 0.6, 0.7, beta] },
  ]);
}

function friction(random: Random, law: Law, n: number, i: number): Record<string, unknown> {
  const along = random.chance(0.5)
    ? { on: i % n }
    : { direction: list(n, (j) => (j === i % n ? 1 : random.chance(0.3) ? random.between(-1, 1) : 0)) };
  const limit = random.between(0.5, 4);
  const row: Record<string, unknown> = { ...along, limit };
  if (random.chance(0.1)) row.limit = 0;
  if (random.chance(0.2)) row.backward = random.between(0.5, 4);
  const mixed = (chance: number) => law === "mixed" && random.chance(chance);
  if (law === "driven" || mixed(0.3)) row.drive = random.pick([0.3, "0.4*sin(2*t)", "t < 1.234 ? 0.2 : -0.3"]);
  if (law === "varying" || mixed(0.2))
    row.limit = random.pick([`${limit}*(1 + 0.5*sin(3*t))`, "max(0, 2*sin(3*t))", 1]);
  if (law === "jumps" || mixed(0.5)) row.kinetic = random.between(0.2, 0.5);
  if (typeof row.limit === "string" && row.kinetic && row.backward) row.kineticBackward = random.between(0.2, 0.5);
  if (law === "weakening" || mixed(0.5)) row.weakening = curve(random);
  if (mixed(0.2)) row.viscous = random.between(0.05, 0.5);
  return row;
}

function machine(random: Random, scheme: string, law: Law, n: number, rows: number, full?: boolean): Simulation {
  const damped = random.chance(0.5);
  const coupled = full ?? random.chance(0.7);
  const spectrum = (low: number, high: number) =>
    withSpectrum(
      random,
      list(n, () => random.between(low, high)),
    );
  const diagonal = (low: number, high: number) =>
    list(n, (i) => list(n, (j) => (i === j ? random.between(low, high) : 0)));
  return compileRaw({
    stickslip: 1,
    name: "random",
    system: {
      type: "linear",
      mass: (coupled ? spectrum : diagonal)(0.5, 3),
      stiffness: (coupled ? spectrum : diagonal)(1, 40),
      ...(damped ? { damping: (coupled ? spectrum : diagonal)(0, 0.5) } : {}),
      force: list(n, () => random.pick([0, 3, "5*sin(2*t)", "-8*exp(-t)*cos(3*t)", "t < 1.5 ? 4 : -4"])),
      friction: list(rows, (i) => friction(random, law, n, i)),
      ...(law === "stops" || (law === "mixed" && scheme === "balanced" && random.chance(0.3))
        ? { stops: [{ on: 0, gap: 1.2, restitution: 0.3 }] }
        : {}),
      ...(law === "joints" && n > 1 ? { joints: [{ direction: list(n, (j) => (j < 2 ? 1 - 2 * j : 0)) }] } : {}),
    },
    initial: {
      position: list(n, () => random.between(-1, 1)),
      velocity: list(n, () => (law === "joints" ? 0.7 : random.chance(0.4) ? 0 : random.between(-2, 2))),
    },
    time: { end: END, step: END / STEPS },
    scheme: { type: scheme },
    solver: { type: "active-set" },
  });
}

/** All states of a run, and how many of them came in blocks. */
function followed(simulation: Simulation) {
  const states: State[] = [];
  let inBlocks = 0;
  let samples = 0;
  const sink: Sink = {
    step: (state) => void states.push(copyState(state)),
    sample: () => void samples++,
    block(block, from, to, wanted) {
      inBlocks += to - from;
      for (let k = from; k < to; k++) {
        const state = copyState(states[0]!);
        readState(block, k, state);
        states.push(state);
        if (isSample(wanted, k)) samples++;
      }
    },
  };
  const events: unknown[] = [];
  const run = startRun(simulation, [sink, { event: (event) => void events.push(event) }]);
  run.advance(Number.POSITIVE_INFINITY);
  const { status, state, stats } = run.finish();
  const numbers = states.map(({ time, position, velocity, force, limit, mode }) => [
    ...[time, ...position, ...velocity, ...force, ...limit, ...mode].map((value) => value + 0), // no -0
  ]);
  return { inBlocks, all: { numbers, events, status, stats, samples, memory: [...state.memory] } };
}

function compare(simulation: Simulation): number {
  const { kernels: _, ...plain } = simulation;
  const { all, inBlocks } = followed(simulation);
  const single = followed(plain);
  expect(single.inBlocks).toBe(0);
  expect(all.numbers.length).toBe(single.all.numbers.length);
  expect(all).toEqual(single.all);
  return inBlocks;
}

describe.each(["alpha", "balanced"])("kernels of %s", (scheme) => {
  it.each(LAWS)("have the digits of single steps, law %s", (law) => {
    if (scheme === "alpha" && law === "stops") return;
    let inBlocks = 0;
    const count = cases(3, 60);
    for (let k = 0; k < count; k++) {
      const random = seeded(1000 * k + LAWS.indexOf(law));
      const n = random.whole(1, k % 3 === 0 ? 12 : 5);
      inBlocks += compare(machine(random, scheme, law, n, random.whole(1, n)));
    }
    expect(inBlocks).toBeGreaterThan((law === "jumps" || law === "mixed" ? 0.6 : 0.8) * count * STEPS);
  });

  it("have them for machines of every size", () => {
    for (const n of [1, 2, 3, 4, 7, 9, 16, 40, ...(torture ? [21, 25, 30, 32, 33, 64, 100, 200, 256] : [])]) {
      const random = seeded(n);
      const full = n > 20 ? true : undefined; // others may have bands
      const rows = Math.min(n, 30, Math.floor(4000 / n)); // of more, slips are set to zero part by part
      expect(compare(machine(random, scheme, "constant", n, rows, full)), `${n}`).toBeGreaterThan(0.8 * STEPS);
      compare(machine(random, scheme, "mixed", n, rows, full));
    }
  });

  it("leave steps with rows that depend on each other to single ones", () => {
    for (let k = 0; k < 5; k++) compare(machine(seeded(77 + k), scheme, "constant", 2, 4));
  });

  it("go on where single steps have been taken, and in runs side by side", () => {
    const simulation = machine(seeded(5), scheme, "constant", 3, 3);
    const whole = startRun(simulation, []);
    whole.advance(Number.POSITIVE_INFINITY);
    const [one, other] = [startRun(simulation, []), startRun(simulation, [])];
    for (let k = 1; one.advance(k % 7 === 0 ? 1 : 5 * k); k++) other.advance(3);
    other.advance(Number.POSITIVE_INFINITY);
    expect(one.finish()).toEqual(whole.finish());
    expect(other.finish()).toEqual(whole.finish());
  });
});
