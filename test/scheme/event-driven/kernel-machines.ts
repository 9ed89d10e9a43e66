/** Random linear machines for the kernel of event-driven runs, and its runs beside those of the general scheme. */
import { expect } from "vitest";
import { rowsAddTransposed } from "../../../src/numeric/rows.ts";
import { compileOrThrow } from "../../../src/problem/compile/compile.ts";
import { eventDriven } from "../../../src/scheme/event-driven/event-driven.ts";
import { hold } from "../../../src/scheme/event-driven/hold.ts";
import { MOST } from "../../../src/scheme/event-driven/kernel/layout.ts";
import type { EventKind, Listener, State } from "../../../src/scheme/scheme.ts";
import type { Simulation } from "../../../src/simulate/run/simulation.ts";
import { newStats } from "../../../src/step/step.ts";
import { list, type Random, seeded, withSpectrum } from "../../support/random.ts";

export const short = (value: number) => Number(value.toPrecision(5));

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

export interface Initial {
  readonly position: number[];
  readonly velocity: number[];
}

/** Coulomb friction on coordinates, between them and along any direction; independent rows. `laws`: what else rows have, `others`: the machine. */
export function randomMachine(
  seed: number,
  n: number,
  laws: (random: Random, limit: number) => object = () => ({}),
  others: (random: Random, n: number, initial: Initial) => object = () => ({}),
): Simulation {
  const random = seeded(seed * 6151 + n);
  const square = (low: number, high: number) =>
    withSpectrum(
      random,
      list(n, () => random.between(low, high)),
    ).map((row) => row.map(short));
  const m = random.whole(1, Math.min(n, MOST));
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
  const initial = {
    position: list(n, () => short(random.between(-1, 1))),
    velocity: list(n, () => (rests ? 0 : short(random.between(-2, 2)))),
  };
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
      ...others(random, n, initial),
    },
    initial,
    time: { end: 4, step: 0.1 },
  }).simulation;
}

type Heard = { readonly kind: EventKind; readonly time: number; readonly row: number };

export function follow(
  simulation: Simulation,
  general: boolean,
  between = false,
): { state: State; events: Heard[]; told: number; status: string } {
  const { system, solver, initial, grid } = simulation;
  const stepper = eventDriven({ general }).start(system, solver, initial, grid.step);
  const events: Heard[] = [];
  let told = 0;
  const listener: Listener = {
    event: (kind, time, row) => void events.push({ kind, time, row }),
    jump() {},
    ...(between ? { between: () => void told++ } : {}),
  };
  let status = "stepped";
  for (let k = 1; k <= 4 && status === "stepped"; k++) {
    const end = initial.time + ((initial.end - initial.time) * k) / 4;
    status = stepper.step(Float64Array.of(end, end), newStats(), listener);
  }
  return { state: stepper.state, events, told, status };
}

/** Without touches: an undamped mass that swings back to the speed of its belt sticks to it by round-off, or does not. */
function lasting(events: readonly Heard[]): Heard[] {
  const isTouch = (k: number) => {
    const [stick, slip] = [events[k]!, events[k + 1]];
    return stick.kind === "stick" && slip?.kind === "slip" && slip.row === stick.row && slip.time - stick.time < 1e-7;
  };
  return events.filter((_, k) => !isTouch(k) && !(k > 0 && isTouch(k - 1)));
}

/** Single forces of rows that depend on each other are not unique; what they come to is. */
function onCoordinates({ system }: Simulation, force: Float64Array): Float64Array {
  const sums = new Float64Array(system.size);
  rowsAddTransposed(system.linear!.directions, force, sums);
  return sums;
}

type Run = ReturnType<typeof follow>;
const told = ({ events, status }: Run) => [...lasting(events).map(({ kind, row }) => `${kind} ${row}`), status];

/** What is left when a run is told by the other, of their sizes: positions, velocities and forces at the end. */
function apart(simulation: Simulation, one: Run, other: Run): number {
  const { dependent } = hold(simulation.system, simulation.initial.position);
  const between = (of: (state: State) => Float64Array) =>
    of(one.state).reduce((most, value, i) => Math.max(most, Math.abs(value - of(other.state)[i]!)), 0) /
    of(other.state).reduce((most, value) => Math.max(most, Math.abs(value)), 1);
  return Math.max(
    between(({ position }) => position),
    between(({ velocity }) => velocity),
    between(({ force }) => (dependent ? onCoordinates(simulation, force) : force)),
  );
}

const CHANGE = 1e-9;

/** The general run from starts a little beside: by how much it grows what it is changed by, or that it has other events then. */
function growthOf(simulation: Simulation, slow: Run): number {
  const { initial } = simulation;
  const random = seeded(1);
  let most = 1;
  for (let k = 0; k < 4; k++) {
    const beside = (from: Float64Array) => from.map((value) => value + CHANGE * random.between(-1, 1) * (value && 1));
    const changed = { ...initial, position: beside(initial.position), velocity: beside(initial.velocity) };
    const run = follow({ ...simulation, initial: changed }, true);
    if (told(run).join() !== told(slow).join()) return Number.POSITIVE_INFINITY;
    most = Math.max(most, apart(simulation, run, slow) / CHANGE);
    lasting(run.events).forEach(({ time }, k) => {
      most = Math.max(most, Math.abs(time - lasting(slow.events)[k]!.time) / CHANGE);
    });
  }
  return most;
}

/**
 * How far the kernel is from the general run, over what the motion makes of a change. Infinite changes, where starts a little beside have other
 * events (a row of bounces that ends by round-off), count as none: `sensitive` is told of them.
 */
export function compare(simulation: Simulation, sensitive?: () => void): number {
  const [fast, slow] = [follow(simulation, false), follow(simulation, true)];
  const off = apart(simulation, fast, slow);
  const late = lasting(fast.events).reduce((most, { time }, k) => {
    const other = lasting(slow.events)[k];
    return other ? Math.max(most, Math.abs(time - other.time)) : most;
  }, 0);
  const same = told(fast).join() === told(slow).join();
  const growth = sensitive && !(same && off < 1e-12 && late < 1e-12) ? growthOf(simulation, slow) : 1;
  if (growth === Number.POSITIVE_INFINITY) {
    sensitive!();
    return 0;
  }
  expect(told(fast)).toEqual(told(slow));
  if (!sensitive) expect(fast.status).toBe("stepped");
  expect(late).toBeLessThan(1e-9 * growth);
  expect([...fast.state.mode]).toEqual([...slow.state.mode]);
  return off / growth;
}
