/** Formulas of time that the file gives, looked at over the run before it begins: where they are no numbers, or below 0. */
import { boundsOn } from "../../../expression/bounds.ts";
import { constantValue } from "../../../expression/fold.ts";
import { LARGEST } from "../../../model/load.ts";
import { labelOf, printPath } from "../../faults.ts";
import type { RunTimes } from "../feedback/reference.ts";
import type { Scope, Varying } from "../scope.ts";
import { compileTimeFunctions } from "./time-functions.ts";

/** Keys that count as 0 where they are below. */
const FORCES: ReadonlySet<string> = new Set(["limit", "backward", "kinetic", "kineticBackward"]);
/** Times of the run at which a formula is looked at that is not proved to be harmless. */
const SAMPLES = 256;

/** A fault where one has no value at the start; a warning where it has none, or a forbidden one, later. */
export function checkVarying(scope: Scope, { start, end }: RunTimes): void {
  for (const given of scope.varying) {
    const key = labelOf(given.path);
    const [bounds] = boundsOn([given.node], "t", [start, end]);
    const counts = FORCES.has(key);
    if (bounds!.defined && Math.max(-bounds!.low, bounds!.high) < LARGEST && !(counts && bounds!.low < 0)) continue;
    check(scope, given, { start, end }, counts);
  }
}

function check(scope: Scope, { path, node, isForce }: Varying, { start, end }: RunTimes, counts: boolean): void {
  if (constantValue(node) !== undefined) return;
  const load = compileTimeFunctions([node], scope.timeSignals);
  const out = new Float64Array(1);
  const valueAt = (time: number): number => {
    load.evaluate(Float64Array.of(time, time), out);
    return out[0]!;
  };
  const first = valueAt(start);
  if (isUndefined(first) && !isForce) {
    const size = Number.isFinite(first) ? `not below ${LARGEST} in size` : "not a finite number";
    scope.faults.add(path, `invalid ${labelOf(path)}; ${size} at the start, t = ${start}: ${first}`);
    return;
  }
  const name = printPath(path);
  const lost = firstTime(valueAt, isUndefined, start, end);
  if (lost !== undefined) {
    const warning = `${name} has no finite value at t = ${shown(lost)} s: the run ends there.`;
    if (!scope.warnings.includes(warning)) scope.warnings.push(warning); // one formula may act in many places
  }
  const below = counts ? firstTime(valueAt, (value) => value < 0, start, end) : undefined;
  if (below !== undefined) scope.warnings.push(`${name} is below 0 at t = ${shown(below)} s; it counts as 0 there.`);
}

const isUndefined = (value: number): boolean => !(Math.abs(value) < LARGEST);
const shown = (time: number): number => Number(time.toPrecision(6));

/** The first time at which a value is bad, as far as samples tell, located between them. */
function firstTime(
  valueAt: (time: number) => number,
  isBad: (value: number) => boolean,
  start: number,
  end: number,
): number | undefined {
  for (let k = 0; k <= SAMPLES; k++) {
    let bad = start + ((end - start) * k) / SAMPLES;
    if (!isBad(valueAt(bad))) continue;
    if (k === 0) return bad;
    let good = start + ((end - start) * (k - 1)) / SAMPLES;
    for (let j = 0; j < 50; j++) {
      const middle = good + (bad - good) / 2;
      if (isBad(valueAt(middle))) bad = middle;
      else good = middle;
    }
    return bad;
  }
  return undefined;
}
