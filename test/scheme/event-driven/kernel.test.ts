/** The kernel against the general scheme, its oracle: the same events and ends, over random machines of all sizes that it takes. */
import { describe, expect, it } from "vitest";
import { eventDriven } from "../../../src/scheme/event-driven/event-driven.ts";
import { ORDER } from "../../../src/scheme/event-driven/general.ts";
import { kernelOf } from "../../../src/scheme/event-driven/kernel/kernel.ts";
import type { KernelSlot } from "../../../src/scheme/kernel/slot.ts";
import type { Listener } from "../../../src/scheme/scheme.ts";
import type { Simulation } from "../../../src/simulate/run/simulation.ts";
import { newStats } from "../../../src/step/step.ts";
import type { Random } from "../../support/random.ts";
import { loadSimulation } from "../../support/run.ts";
import { cases, torture } from "../../support/torture.ts";
import { both, driven, hiding, joined, jumping, mixed, stopped, varying, weakening } from "./kernel-laws.ts";
import { compare, follow, randomMachine } from "./kernel-machines.ts";

/** Random machines go by the kernel and move as in general; few of them are too sensitive to tell. */
function expectAgreement(n: number, machineOf: (seed: number) => ReturnType<typeof randomMachine>): void {
  const seeds = cases(n < 10 ? 2 : 1, 100);
  let sensitive = 0;
  for (let seed = 1; seed <= seeds; seed++) {
    const simulation = machineOf(seed);
    expect(kernelOf(simulation.system, ORDER, simulation.initial.position)).toBeDefined();
    expect(
      compare(simulation, () => sensitive++),
      `seed ${seed}`,
    ).toBeLessThan(1e-11);
  }
  expect(sensitive).toBeLessThan(seeds / 3);
}

describe.each([1, 2, 3, 4, 5, 8, 13, 20, 32, 45, ...(torture ? [64, 100, 128] : [])])(
  "machines of %i coordinates",
  (n) => {
    it("move as in general", () => {
      const seeds = cases(n < 10 ? 2 : 1, 100);
      for (let seed = 1; seed <= seeds; seed++) {
        const simulation = randomMachine(seed, n);
        expect(kernelOf(simulation.system, ORDER, simulation.initial.position)).toBeDefined();
        expect(compare(simulation), `seed ${seed}`).toBeLessThan(1e-10);
      }
    });
  },
);

describe.each([
  ["driven", driven],
  ["jumping", jumping],
  ["driven and jumping", (random: Random, limit: number) => ({ ...driven(random), ...jumping(random, limit) })],
  ["weakening", weakening],
  ["weakening, driven and jumping", mixed],
] as const)("%s rows", (_, laws) => {
  it.each([1, 2, 3, 5, 8, 20])("on %i coordinates move as in general", (n) => {
    const seeds = cases(n < 10 ? 2 : 1, 100);
    for (let seed = 1; seed <= seeds; seed++) {
      const simulation = randomMachine(seed, n, laws);
      expect(kernelOf(simulation.system, ORDER, simulation.initial.position)).toBeDefined();
      expect(compare(simulation), `seed ${seed}`).toBeLessThan(1e-10);
    }
  });
});

describe.each([
  ["joints", joined],
  ["stops", stopped],
  ["joints and stops", both],
  ["loads that hide what comes", hiding],
] as const)("machines with %s", (_, others) => {
  it.each([1, 2, 3, 5, 8, 20])("of %i coordinates move as in general", (n) => {
    expectAgreement(n, (seed) => randomMachine(seed, n, seed % 2 === 0 ? undefined : mixed, others));
  });
});

describe("rows under limits and drives in t", () => {
  it.each([1, 2, 3, 5, 8, 20])("on %i coordinates move as in general", (n) => {
    expectAgreement(n, (seed) => randomMachine(seed, n, varying, seed % 3 === 0 ? both : undefined));
  });
});

describe.each([
  "gk95-tp1",
  "vl05-two-masses",
  "belt",
  "stage-pid",
  "slow-spring",
  "bouncing-ball",
  "gearbox",
  "clutch",
])("%s", (file) => {
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
  const machines = (n: number) => Array.from({ length: cases(2, 100) }, (_, k) => randomMachine(1000 + k, n));
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
  it.each([
    ["1 + 0.5*sin(2*t)", true],
    ["1 + sin(2*t)", false],
    ["1 + t/100", false],
    ["2 - t/100", false],
  ])("need not sample a limit of %s where it is proved to be positive at all times: %s", (limit, entire) => {
    const { system } = randomMachine(1, 1, () => ({ limit }));
    expect(system.rowFunctions!.entire).toBe(entire);
    const found = new Float64Array(5);
    system.rowFunctions!.evaluate(Float64Array.of(1e3, 1e3), found);
    expect(Math.min(...found)).toBeGreaterThanOrEqual(0);
  });

  it("is not for laws and loads that it does not know", () => {
    const kernel = (file: string) => {
      const { system, initial } = loadSimulation(file, {});
      return kernelOf(system, ORDER, initial.position);
    };
    for (const file of ["gskn06-tp5", "stage-pid-limited"]) expect(kernel(file)).toBeUndefined();
  });
});
