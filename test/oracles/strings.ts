/** What is known of strings in closed form, and the scheme (63) as printed, corrected, written from the equations alone. */

/** The string with dry friction (23) released as K x(L-x)/2: each half swing lasts L/c and takes K to -(K - 2 g sign K). */
export function parabola(K: number, g: number, L: number, c = 1) {
  const curvature = [K];
  while (Math.abs(curvature.at(-1)!) > g) {
    const last = curvature.at(-1)!;
    curvature.push(-(last - 2 * g * Math.sign(last)));
  }
  const swings = curvature.length - 1;
  return {
    /** K after each half swing, the start first. */
    curvature,
    swings,
    stops: (swings * L) / c,
    /** J, of tension 1. */
    energy: curvature.map((k) => (k * k * L ** 3) / 24),
  };
}

/** Two equal strings of Glowinski & Holmstrom: they pass through each other and exchange their names. */
export function equalStrings(x: number, t: number): { u: number; v: number } {
  const a = 0.02 * Math.sin(Math.PI * x) * Math.cos(Math.PI * t);
  const b = -0.01 * Math.sin(2 * Math.PI * x) * Math.cos(2 * Math.PI * t);
  return { u: Math.max(a, b), v: Math.min(a, b) };
}

/** Of a plucked string, a triangle of height 1 over length 1 with c = 1: d'Alembert, the odd periodic continuation both ways. */
export function plucked(x: number, t: number): number {
  const triangle = (place: number): number => {
    const along = (((place % 2) + 2) % 2) as number;
    return along <= 1 ? 1 - Math.abs(2 * along - 1) : -(1 - Math.abs(2 * (along - 1) - 1));
  };
  return (triangle(x - t) + triangle(x + t)) / 2;
}

export interface TwoStrings {
  /** Densities and tensions of u and v. */
  readonly density: readonly [number, number];
  readonly tension: readonly [number, number];
  readonly elements: number;
  readonly epsilon: number;
}

/**
 * (63) with alpha = 1/4, (.)^+ inside the squares and + tau A_h: three levels x^{n-1}, x^n, x^{n+1} of both strings, the first two given. Newton's
 * method on the coupled equations of a step, by a plain dense solve. Returns the last two levels, u then v.
 */
export function stepPenalty(
  { density, tension, elements, epsilon }: TwoStrings,
  before: number[],
  x: number[],
  dt: number,
  steps: number,
): [number[], number[]] {
  const n = elements - 1;
  const h = 1 / elements;
  const bend = (w: readonly number[], k: number, i: number): number => {
    const at = (j: number) => (j < 0 || j >= n ? 0 : w[k * n + j]!);
    return (tension[k]! * (2 * at(i) - at(i - 1) - at(i + 1))) / (h * h);
  };
  const H = (w: number) => (w > 0 ? w * w : 0) / (2 * epsilon);
  const dH = (w: number) => Math.max(0, w) / epsilon;
  let [last, now] = [before, x];
  for (let step = 0; step < steps; step++) {
    const z = now.map((value, i) => 2 * value - last[i]!);
    for (let round = 0; ; round++) {
      const off = Array<number>(2 * n).fill(0);
      const slope = Array<number>(n).fill(0);
      for (let i = 0; i < n; i++) {
        const ahead = (z[n + i]! + now[n + i]! - z[i]! - now[i]!) / 2; // v - u half a step ahead
        const back = (now[n + i]! + last[n + i]! - now[i]! - last[i]!) / 2;
        const close = Math.abs(ahead - back) < 1e-12 * (Math.abs(ahead) + Math.abs(back));
        const push = close ? dH((ahead + back) / 2) : (H(ahead) - H(back)) / (ahead - back);
        slope[i] = (close ? (ahead > 0 ? 0.5 / epsilon : 0) : (dH(ahead) - push) / (ahead - back)) / 2;
        for (const [k, sign] of [
          [0, -1],
          [1, 1],
        ] as const) {
          const j = k * n + i;
          const mean = (w: readonly number[]) => bend(w, k, i);
          off[j] = (density[k] * (z[j]! - 2 * now[j]! + last[j]!)) / (dt * dt);
          off[j]! += (mean(z) + 2 * mean(now) + mean(last)) / 4 + sign * push;
        }
      }
      const size = Math.max(...off.map(Math.abs));
      if (size < 1e-9 * Math.max(1, ...density) || round > 30) break;
      const change = solveTangent(n, h, dt, density, tension, slope, off);
      for (let j = 0; j < 2 * n; j++) z[j]! -= change[j]!;
    }
    [last, now] = [now, z];
  }
  return [last, now];
}

function solveTangent(
  n: number,
  h: number,
  dt: number,
  density: readonly [number, number],
  tension: readonly [number, number],
  slope: readonly number[],
  right: readonly number[],
): number[] {
  const size = 2 * n;
  const a = Array.from({ length: size }, () => Array<number>(size + 1).fill(0));
  for (let i = 0; i < n; i++) {
    for (const k of [0, 1] as const) {
      const j = k * n + i;
      a[j]![j]! += density[k] / (dt * dt) + tension[k] / (2 * h * h) + slope[i]!;
      a[j]![(1 - k) * n + i]! -= slope[i]!;
      if (i > 0) a[j]![j - 1]! -= tension[k] / (4 * h * h);
      if (i < n - 1) a[j]![j + 1]! -= tension[k] / (4 * h * h);
      a[j]![size] = right[j]!;
    }
  }
  for (let p = 0; p < size; p++) {
    for (let r = p + 1; r < size; r++) {
      const part = a[r]![p]! / a[p]![p]!;
      if (part !== 0) for (let c = p; c <= size; c++) a[r]![c]! -= part * a[p]![c]!;
    }
  }
  const out = Array<number>(size).fill(0);
  for (let r = size - 1; r >= 0; r--) {
    let sum = a[r]![size]!;
    for (let c = r + 1; c < size; c++) sum -= a[r]![c]! * out[c]!;
    out[r] = sum / a[r]![r]!;
  }
  return out;
}
