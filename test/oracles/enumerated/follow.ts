/** The motion of a machine from its start to its end. */
import { combine } from "../dense.ts";
import { type Attempt, attempt } from "./attempt.ts";
import { decide } from "./decide.ts";
import { impact } from "./impact.ts";
import { dot, type Machine, segments } from "./machine.ts";
import { layout, type Mode, type Segment, segmentAt, slipOf } from "./response.ts";

export interface OracleEvent {
  readonly time: number;
  readonly kind: string;
  readonly index: number;
}

export interface Followed {
  readonly position: number[];
  readonly velocity: number[];
  readonly states: number[];
  readonly events: OracleEvent[];
  /** Least relative distance at which a guard turned around. */
  readonly graze: number;
  /** Two motions were possible somewhere. */
  readonly ambiguous: boolean;
  /** Bounces died out somewhere, or were very many. */
  readonly accumulation: boolean;
  /** Why it gave up, if it did. */
  readonly failure?: string;
}

const MOST_ARCS = 20_000;
const LONGEST = 0.25;
/** Bounces slower than this end: what is left of them is of second order. */
const BOUNCE = 1e-8;
/** m/s: bounces this slow are dying out. */
const FADING = 1e-5;
const NEAR = 1e-11;
/** More impacts than this are an accumulation too: round-off of each adds up. */
const MANY_IMPACTS = 1000;

export function follow(machine: Machine): Followed {
  const { n, states, integrals, gaps, size } = layout(machine);
  const y = new Float64Array(size);
  y.set(machine.position);
  y.set(machine.velocity, n);
  machine.states.forEach(({ initial }, k) => {
    y[states + k] = initial;
  });
  machine.stops.forEach(({ direction, gap }, k) => {
    const open = gap - dot(direction, machine.position);
    y[gaps + k] = Math.abs(open) < NEAR ? 0 : open;
  });
  const events: OracleEvent[] = [];
  let t = machine.start;
  let [graze, ambiguous, accumulation, arcs] = [1, false, false, 0];
  let longest = LONGEST;
  let mode: Mode | undefined;
  let failure: string | undefined;

  walk: for (const end of segments(machine)) {
    const segment = segmentAt(machine, (t + end) / 2);
    let known: Mode | undefined;
    while (t < end) {
      if (++arcs > MOST_ARCS) {
        failure = `too many arcs at ${t}`;
        break walk;
      }
      const room = end - t;
      const length = longest > 0.7 * room ? room : longest;
      let tried: Attempt | undefined;
      if (known) tried = attempt(machine, segment, known, t, y, length);
      else {
        accumulation = strike(machine, t, y, events) || accumulation;
        const resting = rowsAtRest(machine, segment, t, y, mode);
        const decision = decide(machine, segment, t, y, resting, length);
        if (decision?.ambiguous) ambiguous = true;
        tried = decision?.attempt;
      }
      if (!tried) {
        failure = `no mode at ${t}`;
        break walk;
      }
      if (tried.mode !== mode) record(events, t, mode, tried.mode);
      mode = tried.mode;
      known = tried.exit ? undefined : mode;
      graze = Math.min(graze, tried.graze);
      const tau = tried.exit?.tau ?? tried.arc.length;
      y.set(tried.arc.at(tau));
      t = !tried.exit && tried.arc.length === room ? end : t + tau;
      if (tried.exit?.guard.kind === "gap") y[gaps + tried.exit.guard.index] = 0;
      settle(machine, segment, mode, t, y);
      longest = tried.exit ? LONGEST : Math.min(LONGEST, 2 * tried.arc.length);
    }
  }
  return {
    position: [...y.subarray(0, n)],
    velocity: [...y.subarray(n, states)],
    states: [...y.subarray(states, integrals), ...y.subarray(integrals, gaps)],
    events,
    graze,
    ambiguous,
    accumulation: accumulation || events.filter(({ kind }) => kind === "impact").length > MANY_IMPACTS,
    ...(failure === undefined ? {} : { failure }),
  };
}

/** Rows that stuck and have not been torn off by a jump of their drive, and those that came to rest. */
function rowsAtRest(
  machine: Machine,
  segment: Segment,
  t: number,
  y: Float64Array,
  mode: Mode | undefined,
): Set<number> {
  const resting = new Set<number>();
  machine.friction.forEach((_, k) => {
    const slip = slipOf(machine, segment, k, t, y);
    if (Math.abs(slip) < (mode?.rows[k] === 0 ? 1e-10 : NEAR)) resting.add(k);
  });
  return resting;
}

/** Impacts of stops whose gap has closed; true when bounces are dying out. */
function strike(machine: Machine, t: number, y: Float64Array, events: OracleEvent[]): boolean {
  const { n, states, gaps } = layout(machine);
  const rate = (k: number) => dot(machine.stops[k]!.direction, y, n);
  const touching = machine.stops.map((_, k) => k).filter((k) => y[gaps + k] === 0 && rate(k) > -NEAR);
  const hitting = touching.filter((k) => rate(k) > NEAR);
  if (hitting.length === 0) return false;
  const slow = hitting.every((k) => rate(k) < BOUNCE);
  const fading = hitting.some((k) => rate(k) < FADING && machine.stops[k]!.restitution > 0);
  const soft = slow ? { ...machine, stops: machine.stops.map((stop) => ({ ...stop, restitution: 0 })) } : machine;
  const next = impact(soft, [...y.subarray(n, states)], touching);
  if (next) y.set(next, n);
  for (const k of hitting) events.push({ time: t, kind: slow ? "contact" : "impact", index: k });
  return fading;
}

/** Round-off out of what is held: slips, rates of joints and closed stops become zero again, in the metric of the mass. */
function settle(machine: Machine, segment: Segment, mode: Mode, t: number, y: Float64Array): void {
  const { n, states, lightness } = layout(machine);
  const rows = [
    ...machine.joints.map((direction) => ({ direction, rate: 0 })),
    ...machine.friction.flatMap(({ direction }, k) =>
      mode.rows[k] === 0 ? [{ direction, rate: segment.rows[k]!.drive(t) }] : [],
    ),
    ...machine.stops.flatMap(({ direction }, k) => (mode.closed[k] ? [{ direction, rate: 0 }] : [])),
  ];
  let velocity = [...y.subarray(n, states)];
  for (let sweep = 0; sweep < 3; sweep++) {
    for (const { direction, rate } of rows) {
      const pull = lightness.map((row) => dot(row, direction));
      velocity = combine(velocity, (rate - dot(direction, velocity)) / dot(direction, pull), pull);
    }
  }
  y.set(velocity, n);
}

function record(events: OracleEvent[], time: number, before: Mode | undefined, after: Mode): void {
  if (!before) return;
  after.rows.forEach((row, index) => {
    const old = before.rows[index];
    if (row === old || row === 2 || old === 2) return;
    events.push({ time, kind: row === 0 ? "stick" : old === 0 ? "slip" : "reversal", index });
  });
  after.closed.forEach((closed, index) => {
    if (closed !== before.closed[index]) events.push({ time, kind: closed ? "contact" : "release", index });
  });
  after.sides.forEach((side, index) => {
    if (side !== before.sides[index]) events.push({ time, kind: side === 0 ? "unsaturate" : "saturate", index });
  });
}
