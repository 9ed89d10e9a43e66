/**
 * The first moments of rows that leave zero slip on a curve without a Taylor series there: gamma(s) ~ |s|^p, p not whole.
 *
 * The series leaves the forces of such curves out. Over a short step their effect on the motion is M^{-1} of them alone (held rows hold), so
 * that the slips solve s(tau) = p(tau) + B times the integral of k gamma(s), p from the series. With tau = h y^4 the integrand is smooth in y; each round
 * of inserting s brings it closer by a factor of p or a power of h, also for p < 1/2, where the curve sets the pace from the start.
 * What it adds to x and v at the end of the step is put into the series as terms of tau^3 and tau^4. Before the end these are not the motion: where an event
 * ends the step early, or a state is asked for, they are made anew for that time, in the first case until the event stays where it is.
 */
import { RowValue, type System } from "../../model/system.ts";
import { log } from "../../numeric/elementary.ts";
import type { Kept } from "../../numeric/kept.ts";
import { rowsMultiply } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Decision } from "./decision.ts";
import type { Hold } from "./hold.ts";
import type { NextEvent } from "./next-event.ts";
import type { Place } from "./place.ts";
import type { Series } from "./series.ts";

/** Length of the step, as a part of what the series would allow: first, and at most. */
const FIRST = 1e-5;
const LONGEST = 1e-2;
/** Part of its terms that a slip must reach, since velocities are rounded. */
const REPRESENTED = 1e-11;
/** Nodes in y, and the rounds of inserting, at most and until nothing changes. */
const NODES = 64;
const MOST_ROUNDS = 100;
const SETTLED = 1e-13;
/** Rounds in which an event inside the step finds its place; the terms are right to second order beside their end. */
const SEARCHES = 8;

/** y^4 at the nodes, where they stand in the step, and its slope. */
const PLACE = Float64Array.from({ length: NODES + 1 }, (_, k) => fourthPower(k / NODES));
const RATE = Float64Array.from({ length: NODES + 1 }, (_, k) => (4 * k * k * k) / (NODES * NODES * NODES));

/** Of an interval between two of six nodes: in the middle, before the last, and the last. */
const [OUTER, NEXT, INNER] = [11 / 1440, -93 / 1440, 802 / 1440];
const BEFORE_LAST = [-11 / 1440, 77 / 1440, -258 / 1440, 1022 / 1440, 637 / 1440, -27 / 1440];
const LAST = [27 / 1440, -173 / 1440, 482 / 1440, -798 / 1440, 1427 / 1440, 475 / 1440];

/** out[at + k]: the integral of g over y up to node k. It begins as a power of y, later on polynomials through six nodes will do. */
function integrateFromZero(g: Vector, out: Vector, at: number): void {
  const ratio = g[2]! / g[1]!;
  const power = ratio > 0 && ratio < Number.POSITIVE_INFINITY ? log(ratio) / log(2) : 3;
  out[at] = 0;
  out[at + 1] = g[1]! / (NODES * (power + 1));
  out[at + 2] = (2 * g[2]!) / (NODES * (power + 1));
  for (let k = 3; k <= NODES - 2; k++) {
    const sum = OUTER * (g[k - 3]! + g[k + 2]!) + NEXT * (g[k - 2]! + g[k + 1]!) + INNER * (g[k - 1]! + g[k]!);
    out[at + k] = out[at + k - 1]! + sum / NODES;
  }
  for (let k = NODES - 1; k <= NODES; k++) {
    const weights = k === NODES ? LAST : BEFORE_LAST;
    let sum = 0;
    for (let j = 0; j < 6; j++) sum += weights[j]! * g[NODES - 5 + j]!;
    out[at + k] = out[at + k - 1]! + sum / NODES;
  }
}

function fourthPower(y: number): number {
  return y * y * y * y;
}

export interface Departure {
  /** Length of the first step, s; 0: no row leaves zero slip on such a curve. `trusted`: what the series allows, s. */
  length(trusted: Vector): number;
  /** Adds to the series what those curves do until h[0], or until the event that is found before. */
  take(h: Vector, found: Pick<NextEvent, "search">, blind: boolean): void;
  /** Makes the series right at tau[0] inside the step, as far as it is one of these. */
  reach(tau: Vector): void;
  /** The next step is none of these. */
  leave(): void;
  readonly kept: Kept;
}

