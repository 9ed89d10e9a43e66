/** A friction law as a curve of force against slip. */
import type { Bounds, Law } from "../../model/rows/law.ts";
import { slipFriction } from "../../model/rows/soft-force.ts";
import type { Range } from "../axis.ts";

const LAW_POINTS = 200;

/** Slip and friction force of one row. */
export interface Point {
  readonly slip: number;
  readonly force: number;
}

/** What the law allows over a range of slips, from left to right; at rest the whole interval. */
export function lawPoints(
  law: Law,
  { forward, backward, kineticForward, kineticBackward }: Bounds,
  range: Range,
): Point[] {
  const { low, high } = range;
  const slips = Array.from({ length: LAW_POINTS + 1 }, (_, k) => low + ((high - low) * k) / LAW_POINTS);
  const friction = slipFriction([{ law }]);
  const one = (value: number) => Float64Array.of(value);
  const limits = { forward: one(forward), kineticForward: one(kineticForward), kineticBackward: one(kineticBackward) };
  const forceAt = (slip: number): number => {
    friction.evaluate(one(slip), limits);
    return friction.force[0]!;
  };
  const moving = slips.filter((slip) => slip !== 0).map((slip) => ({ slip, force: forceAt(slip) }));
  const rest = law.smoothing > 0 ? [] : [backward, -forward].map((force) => ({ slip: 0, force }));
  return [...moving.filter(({ slip }) => slip < 0), ...rest, ...moving.filter(({ slip }) => slip > 0)];
}
