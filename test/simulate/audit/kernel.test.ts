/** The audit's kernel against its plain parts: the same numbers to the last digit, on right motions and on disturbed ones. */
import { expect, it } from "vitest";
import { restore, save } from "../../../src/numeric/kept.ts";
import { audit } from "../../../src/simulate/audit/audit.ts";
import type { AuditPreparation } from "../../../src/simulate/audit/prepared.ts";
import type { Audit } from "../../../src/simulate/audit/result.ts";
import type { Simulation } from "../../../src/simulate/run/simulation.ts";
import { list, type Random, seeded } from "../../support/random.ts";
import { compileRaw, loadSimulation } from "../../support/run.ts";
import { cases } from "../../support/torture.ts";
import { disturbed, type Told, tell } from "../../torture/disturbed.ts";

const SCHEMES = ["alpha", "balanced", "event-driven", "variational", "splitting"] as const;

/** A preparation whose code is made at once, or never. */
function preparation(simulation: Simulation, kernel: boolean): AuditPreparation {
  const made: AuditPreparation = {};
  audit({ ...simulation, preparation: made });
  made.machine!.seen = kernel ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  return made;
}

function judged(simulation: Simulation, told: readonly Told[], made: AuditPreparation, pause = -1): Audit {
  const audited = { ...simulation, preparation: made };
  let sink = audit(audited);
  told.forEach((entry, k) => {
    if (entry.kind === "step") sink.step!(entry.state);
    else if (entry.kind === "jump") sink.jump!(entry.before, entry.after);
    else sink.event!(entry.event);
    if (k !== pause) return;
    const saved = save(sink.kept!);
    sink = audit(audited);
    restore(sink.kept!, saved);
  });
  return sink.result();
}

/** How many states the kernel has audited; -1: none, since the machine is not plain. */
function compare(simulation: Simulation, told: readonly Told[], pause = -1): number {
  const made = preparation(simulation, true);
  const found = judged(simulation, told, made, pause);
  const { kernel } = made.machine!;
  expect(found).toEqual(judged(simulation, told, preparation(simulation, false)));
  if (!kernel) return -1;
  let states = 0;
  made.machine!.kernel = {
    ...kernel,
    advance(...given) {
      const taken = kernel.advance(...given);
      states += taken;
      return taken;
    },
  };
  expect(judged(simulation, told, made)).toEqual(found);
  return states;
}

/** Drives and limits in t. */
function varied(random: Random, limit: number): Record<string, unknown> {
  const drive = random.pick([0.3, "0.4*sin(2*t)", "t < 1.234 ? 0.2 : -0.3", "0.1*t"]);
  const force = `${limit}*(1 + 0.5*sin(3*t))`;
  const kinetic = random.chance(0.5) ? { kinetic: 0.5 * limit, kineticBackward: 0.4 * limit } : { kinetic: undefined };
  return {
    ...(random.chance(0.7) ? { drive } : {}),
    ...(random.chance(0.5) ? { limit: random.pick([force, `max(0, ${force} - ${limit})`]), ...kinetic } : {}),
  };
}

/** A curve of every shape. */
function curve(random: Random): Record<string, unknown> {
  const beta = random.between(0.1, 0.9);
  const speed = random.between(0.05, 1);
  return random.pick<Record<string, unknown>>([
    { shape: "ramp", beta, epsilon: speed },
    { shape: "smooth", beta, epsilon: speed },
    { shape: "hyperbolic", beta, speed },
    { shape: "stribeck", beta, speed },
    { shape: "stribeck", beta, speed, exponent: 2 },
    { shape: "table", speed: [0, speed, 3 * speed], ratio: [1, 0.6, 0.8] },
  ]);
}

