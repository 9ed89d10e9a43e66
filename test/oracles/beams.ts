/** What is known of beams that keep their length, from their differential equations alone: no elements, no code of ours. */

/** Complete elliptic integrals K and E of modulus k, by the arithmetic-geometric mean. */
function elliptic(k: number): { K: number; E: number } {
  let [a, b, c] = [1, Math.sqrt(1 - k * k), k];
  let sum = (c * c) / 2;
  for (let power = 1; power < 1024; power *= 2) {
    [a, b, c] = [(a + b) / 2, Math.sqrt(a * b), (a - b) / 2];
    sum += power * c * c;
  }
  const K = Math.PI / (2 * a);
  return { K, E: K * (1 - sum) };
}

/** Euler's elastica clamped level at both ends: EI theta'' + P sin theta = 0 in four quarters. Height in the middle, m, and thrust P, N. */
export function clampedElastica(length: number, distance: number, EI: number): { height: number; thrust: number } {
  let [low, high] = [0, 0.99];
  for (let i = 0; i < 100; i++) {
    const k = (low + high) / 2;
    const { K, E } = elliptic(k);
    if (2 * E - K > (distance / length) * K) low = k;
    else high = k;
  }
  const { K } = elliptic(low);
  const root = (4 * K) / length; // sqrt(P/EI)
  return { height: (4 * low) / root, thrust: EI * root * root };
}

/** Sag of a catenary of this length over this distance, m. */
export function catenarySag(length: number, distance: number): number {
  let [low, high] = [1e-6, 100];
  for (let i = 0; i < 200; i++) {
    const z = (low + high) / 2;
    if (Math.sinh(z) / z < length / distance) low = z;
    else high = z;
  }
  return (distance / (2 * low)) * (Math.cosh(low) - 1);
}

/**
 * Sag of a heavy elastica between two hinges of one height: EI theta'' = w (L/2 - s) cos theta + a sin theta, theta' = 0 at the ends, by shooting
 * from the middle with the classical Runge-Kutta rule. For beams that are not much longer than sqrt(EI/tension).
 */
export function heavyElasticaSag(length: number, distance: number, EI: number, weight: number): number {
  const steps = 4000;
  const h = length / 2 / steps;
  const rate = ([angle, bend]: readonly number[], s: number, a: number): number[] => [
    bend!,
    (-weight * s * Math.cos(angle!) + a * Math.sin(angle!)) / EI,
    Math.cos(angle!),
    Math.sin(angle!),
  ];
  const shoot = (bend: number, a: number): number[] => {
    let y = [0, bend, 0, 0];
    for (let k = 0; k < steps; k++) {
      const s = k * h;
      const move = (by: readonly number[], part: number) => y.map((value, i) => value + part * h * by[i]!);
      const k1 = rate(y, s, a);
      const k2 = rate(move(k1, 0.5), s + h / 2, a);
      const k3 = rate(move(k2, 0.5), s + h / 2, a);
      const k4 = rate(move(k3, 1), s + h, a);
      y = y.map((value, i) => value + (h / 6) * (k1[i]! + 2 * k2[i]! + 2 * k3[i]! + k4[i]!));
    }
    return y;
  };
  let [bend, a] = [((Math.PI / length) * 1.2) as number, 0];
  for (let k = 0; k < 60; k++) {
    const off = (x: number, y: number) => {
      const end = shoot(x, y);
      return [end[1]!, end[2]! - distance / 2] as const;
    };
    const [f, g] = off(bend, a);
    const [d, e] = [1e-6, 1e-4 * weight * length];
    const [fb, gb] = off(bend + d, a);
    const [fa, ga] = off(bend, a + e);
    const [j11, j12, j21, j22] = [(fb - f) / d, (fa - f) / e, (gb - g) / d, (ga - g) / e];
    const det = j11 * j22 - j12 * j21;
    const [db, da] = [(f * j22 - g * j12) / det, (g * j11 - f * j21) / det];
    const part = Math.min(1, 0.3 / Math.abs(db * length));
    bend -= part * db;
    a -= part * da;
    if (Math.abs(db * length) < 1e-12) break;
  }
  return shoot(bend, a)[3]!;
}

/** Roots of 1 + cos z cosh z = 0: a cantilever vibrates with (z/L)^2 sqrt(EI/density). */
export const CANTILEVER = [1.8751040687119611, 4.694091132974175, 7.854757438237613];

/** Roots of J0: a hanging chain vibrates with j/2 sqrt(g/L). */
export const BESSEL_ZEROS = [2.404825557695773, 5.520078110286311, 8.653727912911013];
