/** A map of attraction: which starts of a grid over two varied values come to rest, and how long they take. */
import type { ResumableOptions } from "../../batch/resumable.ts";
import { gridRows, spacedValues, type VariedValues } from "../../batch/varied-values.ts";
import { axisFault, gridFault, type MapAxis, type MapData } from "../../problem/compile/attraction.ts";
import { compiledOf } from "../../problem/compile/compile.ts";
import { type Fault, ProblemError } from "../../problem/faults.ts";
import { pathFaults } from "../../problem/paths/variation.ts";
import { fateRefusal } from "../fate/fate.ts";
import {
  type Judged,
  type Judging,
  judgeStarts,
  newStarts,
  openJudging,
  type Starts,
  type Tally,
  tally,
} from "./starts.ts";

export interface AttractionMap extends Judged {
  /** Across and up. */
  readonly vary: readonly [VariedValues, VariedValues];
  /** Rows of the grid, the second value changing fastest. */
  readonly starts: Starts;
  readonly tally: Tally;
}

/** All faults of a map before it starts: wrong paths, too large a grid, a machine of which the question makes no sense. */
export function attractionFaults(source: unknown, { vary, horizon }: MapData, whole = true): Fault[] {
  const faults: Fault[] = vary.flatMap((axis) => {
    const message = axisFault(axis);
    return message === undefined ? [] : [{ path: axis.path, message }];
  });
  if (vary.length !== 2) faults.push({ path: "", message: `${NOT_TWO}: ${vary.length} given. ${AS_IN}` });
  const tooMany = whole ? gridFault(vary) : undefined;
  if (tooMany && faults.length === 0) faults.push({ path: "", message: tooMany });
  if (horizon !== undefined && !(horizon > 0 && horizon < Number.POSITIVE_INFINITY)) {
    faults.push({ path: "horizon", message: `invalid horizon; not a positive number of seconds: ${horizon}` });
  }
  const paths = vary.map(({ path }) => path);
  return [...faults, ...startFaults(source, paths)];
}

const NOT_TWO = "invalid map; not two varied values, one for each axis";
const AS_IN = "As in --vary initial.position[0]=-8:8:201 --vary initial.position[1]=-8:8:201, or attraction.vary";

/** Why starts with these varied values cannot be judged: paths that lead to no numbers, or a machine that is not asked such things. */
export function startFaults(source: unknown, paths: readonly string[]): Fault[] {
  const faults = pathFaults(source, paths);
  const refusal = faults.length > 0 ? undefined : fateRefusal(compiledOf(source).simulation);
  return refusal ? [{ path: "system", message: `cannot tell what is attracted; ${refusal}` }] : [...faults];
}

/** The values of an axis without faults. */
export function axisValues({ path, from, to, points }: MapAxis): VariedValues {
  return spacedValues(path, from, to, points);
}

/** The grid of a map, nothing known of it yet. */
export function mapStarts(vary: readonly MapAxis[]): Starts {
  const rows = gridRows(vary.map(axisValues));
  if (!(rows instanceof Float64Array)) throw new RangeError(gridFault(vary));
  return newStarts(
    vary.map(({ path }) => path),
    rows,
  );
}

/**
 * `source`: a problem's data with its signals embedded, or what `compile` made of them. `starts`: some of which may be known, to go on with. Throws a
 * ProblemError before it starts.
 */
export async function attractionMap(
  source: unknown,
  data: MapData,
  {
    executor,
    starts = mapStarts(data.vary),
    ...options
  }: Pick<Judging, "executor"> & Omit<ResumableOptions, "into" | "done"> & { readonly starts?: Starts },
): Promise<AttractionMap> {
  const compiled = compiledOf(source);
  const faults = attractionFaults(compiled, data);
  if (faults.length > 0) throw new ProblemError(faults);
  const batch = openJudging(compiled, starts.paths, { ...data, executor });
  const judged = await judgeStarts(batch, starts, options);
  const [across, up] = data.vary.map(axisValues) as [VariedValues, VariedValues];
  return { ...judged, vary: [across, up], starts, tally: tally(starts) };
}
