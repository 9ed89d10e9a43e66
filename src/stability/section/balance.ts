/**
 * Whether a machine of any kind can rest at a position: the rows' forces F, each within its bounds at rest, must balance what pulls,
 *     W(q) F = pull = resistance(t, q, 0) - load(t).
 * sigma is the least number with F within sigma times the bounds (friction [-forward, backward], joints any, a closed stop >= 0);
 * 1 - sigma is the margin: 1 where no friction is needed, 0 on the boundary, below 0 where the machine cannot rest.
 */
import { isFriction } from "../../model/rows/law.ts";
import { rowValues } from "../../model/rows/row-values.ts";
import { smoothForce } from "../../model/smooth-force.ts";
import type { System } from "../../model/system.ts";
import { inner, lengthOf, type PlainMatrix, type PlainVector, solverOf, times } from "../../numeric/plain-matrix.ts";
import { splitSpace } from "../../numeric/subspace.ts";
import type { Vector } from "../../numeric/vector.ts";
import { type HeldRow, leastShare } from "./least-share.ts";
import { slidingForce } from "./sliding-force.ts";

export interface RestForces {
  /** Of the rows that hold: names are theirs in `rows`. */
  readonly held: readonly (HeldRow & { readonly row: number })[];
  /** Orthonormal: what no row holds, and what the rows hold. */
  readonly free: PlainMatrix;
  readonly span: PlainMatrix;
  /** N */
  readonly pull: PlainVector;
  /** Rows that slip at rest, or never stick: how their forces change with their slip, N s/m. */
  readonly sliding: readonly { readonly direction: PlainVector; readonly slope: number }[];
  /** Sizes of what the pull is made of, N: its round-off is a part of them. */
  readonly size: number;
}

export interface Balance {
  /** What holds at a position and what it must hold; stops that are closed by their rows' indexes. */
  at(q: Vector, closed?: readonly number[]): RestForces;
  /** 1 - sigma, by the rows alone: what pulls where none of them holds is not looked at. -Infinity: no forces do. */
  margin(forces: RestForces): number;
  /** The pull along what no row holds, N. */
  missing(forces: RestForces): number[];
  /** Smallest gap of the stops, and the violations of joints on positions. */
  gaps(q: Vector): Vector;
  violations(q: Vector): Vector;
}

/** At an instant: [time, side]. */
export function restBalance(system: System, at: Vector): Balance {
  const { size, rows } = system;
  const smooth = smoothForce(system);
  const values = rowValues(system);
  const sliding = slidingForce(system, values);
  const directions = system.newDirections();
  const still = new Float64Array(size);
  const [load, out] = [new Float64Array(size), new Float64Array(size)];
  const gaps = new Float64Array(rows.length);
  const violations = new Float64Array(rows.length);
  let kept: { readonly key: string; readonly split: ReturnType<typeof splitSpace> } | undefined;

  function directionOf(i: number): number[] {
    const w = Array<number>(size).fill(0);
    for (let k = directions.start[i]!; k < directions.start[i + 1]!; k++)
      w[directions.column[k]!] = directions.value[k]!;
    return w;
  }

  return {
    at(q, closed = []) {
      values.update(at, q, still);
      system.directionsAt(q, directions);
      system.load.evaluate(at, load);
      out.set(load);
      smooth.complete(at, q, still, out);
      const pull = Array.from(out, (entry) => -entry);
      const held: (HeldRow & { row: number })[] = [];
      const slides: { direction: number[]; slope: number }[] = [];
      rows.forEach(({ law }, row) => {
        const direction = directionOf(row);
        if (law.joint) held.push({ row, direction, low: -1, high: 1, endless: true });
        else if (law.stop) {
          if (closed.includes(row)) held.push({ row, direction, low: 0, high: 1, endless: true });
        } else if (values.drive[row] !== 0 || law.smoothing > 0) {
          const force = sliding(row);
          const step = 1e-5 * Math.max(Math.abs(values.drive[row]!), law.smoothing);
          slides.push({ direction, slope: (sliding(row, step) - sliding(row, -step)) / (2 * step) });
          direction.forEach((entry, k) => {
            pull[k]! -= force * entry;
          });
        } else {
          const [low, high] = [-values.forward[row]!, values.backward[row]!];
          if (high > low) held.push({ row, direction, low, high, endless: false });
        }
      });
      const key = held.map(({ row }) => row).join();
      const split =
        system.constant.directions && kept?.key === key
          ? kept.split
          : splitSpace(
              held.map(({ direction }) => direction),
              size,
            );
      kept = { key, split };
      const whole = Math.max(lengthOf(pull), lengthOf(Array.from(load)));
      const limits = held.map(({ low, high, endless, direction }) =>
        endless ? 0 : Math.max(-low, high) * lengthOf(direction),
      );
      return { held, sliding: slides, free: split.rest, span: split.span, pull, size: Math.max(whole, ...limits) };
    },
    margin({ held, span, pull }) {
      // in the span of the rows' directions, so that round-off across it has no say
      const seen = held.map((row) => ({ ...row, direction: times(span, row.direction) }));
      const share = leastShare(seen, times(span, pull), solverOf);
      return share === undefined ? Number.NEGATIVE_INFINITY : 1 - share;
    },
    missing: ({ free, pull }) => free.map((direction) => inner(direction, pull)),
    gaps(q) {
      system.gapsAt(q, gaps);
      return gaps;
    },
    violations(q) {
      violations.fill(0);
      system.violationsAt?.(at, q, violations);
      return violations;
    },
  };
}

/** Friction rows that can hold something at rest, by index. */
export function holdingRows(system: System, at: Vector, q: Vector): number[] {
  const values = rowValues(system);
  values.update(at, q, new Float64Array(system.size));
  return system.rows.flatMap(({ law }, i) => {
    const holds = isFriction(law) && law.smoothing === 0 && values.drive[i] === 0;
    return holds && values.forward[i]! + values.backward[i]! > 0 ? [i] : [];
  });
}
