/**
 * Random arms, and the same machines by their energies: a second way through other code, from Lagrange's equations in place of the closed form of a
 * chain, from formulas of gaps in place of walls and curves. Both must move alike, event by event.
 */
import { load, simulate } from "../../src/index.ts";
import { list, type Random, seeded } from "../support/random.ts";

const num = (value: number) => Number(value.toPrecision(6));
const sumOf = (terms: readonly string[]) => (terms.length > 0 ? terms.join(" + ") : "0");

interface Link {
  readonly length: number;
  readonly mass: number;
  readonly center: number;
  readonly inertia: number;
}

/** Texts of a chain: angles from the x-axis and their rates, and places and velocities along it. */
function chainOf(links: readonly Link[], relative: boolean) {
  const sums = (name: string) =>
    links.map((_, i) => (relative ? sumOf(list(i + 1, (k) => `${name}(q${k})`)) : `${name}(q${i})`));
  const [angle, rate] = [sums("x"), sums("v")];
  /** At `way` along link i: [x, y] and [x', y']. */
  const at = (i: number, way: number) => {
    const parts = [...links.slice(0, i).map(({ length }, k) => ({ length, k })), { length: way, k: i }];
    return {
      x: sumOf(parts.map(({ length, k }) => `${length}*cos(${angle[k]})`)),
      y: sumOf(parts.map(({ length, k }) => `${length}*sin(${angle[k]})`)),
      vx: sumOf(parts.map(({ length, k }) => `(-${length})*(${rate[k]})*sin(${angle[k]})`)),
      vy: sumOf(parts.map(({ length, k }) => `${length}*(${rate[k]})*cos(${angle[k]})`)),
    };
  };
  return { angle, rate, at };
}

function torque(random: Random): string {
  const size = num(random.between(0.5, 8));
  const speed = num(random.between(0.5, 6));
  return random.pick([
    `${size}*sin(${speed}*t)`,
    `${size}*cos(${speed}*t) - ${num(random.between(0, 3))}`,
    `t < ${num(random.between(0.2, 1.5))} ? ${size} : -${size}/2`,
    `${size}*exp(-${speed}*t)`,
    `${size}*abs(sin(${speed}*t))`,
    `${size}`,
  ]);
}

/** All keys of a row but its direction. */
function friction(random: Random, row: number): Record<string, unknown> {
  const limit = num(random.between(0.1, 5));
  const keys: Record<string, unknown> = { name: `f${row}`, limit };
  const law = random.next();
  if (law < 0.25) keys["kinetic"] = num(limit * random.between(0.3, 1));
  else if (law < 0.35)
    keys["weakening"] = {
      shape: "stribeck",
      beta: 0.4,
      speed: num(random.between(0.05, 1)),
      exponent: random.pick([1, 2]),
    };
  else if (law < 0.45) keys["weakening"] = { shape: "hyperbolic", beta: 0.4, speed: num(random.between(0.05, 1)) };
  else if (law < 0.6)
    keys["limit"] = `${limit}*(1 + ${num(random.between(0.2, 0.9))}*sin(${num(random.between(1, 5))}*t))`;
  if (random.chance(0.2) && law >= 0.6) keys["backward"] = num(limit * random.between(0.3, 2));
  if (random.chance(0.2)) keys["viscous"] = num(random.between(0.05, 1));
  if (random.chance(0.25))
    keys["drive"] = random.pick([num(random.between(-1, 1)), `${num(random.between(0.2, 2))}*sin(2*t)`]);
  return keys;
}

export interface ArmCase {
  readonly arm: Record<string, unknown>;
  readonly mechanism: Record<string, unknown>;
}

