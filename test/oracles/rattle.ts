/**
 * A light mass that rattles between a flat floor and a heavy mass above it, both falling: 0 <= y <= z. Written from Newton's laws alone, flight by flight. The flights become shorter
 * faster than the speeds fall: where weights play no part in what is left of them, the speeds alone are followed from impact to impact, which has no smallest
 * gap. Either both masses rest after infinitely many impacts, or the heavy one is thrown back after some.
 */
export interface Rattle {
  readonly light: number;
  readonly heavy: number;
  readonly gravity: number;
  /** Of the floor and between the masses, below 1 or 1. */
  readonly floor: number;
  readonly between: number;
}

export interface Rattled {
  /** Of the light and the heavy mass. */
  readonly position: [number, number];
  readonly velocity: [number, number];
  readonly impacts: number;
  /** How often both came to rest within a rattle that weights play no part in. */
  readonly collapses: number;
}

/** A speed below this is rest, m/s; and weights may change speeds by this part in what is left of a rattle. */
const REST = 1e-13;
const NO_PART = 1e-15;
const MOST = 1e6;

export function rattle(
  { light, heavy, gravity: a, floor, between }: Rattle,
  position: readonly [number, number],
  velocity: readonly [number, number],
  end: number,
): Rattled {
  const part = light / (light + heavy);
  let [y, gap] = [position[0], position[1] - position[0]]; // both have digits of their own, however small
  let [vy, vz] = velocity;
  let [onFloor, together] = [false, false];
  let [t, impacts, collapses] = [0, 0, 0];

  function meet(): void {
    impacts++;
    const push = (1 + between) * (vy - vz);
    vz += push * part;
    vy -= push * (1 - part);
  }

  /** All impacts that are left, at once; the light mass flies towards the floor. */
  function collapse(): void {
    const fast = Math.abs(vy);
    while (vy < 0 && vz > -REST * fast === false) {
      impacts++;
      vy *= -floor;
      if (vy > vz) meet();
    }
    if (vz > -REST * fast && vz <= REST * fast) {
      collapses++;
      [y, gap, vy, vz, onFloor, together] = [0, 0, 0, 0, true, true];
    }
  }

  while (t < end && !(onFloor && together)) {
    if (++impacts > MOST) throw new Error(`more than ${MOST} impacts. Take other restitutions`);
    impacts--;
    const rate = vz - vy;
    // the later root of y + vy t - a t^2/2, and of the gap, which the weights close only over a mass on the floor
    const fall = (height: number, speed: number) => {
      const root = Math.sqrt(speed * speed + 2 * a * height);
      return speed > 0 ? (speed + root) / a : (2 * height) / (root - speed);
    };
    const toFloor = onFloor ? Number.POSITIVE_INFINITY : fall(y, vy);
    const toMeet = together
      ? Number.POSITIVE_INFINITY
      : onFloor
        ? fall(gap, rate)
        : rate < 0
          ? gap / -rate
          : Number.POSITIVE_INFINITY;
    const h = Math.min(toFloor, toMeet, end - t);
    t += h;
    gap = together ? 0 : gap + rate * h - (onFloor ? (a * h * h) / 2 : 0);
    if (!onFloor) {
      y += vy * h - (a * h * h) / 2;
      vy -= a * h;
    }
    if (!(onFloor && together)) vz -= a * h;
    if (t >= end) break;
    if (h === toFloor) {
      y = 0;
      impacts++;
      const before = vy;
      vy *= -floor;
      if (together) vz = vy;
      if (vy < REST && (together || gap > 0)) {
        [vy, onFloor] = [0, true];
        if (together) vz = 0;
      } else if (!together && vz < 0 && a * gap <= NO_PART * vz * vz) {
        vy = before;
        impacts--;
        collapse();
      }
    } else {
      gap = 0;
      if (onFloor) {
        impacts++;
        vz *= -between;
        if (vz < REST) [vz, together] = [0, true];
      } else {
        meet();
        if (vz - vy <= REST * Math.abs(vz)) [vy, together] = [vz, true];
      }
    }
  }
  return { position: [y, y + gap], velocity: [vy, vz], impacts, collapses };
}
