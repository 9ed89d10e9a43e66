/**
 * The exact motion of m x'' + k x + c lambda = 0, lambda in sgn(x'), by half swings: while it slips in direction d the mass
 * swings harmonically about -d c/k; where it turns it rests if k|x| <= c, otherwise the next half swing begins.
 */
export interface CoulombOscillator {
  readonly position: (time: number) => number;
  readonly velocity: (time: number) => number;
  readonly multiplier: (time: number) => number;
  /** Times at which the velocity is zero before rest, s. */
  readonly reversals: number[];
  /** s */
  readonly restTime: number;
  /** m */
  readonly restPosition: number;
}

/** x = center + amplitude cos(omega (t - start) - phase) until `end`. */
interface Swing {
  readonly start: number;
  readonly end: number;
  readonly direction: number;
  readonly center: number;
  readonly amplitude: number;
  readonly phase: number;
}

/** SI units; the run starts at t = 0; c > 0. */
export function coulombOscillator(data: { m: number; k: number; c: number; x: number; v: number }): CoulombOscillator {
  const { m, k, c, v } = data;
  const omega = Math.sqrt(k / m);
  const swings: Swing[] = [];
  let x = data.x;
  let time = 0;
  let direction = v === 0 ? departure(k * x, c) : Math.sign(v);
  while (direction !== 0) {
    const speed = swings.length === 0 ? v : 0;
    const center = (-direction * c) / k;
    const phase = Math.atan2(speed / omega, x - center);
    const angle = speed > 0 ? phase : speed < 0 ? phase + Math.PI : Math.PI; // to the first zero of sin(angle - phase)
    const amplitude = Math.hypot(x - center, speed / omega);
    const end = time + angle / omega;
    swings.push({ start: time, end, direction, center, amplitude, phase });
    x = center + direction * amplitude;
    time = end;
    direction = departure(k * x, c);
  }
  const at = (t: number) => swings.find((swing) => t < swing.end);
  const angleOf = (swing: Swing, t: number) => omega * (t - swing.start) - swing.phase;
  const restPosition = x;
  return {
    position: (t) => {
      const swing = at(t);
      return swing ? swing.center + swing.amplitude * Math.cos(angleOf(swing, t)) : restPosition;
    },
    velocity: (t) => {
      const swing = at(t);
      return swing ? -swing.amplitude * omega * Math.sin(angleOf(swing, t)) : 0;
    },
    multiplier: (t) => at(t)?.direction ?? (-k * restPosition) / c,
    reversals: swings.slice(0, -1).map((swing) => swing.end),
    restTime: time,
    restPosition,
  };
}

/** The direction in which a resting mass with spring force `pull` leaves, 0 if friction holds it. */
function departure(pull: number, c: number): number {
  return Math.abs(pull) <= c ? 0 : -Math.sign(pull);
}