export function armCase(seed: number): ArmCase {
  const random = seeded(seed);
  const n = random.whole(1, 3);
  const relative = random.chance(0.5);
  const links = list(n, (): Link => {
    const [length, mass] = [num(random.between(0.3, 1.2)), num(random.between(0.3, 3))];
    return {
      length,
      mass,
      center: num(length * random.between(0.2, 0.9)),
      inertia: num(mass * length * length * random.between(0.02, 0.15)),
    };
  });
  const gravity = random.chance(0.6) ? [num(random.between(-3, 3)), num(random.between(-10, 0))] : undefined;
  const payload = random.chance(0.4)
    ? { mass: num(random.between(0.1, 2)), inertia: num(random.between(0, 0.1)) }
    : undefined;
  const joints: Record<string, unknown>[] = [];
  const chain = chainOf(links, relative);
  const own = (i: number, of: "x" | "v" = "x") =>
    relative || i === 0 ? `${of}(q${i})` : `${of}(q${i}) - ${of}(q${i - 1})`;
  const forces = list(n, (): string[] => []);
  const potential: string[] = [];
  const rows: Record<string, unknown>[] = [];
  const stops: Record<string, unknown>[] = [];
  /** A moment between link i and the one before. */
  const push = (i: number, text: string) => {
    forces[i]!.push(`(${text})`);
    if (!relative && i > 0) forces[i - 1]!.push(`(-1)*(${text})`);
  };
  const position = list(n, () => num(random.between(-1.5, 1.5)));
  for (let i = 0; i < n; i++) {
    const joint: Record<string, unknown> = { name: `q${i}` };
    if (random.chance(0.6)) {
      joint["torque"] = torque(random);
      push(i, joint["torque"] as string);
    }
    if (random.chance(0.8)) {
      const keys = friction(random, i);
      joint["friction"] = keys;
      rows.push({
        ...keys,
        ...(relative || i === 0 ? { on: `q${i}` } : { direction: { [`q${i}`]: 1, [`q${i - 1}`]: -1 } }),
      });
    }
    if (random.chance(0.3)) {
      const damping = num(random.between(0.05, 0.8));
      joint["damping"] = damping;
      push(i, `(-${damping})*(${own(i, "v")})`);
    }
    if (random.chance(0.3)) {
      const [stiffness, rest] = [num(random.between(1, 20)), num(random.between(-0.5, 0.5))];
      joint["spring"] = { stiffness, rest };
      potential.push(`${stiffness}/2*(${own(i)} - (${rest}))^2`);
    }
    if (random.chance(0.25)) {
      const here = relative || i === 0 ? position[i]! : position[i]! - position[i - 1]!;
      const [from, to] = [num(here - random.between(0.2, 1)), num(here + random.between(0.2, 1))];
      const restitution = random.pick([0, 0, num(random.between(0.1, 0.7))]);
      joint["stops"] = [from, to];
      joint["restitution"] = restitution;
      stops.push({ name: `q${i}_from`, distance: `${own(i)} - (${from})`, restitution });
      stops.push({ name: `q${i}_to`, distance: `${to} - (${own(i)})`, restitution });
    }
    joints.push(joint);
  }
  const tip = chain.at(n - 1, links[n - 1]!.length);
  const reach = links.reduce((sum, { length }) => sum + length, 0);
  const phi = position.map((_, i) => (relative ? position.slice(0, i + 1).reduce((a, b) => a + b, 0) : position[i]!));
  const place = (f: (angle: number) => number) => links.reduce((sum, { length }, i) => sum + length * f(phi[i]!), 0);
  const [tipX, tipY] = [place(Math.cos), place(Math.sin)];
  const constraints: Record<string, unknown>[] = [];
  const zeros: Record<string, unknown>[] = [];
  if (random.chance(0.3)) {
    const turn = random.between(0, 6);
    const normal = [num(Math.cos(turn)), num(Math.sin(turn))];
    const size = Math.hypot(normal[0]!, normal[1]!);
    const distance = num((normal[0]! * tipX + normal[1]! * tipY) / size + random.between(0.05, 0.5 * reach));
    const restitution = random.pick([0, num(random.between(0.1, 0.7))]);
    constraints.push({
      type: "wall",
      name: "wall",
      normal: normal.map((entry) => entry / size),
      distance,
      restitution,
    });
    stops.push({
      name: "wall",
      distance: `${distance} - (${normal[0]! / size})*(${tip.x}) - (${normal[1]! / size})*(${tip.y})`,
      restitution,
    });
  } else if (n > 1 && random.chance(0.25)) {
    const [turn, radius] = [random.between(0, 6), random.between(0.2, 0.8) * reach];
    const center = [tipX - radius * Math.cos(turn), tipY - radius * Math.sin(turn)];
    constraints.push({ type: "curve", name: "track", shape: "circle", center, radius });
    zeros.push({
      name: "track",
      zero: `sqrt((${tip.x} - (${center[0]}))^2 + (${tip.y} - (${center[1]}))^2) - ${radius}`,
    });
  }
  const masses = links.map(({ center, mass, inertia }, i) => ({ i, way: center, mass, inertia }));
  if (payload) masses.push({ i: n - 1, way: links[n - 1]!.length, ...payload });
  const kinetic = masses.map(({ i, way, mass, inertia }) => {
    const { vx, vy } = chain.at(i, way);
    return `${mass}/2*((${vx})^2 + (${vy})^2) + ${inertia}/2*(${chain.rate[i]})^2`;
  });
  if (gravity) {
    for (const { i, way, mass } of masses) {
      const { x, y } = chain.at(i, way);
      potential.push(`(-${mass})*(${gravity[0]}*(${x}) + (${gravity[1]})*(${y}))`);
    }
  }
  const velocity =
    zeros.length > 0 ? list(n, () => 0) : list(n, () => (random.chance(0.3) ? 0 : num(random.between(-3, 3))));
  const rest = {
    stickslip: 1,
    initial: { position, velocity },
    time: { end: num(random.between(0.5, 2.5)), step: 0.05 },
  };
  return {
    arm: {
      ...rest,
      name: `arm ${seed}`,
      system: {
        ...{ type: "arm", angles: relative ? "relative" : "absolute", links, joints },
        ...(gravity ? { gravity } : {}),
        ...(payload ? { payload } : {}),
        ...(constraints.length > 0 ? { constraints } : {}),
      },
    },
    mechanism: {
      ...rest,
      name: `mechanism ${seed}`,
      system: {
        type: "mechanism",
        coordinates: list(n, (i) => ({ name: `q${i}`, unit: "rad" })),
        kinetic: sumOf(kinetic),
        ...(potential.length > 0 ? { potential: sumOf(potential) } : {}),
        force: Object.fromEntries(forces.map((terms, i) => [`q${i}`, sumOf(terms)])),
        ...(rows.length > 0 ? { friction: rows } : {}),
        ...(stops.length > 0 ? { stops } : {}),
        ...(zeros.length > 0 ? { joints: zeros } : {}),
      },
    },
  };
}

