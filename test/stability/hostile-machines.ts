/** Random machines that try to deceive a certificate: hidden undamped modes, rows and dampers that nearly miss them, mixed scales. */
import type { FrictionMachine, FrictionRow } from "../../src/stability/rest/machine.ts";
import { list, type Random } from "../support/random.ts";

type Rows = number[][];

/** A plain fraction, as people write them: sums of such numbers are round-off where they should be zero. */
const decimal = (random: Random) => random.whole(-12, 12) / 10;
const outer = (a: readonly number[], scale: number): Rows => a.map((x) => a.map((y) => scale * x * y));
const plus = (a: Rows, b: Rows): Rows => a.map((row, i) => row.map((entry, j) => entry + b[i]![j]!));
const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, entry, i) => sum + entry * b[i]!, 0);
const zeros = (n: number): Rows => list(n, () => 0).map(() => list(n, () => 0));

/** A direction that does not see the hidden mode, but for round-off or a little more. */
function blind(random: Random, mode: readonly number[] | undefined): number[] {
  const n = mode?.length ?? 0;
  const w = list(n, () => decimal(random));
  if (!mode) return w;
  const along = dot(w, mode) / dot(mode, mode);
  const leak = random.chance(0.15) ? random.decade(-17, -3) : 0;
  return w.map((entry, i) => entry - (along - leak) * mode[i]!);
}

export function hostileMachine(random: Random): FrictionMachine {
  const n = random.whole(1, 5);
  const mode = random.chance(0.6) ? list(n, () => decimal(random) || 1) : undefined;
  const see = () => (mode ? blind(random, mode) : list(n, () => (random.chance(0.5) ? 0 : decimal(random))));
  const mass = zeros(n).map((row, i) => row.map((_, j) => (i === j ? random.pick([1, 1, 0.5, 2, 0.3, 7]) : 0)));
  if (random.chance(0.2)) {
    const coupling = list(n, () => decimal(random) / 3);
    for (const [i, x] of coupling.entries()) for (const [j, y] of coupling.entries()) mass[i]![j]! += x * y;
  }
  // K = omega^2 M + what does not see the mode: the mode swings at omega
  const base = random.chance(0.1) ? 0 : random.pick([1, 0.01, 4, 100]);
  let stiffness = mass.map((row) => row.map((entry) => base * entry));
  for (let k = random.whole(0, n); k > 0; k--) stiffness = plus(stiffness, outer(see(), random.decade(-2, 2)));
  let damping = zeros(n);
  for (let k = random.whole(0, n); k > 0; k--) damping = plus(damping, outer(see(), random.decade(-3, 3)));
  if (random.chance(0.25)) damping = plus(damping, outer(see(), -random.decade(-6, 0)));
  if (random.chance(0.15))
    damping = plus(
      damping,
      mass.map((row) => row.map((entry) => entry * random.decade(-16, -2))),
    );
  if (random.chance(0.15) && n > 1) {
    const gyro = random.decade(-2, 1);
    damping[0]![1]! += gyro;
    damping[1]![0]! -= gyro;
  }
  const directions = list(random.whole(0, n + 1), () => 0).map(() => see());
  if (directions.length > 1 && random.chance(0.2)) {
    const tilt = random.chance(0.5) ? 0 : random.decade(-16, -4);
    directions[1] = directions[0]!.map((entry) => 0.3 * entry + tilt * decimal(random));
  }
  const rows = directions
    .filter((w) => w.some((entry) => entry !== 0))
    .map((direction, i) => row(random, direction, i));
  const force = list(n, () => (random.chance(0.3) ? decimal(random) : 0));
  const names = list(n, (i) => i).map((i) => `x${i + 1}`);
  const machine = { name: "hostile", names, units: names.map(() => "m"), mass, damping, stiffness, force, rows };
  return random.chance(0.5) ? rescaled(machine, randomUnits(random, n)) : machine;
}

function row(random: Random, direction: number[], i: number): FrictionRow {
  const forward = random.chance(0.15) ? 0 : random.decade(-2, 1);
  const backward = random.chance(0.75) ? forward : random.chance(0.3) ? 0 : random.decade(-2, 1);
  const ratio = random.chance(0.7) || forward === 0 ? 1 : random.pick([0.5, 0.9, 0, 1e-3]);
  const kinetic = { kineticForward: ratio * forward, kineticBackward: ratio * backward };
  return { name: `row${i + 1}`, direction, forward, backward, ...kinetic };
}

export interface Units {
  readonly coordinates: readonly number[];
  readonly force: number;
  readonly time: number;
}

export function randomUnits(random: Random, n: number): Units {
  const power = () => Number(`1e${random.whole(-6, 6)}`);
  return { coordinates: list(n, power), force: power(), time: power() };
}

/** The same machine in other units: x = u y of each coordinate, energy / force scale, t = time tau. */
export function rescaled(machine: FrictionMachine, { coordinates: u, force: f, time }: Units): FrictionMachine {
  const seen = (a: FrictionMachine["mass"], scale: number) =>
    a.map((entries, i) => entries.map((entry, j) => entry * scale * u[i]! * u[j]!));
  return {
    ...machine,
    mass: seen(machine.mass, f / time / time),
    damping: seen(machine.damping, f / time),
    stiffness: seen(machine.stiffness, f),
    force: machine.force.map((entry, i) => entry * f * u[i]!),
    rows: machine.rows.map((each) => ({
      ...each,
      direction: each.direction.map((entry, i) => entry * u[i]!),
      forward: each.forward * f,
      backward: each.backward * f,
      kineticForward: each.kineticForward * f,
      kineticBackward: each.kineticBackward * f,
    })),
  };
}
