/** Random machines of two or three coordinates whose mass, rows, limits, stops and joints are formulas of the position. */
import { coordinate, cosine, type Formula, number, product, root, sine, sum } from "../oracles/curved/formula.ts";
import { type CurvedMachine, dot } from "../oracles/curved/machine.ts";
import { type Random, seeded } from "../support/random.ts";

export interface CurvedCase {
  readonly machine: CurvedMachine;
  readonly start: { readonly position: number[]; readonly velocity: number[] };
  readonly end: number;
  /** The same as a problem file. */
  readonly problem: Record<string, unknown>;
}

const list = <T>(length: number, value: (i: number) => T): T[] => Array.from({ length }, (_, i) => value(i));
const rounded = (value: number) => Number(value.toFixed(6));

export function curvedCase(seed: number, inelastic = false): CurvedCase {
  const random = seeded(seed);
  const n = random.whole(2, 3);
  const between = (from: number, to: number) => rounded(random.between(from, to));
  const position = list(n, () => between(-0.8, 0.8));
  const velocity = list(n, () => (random.chance(0.25) ? 0 : between(-2, 2)));
  const mass = massOf(random, n, between);
  const joints = n === 3 && random.chance(0.35) ? [through(wave(random, n, between), position)] : [];
  const rows = random.whole(1, n - joints.length);
  const jumps = rows === 1 && random.chance(0.4);
  const machine: CurvedMachine = {
    size: n,
    mass,
    potential: potentialOf(random, n, between),
    forces: list(n, () => ({
      push: random.chance(0.6) ? between(-6, 6) : 0,
      pace: between(0.5, 5),
      linear: random.chance(0.5) ? between(0, 0.6) : 0,
      square: random.chance(0.4) ? between(0, 0.4) : 0,
    })),
    friction: list(rows, (i) => i).map((i) => ({
      along: random.chance(0.5)
        ? coordinate(i)
        : sum(product(number(between(0.5, 1.5)), coordinate(i)), wave(random, n, between)),
      limit: random.chance(0.4)
        ? sum(number(between(0.8, 4)), product(number(between(0.1, 0.6)), sine(coordinate(random.whole(0, n - 1)))))
        : number(between(0.2, 4)),
      kinetic: jumps ? between(0.5, 0.95) : 1,
      drive: random.chance(0.3) ? between(-1, 1) : 0,
    })),
    stops: random.chance(0.6) ? [stopOf(random, n, position, between, inelastic)] : [],
    joints,
  };
  const allowed = tangential(machine, position, velocity);
  const end = 3;
  return {
    machine,
    start: { position, velocity: allowed },
    end,
    problem: problemOf(machine, position, allowed, end),
  };
}

/** Diagonally dominant, so positive everywhere. */
function massOf(random: Random, n: number, between: (from: number, to: number) => number): Formula[][] {
  const entries: Formula[][] = list(n, () => list(n, () => number(0)));
  for (let i = 0; i < n; i++) {
    const own = number(between(1.5, 4));
    entries[i]![i] = random.chance(0.6)
      ? sum(own, product(number(between(0.1, 0.5)), cosine(coordinate(random.whole(0, n - 1)))))
      : own;
    for (let j = 0; j < i; j++) {
      const turn = sum(coordinate(i), product(number(-1), coordinate(j)));
      entries[i]![j] = random.chance(0.7) ? product(number(between(-0.4, 0.4)), cosine(turn)) : number(0);
      entries[j]![i] = entries[i]![j]!;
    }
  }
  return entries;
}

function potentialOf(random: Random, n: number, between: (from: number, to: number) => number): Formula {
  let potential: Formula = number(0);
  for (let i = 0; i < n; i++) {
    const x = coordinate(i);
    potential = sum(potential, product(number(between(0.5, 8)), product(x, x)));
    if (random.chance(0.6)) potential = sum(potential, product(number(between(-4, 4)), cosine(x)));
  }
  return sum(potential, product(number(between(-1, 1)), sine(sum(coordinate(0), coordinate(n - 1)))));
}

/** A bounded, curved function of the position with slopes of about a half. */
function wave(random: Random, n: number, between: (from: number, to: number) => number): Formula {
  const inner = sum(
    product(number(between(-1, 1)), coordinate(random.whole(0, n - 1))),
    coordinate(random.whole(0, n - 1)),
  );
  if (random.chance(0.5)) return product(number(between(0.2, 0.6)), sine(inner));
  return product(number(between(0.2, 0.6)), root(sum(number(between(0.5, 2)), product(inner, inner))));
}

/** The formula less its value at a position: zero there. */
function through(formula: Formula, position: readonly number[]): Formula {
  const level = sum(formula, coordinate(2));
  return sum(level, number(-level.at(position).value));
}

function stopOf(
  random: Random,
  n: number,
  position: readonly number[],
  between: (from: number, to: number) => number,
  inelastic: boolean,
): CurvedMachine["stops"][number] {
  const way = sum(
    product(number(random.chance(0.5) ? 1 : -1), coordinate(random.whole(0, n - 1))),
    wave(random, n, between),
  );
  const gap = between(0.05, 0.4);
  return {
    distance: sum(way, number(rounded(gap - way.at(position).value))),
    restitution: inelastic ? 0 : random.chance(0.3) ? 0 : between(0.2, 0.9),
  };
}

/** The velocity without what would break the joints. */
function tangential(machine: CurvedMachine, q: readonly number[], v: readonly number[]): number[] {
  return machine.joints.reduce(
    (u, joint) => {
      const { slope } = joint.at(q);
      const part = dot(slope, u) / dot(slope, slope);
      return u.map((entry, k) => entry - part * slope[k]!).map((entry) => (Math.abs(entry) < 1e-9 ? 0 : entry));
    },
    [...v],
  );
}

function problemOf(
  machine: CurvedMachine,
  position: number[],
  velocity: number[],
  end: number,
): Record<string, unknown> {
  const { size: n, mass, potential, forces, friction, stops, joints } = machine;
  const kinetic = list(n, (i) => i).flatMap((i) =>
    list(n, (j) => j).map((j) => `0.5*${mass[i]![j]!.text}*v(q${i})*v(q${j})`),
  );
  return {
    stickslip: 1,
    name: "A random mechanism",
    system: {
      type: "mechanism",
      coordinates: list(n, (i) => ({ name: `q${i}` })),
      kinetic: kinetic.join(" + "),
      potential: potential.text,
      force: Object.fromEntries(
        forces.map(({ push, pace, linear, square }, i) => {
          const v = `v(q${i})`;
          return [`q${i}`, `${push}*sin(${pace}*t) - ${linear}*${v} - ${square}*${v}*abs(${v})`];
        }),
      ),
      friction: friction.map(({ along, limit, kinetic: part, drive }, i) => ({
        name: `row${i}`,
        along: along.text,
        limit: limit.text,
        ...(part < 1 ? { kinetic: `${part}*${limit.text}` } : {}),
        ...(drive !== 0 ? { drive } : {}),
      })),
      ...(stops.length > 0
        ? {
            stops: stops.map(({ distance, restitution }, k) => ({
              name: `stop${k}`,
              distance: distance.text,
              restitution,
            })),
          }
        : {}),
      ...(joints.length > 0 ? { joints: joints.map((joint, k) => ({ name: `joint${k}`, zero: joint.text })) } : {}),
    },
    initial: { position, velocity },
    time: { end, step: 0.01, output: 0.1 },
  };
}