export function departure(
  system: System,
  { directions }: Place,
  series: Series,
  held: Hold,
  decision: Decision,
): Departure {
  const n = system.size;
  const m = system.rows.length;
  const width = series.order + 1;
  const { mode, passive } = decision;
  const { start, column, value: entry } = directions;
  const still = new Float64Array(m);
  const unit = new Float64Array(n);
  const hard = new Float64Array(m);
  const response = new Float64Array(m);
  const acceleration = new Float64Array(m * n); // by a unit force along each such row
  const coupling = new Float64Array(m * m); // of slips
  const holding = new Float64Array(m * m); // forces of held rows
  const force = new Float64Array(m * (NODES + 1)); // k gamma(s) at the nodes, N
  const integral = new Float64Array(m * (NODES + 1)); // of it over tau / h
  const lever = new Float64Array(m); // integral of (1 - tau / h) times it
  const slip = new Float64Array(m);
  const gamma = new Float64Array(m);
  const slope = new Float64Array(m);
  const integrand = new Float64Array(NODES + 1);
  const base = new Float64Array(2 * n + 3 * m); // coefficients without the terms
  const made = new Float64Array(1); // the time for which the terms are made, s; 0: there are none

  const leaves = (i: number) => series.singular[i] === 1 && passive[i] === 0 && mode[i] !== 0;

  function polynomial(coefficients: Vector, from: number, stride: number, count: number, tau: number): number {
    let p = 0;
    for (let k = count - 1; k >= 0; k--) p = p * tau + coefficients[from + k * stride]!;
    return p;
  }

  /** Slip of a row by the series alone, m/s. */
  const seriesSlip = (i: number, tau: number) => polynomial(series.slip, i * width, 1, series.order, tau);

  /** Kinetic force of a row, N. */
  function kinetic(i: number, tau: number): number {
    const q = mode[i]! > 0 ? RowValue.kineticForward : RowValue.kineticBackward;
    return polynomial(series.rows, q * m + i, RowValue.count * m, series.rowsVary ? 4 : 1, tau);
  }

  function isRepresented(i: number, tau: number): boolean {
    let size = Math.abs(series.rows[RowValue.drive * m + i]!);
    for (let k = start[i]!; k < start[i + 1]!; k++) size += Math.abs(entry[k]! * series.x[n + column[k]!]!);
    return Math.abs(seriesSlip(i, tau)) >= REPRESENTED * size;
  }

  /** What unit forces along the rows that leave do. */
  function respond(): void {
    for (let j = 0; j < m; j++) {
      if (!leaves(j)) continue;
      unit.fill(0);
      for (let k = start[j]!; k < start[j + 1]!; k++) unit[column[k]!] = entry[k]!;
      hard.fill(0);
      const of = acceleration.subarray(j * n, (j + 1) * n);
      held.solve(unit, still, of, hard);
      rowsMultiply(directions, of, response);
      for (let i = 0; i < m; i++) coupling[i * m + j] = response[i]!;
      for (let i = 0; i < m; i++) holding[i * m + j] = held.holds[i] === 1 ? hard[i]! : 0;
    }
  }

  /** Forces at the slips that the present integrals give; returns the largest change, relative. */
  function insert(h: number): number {
    let change = 0;
    for (let i = 0; i < m; i++) {
      if (!leaves(i)) continue;
      for (let k = 1; k <= NODES; k++) {
        const tau = h * PLACE[k]!;
        slip[i] = seriesSlip(i, tau);
        for (let j = 0; j < m; j++) {
          if (leaves(j)) slip[i]! += h * coupling[i * m + j]! * integral[j * (NODES + 1) + k]!;
        }
        if (slip[i]! * mode[i]! < 0) slip[i] = 0;
        system.rows[i]!.law.weakening!.evaluate(slip, i, gamma, slope);
        const at = i * (NODES + 1) + k;
        const next = kinetic(i, tau) * gamma[i]!;
        change = Math.max(change, Math.abs(next - force[at]!) / (Math.abs(next) + Number.MIN_VALUE));
        force[at] = next;
      }
    }
    return change;
  }

  /** Integrals of a row's force up to each node, and with the lever of what is left of the step. */
  function integrate(i: number): void {
    const at = i * (NODES + 1);
    for (let k = 0; k <= NODES; k++) integrand[k] = RATE[k]! * force[at + k]! * (1 - PLACE[k]!);
    integrateFromZero(integrand, integral, at);
    lever[i] = integral[at + NODES]!;
    for (let k = 0; k <= NODES; k++) integrand[k] = RATE[k]! * force[at + k]!;
    integrateFromZero(integrand, integral, at);
  }

  /** Adds terms to the series whose value and rate at h are those of the motion that the force along row j makes. */
  function addTerms(j: number, h: number): void {
    const rate = h * integral[j * (NODES + 1) + NODES]!;
    const way = h * h * lever[j]!;
    const third = (4 * way - h * rate) / (h * h * h);
    const fourth = (h * rate - 3 * way) / (h * h * h * h);
    for (let i = 0; i < n; i++) {
      series.x[3 * n + i]! += third * acceleration[j * n + i]!;
      series.x[4 * n + i]! += fourth * acceleration[j * n + i]!;
    }
    for (let i = 0; i < m; i++) {
      series.slip[i * width + 2]! += 3 * third * coupling[i * m + j]!;
      series.slip[i * width + 3]! += 4 * fourth * coupling[i * m + j]!;
      series.force[i * width + 2]! += (holding[i * m + j]! * force[j * (NODES + 1) + NODES]!) / (h * h);
    }
  }

  /** The coefficients that are changed, without what is added to them. */
  function keepBase(): void {
    for (let k = 0; k < 2 * n; k++) base[k] = series.x[3 * n + k]!;
    for (let i = 0; i < m; i++) {
      base[2 * n + 3 * i] = series.slip[i * width + 2]!;
      base[2 * n + 3 * i + 1] = series.slip[i * width + 3]!;
      base[2 * n + 3 * i + 2] = series.force[i * width + 2]!;
    }
  }

  function takeBase(): void {
    for (let k = 0; k < 2 * n; k++) series.x[3 * n + k] = base[k]!;
    for (let i = 0; i < m; i++) {
      series.slip[i * width + 2] = base[2 * n + 3 * i]!;
      series.slip[i * width + 3] = base[2 * n + 3 * i + 1]!;
      series.force[i * width + 2] = base[2 * n + 3 * i + 2]!;
    }
  }

  /** Inserts until nothing changes. */
  function insertAll(h: number): void {
    force.fill(0);
    integral.fill(0);
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const change = insert(h);
      for (let i = 0; i < m; i++) if (leaves(i)) integrate(i);
      if (change <= SETTLED) break;
    }
  }

  /** Makes the terms for an end of the step. */
  function make(h: number): void {
    takeBase();
    insertAll(h);
    for (let j = 0; j < m; j++) if (leaves(j)) addTerms(j, h);
    made[0] = h;
  }

  return {
    length(trusted) {
      let h = 0;
      for (let i = 0; i < m; i++) {
        if (!leaves(i)) continue;
        h = Math.max(h, FIRST * trusted[0]!);
        while (h < LONGEST * trusted[0]! && !isRepresented(i, h)) h *= 2;
      }
      return h;
    },
    take(h, found, blind) {
      const longest = h[0]!;
      respond();
      keepBase();
      make(longest);
      found.search(blind, true);
      for (let round = 0; round < SEARCHES; round++) {
        if (!(h[0]! > 0 && Math.abs(h[0]! - made[0]!) > SETTLED * made[0]!)) break;
        make(h[0]!);
        h[0] = Math.min(longest, 2 * h[0]!);
        found.search(blind, true);
      }
    },
    reach(tau) {
      if (made[0] === 0 || tau[0] === made[0] || !(tau[0]! > 0)) return;
      respond();
      make(tau[0]!);
    },
    leave() {
      made[0] = 0;
    },
    kept: { base, made },
  };
}