/** Rows on coordinates of their own, or also on the first of the next row's: the stiffness couples them too, and the mass where it is full or in blocks. */
function randomPlain(
  random: Random,
  n = random.whole(1, 9),
  coupling = random.pick(["none", "none", "blocks", "full"] as const),
  weakens = random.chance(0.4),
  varies = random.chance(0.3),
  most = n,
): Record<string, unknown> {
  const full = random.chance(0.5);
  const spring = (i: number, j: number) => (full || Math.abs(i - j) === 1 ? random.between(-1, 1) : 0);
  const stiffness = list(n, (i) => list(n, (j) => (i === j ? random.between(1, 20) : 0)));
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) stiffness[i]![j] = stiffness[j]![i] = spring(i, j);
  const friction: Record<string, unknown>[] = [];
  for (let i = 0; i < n; ) {
    const width = random.chance(0.3) && i + 1 < n ? 2 : 1;
    const from = i;
    i += width;
    if (random.chance(0.15) || friction.length >= most) continue;
    const to = random.chance(0.3) ? i + 1 : i;
    const direction = list(n, (j) => (j >= from && j < to ? random.pick([1, -1, 0.7, 1.3]) : 0));
    const limit = random.chance(0.1) ? 0 : random.between(0.2, 4);
    friction.push({
      direction,
      limit,
      ...(random.chance(0.3) ? { kinetic: 0.8 * limit } : {}),
      ...(random.chance(0.3) ? { backward: 0.6 * limit } : {}),
      ...(weakens && random.chance(0.7) ? { weakening: curve(random) } : {}),
      ...(varies && random.chance(0.6) ? varied(random, limit) : {}),
    });
  }
  const end = 3;
  const force = () =>
    random.pick(["0", "2", "3*sin(2*t)", "4*exp(-t)*cos(5*t)", "t < 1.234 ? 3 : -2", "5*abs(sin(3*t))"]);
  return {
    stickslip: 1,
    name: "plain",
    system: {
      type: "linear",
      mass: coupling === "none" ? list(n, () => random.between(0.5, 3)) : coupledMass(n, coupling, random),
      stiffness,
      ...(random.chance(0.5)
        ? { damping: list(n, (i) => list(n, (j) => (i === j ? random.between(0, 0.5) : 0))) }
        : {}),
      force: list(n, force),
      friction,
    },
    initial: { position: list(n, () => random.between(-2, 2)), velocity: list(n, () => random.between(-2, 2)) },
    time: { start: random.pick([0, 100, -50]), end: 0, step: end / random.pick([50, 200, 333]) },
    scheme: { type: random.pick(SCHEMES) },
  };
}

/** Positive definite, full or of blocks of up to three. */
function coupledMass(n: number, kind: "blocks" | "full", random: Random): number[][] {
  const part = list(n, () => list(n, () => random.between(-1, 1)));
  const together = (i: number, j: number) => kind === "full" || Math.floor(i / 3) === Math.floor(j / 3);
  return list(n, (i) =>
    list(n, (j) => {
      let sum = i === j ? 0.5 : 0;
      for (let k = 0; k < n && together(i, j); k++) sum += part[i]![k]! * part[j]![k]!;
      return sum;
    }),
  );
}

it("gives the digits of the plain audit on random machines, right and disturbed", () => {
  let taken = 0;
  for (let seed = 1; seed <= cases(10, 600); seed++) {
    const random = seeded(seed * 104729);
    const raw = randomPlain(random) as { time: { start: number; end: number; step: number } };
    const simulation = compileRaw({ ...raw, time: { ...raw.time, end: raw.time.start + 3 } });
    const { told } = tell(simulation);
    const states = told.filter(({ kind }) => kind === "step").length;
    taken += compare(simulation, told, random.whole(0, told.length - 1)) > 0 ? 1 : 0;
    const part = random.pick(["position", "velocity", "force"] as const);
    const count = part === "force" ? simulation.system.rows.length : simulation.system.size;
    if (count === 0) continue;
    const [k, from] = [random.whole(0, count - 1), random.whole(0, states - 1)];
    const size = random.pick([1e-9, 1e-5, 1]);
    compare(simulation, disturbed(told, { part, k, from, to: from + random.whole(0, 9), size: () => size }));
  }
  expect(taken).toBeGreaterThan(cases(6, 360));
});

