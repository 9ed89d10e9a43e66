/** Random friction rows over all of their keys together. */
import type { FrictionRow, Signal, Weakening } from "../oracles/enumerated/machine.ts";
import { list, type Random } from "../support/random.ts";
import { anyWave, constant, lesser, load, scaled, short, type Wave } from "./waves.ts";

/** Exponents of Stribeck curves are drawn from this range. */
const EXPONENTS = [0.5, 3] as const;

export interface RandomRow {
  readonly raw: Record<string, unknown>;
  readonly row: FrictionRow;
  readonly features: readonly string[];
}

export function randomRows(random: Random, n: number, end: number, velocity: readonly number[]): RandomRow[] {
  const rows: RandomRow[] = [];
  const count = random.pick([1, 1, 2, 2, 3, 4]);
  let jumps = 0;
  for (let k = 0; k < count; k++) {
    const { direction, dependent } = randomDirection(random, n, rows);
    const row = randomRow(random, direction, end, velocity, jumps === 0);
    if (row.row.kinetic) jumps++;
    rows.push(dependent ? { ...row, features: [...row.features, "dependent"] } : row);
  }
  return rows;
}

/** Some directions repeat or add up earlier ones. */
function randomDirection(random: Random, n: number, rows: readonly RandomRow[]) {
  if (rows.length > 0 && random.chance(0.3)) {
    const first = random.pick(rows).row.direction;
    const second = random.pick(rows).row.direction;
    const factor = random.pick([1, 1, -1, 2, 0.5]);
    const sum = random.chance(0.4) ? first.map((entry, i) => entry + second[i]!) : first.map((entry) => factor * entry);
    if (sum.some((entry) => entry !== 0)) return { direction: sum, dependent: true };
  }
  const on = random.whole(0, n - 1);
  if (random.chance(0.6)) return { direction: list(n, (i) => (i === on ? 1 : 0)), dependent: false };
  const direction = list(n, (i) => (i === on ? 1 : random.chance(0.5) ? short(random.between(-1.5, 1.5), 2) : 0));
  return { direction, dependent: false };
}

function randomRow(
  random: Random,
  direction: readonly number[],
  end: number,
  velocity: readonly number[],
  mayJump: boolean,
): RandomRow {
  const size = random.between(0.5, 4);
  const varying = random.chance(0.5);
  const limit = varying ? load(random, size, end) : constant(random.chance(0.07) ? 0 : short(size));
  const drive = random.chance(0.4) ? randomDrive(random, direction, end, velocity) : undefined;
  const viscous = random.chance(0.2) ? short(random.between(0, 1)) : 0;
  const raw: Record<string, unknown> = { direction, limit: limit.text };
  if (drive) raw.drive = drive.text;
  if (viscous > 0) raw.viscous = viscous;
  const features = [
    ...(varying ? ["limit(t)"] : []),
    ...(drive ? ["drive"] : []),
    ...(drive && typeof drive.text === "string" ? ["drive(t)"] : []),
  ];
  const base = { direction, viscous, ...(drive ? { drive: drive.signal } : {}) };
  const symmetric = { ...base, limit: limit.signal, backward: limit.signal };
  const kind = random.next();
  if (kind < 0.05) {
    const smoothing = short(random.between(0.05, 0.5));
    raw.weakening = { shape: "smoothed", eta: smoothing };
    return { raw, row: { ...symmetric, smoothing }, features: [...features, "smoothed"] };
  }
  const back = random.chance(0.25) ? randomBackward(random, size, end) : undefined;
  if (back) {
    raw.backward = back.text;
    features.push("backward");
  }
  const backward = back ?? limit;
  const both = { ...base, limit: limit.signal, backward: backward.signal };
  if (kind < 0.35 && mayJump) {
    const kinetic = jumpLaw(random, raw, { limit, back, size, end });
    features.push("kinetic");
    if (random.chance(0.7)) return { raw, row: { ...both, kinetic }, features };
    const { raw: weakening, curve } = randomWeakening(random);
    raw.weakening = weakening;
    return { raw, row: { ...both, kinetic, weakening: curve }, features: [...features, weakening.shape] };
  }
  if (kind < 0.6) {
    const { raw: weakening, curve } = randomWeakening(random);
    raw.weakening = weakening;
    return { raw, row: { ...both, weakening: curve }, features: [...features, weakening.shape] };
  }
  return { raw, row: both, features };
}

