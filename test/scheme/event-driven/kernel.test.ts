/** The kernel against the general scheme, its oracle: the same events and ends, over random machines of all sizes that it takes. */
import { describe, expect, it } from "vitest";
import { compileOrThrow } from "../../../src/problem/compile/compile.ts";
import { eventDriven } from "../../../src/scheme/event-driven/event-driven.ts";
import { ORDER } from "../../../src/scheme/event-driven/general.ts";
import { kernelOf } from "../../../src/scheme/event-driven/kernel/kernel.ts";
import type { KernelSlot } from "../../../src/scheme/kernel/slot.ts";
import type { EventKind, Listener, State } from "../../../src/scheme/scheme.ts";
import type { Simulation } from "../../../src/simulate/run/simulation.ts";
import { newStats } from "../../../src/step/step.ts";
import { list, type Random, seeded, withSpectrum } from "../../support/random.ts";
import { loadSimulation } from "../../support/run.ts";
import { cases } from "../../support/torture.ts";

const short = (value: number) => Number(value.toPrecision(5));

function randomForce(random: Random): string {
  const [a, b, c] = list(3, () => short(random.between(-4, 4)));
  return random.pick([
    "0",
    `${a}`,
    `${a}*exp(-${Math.abs(b!)}*t)`,
    `${a}*sin(${b}*t + ${c})`,
    `${a}*exp(-t)*cos(${b}*t) + ${c}`,
    `${a}*cos(${b}*t)*sin(t) - ${c}*t/4`,
  ]);
}

/** Coulomb friction on coordinates, between them and along any direction; independent rows. `laws`: what else rows have. */
function randomMachine(
  seed: number,
  n: number,
  laws: (random: Random, limit: number) => object = () => ({}),
): Simulation {
  const random = seeded(seed * 6151 + n);
  const square = (low: number, high: number) =>
    withSpectrum(
      random,
      list(n, () => random.between(low, high)),
    ).map((row) => row.map(short));
  const m = random.whole(1, n);
  const rests = random.chance(0.3);
  const rows = list(m, (i) => {
    const most = short(random.between(0.5, 3));
    const limit = { limit: most, ...laws(random, most) };
    const uneven = random.chance(0.2) ? { backward: short(random.between(0.5, 3)) } : {};
    if (i === n - 1 || random.chance(0.6)) return { on: i, ...limit, ...uneven };
    const direction = list(n, (j) =>
      j === i ? 1 : j > i && random.chance(Math.min(0.4, 3 / n)) ? short(random.between(-1, 1)) : 0,
    );
    return { direction, ...limit, ...uneven };
  });
  const constant = random.chance(0.4);
  return compileOrThrow({
    stickslip: 1,
    name: `machine ${seed}`,
    system: {
      type: "linear",
      mass: random.chance(0.5) ? list(n, () => short(random.between(0.5, 3))) : square(0.5, 3),
      stiffness: square(0, 20),
      ...(random.chance(0.5) ? { damping: square(-0.05, 0.5) } : {}),
      force: list(n, () => (constant ? short(random.between(-3, 3)) : randomForce(random))),
      friction: rows,
    },
    initial: {
      position: list(n, () => short(random.between(-1, 1))),
      velocity: list(n, () => (rests ? 0 : short(random.between(-2, 2)))),
    },
    time: { end: 4, step: 0.1 },
  }).simulation;
}

type Heard = { readonly kind: EventKind; readonly time: number; readonly row: number };

function follow(
  simulation: Simulation,
  general: boolean,
  between = false,
): { state: State; events: Heard[]; told: number } {
  const { system, solver, initial, grid } = simulation;
  const stepper = eventDriven({ general }).start(system, solver, initial, grid.step);
  const events: Heard[] = [];
  let told = 0;
  const listener: Listener = {
    event: (kind, time, row) => void events.push({ kind, time, row }),
    jump() {},
    ...(between ? { between: () => void told++ } : {}),
  };
  for (let k = 1; k <= 4; k++) {
    const end = initial.time + ((initial.end - initial.time) * k) / 4;
    const status = stepper.step(Float64Array.of(end, end), newStats(), listener);
    expect(status).toBe("stepped");
  }
  return { state: stepper.state, events, told };
}

/** Without touches: an undamped mass that swings back to the speed of its belt sticks to it by round-off, or does not. */
function lasting(events: readonly Heard[]): Heard[] {
  const isTouch = (k: number) => {
    const [stick, slip] = [events[k]!, events[k + 1]];
    return stick.kind === "stick" && slip?.kind === "slip" && slip.row === stick.row && slip.time - stick.time < 1e-7;
  };
  return events.filter((_, k) => !isTouch(k) && !(k > 0 && isTouch(k - 1)));
}

function compare(simulation: Simulation): number {
  const [fast, slow] = [follow(simulation, false), follow(simulation, true)];
  const [heard, expected] = [lasting(fast.events), lasting(slow.events)];
  expect(heard.map(({ kind, row }) => [kind, row])).toEqual(expected.map(({ kind, row }) => [kind, row]));
  heard.forEach(({ time }, k) => {
    expect(Math.abs(time - expected[k]!.time)).toBeLessThan(1e-9);
  });
  expect([...fast.state.mode]).toEqual([...slow.state.mode]);
  const apart = (of: (state: State) => Float64Array) =>
    of(fast.state).reduce((most, value, i) => Math.max(most, Math.abs(value - of(slow.state)[i]!)), 0) /
    of(slow.state).reduce((most, value) => Math.max(most, Math.abs(value)), 1);
  return Math.max(
    apart((state) => state.position),
    apart((state) => state.velocity),
    apart((state) => state.force),
  );
}

