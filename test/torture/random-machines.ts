/** Random machines over all keys of a row and what stands beside rows: as raw data of a problem, and for the oracle. */
import type { FirstOrderState, Machine, Pid, Spring, Stop } from "../oracles/enumerated/machine.ts";
import { list, type Random, seeded, withSpectrum } from "../support/random.ts";
import { randomRows } from "./random-rows.ts";
import { anyWave, constant, short, sine, type Wave } from "./waves.ts";

export interface RandomMachine {
  readonly seed: number;
  readonly raw: Record<string, unknown>;
  readonly machine: Machine;
  /** What it has, for counts and messages. */
  readonly features: readonly string[];
}

export function randomMachine(seed: number): RandomMachine {
  const random = seeded(seed * 7919 + 13);
  const n = random.pick([1, 1, 2, 2, 3, 4]);
  const end = short(random.between(1.5, 5));
  const body = matrices(random, n);
  const initial = {
    position: list(n, () => (random.chance(0.3) ? 0 : short(random.between(-1, 1)))),
    velocity: random.chance(0.4) ? list(n, () => 0) : list(n, () => short(random.between(-1.5, 1.5))),
  };
  const forces = list(n, (i) => i).map(() => (random.chance(0.3) ? constant(0) : anyWave(random, 4, end)));
  const rows = randomRows(random, n, end, initial.velocity);
  const joints = randomJoints(random, n, initial.velocity);
  const stops = randomStops(random, n, initial.position);
  const springs = random.chance(0.15) ? [randomSpring(random, n)] : [];
  const states = random.chance(0.15) ? [randomState(random, n, end)] : [];
  const pids = random.chance(0.2) ? [randomPid(random, n, end)] : [];
  const texts = forces.map(({ text }, i) =>
    states[0] && states[0].on === i ? `(${text}) + ${states[0].gain}*z` : text,
  );
  const raw = {
    stickslip: 1,
    name: `random machine ${seed}`,
    system: {
      type: "linear",
      mass: body.mass,
      ...(body.damping ? { damping: body.damping } : {}),
      ...(body.stiffness ? { stiffness: body.stiffness } : {}),
      force: texts,
      friction: rows.map(({ raw }) => raw),
      ...(joints.length > 0 ? { joints: joints.map((direction) => ({ direction })) } : {}),
      ...(stops.length > 0 ? { stops } : {}),
      ...(springs.length > 0 ? { springs: springs.map(({ raw }) => raw) } : {}),
      ...(states.length > 0 ? { states: states.map(({ raw }) => raw) } : {}),
    },
    ...(pids.length > 0 ? { feedback: pids.map(({ raw }) => raw) } : {}),
    initial,
    time: { end, step: short(end / 20, 6) },
  };
  const zero = list(n, () => 0).map(() => list(n, () => 0));
  const machine: Machine = {
    mass: body.mass,
    damping: body.damping ?? zero,
    stiffness: body.stiffness ?? zero,
    force: forces.map(({ signal }) => signal),
    springs: springs.map(({ spring }) => spring),
    states: states.map(({ state }) => state),
    stateForces: list(n, (i) => i).map((i) => states.map(({ on, gain }) => (on === i ? gain : 0))),
    pids: pids.map(({ pid }) => pid),
    friction: rows.map(({ row }) => row),
    joints,
    stops,
    position: initial.position,
    velocity: initial.velocity,
    start: 0,
    end,
  };
  const features = [
    ...new Set(rows.flatMap((row) => row.features)),
    ...(joints.length > 0 ? ["joint"] : []),
    ...(stops.length > 0 ? ["stop"] : []),
    ...(springs.length > 0 ? ["potential"] : []),
    ...(states.length > 0 ? ["state"] : []),
    ...(pids.length > 0 ? ["pid"] : []),
  ];
  return { seed, raw, machine, features };
}

function matrices(random: Random, n: number) {
  const rounded = (matrix: number[][]) => matrix.map((row) => row.map((entry) => short(entry, 4)));
  const diagonal = (low: number, high: number) =>
    list(n, (i) => i).map((i) => list(n, (j) => (i === j ? short(random.between(low, high)) : 0)));
  const full = (low: number, high: number) =>
    rounded(
      withSpectrum(
        random,
        list(n, () => random.between(low, high)),
      ),
    );
  return {
    mass: random.chance(0.6) ? diagonal(0.4, 3) : full(0.5, 3),
    damping: random.chance(0.4) ? (random.chance(0.5) ? diagonal(0, 1) : full(0, 1)) : undefined,
    stiffness: random.chance(0.75) ? (random.chance(0.4) ? diagonal(0, 15) : full(0, 20)) : undefined,
  };
}

