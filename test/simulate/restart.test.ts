/** A run that is saved and goes on elsewhere keeps its digits: state, events, measures, audit, trajectory and CSV, to the last bit. */
import { describe, expect, it, test } from "vitest";
import { restore, type Saved, save } from "../../src/numeric/kept.ts";
import { readSaved, savedText } from "../../src/numeric/saved-text.ts";
import { balanced } from "../../src/scheme/balanced/balanced.ts";
import type { Stepper } from "../../src/scheme/scheme.ts";
import { variational } from "../../src/scheme/variational/variational.ts";
import { csv } from "../../src/simulate/record/csv.ts";
import type { Simulation } from "../../src/simulate/run/simulation.ts";
import { type Result, type Session, startSession } from "../../src/simulate/simulate.ts";
import { activeSet } from "../../src/step/solvers/active-set.ts";
import { newStats } from "../../src/step/step.ts";
import { elasticPendulum } from "../model/elastic-pendulum.ts";
import { compileRaw, loadSimulation } from "../support/run.ts";
import { cases } from "../support/torture.ts";

const PLACES = cases(1, 20);
const PLACES_WITHIN = cases(2, 20);
const ALL = ["event-driven", "balanced", "variational", "alpha", "splitting", "strang"];
const machines: readonly (readonly [file: string, schemes: readonly string[]])[] = [
  ["gk95-tp1", ALL],
  ["belt", ALL],
  ["stage-pid-limited", ["event-driven", "balanced", "variational", "alpha"]],
  ["bouncing-ball", ["event-driven", "balanced"]],
  ["two-masses", ALL],
  ["gk95-tp2-springs", ["event-driven", "alpha"]],
  ["clutch", ["event-driven", "balanced", "variational"]],
  ["buffer", ["event-driven", "balanced", "variational"]],
  ["flexible-arm", ["variational", "alpha"]],
  ["shuttle-arm", ["event-driven", "variational"]],
  ["slider-crank", ["event-driven", "balanced"]],
];
const pairs = machines.flatMap(([file, schemes]) => schemes.map((type) => [file, type] as const));

/** Seconds of runs that are longer than they need be to have events. */
const ENDS: Readonly<Record<string, number>> = { belt: 6, "two-masses": 8, "flexible-arm": 0.3, "slider-crank": 1.5 };

function loaded(file: string, type: string) {
  const time = file in ENDS ? { time: { end: ENDS[file] } } : {};
  return loadSimulation(file, { scheme: { type }, ...time });
}

/** All that came out, to the last bit; long arrays as text, which compares faster. */
function print({ outcome, ...rest }: Result, text: string) {
  return {
    ...{ text, outcome },
    rest: JSON.stringify(rest, (_, value) => {
      if (ArrayBuffer.isView(value))
        return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("base64");
      return Object.is(value, -0) ? "-0" : typeof value === "number" && !Number.isFinite(value) ? `${value}` : value;
    }),
  };
}

/** Starts anew or from what was saved, with a CSV that goes on where it was. */
function started(file: string, type: string, from?: { readonly saved: Saved; readonly text: string }) {
  const simulation = loaded(file, type);
  let text = from?.text ?? "";
  const sink = csv(
    simulation,
    (part) => {
      text += part;
    },
    { resumed: from !== undefined },
  );
  let result: Result | undefined;
  const session = startSession(simulation, { sinks: [sink], from: from?.saved });
  return {
    ...session,
    text: () => text,
    end() {
      session.run.advance(Number.POSITIVE_INFINITY);
      result = session.finish();
      return print(result, text);
    },
    events: () => result!.trajectory.events.length,
  };
}

describe.each(pairs)("%s under %s", (file, type) => {
  const first = started(file, type);
  const whole = first.end();

  it(`goes on with the same digits, places: ${PLACES}`, () => {
    const { steps } = whole.outcome.stats;
    expect(whole.outcome.status).toBe("done");
    expect(first.events()).toBeGreaterThan(1);
    const donor = started(file, type);
    let done = 0;
    for (let k = 0; k < PLACES; k++) {
      const place = Math.floor((steps * (k + 0.5)) / PLACES) + (k % 3);
      donor.run.advance(place - done);
      done = place;
      const saved = donor.run.save();
      const text = donor.text();
      const through = k % 4 === 0 ? readSaved(savedText(saved)) : structuredClone(saved); // a file, or a message
      expect(started(file, type, { saved: through, text }).end()).toStrictEqual(whole);
    }
    expect(donor.end()).toStrictEqual(whole); // being saved changes nothing
  });
});

