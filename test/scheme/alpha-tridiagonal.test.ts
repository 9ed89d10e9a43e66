/** Whole steps of alpha on strings as WebAssembly: the digits of plain steps with tridiagonal-box.ts, which are the oracle. */
import { describe, expect, it } from "vitest";
import { END, LENGTH } from "../../src/scheme/scheme.ts";
import { startRun } from "../../src/simulate/run/run.ts";
import type { Simulation } from "../../src/simulate/run/simulation.ts";
import { newStats } from "../../src/step/step.ts";
import { list, seeded } from "../support/random.ts";
import { compileRaw } from "../support/run.ts";
import { cases } from "../support/torture.ts";
import { randomString } from "../torture/strings.ts";

/** The same, but that it steps in plain TypeScript. */
const plainly = (simulation: Simulation): Simulation => {
  const { tridiagonal: _, ...solver } = simulation.solver;
  return { ...simulation, solver };
};

const started = ({ scheme, system, solver, initial, grid }: Simulation) =>
  scheme.start(system, solver, initial, grid.step);

const LISTENER = { event() {}, jump() {} };

/** Steps to the end, so many at once where the stepper can; all states on the way. */
function walk(simulation: Simulation, slices: readonly number[]) {
  const stepper = started(simulation);
  const stats = newStats();
  const { step, start } = simulation.grid;
  const interval = new Float64Array(2);
  let node = 0;
  const states = slices.map((count) => {
    const taken = stepper.skip?.(count, stats) ?? 0;
    node += taken;
    for (let k = taken; k < count; k++) {
      interval[LENGTH] = step;
      interval[END] = start + ++node * step;
      expect(stepper.step(interval, stats, LISTENER)).toBe("stepped");
    }
    const { position, velocity, force, limit, mode, memory } = stepper.state;
    return [position, velocity, force, limit, mode, memory].map((part) => Array.from(part, (value) => value + 0));
  });
  return { states, stats, skips: stepper.skip !== undefined };
}

describe("alpha on strings", () => {
  it("has the digits of plain steps, in single steps and in blocks, whatever the string", () => {
    let stuck = 0;
    let slipping = 0;
    let blocks = 0;
    for (let seed = 1; seed <= cases(15, 400); seed++) {
      const random = seeded(seed);
      const { problem, longest } = randomString(random, random.whole(66, 90));
      const { obstacle: _, ...system } = problem.system as Record<string, unknown>;
      if (!system.friction && !system.guides) continue;
      if (random.chance(0.3)) system.friction = `max(0, ${system.friction ?? 1})*(x > 0.4*L ? 1 : 0)`;
      if (random.chance(0.3)) system.force = random.normal();
      const simulation = compileRaw({
        ...problem,
        system,
        time: { end: 60 * longest, step: longest * random.pick([1, 2, 0.3]) },
        scheme: { type: "alpha" },
      });
      const whole = walk(
        plainly(simulation),
        list(20, () => 3),
      );
      expect(whole.skips).toBe(false);
      const blocked = walk(
        simulation,
        list(20, () => 3),
      );
      const single = walk(
        simulation,
        list(60, () => 1),
      );
      blocks += blocked.skips ? 1 : 0;
      expect(blocked.states, `seed ${seed}`).toEqual(whole.states);
      expect(blocked.stats, `seed ${seed}`).toEqual(whole.stats);
      expect(single.states.at(-1), `seed ${seed}`).toEqual(whole.states.at(-1));
      expect(single.stats, `seed ${seed}`).toEqual(whole.stats);
      for (const [, , , , mode] of whole.states) {
        stuck += mode!.filter((each) => each === 0).length;
        slipping += mode!.filter((each) => each !== 0).length;
      }
    }
    expect(blocks).toBeGreaterThan(2);
    expect(stuck).toBeGreaterThan(300);
    expect(slipping).toBeGreaterThan(1000);
  });

  it("is used: a step of it costs no call into the solver", () => {
    const simulation = string({});
    const stepper = started({
      ...simulation,
      solver: { ...simulation.solver, prepare: () => ({ set: new Int8Array(99), solve: () => "singular" }) },
    });
    expect(stepper.skip!(50, newStats())).toBe(50);
  });

  it("ends a run that nobody looks into where one ends that is seen, and with the same counts", () => {
    const simulation = string({ force: "-3*sin(pi*x)" });
    const run = (sinks: Parameters<typeof startRun>[1]) => {
      const made = startRun(simulation, sinks);
      made.advance(7);
      made.advance(Number.POSITIVE_INFINITY);
      return made.finish();
    };
    const times: number[] = [];
    const seen = run([{ step: () => {}, event: () => {} }]);
    const sampled = run([{ sample: ({ time }) => void times.push(time) }]);
    const silent = run([]);
    for (const each of [sampled, silent]) {
      expect(each.state.time).toBe(seen.state.time);
      expect(each.state.position).toEqual(seen.state.position);
      expect(each.state.mode).toEqual(seen.state.mode);
      expect(each.stats).toEqual(seen.stats);
      expect(each.status).toBe("done");
    }
    expect(times.length).toBe(31);
    expect(times[3]).toBeCloseTo(0.3, 12);
  });

  it("leaves steps to the plain way that are not ordinary: a motion beyond all bounds ends as it does there", () => {
    const simulation = string({ force: "1e99*exp(20*t)" }, { end: 3, step: 0.01 });
    const end = (given: Simulation) => {
      const run = startRun(given, []);
      run.advance(Number.POSITIVE_INFINITY);
      const { status, state, stats } = run.finish();
      return { status, time: state.time, position: Array.from(state.position), stats };
    };
    expect(end(simulation)).toEqual(end(plainly(simulation)));
    expect(end(simulation).status).not.toBe("done");
    const calm = string({}, { end: 3, step: 0.01 }, "1e95*sin(pi*x)");
    expect(end(calm)).toEqual(end(plainly(calm)));
    expect(end(calm).status).toBe("done");
  });
});

function string(
  keys: Record<string, unknown>,
  time: Record<string, number> = { end: 3, step: 0.01, output: 0.1 },
  position = "sin(pi*x) + 0.5*sin(3*pi*x)",
) {
  return compileRaw({
    stickslip: 1,
    system: { type: "string", elements: 100, friction: 2, ...keys },
    initial: { position },
    time,
    scheme: { type: "alpha" },
  });
}