it.each([12, 21, 30])("gives the digits of the plain audit on %i coordinates that are all coupled", (n) => {
  for (const type of ["alpha", "event-driven"]) {
    const raw = {
      ...randomPlain(seeded(n), n, "full", undefined, false),
      time: { end: 1, step: 0.01 },
      scheme: { type },
    };
    const simulation = compileRaw(raw);
    const { told } = tell(simulation);
    expect(simulation.system.rows.length).toBeGreaterThan(n / 3);
    expect(compare(simulation, told), type).toBeGreaterThan(0);
    compare(simulation, disturbed(told, { part: "velocity", k: 1, from: 20, to: 22, size: () => 1e-3 }));
  }
});

it.each([33, 44, 61, 96])("gives the digits of the plain audit on %i coordinates with up to 30 rows", (n) => {
  const random = seeded(n);
  for (const type of ["alpha", "balanced", "event-driven"] as const) {
    for (const coupling of ["none", "blocks", "full"] as const) {
      const most = random.whole(1, 30);
      const varies = type !== "event-driven" && random.chance(0.5);
      const raw = {
        ...randomPlain(random, n, coupling, random.chance(0.5), varies, most),
        ...{ time: { end: 1, step: 0.02 }, scheme: { type } },
      };
      const simulation = compileRaw(raw);
      const { told } = tell(simulation);
      expect(simulation.system.rows.length).toBeLessThanOrEqual(most);
      expect(compare(simulation, told), `${type} ${coupling}`).toBeGreaterThan(0);
      compare(simulation, disturbed(told, { part: "velocity", k: n - 1, from: 20, to: 22, size: () => 1e-3 }));
    }
  }
});

it.each(["alpha", "balanced", "splitting"])(
  "takes most states of rows with drives and limits in t under %s",
  (type) => {
    let [taken, states] = [0, 0];
    for (let seed = 1; seed <= cases(4, 100); seed++) {
      const random = seeded(seed * 6007);
      const raw = {
        ...randomPlain(random, random.whole(1, 12), undefined, random.chance(0.5), true),
        ...{ time: { end: 2, step: 0.005 }, scheme: { type } },
      };
      const simulation = compileRaw(raw);
      if (!simulation.system.rowFunctions) continue;
      const { told } = tell(simulation);
      taken += compare(simulation, told, 77);
      states += told.length;
      compare(simulation, disturbed(told, { part: "velocity", k: 0, from: 20, to: 22, size: () => 1e-3 }));
    }
    expect(taken).toBeGreaterThan(0.6 * states);
  },
);

it.each(["alpha", "balanced", "event-driven"])("takes most states of rows that weaken under %s", (type) => {
  let [taken, states] = [0, 0];
  for (let seed = 1; seed <= cases(3, 60); seed++) {
    const random = seeded(seed * 7919);
    const n = random.whole(1, 12);
    const raw = { ...randomPlain(random, n, undefined, true, false), time: { end: 2, step: 0.005 }, scheme: { type } };
    const simulation = compileRaw(raw);
    if (!simulation.system.rows.some(({ law }) => law.weakening)) continue;
    const { told } = tell(simulation);
    taken += compare(simulation, told);
    states += told.length;
    compare(simulation, disturbed(told, { part: "velocity", k: 0, from: 20, to: 22, size: () => 1e-3 }));
  }
  expect(taken).toBeGreaterThan(0.7 * states);
});

