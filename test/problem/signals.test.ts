import { describe, expect, it } from "vitest";
import { compile } from "../../src/problem/compile/compile.ts";
import { sampleHash } from "../../src/problem/read/sample-hash.ts";
import type { Simulation } from "../../src/simulate/run/simulation.ts";
import { type Result, simulate } from "../../src/simulate/simulate.ts";
import { seeded } from "../support/random.ts";
import { compileRaw } from "../support/run.ts";

type Signal = Readonly<Record<string, unknown>>;

/** A block on a rough floor, on a spring, under one force. */
function block(force: string, signal: Signal | undefined, scheme: string, step = 0.01) {
  return {
    stickslip: 1,
    parameters: { gain: 2 },
    ...(signal ? { signals: { f: signal } } : {}),
    system: { type: "linear", mass: [1], stiffness: [3], force: [force], friction: [{ on: 0, limit: 0.7 }] },
    time: { end: 8, step },
    scheme: { type: scheme },
  };
}

const run = (raw: unknown): Result => simulate(compileRaw(raw));
const times = [0.5, 1.25, 2, 3.1, 4, 6.5];
const values = [0, 3, -2, 2.5, 2.5, -3];

/** The same function as a formula. */
function formula(interpolation: "linear" | "hold", before: number, after: number, scale = 1): string {
  const pieces = times.slice(1).map((end, i) => {
    const slope = interpolation === "hold" ? 0 : (values[i + 1]! - values[i]!) / (end - times[i]!);
    return `${scale}*(${values[i]} + ${slope}*(t - ${times[i]}))`;
  });
  return `piecewise(t, [${times.join(", ")}], ${before}, ${pieces.join(", ")}, ${after})`;
}

function loadAt({ system }: Simulation, time: number, side = time): number {
  const out = new Float64Array(system.size);
  system.load.evaluate(Float64Array.of(time, side), out);
  return out[0]!;
}

function expectSame(a: Result, b: Result, tolerance: number): void {
  const [one, two] = [a.trajectory, b.trajectory];
  expect(one.time).toEqual(two.time);
  for (const key of ["position", "velocity"] as const) {
    for (const [i, column] of one[key].entries()) {
      const difference = column.map((value, k) => Math.abs(value - two[key][i]![k]!));
      expect(Math.max(...difference)).toBeLessThan(tolerance);
    }
  }
  expect(one.events.map(({ kind, row }) => [kind, row])).toEqual(two.events.map(({ kind, row }) => [kind, row]));
  for (const [i, { time }] of one.events.entries()) {
    expect(Math.abs(time - two.events[i]!.time)).toBeLessThan(tolerance);
  }
}

describe.each(["event-driven", "balanced"])("%s: a signal is the formula of its pieces", (scheme) => {
  it.each([
    ["linear, nothing outside", {}, formula("linear", 0, 0)],
    ["a scale", { scale: "gain" }, formula("linear", 0, 0, 2)],
    ["values outside, not scaled", { scale: 2, outside: 1.5 }, formula("linear", 1.5, 1.5, 2)],
    ["kept ends", { outside: "hold" }, formula("linear", 0, -3)],
    ["hold", { interpolation: "hold" }, formula("hold", 0, 0)],
    ["hold and kept ends", { interpolation: "hold", outside: "hold" }, formula("hold", 0, -3)],
  ])("%s", (_, options, written) => {
    const sampled = run(block("f(t)", { times, values, ...options }, scheme));
    expect(sampled.trajectory.events.length).toBeGreaterThan(2);
    expectSame(sampled, run(block(written, undefined, scheme)), 1e-12);
  });

  it("in a formula with decisions", () => {
    const written = formula("linear", 0, 0);
    for (const wrap of [
      (f: string) => `abs(${f}) - 1`,
      (f: string) => `max(${f}, sin(t))`,
      (f: string) => `${f} > 0.4 ? ${f}^2 : exp(-t)*(${f})`,
      (f: string) => `2*sign(abs(${f}) - 1)`,
    ]) {
      const sampled = run(block(wrap("f(t)"), { times, values }, scheme));
      expectSame(sampled, run(block(wrap(written), undefined, scheme)), 1e-10);
    }
  });
});