test.each(["gk95-tp1", "belt", "stage-pid-limited", "bouncing-ball"])(
  "%s goes on from within a step that gave way",
  (file) => {
    const whole = started(file, "event-driven").end();
    const donor = started(file, "event-driven");
    let paused = 0;
    let tried = 0;
    while (tried < PLACES_WITHIN && donor.run.advance(Number.POSITIVE_INFINITY, () => true)) {
      if (paused++ % 7 !== 0) continue;
      tried++;
      const from = { saved: readSaved(savedText(donor.run.save())), text: donor.text() };
      expect(started(file, "event-driven", from).end()).toStrictEqual(whole);
    }
    expect(tried).toBeGreaterThan(cases(1, 3));
  },
);

/** Kinks of curves, curves without a series at rest, jump laws, dependent rows, rows that are free for a while, a root of zero, losses. */
const MIXED = {
  stickslip: 1,
  name: "all at once",
  system: {
    type: "linear",
    mass: [1, 2, 1],
    springs: [
      { between: [0, 1], stiffness: 20 },
      { between: [1, 2], stiffness: 15 },
      { on: 2, stiffness: 5 },
    ],
    force: ["4*sin(2*t) + sqrt(abs(t - 1.2))", 0, "2*cos(3*t)"],
    friction: [
      { name: "ramp", on: 0, limit: 1, weakening: { shape: "ramp", beta: 0.4, epsilon: 0.1 } },
      { name: "twin", on: 0, limit: 0.5 },
      { name: "sharp", on: 1, limit: 0.8, weakening: { shape: "stribeck", beta: 0.3, speed: 0.1, exponent: 0.5 } },
      { name: "jump", on: 2, limit: 1, kinetic: 0.6, drive: "0.1*sin(t)" },
      { name: "brake", on: 1, limit: "max(0, 2*sin(2*t))" },
    ],
    stops: [{ name: "wall", on: 2, gap: 0.05, restitution: 0.6 }],
  },
  initial: { position: [0.5, 0, 0], velocity: [0, 0.3, 0] },
  outputs: { heat: "dissipation(jump)", speed: "abs(v(x1))" },
  measures: {
    heat: { mean: "dissipation(ramp)" },
    fast: { max: "abs(v(x2))", from: 0.5 },
    mean: { rms: "force(jump)", from: 0.5, to: 1.8 },
    stuck: { time: "twin" },
    hits: { count: "impact" },
  },
  time: { end: 2, step: 0.005, output: 0.02 },
};

/** Its runs take long for their length. */
const MIXED_PLACES = cases(2, 5);

/** A friction hill and a bump of the road, met after bounces that pile up: limits follow the motion, and so do the stop's directions. */
const ROAD = {
  stickslip: 1,
  system: {
    type: "mechanism",
    coordinates: [
      { name: "a", unit: "m" },
      { name: "y", unit: "m" },
    ],
    kinetic: "(v(a)^2 + v(y)^2)/2",
    potential: "9.81*x(y)",
    friction: [{ name: "rail", on: "a", limit: "0.5 + 20*exp(-((x(a)-1)/0.1)^2)" }],
    stops: [{ name: "road", distance: "x(y) - 0.05*exp(-((x(a)-1.5)/0.1)^2)", restitution: 0.5 }],
  },
  initial: { position: [0, 0.1], velocity: [4, 0] },
  time: { end: 0.8, step: 0.02 },
};

/** Saved at several places of a run, and gone on with from there. Returns the kinds of its events. */
function goesOn(load: () => Simulation, slice: (() => boolean) | undefined): Set<string> {
  const ended = ({ run, finish }: Session) => {
    run.advance(Number.POSITIVE_INFINITY);
    return finish();
  };
  const next = ({ run }: Session) => run.advance(slice ? Number.POSITIVE_INFINITY : 1, slice);
  const counted = startSession(load());
  let all = 0;
  while (next(counted)) all++;
  const result = counted.finish();
  expect(result.outcome.status).toBe("done");
  const whole = print(result, "");
  const donor = startSession(load());
  let slices = 0;
  let places = 0;
  while (next(donor)) {
    if (++slices % Math.floor(all / MIXED_PLACES) !== 0) continue;
    places++;
    const from = readSaved(savedText(donor.run.save()));
    expect(print(ended(startSession(load(), { from })), "")).toStrictEqual(whole);
  }
  expect(places).toBeGreaterThanOrEqual(MIXED_PLACES);
  return new Set(result.trajectory.events.map(({ kind }) => kind));
}

test.each(["event-driven", "balanced", "variational"])("a machine with everything goes on under %s", (type) => {
  const stops = MIXED.system.stops.map((wall) => (type === "variational" ? { ...wall, restitution: 0 } : wall));
  const load = () => compileRaw({ ...MIXED, system: { ...MIXED.system, stops }, scheme: { type } });
  const kinds = goesOn(load, type === "event-driven" ? () => true : undefined);
  expect(kinds.size).toBeGreaterThan(type === "variational" ? 1 : 2); // without restitution the wall keeps what it has met
});

