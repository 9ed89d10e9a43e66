/**
 * A mass of 1 kg that falls on a curved road, bounces and slides along it, with dry friction on the coordinate along it: y >= f(a). Written
 * from Newton's law alone, with the tight integrator inside flights and slides. An impact slower than SLOW, under a weight that presses on,
 * closes for good: the bounces left out are as strong together as the push that stands for them, up to SLOW^2.
 */
import { integrate } from "./integrate.ts";

/** Height, slope and curvature at a. */
export type Road = (a: number) => readonly [number, number, number];

export interface OnRoad {
  readonly road: Road;
  readonly gravity: number;
  readonly restitution: number;
  /** Of the friction on a, N. */
  readonly limit: number;
  /** Steps are shorter than this, s: no bump of the road may be passed within one. */
  readonly longest: number;
}

export interface Followed {
  readonly position: [number, number];
  readonly velocity: [number, number];
  /** When impacts closed it for good, and when it took off, s. */
  readonly contacts: number[];
  readonly releases: number[];
}

export const SLOW = 1e-5;
const SHORT = 1e-12;

export function followRoad(
  { road, gravity: g, restitution, limit, longest }: OnRoad,
  position: readonly [number, number],
  velocity: readonly [number, number],
  end: number,
): Followed {
  let [a, y, va, vy] = [...position, ...velocity] as [number, number, number, number];
  let [t, closed] = [0, false];
  let way = limit > 0 ? Math.sign(va) : 0; // of the slip
  const [contacts, releases]: [number[], number[]] = [[], []];
  const done = (): Followed => ({ position: [a, y], velocity: [va, vy], contacts, releases });
  while (t < end) {
    const from = t;
    const push = (x: number, u: number) => {
      const [, slope, bend] = road(x);
      return closed ? (g + bend * u * u - slope * limit * way) / (1 + slope * slope) : 0;
    };
    const stuck = limit > 0 && way === 0;
    if (stuck && closed) return done(); // nothing moves any more
    const rate = (_: number, [x, , u, w]: readonly number[]) => {
      const n = push(x!, u!);
      return [u!, w!, stuck ? 0 : -n * road(x!)[1] - limit * way, n - g];
    };
    const guards = [
      // the gap, without the root from which it starts
      (time: number, [x, z]: readonly number[]) => (closed ? push(x!, 0) + 1 : (z! - road(x!)[0]) / (time - from)),
      (_: number, [x, , u]: readonly number[]) => (closed ? push(x!, u!) : 1),
      (_: number, [, , u]: readonly number[]) => (way === 0 ? 1 : way * u!),
    ];
    const reached = integrate(rate, t, [a, y, va, vy], end, {
      ...{ relative: 1e-13, absolute: 1e-14, maxStep: longest, guards },
    });
    t = reached.time;
    [a, y, va, vy] = reached.state as [number, number, number, number];
    if (reached.guard === undefined) break;
    if (!(t - from > SHORT)) throw new Error(`events crowd at ${t} s. Take another road`);
    const [height, slope, bend] = road(a);
    if (reached.guard === 1) {
      closed = false;
      releases.push(t);
    } else if (reached.guard === 2) {
      va = 0;
      way = closed && Math.abs(g * slope) > limit ? -Math.sign(slope) : 0;
      if (closed) vy = 0;
    } else {
      const speed = vy - slope * va;
      const stays = g + bend * va * va - slope * limit * way > 0 && (speed > -SLOW || restitution === 0);
      const impulse = (-(1 + (stays ? 0 : restitution)) * speed) / (1 + slope * slope);
      va -= slope * impulse;
      vy += impulse;
      y = height;
      closed = stays;
      if (stays) contacts.push(t);
      if (limit > 0) way = Math.sign(va);
    }
  }
  return done();
}