/** Rows of a joint, w.x = const; the velocities are made to fit. */
function randomJoints(random: Random, n: number, velocity: number[]): number[][] {
  if (n < 2 || !random.chance(0.15)) return [];
  const ratio = random.pick([1, -1, 2, 0.5]);
  velocity[0] = ratio * velocity[1]!;
  return [list(n, (i) => (i === 0 ? 1 : i === 1 ? -ratio : 0))];
}

function randomStops(random: Random, n: number, position: readonly number[]): Stop[] {
  const count = random.chance(0.3) ? random.whole(1, 2) : 0;
  return list(count, (i) => i).map(() => {
    const on = random.whole(0, n - 1);
    const other = random.whole(0, n - 1);
    const sign = random.pick([1, -1]);
    const mixed = other !== on && random.chance(0.3);
    const direction = list(n, (i) => (i === on ? sign : mixed && i === other ? -sign : 0));
    const at = direction.reduce((sum, entry, i) => sum + entry * position[i]!, 0);
    const gap = !mixed && random.chance(0.15) ? at : short(at + random.between(0.05, 1));
    return { direction, gap, restitution: random.pick([0, 0, 1, short(random.between(0, 0.9))]) };
  });
}

function randomSpring(random: Random, n: number): { raw: unknown; spring: Spring } {
  const on = random.whole(0, n - 1);
  const k = short(random.between(0.5, 5));
  const direction = list(n, (i) => (i === on ? 1 : 0));
  const [potential, slope] = random.pick<[string, (x: number) => number]>([
    [`${k}*x^4/4`, (x) => k * x ** 3],
    [`${k}*(cosh(x) - 1)`, (x) => k * Math.sinh(x)],
    [`${k}*(1 - cos(x))`, (x) => k * Math.sin(x)],
  ]);
  return { raw: { on, potential }, spring: { direction, slope } };
}

function randomState(random: Random, n: number, end: number) {
  const wave = anyWave(random, 2, end);
  const [lag, pull, gain] = [random.between(0.2, 3), random.between(-1, 1), random.between(-2, 2)].map((entry) =>
    short(entry),
  ) as [number, number, number];
  const [of, on] = [random.whole(0, n - 1), random.whole(0, n - 1)];
  const initial = random.chance(0.5) ? 0 : short(random.between(-1, 1));
  const state: FirstOrderState = {
    position: list(n, (i) => (i === of ? pull : 0)),
    velocity: list(n, () => 0),
    states: [-lag],
    signal: wave.signal,
    initial,
  };
  return { raw: { name: "z", rate: `-${lag}*z + ${pull}*x(${of}) + (${wave.text})`, initial }, state, on, gain };
}

function randomPid(random: Random, n: number, end: number): { raw: unknown; pid: Pid } {
  const of = random.whole(0, n - 1);
  const to = random.chance(0.3) ? random.whole(0, n - 1) : of;
  const [kp, ki, kd] = [random.between(1, 10), random.between(0.5, 6), random.between(0.3, 4)].map((entry) =>
    short(entry),
  ) as [number, number, number];
  const damped = random.chance(0.6);
  const reference: Wave = damped
    ? random.chance(0.5)
      ? constant(short(random.between(-1, 1)))
      : sine(0, short(random.between(0.2, 1)), short(random.between(0.5, 3)), 0)
    : anyWave(random, 1, end);
  const limit: [number, number] = [-short(random.between(0.5, 4)), short(random.between(0.5, 4))];
  const windup = random.chance(0.25);
  const tracking = random.chance(0.5) ? short(random.between(0.2, 1)) : undefined;
  const raw = {
    type: "pid",
    of,
    ...(to === of ? {} : { to }),
    reference: reference.text,
    kp,
    ki,
    ...(damped ? { kd } : {}),
    limit,
    ...(windup ? { antiWindup: "none" } : tracking === undefined ? {} : { tracking }),
  };
  const pid: Pid = {
    direction: list(n, (i) => (i === of ? 1 : i === to ? -1 : 0)),
    reference: reference.signal,
    kp,
    ki,
    kd: damped ? kd : 0,
    limit,
    tracking: windup ? Number.POSITIVE_INFINITY : (tracking ?? (damped ? Math.sqrt(kd / ki) : kp / ki)),
  };
  return { raw, pid };
}