export interface ArmVerdict {
  readonly seed: number;
  readonly outcome: "agrees" | "differs" | "sensitive";
  readonly off: number;
  readonly events: number;
  readonly detail: string;
}

const AGREED = 1e-8;
const SENSITIVE = 1e4;
/** N m */
const NUDGE = 1e-9;
/** s */
const SAME_TIME = 1e-7;
const CROWDED = 1e-3;

type Found = Awaited<ReturnType<typeof simulate>>;

const offBy = (one: Found, other: Found): number => {
  const [a, b] = [one, other].map(({ position, velocity }) => [...position, ...velocity]) as [number[], number[]];
  return Math.max(...a.map((value, i) => Math.abs(value - b[i]!) / Math.max(1, Math.abs(value))));
};

/** When rows stick and slip, but for what crowds: how many bounces there are before they are none, and what they let slip, is a matter of digits. */
function told({ events }: Found): Found["events"] {
  const kinds = events.filter(({ kind }) => kind === "stick" || kind === "slip");
  const isAlone = ({ time, row }: Found["events"][number]) =>
    kinds.every((other) => other.row !== row || other.time === time || Math.abs(other.time - time) > CROWDED);
  return kinds.filter(isAlone);
}

function sameEvents(one: Found, other: Found): boolean {
  const twins = told(other);
  const isTwin = ({ kind, row, time }: Found["events"][number], k: number) =>
    kind === twins[k]?.kind && row === twins[k].row && Math.abs(time - twins[k].time) < SAME_TIME;
  return told(one).length === twins.length && told(one).every(isTwin);
}

export async function compareArm(seed: number): Promise<ArmVerdict> {
  const { arm, mechanism } = armCase(seed);
  const one = await simulate(load(arm));
  const other = await simulate(load(mechanism));
  const off = offBy(one, other);
  const events = one.events.length;
  const told = [one, other].map(
    ({ status, message, audit, events }) => `${status} ${message} audit ${audit.verdict}, ${events.length} events`,
  );
  const verdict = (outcome: ArmVerdict["outcome"]) => ({ seed, outcome, off, events, detail: told.join(" | ") });
  const done = [one, other].every(({ status, audit }) => status === "done" && audit.verdict === "ok");
  if (done && off < AGREED && sameEvents(one, other)) return verdict("agrees");
  const system = mechanism["system"] as { force: Record<string, string> };
  const force = { ...system.force, q0: `${system.force["q0"]} + ${NUDGE}` };
  const nudged = await simulate(load({ ...mechanism, system: { ...system, force } }));
  return verdict(done && offBy(other, nudged) > SENSITIVE * NUDGE ? "sensitive" : "differs");
}