test("a mass that hops along a road goes on", () => {
  expect(
    goesOn(
      () => compileRaw(ROAD),
      () => true,
    ),
  ).toContain("contact");
});

test.each([
  ["gk95-tp1", "alpha", "uzawa"],
  ["gk95-tp1", "alpha", "regularized"],
  ["two-masses", "balanced", "gauss-seidel"],
  ["gskn06-tp3", "splitting", "penalty-newton"],
] as const)("%s under %s goes on with the solver %s", (file, scheme, solver) => {
  const load = () => loadSimulation(file, { scheme: { type: scheme }, solver: { type: solver }, time: { end: 3 } });
  const ended = ({ run, finish }: Session) => {
    run.advance(Number.POSITIVE_INFINITY);
    return print(finish(), "");
  };
  const whole = ended(startSession(load()));
  const donor = startSession(load());
  for (let k = 0; k < PLACES; k++) {
    donor.run.advance(Math.floor(whole.outcome.stats.steps / (PLACES + 1)));
    const from = structuredClone(donor.run.save());
    expect(ended(startSession(load(), { from }))).toStrictEqual(whole);
    if (donor.run.progress() > 0.9) break;
  }
});

test.each([
  ["balanced", balanced(), 0.5],
  ["variational", variational(), 0],
] as const)("a machine that is not linear goes on too under %s", (_, scheme, restitution) => {
  const [end, steps] = [2, 400];
  const initial = { time: 0, end, position: Float64Array.of(1.3, 0.9), velocity: Float64Array.of(0, 0.4) };
  const start = () => scheme.start(elasticPendulum(2, 1.25, restitution), activeSet(), initial, end / steps);
  const stats = newStats();
  const walk = (stepper: Stepper, from: number, to: number) => {
    for (let k = from; k < to; k++) {
      const interval = Float64Array.of(end / steps, ((k + 1) * end) / steps);
      expect(stepper.step(interval, stats, { event() {}, jump() {} })).toBe("stepped");
    }
    return stepper.state;
  };
  const whole = walk(start(), 0, steps);
  const donor = start();
  const modes = new Set<string>();
  for (let k = 0; k < PLACES; k++) {
    const place = (k * steps) / PLACES;
    modes.add(walk(donor, place, place + steps / PLACES / 2).mode.join());
    const next = start();
    restore(next.kept!, readSaved(savedText(save(donor.kept!))));
    expect(walk(next, place + steps / PLACES / 2, steps)).toStrictEqual(whole);
    modes.add(walk(donor, place + steps / PLACES / 2, place + steps / PLACES).mode.join());
  }
  expect(modes.size).toBeGreaterThan(1);
});

test("the text of saved data keeps all bits", () => {
  const numbers = [0, -0, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 5e-324, 0.1, -1e308];
  for (let length = 0; length <= numbers.length; length++) {
    const saved = {
      doubles: Float64Array.from(numbers.slice(0, length)),
      bytes: Int8Array.from(numbers.slice(0, length), (_, k) => k - 3),
      whole: Int32Array.from(numbers.slice(0, length), (_, k) => 1e9 * (k - 2)),
      plain: [...numbers.slice(0, length), true, "a text"],
    };
    expect(readSaved(savedText(saved))).toStrictEqual(saved);
  }
});

describe("what cannot be saved or restored says so", () => {
  it("receivers of states that do not tell what they gather", () => {
    const { run } = startSession(loaded("gk95-tp1", "alpha"), { sinks: [{ sample() {} }] });
    expect(run.refusesSave()).toMatch(/gathered/);
    expect(() => run.save()).toThrow(/gathered/);
  });

  it("runs that have ended", () => {
    const { run } = started("gk95-tp1", "alpha");
    expect(run.refusesSave()).toBeUndefined();
    run.advance(Number.POSITIVE_INFINITY);
    expect(run.refusesSave()).toMatch(/ended/);
  });

  it("data of another machine", () => {
    const saved = started("gk95-tp1", "balanced").run.save();
    expect(() => started("two-masses", "balanced", { saved, text: "" })).toThrow(/not of this run/);
  });

  it("memory of another shape", () => {
    const kept = { a: new Float64Array(2), b: { c: 1 } };
    expect(() => restore(kept, save({ a: new Float64Array(3), b: { c: 1 } }))).toThrow(/not of this run/);
    expect(() => restore(kept, save({ a: new Int8Array(2), b: { c: 1 } }))).toThrow(/not of this run/);
    expect(() => restore(kept, save({ a: new Float64Array(2) }))).toThrow(/not of this run/);
    expect(() => restore(kept, 3)).toThrow(/not of this run/);
  });
});