/** Kinetic forces of a row, written into its raw data. */
function jumpLaw(
  random: Random,
  raw: Record<string, unknown>,
  { limit, back, size, end }: { limit: Wave; back: Wave | undefined; size: number; end: number },
): { forward: Signal; backward: Signal } {
  const kinetic = randomKinetic(random, limit, size, end);
  raw.kinetic = kinetic.text;
  const forward = lesser(kinetic.signal, limit.signal);
  const fixed = typeof limit.text === "number" ? limit.text : undefined;
  if (back && (fixed === undefined || random.chance(0.5))) {
    const behind = randomKinetic(random, back, size, end);
    raw.kineticBackward = behind.text;
    return { forward, backward: lesser(behind.signal, back.signal) };
  }
  return { forward, backward: back ? share(forward, back, fixed!) : forward };
}

/** kinetic backward/limit, where the limit is constant; a limit of 0 leaves the backward limit. */
function share(forward: FrictionRow["limit"], back: Wave, limit: number): FrictionRow["limit"] {
  if (limit === 0) return back.signal;
  const froms = [...new Set([...forward, ...back.signal].map(({ from }) => from))].sort((a, b) => a - b);
  return froms.map((from) => {
    const [kinetic, backward] = [forward, back.signal].map((signal) => signal.findLast((piece) => piece.from <= from)!);
    return {
      from,
      at: (t) => (kinetic!.at(t) * backward!.at(t)) / limit,
      rate: (t) => (kinetic!.rate(t) * backward!.at(t) + kinetic!.at(t) * backward!.rate(t)) / limit,
    };
  });
}

function randomDrive(random: Random, direction: readonly number[], end: number, velocity: readonly number[]): Wave {
  const now = short(
    direction.reduce((sum, entry, i) => sum + entry * velocity[i]!, 0),
    6,
  );
  return random.pick([
    () => constant(short(random.between(-1, 1))),
    () => constant(now),
    () => anyWave(random, 1, end),
    () => anyWave(random, 1, end),
  ])();
}

function randomBackward(random: Random, size: number, end: number): Wave {
  if (random.chance(0.25)) return constant(0);
  return random.chance(0.6) ? constant(short(size * random.between(0.3, 2))) : load(random, size, end);
}

function randomKinetic(random: Random, limit: Wave, size: number, end: number): Wave {
  const ratio = short(random.between(0.3, 0.95), 2);
  const fixed = typeof limit.text === "number";
  if (fixed && random.chance(0.4)) return constant(short((limit.text as number) * ratio));
  if (random.chance(0.6)) return scaled(ratio, limit);
  return fixed ? load(random, size * ratio, end) : constant(short(size * ratio));
}

type Power = (speed: number) => number;

/** Odd or even beyond zero as the power is, so that it stays smooth where it can. */
const power =
  (exponent: number): Power =>
  (q) =>
    Number.isInteger(exponent) ? q ** exponent : Math.sign(q) * Math.abs(q) ** exponent;

function randomWeakening(random: Random): { raw: Record<string, unknown> & { shape: string }; curve: Weakening } {
  const beta = short(random.between(0.1, 0.9));
  const speed = short(random.between(0.1, 1));
  return random.pick([
    () => ({
      raw: { shape: "ramp", beta, epsilon: speed },
      curve: { kinks: [speed], pieces: [(q: number) => (beta * q) / speed, () => beta] },
    }),
    () => ({
      raw: { shape: "smooth", beta, epsilon: speed },
      curve: { kinks: [], pieces: [(q: number) => (beta * q) / Math.hypot(speed, q)] },
    }),
    () => {
      const exponent = random.pick([
        1,
        2,
        3,
        short(random.between(...EXPONENTS), 2),
        short(random.between(...EXPONENTS), 2),
      ]);
      const raised = power(exponent);
      const gamma = (q: number) => beta * (1 - Math.exp(-raised(q / speed)));
      return { raw: { shape: "stribeck", beta, speed, exponent }, curve: { kinks: [], pieces: [gamma] } };
    },
    () => ({
      raw: { shape: "hyperbolic", beta, speed },
      curve: { kinks: [], pieces: [(q: number) => (beta * q) / (speed + q)] },
    }),
    () => table(random),
  ])();
}

function table(random: Random) {
  const speeds = [0, short(random.between(0.05, 0.4)), short(random.between(0.5, 1.5))];
  const ratios = [1, short(random.between(0.5, 1)), short(random.between(0.3, 0.5))];
  const between = (k: number) => (q: number) => {
    const slope = (ratios[k + 1]! - ratios[k]!) / (speeds[k + 1]! - speeds[k]!);
    return 1 - (ratios[k]! + slope * (q - speeds[k]!));
  };
  return {
    raw: { shape: "table", speed: speeds, ratio: ratios },
    curve: { kinks: speeds.slice(1), pieces: [between(0), between(1), () => 1 - ratios[2]!] },
  };
}