it("takes most states of exact motions on belts of constant speed", () => {
  let [taken, states] = [0, 0];
  for (let seed = 1; seed <= cases(6, 200); seed++) {
    const random = seeded(seed * 3571);
    const raw = randomPlain(random, random.whole(1, 9), undefined, undefined, false) as {
      system: { friction: Record<string, unknown>[] };
    };
    const belt = () => (random.chance(0.7) ? { drive: random.pick([0.3, -1, "2/7", 0]) } : {});
    const friction = raw.system.friction.map((row) => ({ ...row, ...belt() }));
    const time = { start: random.pick([0, 100]), end: 102, step: random.pick([0.005, 0.02]) };
    if (time.start === 0) time.end = 2;
    const simulation = compileRaw({
      ...raw,
      ...{ system: { ...raw.system, friction }, time, scheme: { type: "event-driven" } },
    });
    if (!simulation.system.rowFunctions) continue;
    expect(simulation.system.rowFunctions.constant).toBe(true);
    const { told } = tell(simulation);
    taken += compare(simulation, told, random.whole(0, told.length - 1));
    states += told.length;
    const [part, size] = [random.pick(["position", "velocity", "force"] as const), random.pick([1e-9, 1e-5, 1])];
    const from = random.whole(0, 60);
    compare(simulation, disturbed(told, { part, k: 0, from, to: from + random.whole(0, 9), size: () => size }));
  }
  expect(taken).toBeGreaterThan(0.7 * states);
});

it.each(["alpha", "balanced", "event-driven"])("takes chains of many masses under %s", (type) => {
  let [taken, states] = [0, 0];
  for (let seed = 1; seed <= cases(2, 40); seed++) {
    const random = seeded(seed * 15013);
    const n = random.whole(31, random.pick([40, 130]));
    const bonds = list(n, () => random.between(1, 20));
    const rough = list(n, (i) => i).filter(() => random.chance(0.8));
    const simulation = compileRaw({
      stickslip: 1,
      system: {
        type: "linear",
        coordinates: list(n, (i) => ({ name: `x${i}` })),
        mass: list(n, () => random.between(0.5, 3)),
        ...(n < 45 && random.chance(0.5)
          ? { stiffness: list(n, (i) => list(n, (j) => (i === j ? bonds[i]! : 0.1 + 0.01 * ((i + j) % 3)))) } // full
          : { springs: bonds.slice(1).map((stiffness, i) => ({ between: [i, i + 1], stiffness })) }),
        ...(random.chance(0.5)
          ? {
              dampers: [
                { on: 0, damping: 0.3 },
                { between: [1, 2], damping: 0.1 },
              ],
            }
          : {}),
        force: list(n, (i) => (i === n - 1 ? "9*sin(3*t)" : "0")),
        friction: rough.map((on) => ({
          on,
          limit: random.between(0.1, 1),
          ...(random.chance(0.2) ? { kinetic: 0.05 } : {}),
          ...(random.chance(0.2) ? { backward: 0.6 } : {}),
        })),
      },
      initial: { position: list(n, () => random.between(-0.3, 0.3)), velocity: list(n, () => random.between(-1, 1)) },
      time: { end: 0.4, step: 0.004 },
      scheme: { type },
    });
    const { told } = tell(simulation);
    taken += compare(simulation, told, random.whole(0, told.length - 1));
    states += told.length;
    const part = random.pick(["position", "velocity", "force"] as const);
    compare(simulation, disturbed(told, { part, k: random.whole(0, 20), from: 20, to: 23, size: () => 1e-3 }));
  }
  expect(taken).toBeGreaterThan(0.7 * states);
});

it("takes stepped machines of many rows whose masses are all coupled, and leaves exact ones to the parts", () => {
  for (const [type, takes] of [
    ["alpha", true],
    ["balanced", true],
    ["event-driven", false],
  ] as const) {
    const random = seeded(45);
    const { system, ...rest } = randomPlain(random, 45, "full", false, false) as { system: Record<string, unknown> };
    const friction = list(45, (on) => ({ on, limit: random.between(0.2, 4) }));
    const simulation = compileRaw({
      ...{ ...rest, system: { ...system, friction } },
      ...{ time: { end: 0.4, step: 0.01 }, scheme: { type } },
    });
    const { told } = tell(simulation);
    expect(compare(simulation, told) > 0, type).toBe(takes);
    compare(simulation, disturbed(told, { part: "velocity", k: 3, from: 20, to: 22, size: () => 1e-3 }));
  }
});

