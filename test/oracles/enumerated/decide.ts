/** The next mode: every pattern of rows at rest, stops in contact and commands at a limit is tried by following it. */
import { type Attempt, attempt } from "./attempt.ts";
import type { Machine } from "./machine.ts";
import { commandOf, layout, type Mode, respond, type Segment, slipOf } from "./response.ts";

/** A row at this slip is at rest, a gap this small is closed, a command this near its limit may be on either side. */
const NEAR = 1e-11;
/** A pattern that lasts no longer is none (violations of high order need time to show). */
const INSTANT = 1e-6;

export interface Decision {
  readonly attempt: Attempt;
  /** Two patterns last as long as each other with different motions. */
  readonly ambiguous: boolean;
}

export function decide(
  machine: Machine,
  segment: Segment,
  t: number,
  y: Float64Array,
  resting: ReadonlySet<number>,
  longest: number,
): Decision | undefined {
  const groups = new Map<number, Attempt[]>();
  for (const mode of patterns(machine, segment, t, y, resting, longest)) {
    const broken = machine.friction.filter((row, k) => row.kinetic && resting.has(k) && Math.abs(mode.rows[k]!) === 1);
    const tried = tryPattern(machine, segment, mode, t, y, resting, longest);
    if (tried) groups.set(broken.length, [...(groups.get(broken.length) ?? []), tried]);
  }
  const lasting = ({ arc, exit }: Attempt) => exit?.tau ?? arc.length;
  const order = [...groups.keys()].sort((a, b) => a - b);
  const sorted = (key: number) => groups.get(key)!.sort((a, b) => lasting(b) - lasting(a));
  const found = order.find((key) => lasting(sorted(key)[0]!) > Math.min(INSTANT, longest / 2));
  const all = order.flatMap(sorted).sort((a, b) => lasting(b) - lasting(a));
  const list = found === undefined ? all : groups.get(found)!;
  const best = list[0];
  if (!best) return undefined;
  const rivals = list.filter((other) => other !== best && lasting(other) > Math.min(INSTANT, 0.1 * lasting(best)));
  const tau = Math.min(lasting(best), ...rivals.map(lasting));
  const ambiguous = rivals.some((other) => distance(other.arc.at(tau), best.arc.at(tau)) > 1e-9);
  return { attempt: best, ambiguous: ambiguous || found === undefined };
}

const distance = (a: Float64Array, b: Float64Array) =>
  a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i]!)), 0);

function* patterns(
  machine: Machine,
  segment: Segment,
  t: number,
  y: Float64Array,
  resting: ReadonlySet<number>,
  longest: number,
): Generator<Mode> {
  const { n, gaps } = layout(machine);
  const rows = machine.friction.map((row, k) => {
    const { limit, backward } = segment.rows[k]!;
    const soon = t + longest / 3;
    if (row.smoothing !== undefined || (limit(soon) === 0 && backward(soon) === 0)) return [2];
    return resting.has(k) ? [0, 1, -1] : [Math.sign(slipOf(machine, segment, k, t, y))];
  });
  const pieces = machine.friction.map(({ weakening }, k) => {
    if (!weakening) return [0];
    const speed = Math.abs(slipOf(machine, segment, k, t, y));
    return weakening.pieces.flatMap((_, piece) => {
      const [from, to] = [weakening.kinks[piece - 1] ?? -1, weakening.kinks[piece] ?? Number.POSITIVE_INFINITY];
      return speed >= from - NEAR && speed <= to + NEAR ? [piece] : [];
    });
  });
  const closed = machine.stops.map(({ direction }, k) => {
    const rate = direction.reduce((sum, entry, i) => sum + entry * y[n + i]!, 0);
    return y[gaps + k] === 0 && Math.abs(rate) <= NEAR ? [true, false] : [false];
  });
  const sides = machine.pids.map(({ limit: [low, high] }, k) => {
    const command = commandOf(machine, segment, k, t, y);
    const inside = command >= low - NEAR && command <= high + NEAR ? [0] : [];
    return [...inside, ...(command >= high - NEAR ? [1] : []), ...(command <= low + NEAR ? [-1] : [])];
  });
  for (const r of product(rows))
    for (const p of product(pieces))
      for (const c of product(closed))
        for (const s of product(sides)) yield { rows: r, pieces: p, closed: c, sides: s };
}

function* product<T>(choices: readonly (readonly T[])[]): Generator<T[]> {
  if (choices.length === 0) yield [];
  else for (const first of choices[0]!) for (const rest of product(choices.slice(1))) yield [first, ...rest];
}

/** Patterns that accelerate the wrong way or ask too much of a held row are dropped before they are followed. */
function tryPattern(
  machine: Machine,
  segment: Segment,
  mode: Mode,
  t: number,
  y: Float64Array,
  resting: ReadonlySet<number>,
  longest: number,
): Attempt | undefined {
  const { n } = layout(machine);
  const response = respond(machine, segment, mode);
  const rate = new Float64Array(y.length);
  response.rate(t, y, rate);
  const leaving = machine.friction.map((_, k) => k).filter((k) => resting.has(k) && Math.abs(mode.rows[k]!) === 1);
  for (const k of leaving) {
    const along = machine.friction[k]!.direction.reduce((sum, entry, i) => sum + entry * rate[n + i]!, 0);
    if (mode.rows[k]! * (along - segment.rows[k]!.driveRate(t)) < -1e-7) return undefined;
  }
  if (response.margin(t, y) < -1e-7 || response.contradiction(t) > 1e-7) return undefined;
  const tried = attempt(machine, segment, mode, t, y, longest);
  if (!tried) return undefined;
  const tau = tried.exit?.tau ?? tried.arc.length;
  const state = tried.arc.at(tau / 2);
  const leaves = leaving.every((k) => mode.rows[k]! * slipOf(machine, segment, k, t + tau / 2, state) > 1e-15);
  return leaves ? tried : undefined;
}
