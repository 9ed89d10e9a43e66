/**
 * One mass on a rough guide under a PID controller with limits and back-calculation, written out by hand: the judge of the
 * saturated modes. The state is [x, v, z], z the integral; the integrator is stopped at every kink of the clamp, at jumps
 * of the reference, where the mass stops or breaks loose, and at a wall.
 */
import { type Guard, integrate } from "./integrate.ts";

export interface SaturatedLoop {
  readonly mass: number;
  /** N, at rest and in motion. */
  readonly friction: number;
  readonly stiffness: number;
  readonly reference: (time: number) => number;
  readonly slope: (time: number) => number;
  /** Times at which the reference jumps; it gives its right limit there. */
  readonly jumps: readonly number[];
  readonly gains: { readonly kp: number; readonly ki: number; readonly kd: number };
  readonly limit: readonly [number, number];
  /** s; infinite: no anti-windup. */
  readonly tracking: number;
  /** x <= wall, with the restitution of the impact. */
  readonly wall?: { readonly at: number; readonly restitution: number };
}

export interface LoopEnd {
  readonly state: number[];
  readonly command: number;
  /** Times at which the command left or entered its limits by crossing or jumping. */
  readonly saturations: number[];
  readonly bounces: number;
}

export function followLoop(loop: SaturatedLoop, initial: readonly number[], end: number): LoopEnd {
  const { kp, ki, kd } = loop.gains;
  const [low, high] = loop.limit;
  const command = (t: number, [x, v, z]: readonly number[]) =>
    kp * (loop.reference(t) - x!) + kd * (loop.slope(t) - v!) + ki * z!;
  const clampedAt = (t: number, y: readonly number[], side: number) =>
    side > 0 ? high : side < 0 ? low : command(t, y);
  const sideOf = (u: number) => (u > high ? 1 : u < low ? -1 : 0);
  const push = (t: number, y: readonly number[], side: number) => clampedAt(t, y, side) - loop.stiffness * y[0]!;

  let time = 0;
  let y = [...initial];
  let side = sideOf(command(0, y));
  let slip = y[1] === 0 ? startOf(push(0, y, side)) : Math.sign(y[1]!);
  const stops = [...loop.jumps.filter((jump) => jump < end), end];
  const saturations: number[] = [];
  let bounces = 0;

  function startOf(force: number): number {
    return Math.abs(force) <= loop.friction ? 0 : Math.sign(force);
  }

  for (let segment = 0; stops.length > 0; segment++) {
    if (segment > 1000) throw new Error(`events do not end; at time: ${time}. look for an accumulation`);
    const rate = (t: number, state: readonly number[]) => {
      const force = clampedAt(t, state, side);
      const excess = command(t, state) - force;
      const moving = (push(t, state, side) - slip * loop.friction) / loop.mass;
      const windup = ki === 0 ? 0 : loop.reference(t) - state[0]! - excess / (ki * loop.tracking);
      return slip === 0 ? [0, 0, windup] : [state[1]!, moving, windup];
    };
    const guards: Guard[] = [
      (t, s) => (side > 0 ? command(t, s) - high : high - command(t, s)),
      (t, s) => (side < 0 ? low - command(t, s) : command(t, s) - low),
      (t, s) => (slip === 0 ? loop.friction - Math.abs(push(t, s, side)) : slip * s[1]!),
      (_, s) => (loop.wall ? loop.wall.at - s[0]! : 1),
    ];
    const reached = integrate(rate, time, y, stops[0]!, { maxStep: 0.01, guards });
    time = reached.time;
    y = reached.state;
    if (reached.guard === undefined) stops.shift();
    if (reached.guard === 3) {
      y[0] = loop.wall!.at;
      y[1] = -loop.wall!.restitution * y[1]!;
      slip = Math.sign(y[1]!);
      bounces++;
    }
    if (reached.guard === 2 && slip !== 0) {
      y[1] = 0;
      slip = startOf(push(time, y, side));
    } else if (slip === 0) slip = startOf(push(time, y, sideOf(command(time, y))));
    const crossed = (reached.guard === 0 || reached.guard === 1) && !loop.jumps.includes(time);
    const next = crossed ? (side === 0 ? (reached.guard === 0 ? 1 : -1) : 0) : sideOf(command(time, y));
    if (next !== side) saturations.push(time);
    side = next;
  }
  return { state: y, command: command(end, y), saturations, bounces };
}