describe.each([1, 2, 3, 4, 5, 8, 13, 20, 32])("machines of %i coordinates", (n) => {
  it("move as in general", () => {
    const seeds = cases(n < 10 ? 5 : 2, 100);
    for (let seed = 1; seed <= seeds; seed++) {
      const simulation = randomMachine(seed, n);
      expect(kernelOf(simulation.system, ORDER, simulation.initial.position)).toBeDefined();
      expect(compare(simulation), `seed ${seed}`).toBeLessThan(1e-10);
    }
  });
});

const driven = (random: Random) => (random.chance(0.6) ? { drive: short(random.between(-1, 1)) } : {});
const jumping = (random: Random, limit: number) =>
  random.chance(0.7) ? { kinetic: short(limit * random.between(0.3, 0.95)) } : {};

const weakening = (random: Random) => {
  const [beta, speed] = [short(random.between(0.1, 0.8)), short(random.between(0.05, 2))];
  return random.pick([
    {},
    { weakening: { shape: "stribeck", beta, speed, exponent: 1 } },
    { weakening: { shape: "stribeck", beta, speed, exponent: 2 } },
    { weakening: { shape: "hyperbolic", beta, speed } },
    { weakening: { shape: "smooth", beta, epsilon: speed } },
  ]);
};

describe.each([
  ["driven", driven],
  ["jumping", jumping],
  ["driven and jumping", (random: Random, limit: number) => ({ ...driven(random), ...jumping(random, limit) })],
  ["weakening", weakening],
  [
    "weakening, driven and jumping",
    (random: Random, limit: number) => ({ ...weakening(random), ...driven(random), ...jumping(random, limit) }),
  ],
] as const)("%s rows", (_, laws) => {
  it.each([1, 2, 3, 5, 8, 20])("on %i coordinates move as in general", (n) => {
    const seeds = cases(n < 10 ? 5 : 2, 100);
    for (let seed = 1; seed <= seeds; seed++) {
      const simulation = randomMachine(seed, n, laws);
      expect(kernelOf(simulation.system, ORDER, simulation.initial.position)).toBeDefined();
      expect(compare(simulation), `seed ${seed}`).toBeLessThan(1e-10);
    }
  });
});

describe.each(["gk95-tp1", "vl05-two-masses", "belt", "stage-pid", "slow-spring"])("%s", (file) => {
  it("moves as in general", () => {
    expect(compare(loadSimulation(file, {}))).toBeLessThan(1e-12);
  });

  it("has the same digits whoever listens", () => {
    const simulation = loadSimulation(file, {});
    const [alone, heard] = [follow(simulation, false), follow(simulation, false, true)];
    expect(heard.told).toBeGreaterThan(10);
    expect(heard.events).toEqual(alone.events);
    expect(heard.state).toEqual(alone.state);
  });
});

describe("runs of one problem share a kernel", () => {
  const quarter = ({ initial }: Simulation, k: number) => {
    const end = initial.time + ((initial.end - initial.time) * k) / 4;
    return Float64Array.of(end, end);
  };
  const silent: Listener = { event() {}, jump() {} };
  const start = ({ system, solver, initial, grid }: Simulation, kernels: KernelSlot) =>
    eventDriven().start(system, solver, initial, grid.step, undefined, kernels);
  const other = (simulation: Simulation): Simulation => {
    const { position, velocity } = simulation.initial;
    const turned = { position: velocity.map((v) => v / 2), velocity: position.map((x) => 2 * x) };
    return { ...simulation, initial: { ...simulation.initial, ...turned } };
  };
  const machines = (n: number) => Array.from({ length: cases(10, 100) }, (_, k) => randomMachine(1000 + k, n));
  const finished = (simulation: Simulation) => {
    const stepper = start(simulation, {});
    for (let k = 1; k <= 4; k++) stepper.step(quarter(simulation, k), newStats(), silent);
    return stepper.state;
  };

  it.each([1, 3, 8])("two of %i coordinates in turn have the digits of each alone", (n) => {
    for (const simulation of machines(n)) {
      const kernels: KernelSlot = {};
      const pair = [simulation, other(simulation)];
      const steppers = pair.map((each) => start(each, kernels));
      for (let k = 1; k <= 4; k++) for (const each of steppers) each.step(quarter(simulation, k), newStats(), silent);
      expect(steppers.map(({ state }) => state)).toEqual(pair.map(finished));
      expect(kernels.runs!.loaded.machine ?? kernels.runs!.still.machine).toBeDefined();
    }
  });

  it.each([1, 3, 8])("one of %i coordinates that begins anew has the digits of a first one", (n) => {
    for (const simulation of machines(n)) {
      const stepper = start(simulation, {});
      const [first, second] = [simulation, other(simulation)];
      for (const { initial } of [first, second, first, second]) {
        stepper.restart!(initial.position, initial.velocity);
        for (let k = 1; k <= 4; k++) stepper.step(quarter(simulation, k), newStats(), silent);
        expect(stepper.state).toEqual(finished({ ...simulation, initial }));
      }
    }
  });
});

describe("the kernel", () => {
  it("is not for laws and loads that it does not know", () => {
    const kernel = (file: string) => {
      const { system, initial } = loadSimulation(file, {});
      return kernelOf(system, ORDER, initial.position);
    };
    for (const file of ["gskn06-tp5", "clutch", "bouncing-ball", "stage-pid-limited"])
      expect(kernel(file)).toBeUndefined();
  });
});