it("takes strings of thousands of nodes, the largest in smaller blocks", () => {
  for (const elements of [2500, 6000]) {
    const simulation = compileRaw({
      stickslip: 1,
      system: { type: "string", elements, friction: 2 },
      initial: { position: "sin(pi*x) + 0.5*sin(3*pi*x)" },
      time: { end: 60 / elements, step: 1 / elements },
      scheme: { type: "alpha" },
    });
    const { told } = tell(simulation);
    const states = told.filter(({ kind }) => kind === "step").length;
    expect(compare(simulation, told)).toBeGreaterThan(0.9 * states);
    const moved = disturbed(told, { part: "position", k: elements >> 1, from: 20, to: 23, size: () => 1e-3 });
    compare(simulation, moved);
  }
});

it("takes controllers and stiffness that stores no energy", () => {
  let [taken, states] = [0, 0];
  for (let seed = 1; seed <= cases(6, 200); seed++) {
    const random = seeded(seed * 9176);
    const n = random.whole(1, 7);
    const raw = randomPlain(random, n) as { system: { stiffness: number[][] } };
    const stiffness = raw.system.stiffness.map((row) => row.map((entry) => entry + random.pick([0, 0, 0.3])));
    const pid = {
      type: "pid",
      of: random.whole(0, n - 1),
      kp: 2,
      ki: random.pick([0, 1, 3]),
      kd: 0.3,
      reference: random.pick([0, 1]),
    };
    const feedback = random.chance(0.7) ? { feedback: [pid] } : {};
    const type = random.pick(["alpha", "balanced", "event-driven"]);
    const simulation = compileRaw({
      ...{ ...raw, ...feedback, system: { ...raw.system, stiffness } },
      ...{ time: { end: 2, step: 0.01 }, scheme: { type } },
    });
    if (simulation.system.rows.length === 0) continue;
    const { told } = tell(simulation);
    taken += Math.max(0, compare(simulation, told, 77));
    states += told.length;
    const { size } = simulation.system;
    compare(simulation, disturbed(told, { part: "velocity", k: size - 1, from: 20, to: 22, size: () => 1e-3 }));
  }
  expect(taken).toBeGreaterThan(0.5 * states);
});

it.each(["stage-pid", "vl05-controlled"])("takes controllers in, as in %s", (file) => {
  for (const type of ["alpha", "balanced", "event-driven"]) {
    const simulation = loadSimulation(file, { scheme: { type }, time: { end: 20 } });
    const { told } = tell(simulation);
    expect(compare(simulation, told, 99), type).toBeGreaterThan(told.length / 2);
    for (const [part, k] of [
      ["velocity", 0],
      ["position", simulation.system.size - 1],
    ] as const) {
      compare(simulation, disturbed(told, { part, k, from: 40, to: 43, size: () => 1e-3 }));
    }
  }
});

it.each(["gk95-tp1", "gk95-tp2", "chain-20"])("gives the digits of the plain audit on %s", (file) => {
  for (const type of ["alpha", "balanced", "event-driven"]) {
    const simulation = loadSimulation(file, { scheme: { type }, time: { end: 2 } });
    expect(compare(simulation, tell(simulation).told), type).toBeGreaterThan(0);
  }
});

it("is made only after enough states", () => {
  const made: AuditPreparation = {};
  const simulation = { ...loadSimulation("gk95-tp1", { scheme: { type: "balanced" } }), preparation: made };
  const { told } = tell(simulation);
  judged(simulation, told, made);
  expect(made.machine!.kernel).toBeUndefined();
  for (let k = 0; k < 3; k++) judged(simulation, told, made);
  expect(made.machine!.kernel).toBeTruthy();
});
