/**
 * A first shape of a beam for the search of its equilibrium: of right length and with its ends where they are held, so that Newton's
 * method needs only a few iterations. A catenary under the load, an arc of a circle without one, a line where an end is free.
 */
import { cosh, log, sin, sinh } from "../../numeric/elementary.ts";
import type { Vector } from "../../numeric/vector.ts";
import { type Mesh, positionOf, slopeOf } from "./mesh.ts";

/** Points and vectors in the plane or in space, m. */
type Triple = readonly number[];

export interface FirstShapeOptions {
  readonly mesh: Mesh;
  /** Where the ends are held; undefined: free. */
  readonly ends: readonly [Triple | undefined, Triple | undefined];
  /** Slopes of clamped ends. */
  readonly slopes: readonly [Triple | undefined, Triple | undefined];
  /** The load as a whole, N; zero: none. */
  readonly load: Triple;
  /** EI, N m^2 */
  readonly stiffness: number;
}

/** Load times length squared over stiffness from which on a beam hangs rather than bends. */
const HANGS = 40;

/** The likeliest shape first. */
export function firstShapes(options: FirstShapeOptions): Vector[] {
  const { mesh, ends, load, stiffness } = options;
  const [start, end] = ends;
  if (!start || !end) return [line(options)];
  const hangs = size(load) * mesh.length * mesh.length > HANGS * stiffness;
  return [hangs, !hangs].map((asCatenary) => between(mesh, start, end, load, asCatenary && size(load) > 0));
}

function line(options: FirstShapeOptions): Vector {
  const { mesh, ends, slopes, load } = options;
  const [start, end] = ends;
  const held = start ?? end ?? load.map(() => 0);
  const isEnd = !start && end !== undefined;
  const clamp = (isEnd ? slopes[1] : slopes[0]) ?? (size(load) > 0 ? load : undefined);
  const along = unit(clamp ?? load.map((_, a) => (a === 0 ? 1 : 0)));
  const direction = isEnd && !slopes[1] ? along.map((part) => -part) : along; // hanging, s runs up to the held end
  const from = isEnd ? mesh.length : 0;
  return sample(mesh, (s) => ({ place: held.map((x, a) => x + (s - from) * direction[a]!), slope: direction }));
}

interface Spot {
  readonly place: Triple;
  readonly slope: Triple;
}

function between(mesh: Mesh, start: Triple, end: Triple, load: Triple, hangs: boolean): Vector {
  const chord = end.map((x, a) => x - start[a]!);
  const distance = size(chord);
  if (distance >= mesh.length * (1 - 1e-12)) {
    const slope = unit(chord);
    return sample(mesh, (s) => ({ place: start.map((x, a) => x + s * slope[a]!), slope }));
  }
  return hangs ? catenary(mesh, start, chord, unit(load)) : arc(mesh, start, chord, load);
}

/** Hanging along `down`: with u across and w down, w = w0 - c cosh((u - u0)/c). */
function catenary(mesh: Mesh, start: Triple, chord: Triple, down: Triple): Vector {
  const L = mesh.length;
  const fall = inner(chord, down);
  const rest = chord.map((x, a) => x - fall * down[a]!);
  const narrow = 1e-3 * L; // ends on one line along the load: a fold, which a narrow catenary stands for
  const width = Math.max(size(rest), narrow);
  const across = size(rest) > 1e-9 * L ? unit(rest) : normalTo(down);
  const z = stretchRoot(Math.sqrt(Math.max(L * L - fall * fall, width * width)) / width);
  const c = width / (2 * z);
  const u0 = width / 2 + (c / 2) * log((L + fall) / (L - fall));
  const first = sinh(u0 / c);
  return sample(mesh, (s) => {
    const t = s / c - first; // sinh of (u - u0)/c
    const root = Math.sqrt(1 + t * t);
    const u = u0 + c * (t < 0 ? -log(root - t) : log(root + t));
    const w = c * (cosh(u0 / c) - root);
    const scale = size(rest) < narrow ? size(rest) / width : 1;
    return {
      place: start.map((x, a) => x + scale * u * across[a]! + w * down[a]!),
      slope: start.map((_, a) => (across[a]! - t * down[a]!) / root),
    };
  });
}

/** sinh(z)/z = ratio > 1, by Newton's method on its logarithm. */
function stretchRoot(ratio: number): number {
  if (ratio < 1 + 1e-12) return Math.sqrt(6e-12);
  let z = ratio < 3 ? Math.sqrt(6 * (ratio - 1)) : log(2 * ratio) + log(log(2 * ratio));
  for (let k = 0; k < 50; k++) {
    const value = log(sinh(z) / z) - log(ratio);
    const change = value / (cosh(z) / sinh(z) - 1 / z);
    z -= change;
    if (Math.abs(change) <= 1e-14 * z) break;
  }
  return z;
}

/** On the side of the load; without one to the right of the way from start to end, which for a chord along x is down. */
function arc(mesh: Mesh, start: Triple, chord: Triple, load: Triple): Vector {
  const L = mesh.length;
  const distance = size(chord);
  const along = distance > 0 ? unit(chord) : chord.map((_, a) => (a === 0 ? 1 : 0));
  const aside = sideOf(along, load);
  let [low, high] = [0, Math.PI]; // half of the angle: sin(x)/x = distance/L
  for (let k = 0; k < 60; k++) {
    const middle = (low + high) / 2;
    if (sin(middle) / middle > distance / L) low = middle;
    else high = middle;
  }
  const half = (low + high) / 2;
  const radius = L / (2 * half);
  return sample(mesh, (s) => {
    const angle = (2 * half * s) / L - half;
    const [c, d] = [sin(angle + Math.PI / 2), sin(angle)];
    const u = radius * (d + sin(half));
    const w = radius * (c - sin(half + Math.PI / 2));
    return {
      place: start.map((x, a) => x + u * along[a]! + w * aside[a]!),
      slope: start.map((_, a) => c * along[a]! - d * aside[a]!),
    };
  });
}

function sideOf(along: Triple, load: Triple): number[] {
  const part = inner(along, load);
  const across = load.map((x, a) => x - part * along[a]!);
  if (size(across) > 1e-9 * size(load)) return unit(across);
  const right = along.map((_, a) => (a === 0 ? along[1]! : a === 1 ? -along[0]! : 0));
  return size(right) > 0 ? unit(right) : along.map((_, a) => (a === 1 ? -1 : 0));
}

function sample(mesh: Mesh, at: (s: number) => Spot): Vector {
  const q = new Float64Array(mesh.size);
  for (let i = 0; i <= mesh.elements; i++) {
    const { place, slope } = at((i * mesh.length) / mesh.elements);
    for (let a = 0; a < mesh.dimension; a++) {
      q[positionOf(mesh, i, a)] = place[a]!;
      q[slopeOf(mesh, i, a)] = slope[a]!;
    }
  }
  return q;
}

const inner = (x: Triple, y: Triple): number => x.reduce((sum, part, a) => sum + part * y[a]!, 0);
const size = (x: Triple): number => Math.sqrt(inner(x, x));
const unit = (x: Triple): number[] => x.map((part) => part / size(x));

function normalTo(x: Triple): number[] {
  return Math.abs(x[0]!) < 0.9
    ? unit(x.map((part, a) => (a === 0 ? 1 : 0) - x[0]! * part))
    : unit(x.map((part, a) => (a === 1 ? 1 : 0) - x[1]! * part));
}
