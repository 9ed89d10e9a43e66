/** `attraction:` of the problem file: its numbers, and what is wrong with them. */

import { Faults } from "../faults.ts";
import { splitPath } from "../paths/split-path.ts";
import { DEFAULT_POINTS, MOST_POINTS, MOST_STARTS } from "../schema/attraction.ts";
import type { Problem } from "../schema/schema.ts";
import { compileParameters } from "./parameters.ts";
import { Scope } from "./scope.ts";

/** One axis of a map: `points` values, evenly spaced. */
export interface MapAxis {
  readonly path: string;
  readonly from: number;
  readonly to: number;
  readonly points: number;
}

export interface MapData {
  readonly vary: readonly MapAxis[];
  /** s */
  readonly horizon?: number;
}

type AttractionData = NonNullable<Problem["attraction"]>;
type AxisData = AttractionData["vary"][number];

export function compileAttraction(scope: Scope, data: Partial<AttractionData> | undefined): MapData | undefined {
  if (!data?.vary) return undefined;
  const axes = data.vary.map((given: AxisData | undefined, k) => {
    if (!given) return undefined; // a structural fault of it was told
    const path = ["attraction", "vary", k];
    const from = scope.number([...path, "from"], given.from);
    const to = scope.number([...path, "to"], given.to);
    if (!splitPath(given.path)) {
      scope.faults.add([...path, "path"], "invalid path; expected keys and indexes as in initial.position[0]");
    }
    if (from === undefined || to === undefined) return undefined;
    const axis = { path: given.path, from, to, points: given.points ?? DEFAULT_POINTS };
    const fault = axisFault(axis);
    if (fault) scope.faults.add([...path, "to"], fault);
    return axis;
  });
  const horizon = scope.number(["attraction", "horizon"], data.horizon, { above: 0 });
  if (!axes.every((axis) => axis !== undefined)) return undefined;
  const fault = gridFault(axes);
  if (fault) scope.faults.add(["attraction", "vary"], fault);
  return { vary: axes, ...(horizon === undefined ? {} : { horizon }) };
}

/** The numbers of a problem that has no faults. */
export function attractionOf({ parameters, attraction }: Problem): MapData | undefined {
  const scope = new Scope(new Faults());
  compileParameters(scope, parameters);
  return compileAttraction(scope, attraction);
}

/** Why there are no values between the ends. */
export function axisFault({ path, from, to, points }: MapAxis): string | undefined {
  if (!Number.isFinite(from) || !Number.isFinite(to)) return `invalid range; not numbers: ${from}:${to}`;
  if (from === to) return `invalid range; from is to: ${from}. A map needs two different ends of ${path}`;
  if (Number.isInteger(points) && points >= 2 && points <= MOST_POINTS) return undefined;
  return `invalid points; not a whole number from 2 to ${MOST_POINTS}: ${points}`;
}

/** Why there are too many starts. */
export function gridFault(axes: readonly MapAxis[]): string | undefined {
  const count = axes.reduce((product, { points }) => product * points, 1);
  return count > MOST_STARTS
    ? `invalid grid; more than ${MOST_STARTS} runs: ${count}. Take fewer points, or --trace for the boundary alone`
    : undefined;
}
