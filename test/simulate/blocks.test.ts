/** Sinks that take blocks of states whole: the same as state by state, wherever a block begins and ends. */
import { expect, it } from "vitest";
import type { State, StateBlock } from "../../src/scheme/scheme.ts";
import { audit } from "../../src/simulate/audit/audit.ts";
import { watchStick } from "../../src/simulate/measure/of-rows.ts";
import { columns } from "../../src/simulate/record/columns.ts";
import { isSample } from "../../src/simulate/record/sink.ts";
import { copyState, startRun } from "../../src/simulate/run/run.ts";
import type { Simulation } from "../../src/simulate/run/simulation.ts";
import { type Random, seeded } from "../support/random.ts";
import { loadSimulation } from "../support/run.ts";

function statesOf(simulation: Simulation): State[] {
  const states: State[] = [];
  const run = startRun(simulation, [{ step: (state) => void states.push(copyState(state)) }]);
  run.advance(Number.POSITIVE_INFINITY);
  return states;
}

function asBlock(states: readonly State[]): StateBlock {
  const capacity = states.length + 3;
  const column = (of: (state: State) => ArrayLike<number>) => {
    const values = new Float64Array(capacity * of(states[0]!).length);
    states.forEach((state, k) => {
      for (let i = 0; i < of(state).length; i++) values[i * capacity + k] = of(state)[i]!;
    });
    return values;
  };
  return {
    capacity,
    time: Float64Array.from(states, ({ time }) => time),
    position: column(({ position }) => position),
    velocity: column(({ velocity }) => velocity),
    force: column(({ force }) => force),
    limit: column(({ limit }) => limit),
    mode: Int8Array.from(column(({ mode }) => mode)),
  };
}

/** What the sinks make of a run whose states they get one by one, or in blocks of random lengths. */
function found(simulation: Simulation, states: readonly State[], every: number, capacity: number, random?: Random) {
  const record = columns(simulation, 10, Number.isFinite(capacity) ? { capacity } : {});
  const stick = watchStick(
    simulation,
    simulation.system.rows.map(({ name }, row) => ({ name, kind: "time", row, from: 0.1, to: 4 })),
  );
  const auditor = audit(simulation);
  const sinks = [record, stick, auditor];
  const end = states.length - 1;
  for (const sink of sinks) sink.step?.(states[0]!);
  record.sample!(states[0]!, false);
  for (let k = 1; k <= end; ) {
    const count = random ? Math.min(end + 1 - k, random.whole(1, 90)) : 1;
    const samples = { first: every - 1 - ((k - 1) % every), every, last: k + count - 1 === end ? count - 1 : -1 };
    if (random) {
      const block = asBlock(states.slice(k, k + count));
      const cut = random.whole(0, count);
      for (const [from, to] of [
        [0, cut],
        [cut, count],
      ] as const) {
        if (to > from) for (const sink of sinks) sink.block!(block, from, to, samples);
      }
    } else {
      for (const sink of sinks) sink.step?.(states[k]!);
      if (isSample(samples, 0)) record.sample!(states[k]!, k === end);
    }
    k += count;
  }
  const trajectory = record.trajectory();
  return {
    trajectory: { ...trajectory },
    stuck: simulation.system.rows.map((_, i) => stick.value(i)),
    audit: auditor.result(),
  };
}

it.each([
  ["gk95-tp1", 1, Number.POSITIVE_INFINITY],
  ["gk95-tp1", 3, Number.POSITIVE_INFINITY],
  ["gk95-tp1", 1, 100],
  ["chain-20", 7, 64],
])("%s, every sample number %i, at most %f of them", (file, every, capacity) => {
  const simulation = loadSimulation(file, { scheme: { type: "balanced" }, time: { end: 5 } });
  const states = statesOf(simulation);
  const single = found(simulation, states, every, capacity);
  for (let seed = 1; seed <= 3; seed++) {
    expect(found(simulation, states, every, capacity, seeded(seed))).toEqual(single);
  }
});

it("short runs take blocks of steps once there have been enough of them, with the same digits", () => {
  const simulation = loadSimulation("gk95-tp1", { scheme: { type: "balanced" }, time: { end: 1, step: 0.01 } });
  const blocks = () => simulation.kernels?.made?.kernel?.made !== undefined;
  const first = statesOf(simulation);
  expect(first).toHaveLength(101);
  const made: boolean[] = [blocks()];
  for (let run = 2; run <= 4; run++) {
    expect(statesOf(simulation)).toEqual(first);
    made.push(blocks());
  }
  expect(made).toEqual([false, false, true, true]); // 250 steps pay for the code
});
