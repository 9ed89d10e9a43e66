/** Modes in blocks: events and stick times are those of single states, to the last bit, whatever rows do and wherever blocks begin and end. */
import { expect, it } from "vitest";
import type { System } from "../../src/model/system.ts";
import type { Scheme, State, StateBlock } from "../../src/scheme/scheme.ts";
import { watchStick } from "../../src/simulate/measure/of-rows.ts";
import { foursOf, stretchEnd } from "../../src/simulate/record/mode-columns.ts";
import type { Event } from "../../src/simulate/record/trajectory.ts";
import { watchModes } from "../../src/simulate/run/events.ts";
import { list, type Random, seeded } from "../support/random.ts";

const CAPACITY = 248;

/** Modes that last, or change in every state, of so many rows; and times. */
function motion(random: Random, m: number, states: number) {
  const calm = list(m, () => random.pick([0, 0.4, 0.95, 0.99, 0.998, 1]));
  const stop = list(m, () => random.chance(0.2));
  const mode = list(m, () => random.whole(-1, 1));
  const modes = list(states, () => {
    for (let i = 0; i < m; i++) {
      if (random.chance(calm[i]!)) continue;
      mode[i] = stop[i] ? random.whole(0, 1) : random.whole(-1, 1);
    }
    return Int8Array.from(mode);
  });
  const step = random.decade(-3, 1);
  const start = random.between(-1, 1);
  return { stop, modes, times: list(states, (k) => start + k * step) };
}

/** The states from one up to another as the first ones of a block, at any place in memory. */
function blockOf(random: Random, modes: readonly Int8Array[], times: readonly number[], from: number, to: number) {
  const m = modes[0]!.length;
  const mode = new Int8Array(new ArrayBuffer(CAPACITY * m + 8), random.whole(0, 8), CAPACITY * m).fill(5);
  const time = new Float64Array(CAPACITY).fill(Number.NaN);
  for (let k = from; k < to; k++) {
    time[k - from] = times[k]!;
    for (let i = 0; i < m; i++) mode[i * CAPACITY + k - from] = modes[k]![i]!;
  }
  return { capacity: CAPACITY, mode, time } as StateBlock;
}

const stateOf = (mode: Int8Array, time: number) => ({ mode, time }) as State;

it.each(list(60, (seed) => seed))("as rows go on and turn, seed %i", (seed) => {
  const random = seeded(seed);
  const m = random.whole(1, 11);
  const { stop, modes, times } = motion(random, m, random.whole(2, 900));
  const system = {
    rows: list(m, (i) => ({ name: `row${i}`, law: stop[i] ? { stop: {} } : {} })),
  } as unknown as System;
  const span = times.at(-1)! - times[0]!;
  const measures = list(m + 3, (k) => ({
    ...{ name: `${k}`, kind: "time" as const, row: k % m },
    from: times[0]! + (k < m ? -1 : random.between(-0.1, 0.6) * span),
    to: times.at(-1)! + (k < m ? 1 : random.between(-0.6, 0.1) * span),
  }));
  const scheme = { stepsEnd: random.pick(["nodes", "events"]) } as Scheme;

  const watched = (inBlocks: boolean) => {
    const events: Event[] = [];
    const stick = watchStick({ scheme }, measures);
    const initial = stateOf(modes[0]!, times[0]!);
    const watch = watchModes(system, initial, times.at(-1)!, (event) => void events.push(event));
    stick.step!(initial);
    for (let k = 1; k < modes.length; ) {
      const count = Math.min(modes.length - k, random.pick([1, 2, 3, random.whole(1, CAPACITY), CAPACITY]));
      if (inBlocks && random.chance(0.9)) {
        const block = blockOf(random, modes, times, k, k + count);
        watch.blocks.read(block, count);
        for (let s = watch.blocks.next(0); s < count; s = watch.blocks.next(s + 1)) watch.blocks.tell(block, s);
        const cut = random.whole(0, count);
        stick.block!(block, 0, cut, { first: 0, every: 1, last: -1 });
        stick.block!(block, cut, count, { first: 0, every: 1, last: -1 });
        k += count;
      } else {
        watch.step(stateOf(modes[k]!, times[k]!));
        stick.step!(stateOf(modes[k]!, times[k]!));
        k++;
      }
    }
    return { events, stuck: measures.map((_, k) => stick.value(k)) };
  };

  const expected = watched(false);
  expect(watched(true)).toEqual(expected);
  expect(plainEvents(stop, modes, times)).toEqual(expected.events);
});

/** The definition: a row that rests for one state only has touched zero, or reversed; a stop opens and closes. */
function plainEvents(stop: readonly boolean[], modes: readonly Int8Array[], times: readonly number[]): Event[] {
  const events: Event[] = [];
  const way = Array.from(modes[0]!); // the last mode that lasted
  for (let k = 1; k < modes.length; k++) {
    for (let i = 0; i < stop.length; i++) {
      const [mode, before] = [modes[k]![i]!, modes[k - 1]![i]!];
      const row = `row${i}`;
      const touched = k > 1 && before === 0 && way[i] !== 0;
      if (stop[i]) {
        if (mode !== way[i]) events.push({ kind: mode === 0 ? "impact" : "release", time: times[k]!, row });
        way[i] = mode;
      } else if (touched) {
        if (mode === 0) events.push({ kind: "stick", time: times[k - 1]!, row });
        else if (mode !== way[i]) events.push({ kind: "reversal", time: times[k - 1]!, row });
        way[i] = mode;
      } else if (mode !== 0 && mode !== way[i]) {
        events.push({ kind: way[i] === 0 ? "slip" : "reversal", time: times[k]!, row });
        way[i] = mode;
      }
    }
  }
  return events;
}

it("stretches end where the first other mode is", () => {
  const random = seeded(1);
  for (let round = 0; round < 500; round++) {
    const mode = new Int8Array(new ArrayBuffer(300), random.whole(0, 9), random.whole(1, 280));
    const known = random.whole(-1, 1);
    mode.fill(known);
    if (random.chance(0.8)) mode[random.whole(0, mode.length - 1)] = (known + 2) % 2;
    const from = random.whole(0, mode.length);
    const to = random.whole(from, mode.length);
    let end = from;
    while (end < to && mode[end] === known) end++;
    expect(stretchEnd(mode, foursOf(mode), from, to, known)).toBe(end);
  }
});
