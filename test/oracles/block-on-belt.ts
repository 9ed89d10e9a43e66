/**
 * A block on a spring and a belt, m x'' + k x = friction: rides with the belt while the spring is weaker than the limit, else
 * slips under a friction that depends on the speed of the slip. Phases are integrated one after the other.
 */
import { type Guard, integrate } from "./integrate.ts";

export interface BlockOnBelt {
  /** kg, N/m. */
  readonly mass: number;
  readonly stiffness: number;
  /** Speed of the belt, m/s. */
  readonly drive: number;
  /** Largest friction at rest on the belt, N. */
  readonly limit: number;
  /** Friction at a slip of that speed, N. */
  readonly friction: (speed: number) => number;
  /** Speeds at which the friction has kinks, m/s. */
  readonly kinks?: readonly number[];
  readonly position: number;
  readonly velocity: number;
}

export interface BeltMotion {
  readonly events: readonly { readonly time: number; readonly kind: "stick" | "slip" | "reversal" }[];
  /** [x, v] at the times asked for. */
  readonly moments: readonly (readonly number[])[];
}

/** Times must increase; the run starts at t = 0. */
export function followBlock(block: BlockOnBelt, times: readonly number[]): BeltMotion {
  const { mass, stiffness, drive, limit, friction, kinks = [] } = block;
  const events: { time: number; kind: "stick" | "slip" | "reversal" }[] = [];
  const moments: number[][] = [];
  let state = [block.position, block.velocity];
  let time = 0;
  let direction = Math.sign(block.velocity - drive) || departure(stiffness * block.position, limit);

  const slipGuards = (): Guard[] => [
    (_, y) => direction * (y[1]! - drive),
    ...kinks.map((kink): Guard => {
      const side = Math.abs(state[1]! - drive) >= kink ? 1 : -1;
      return (_, y) => side * (Math.abs(y[1]! - drive) - kink);
    }),
  ];
  const change = (guard: number): void => {
    if (direction === 0) direction = -Math.sign(state[0]!);
    else if (guard > 0) return;
    else {
      state = [state[0]!, drive];
      const next = departure(stiffness * state[0]!, limit);
      events.push({ time, kind: next === 0 ? "stick" : "reversal" });
      direction = next;
      return;
    }
    events.push({ time, kind: "slip" });
  };

  for (const end of times) {
    while (time < end) {
      const stuck = direction === 0;
      const rate = (_: number, [x, v]: readonly number[]) =>
        stuck
          ? [drive, 0]
          : [v!, (-stiffness * x! - direction * friction(Math.max(0, direction * (v! - drive)))) / mass];
      const guards = stuck ? [(_: number, y: readonly number[]) => limit - Math.abs(stiffness * y[0]!)] : slipGuards();
      const reached = integrate(rate, time, state, end, { guards, maxStep: 0.05 });
      ({ time, state } = reached);
      if (reached.guard !== undefined) change(reached.guard);
    }
    moments.push([...state]);
  }
  return { events, moments };
}

/** Where a block at rest on the belt goes under that pull of the spring, 0 if friction holds it. */
function departure(pull: number, limit: number): number {
  return Math.abs(pull) <= limit ? 0 : -Math.sign(pull);
}