describe("breakpoints", () => {
  const breaks = (force: string, signal: Signal = { times, values }) =>
    compileRaw(block(force, signal, "balanced")).system.load.breakpoints(0, 8);

  it("are the samples where it jumps or bends", () => {
    expect(breaks("f(t)")).toEqual({ times, complete: true });
    expect(breaks("f(t)", { times: [1, 2, 3], values: [0, 1, 2] }).times).toEqual([1, 3]);
    expect(breaks("f(t)", { times: [1, 2, 3], values: [0, 1, 2], outside: "hold" }).times).toEqual([1, 3]);
    expect(breaks("f(t)", { times: [1, 2, 3], values: [4, 4, 4], outside: 4 }).times).toEqual([]);
    expect(breaks("t < 5 ? 1 : 2").times).toEqual([5]);
  });

  it("are the zeros of abs(f(t)) too", () => {
    const found = breaks("abs(f(t))");
    const zeros = [1.25 + (0.75 * 3) / 5, 2 + (1.1 * 2) / 4.5, 4 + (2.5 * 2.5) / 5.5];
    const expected = [...times, ...zeros].sort((a, b) => a - b);
    expect(found.complete).toBe(true);
    expect(found.times).toHaveLength(expected.length);
    for (const [i, time] of found.times.entries()) expect(time).toBeCloseTo(expected[i]!, 13);
  });

  it("are found where the signal meets a curve, and where decisions are nested", () => {
    const curve = breaks("min(f(t), sin(t))").times.filter((time) => !times.includes(time));
    const { system } = compileRaw(block("f(t) - sin(t)", { times, values }, "balanced"));
    expect(curve.length).toBeGreaterThan(2);
    for (const time of curve) {
      const out = new Float64Array(1);
      system.load.evaluate(Float64Array.of(time, time), out);
      expect(Math.abs(out[0]!)).toBeLessThan(1e-12);
    }
    const nested = breaks("abs(abs(f(t)) - 1)").times.filter((time) => !times.includes(time));
    expect(nested).toHaveLength(10);
  });

  it("are bounded in number, and say so", () => {
    const many = Array.from({ length: 30_000 }, (_, i) => i / 3750);
    const found = breaks("abs(f(t))", { times: many, values: many.map((_, i) => (i % 2) - 0.5) });
    expect(found.complete).toBe(false);
    expect(found.times.length).toBeGreaterThan(many.length);
  });

  it("are no events of the machine", () => {
    const heavy = block("0.1*f(t)", { times, values }, "event-driven");
    expect(run(heavy).trajectory.events).toEqual([]);
  });
});

it("expands in a series between samples", () => {
  const { system } = compileRaw(block("f(t)^2*sin(t)", { times, values }, "event-driven"));
  const order = 12;
  const series = new Float64Array(order + 1);
  const at = Float64Array.of(1.25, 1.6);
  system.load.expansion(order)(at, series);
  const tau = 0.3;
  const sum = series.reduceRight((rest, coefficient) => rest * tau + coefficient, 0);
  const f = 3 - (5 / 0.75) * tau;
  expect(sum).toBeCloseTo(f * f * Math.sin(1.25 + tau), 11);
});

describe("a record of 40 s at 200 Hz on a frame that slides", () => {
  const random = seeded(4);
  const clock = Array.from({ length: 8001 }, (_, i) => i / 200);
  let level = 0;
  const shake = clock.map((t) => {
    level += 0.2 * (random.normal() - level);
    return level * t * Math.exp(1 - t / 8) * 0.1;
  });
  const frame = (scheme: string, step: number) => ({
    stickslip: 1,
    parameters: { m: 1000 },
    signals: { ag: { times: clock, values: shake, scale: 9.81 } },
    system: {
      type: "linear",
      coordinates: [{ name: "base" }, { name: "first" }, { name: "second" }],
      mass: ["m", "m", "m"],
      springs: [
        { on: "base", stiffness: 1.2e4 },
        { between: ["base", "first"], stiffness: 4e5 },
        { between: ["first", "second"], stiffness: 4e5 },
      ],
      dampers: [
        { between: ["base", "first"], damping: 2e3 },
        { between: ["first", "second"], damping: 2e3 },
      ],
      force: ["-m*ag(t)", "-m*ag(t)", "-m*ag(t)"],
      friction: [{ on: "base", limit: "0.05*3*m*9.81" }],
    },
    time: { end: 40, step, output: 0.05 },
    scheme: { type: scheme },
  });
  const exact = run(frame("event-driven", 0.05));

  it("is followed exactly by event-driven, with about one expansion a sample and an event", () => {
    expect(exact.outcome.status).toBe("done");
    const slips = exact.trajectory.events.filter(({ kind }) => kind === "slip");
    expect(slips.length).toBeGreaterThan(50);
    expect(exact.audit.energyError).toBeLessThan(1e-9 * exact.audit.energyScale);
    expect(exact.audit.stickDrift).toBeLessThan(1e-14);
    const expansions = exact.outcome.stats.iterations / 23;
    expect(expansions).toBeLessThan(1.2 * (clock.length + exact.trajectory.events.length));
  });

  it("and by balanced as its step is refined", () => {
    const largest = Math.max(...exact.trajectory.position[2]!.map(Math.abs));
    const errors = [1 / 200, 1 / 800].map((step) => {
      const { trajectory } = run(frame("balanced", step));
      return (
        Math.max(...trajectory.position[2]!.map((x, k) => Math.abs(x - exact.trajectory.position[2]![k]!))) / largest
      );
    });
    expect(errors[0]).toBeLessThan(0.03);
    expect(errors[1]).toBeLessThan(0.003);
    expect(errors[1]! / errors[0]!).toBeLessThan(0.25);
  });
});

