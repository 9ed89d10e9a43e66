/** Impulses of what is a power of the time to or from an instant at which it has no series. */
import { pow } from "../../numeric/elementary.ts";

/** Steeper powers have hardly an impulse; and powers beyond the other one are none. */
const [STEEPEST, FLATTEST] = [-0.95, 4];

/** Over h from now on, of a function with this value, slope and second derivative. */
export function impulseAhead(value: number, slope: number, bend: number, h: number): number {
  const rate = slope / value;
  const distance = 1 / (rate - bend / slope);
  const power = rate * distance;
  if (!Number.isFinite(distance) || !(power > STEEPEST) || !(power < FLATTEST)) return value * h;
  const part = Math.max(0, 1 + h / distance);
  return (value * distance * (pow(part, 1 + power) - 1)) / (1 + power);
}

/** Of a function that began so long ago, by its value and slope now; and the integral of that. `steep`: there may be none. */
export function impulseSince(
  value: number,
  slope: number,
  time: number,
): { impulse: number; way: number; steep: boolean } {
  const power = value === 0 ? 0 : (time * slope) / value;
  const p = Math.min(Math.max(power, STEEPEST), FLATTEST);
  const impulse = (time * value) / (1 + p);
  return { impulse, way: (time * impulse) / (2 + p), steep: !(power > STEEPEST) };
}
