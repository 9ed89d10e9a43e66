/** Random machines as problem files: coupled, redundant and frictionless rows, all weakenings, loads that jump. */
import { list, type Random, withSpectrum } from "../../support/random.ts";

export interface RandomProblem {
  readonly system: {
    readonly type: "linear";
    readonly mass: number[][];
    readonly damping: number[][];
    readonly stiffness: number[][];
    readonly force: string[];
    readonly friction: { direction: number[]; limit: number; weakening?: object }[];
  };
  readonly initial: { readonly position: number[]; readonly velocity: number[] };
}

export function randomProblem(random: Random): RandomProblem {
  const n = random.whole(1, 8);
  const m = random.whole(1, 8);
  const directions: number[][] = [];
  for (let i = 0; i < m; i++) directions.push(randomDirection(random, n, directions));
  const atRest = random.chance(0.4);
  const stiffness = withSpectrum(
    random,
    list(n, () => (random.chance(0.2) ? 0 : random.decade(-1, 1.3))),
  );
  const position = random.chance(0.3) ? list(n, () => 0) : list(n, () => random.between(-1, 1));
  return {
    system: {
      type: "linear",
      mass: withSpectrum(
        random,
        list(n, () => random.decade(-0.5, 0.7)),
      ),
      damping: withSpectrum(
        random,
        list(n, () => (random.chance(0.5) ? 0 : random.between(0, 1))),
      ),
      stiffness,
      force: list(n, () => 0).map(() => randomForce(random)),
      friction: directions.map((direction) => randomRow(random, direction)),
    },
    initial: { position, velocity: list(n, () => (atRest || random.chance(0.2) ? 0 : random.between(-1, 1))) },
  };
}

/** A coordinate, a difference of two, a copy of a row before, or anything. */
function randomDirection(random: Random, n: number, before: readonly number[][]): number[] {
  if (before.length > 0 && random.chance(0.15)) {
    const factor = random.pick([1, -1, 2]);
    return random.pick(before).map((entry) => factor * entry);
  }
  const i = random.whole(0, n - 1);
  const j = random.whole(0, n - 1);
  if (random.chance(0.5) || (i === j && random.chance(0.7))) return list(n, (k) => (k === i ? 1 : 0));
  if (i !== j && random.chance(0.5)) return list(n, (k) => (k === i ? 1 : k === j ? -1 : 0));
  return list(n, () => random.between(-1, 1));
}

function randomRow(random: Random, direction: number[]) {
  const limit = random.chance(0.1) ? 0 : random.decade(-1, 0.7);
  if (!random.chance(0.4)) return { direction, limit };
  const beta = random.between(0, 0.6);
  const weakening = random.pick([
    { shape: "ramp", beta, epsilon: random.decade(-1.5, -0.5) },
    { shape: "smooth", beta, epsilon: random.decade(-1.5, -0.5) },
    { shape: "stribeck", beta, speed: random.decade(-1.5, -0.5), exponent: random.whole(1, 3) },
  ]);
  return { direction, limit, weakening };
}

function randomForce(random: Random): string {
  const a = random.between(-5, 5).toFixed(3);
  const b = random.between(0.5, 6).toFixed(3);
  const c = random.between(-4, 4).toFixed(3);
  return random.pick([
    "0",
    `${c}`,
    `(${a})*sin(${b}*t)`,
    `(${a})*sin(${b}*t) + (${c})*cos(2*t)`,
    `(${a})*exp(-${b}*t)`,
    `(${a})*t`,
    `piecewise(t, [0.13, 0.27], ${a}, ${c}, 0)`,
    `(${a})*abs(sin(${b}*t))`,
  ]);
}