describe("faults", () => {
  const faultsOf = (signal: unknown, force = "f(t)") =>
    (compile(block(force, signal as Signal, "balanced")).faults ?? []).map(
      ({ path, message }) => `${path}: ${message}`,
    );

  it.each([
    [{}, "signals.f: invalid signal; no samples. Give a file, or times and values"],
    [
      { file: "a.csv" },
      'signals.f.file: invalid file; not embedded: "a.csv". Put its samples in with embedSignals before compile',
    ],
    [
      { file: "a.csv", times, values },
      "signals.f.file: invalid signal; both a file and samples are given. Leave one of them out",
    ],
    [
      { times, values, value: "ax" },
      "signals.f: invalid signal; time and value name columns of a file. Leave them out where times and values are given",
    ],
    [{ times, values: [1] }, "signals.f.values: invalid values; not 6 values, one for each time: 1 given"],
    [{ times: [1], values: [1] }, "signals.f.values: invalid values; not two samples at least: 1 given"],
    [
      { times: [0, 2, 2], values: [1, 2, 3] },
      "signals.f.times[2]: invalid times[2]; not after the one before, 2: 2. Times must increase",
    ],
    [{ times: [0, "q"], values: [1, 2] }, /^signals\.f\.times\[1\]: invalid formula; .*q/],
    [
      { times, values, interpolation: "cubic" },
      /^signals\.f\.interpolation: invalid .*not one of linear, hold: "cubic"/,
    ],
    [{ times, values, outside: "t" }, /^signals\.f\.outside: invalid formula/],
    [{ times, values, scael: 2 }, 'signals.f.scael: unknown key "scael"; did you mean scale?'],
    [
      { times: [0, 1e-9], values: [-1e300, 1e300] },
      "signals.f: invalid signal; its times, values or slopes are not below 1e+100 in size. Check units and scale",
    ],
    [
      { times, values, source: { file: "a.csv", hash: "0123456789abcdef" } },
      /^signals\.f\.source\.hash: invalid hash; the samples have [0-9a-f]{16}: they are not those of "a\.csv"\. Leave/,
    ],
    [{ times, values, source: { file: "a.csv", hash: "xyz" } }, /hash: .*not 16 hexadecimal digits: "xyz"/],
  ])("%j, alone", (signal, message) => {
    const faults = faultsOf(signal);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(message);
  });

  it("a source with the right hash is none", () => {
    expect(faultsOf({ times, values, source: { file: "a.csv", hash: sampleHash(times, values) } })).toEqual([]);
  });

  it("of names", () => {
    const named = (name: string) =>
      compile({ ...block("1", undefined, "balanced"), signals: { [name]: { times, values } } }).faults?.[0]?.message;
    expect(named("gain")).toBe('invalid signal name; a parameter has it: "gain". Take another one');
    expect(named("sin")).toBe('invalid signal name; the formula language uses it: "sin". Take another one');
    expect(named("a b")).toBe('invalid signal name; not letters, digits and _: "a b"');
  });

  it("of formulas that use it wrongly", () => {
    const good = { times, values };
    expect(faultsOf(good, "f")[0]).toMatch(/f has an argument\. Write f\(t\), column 1/);
    expect(faultsOf(good, "f(t - 1)")[0]).toMatch(/f\(t - 1\)/);
    expect(faultsOf(good, "g(t)")[0]).toMatch(/system\.force\[0\]: invalid formula/);
  });
});

it("has the value of the signal where a step crosses many samples", () => {
  const fine = Array.from({ length: 801 }, (_, i) => i / 100);
  const simulation = compileRaw(block("f(t)", { times: fine, values: fine.map((t) => t * t) }, "alpha", 0.5));
  expect(loadAt(simulation, 2, 4.005)).toBeCloseTo(4, 12);
  expect(loadAt(simulation, 6.25, 6)).toBeCloseTo(6.25 * 6.25, 12);
});
