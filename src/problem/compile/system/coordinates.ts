/** Coordinates by name or index, and directions over them. */
import { nearest } from "../../../expression/nearest.ts";
import { type SparseRow, sparseRow } from "../../../numeric/rows.ts";
import { type Path, printValue } from "../../faults.ts";
import type { PartialLinear } from "../../read/salvage.ts";
import type { Place, Quantity } from "../../schema/schema.ts";
import type { Scope } from "../scope.ts";

/** Who can be named in `on`, `between`, `direction` and formulas. */
export interface Coordinates {
  readonly names: readonly string[];
  readonly units: readonly string[];
  /** Of angles; 0: none. */
  readonly periods?: readonly number[];
  /** Names of a faulty file beyond its masses: to name them is no fault of its own. */
  readonly surplus: readonly string[];
  /** Whether it is known how many there are. */
  readonly counted: boolean;
}

/** As given, or x1, x2 ... Where there are too few or too many, those that there are: other checks go on with them. */
export function compileCoordinates(
  scope: Scope,
  data: PartialLinear["coordinates"],
  masses: number | undefined,
): Coordinates {
  const path = ["system", "coordinates"];
  const seen = new Set<string>();
  const size = masses ?? data?.length ?? 0;
  (data ?? []).forEach((coordinate, i) => {
    if (!coordinate) return;
    const { name } = coordinate;
    if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name)) {
      scope.faults.add([...path, i, "name"], `invalid name; not letters, digits and _: ${printValue(name)}`);
    } else if (seen.has(name))
      scope.faults.add([...path, i, "name"], `invalid name; another coordinate has it: ${name}`);
    seen.add(name);
  });
  if (data && data.length !== size) {
    scope.faults.add(path, `invalid coordinates; not ${size}, one for each mass: ${data.length} given`);
  }
  return {
    names: Array.from({ length: size }, (_, i) => data?.[i]?.name ?? `x${i + 1}`),
    units: Array.from({ length: size }, (_, i) => data?.[i]?.unit ?? "m"),
    periods: Array.from({ length: size }, (_, i) => {
      const period = data?.[i]?.period;
      return period === undefined ? 0 : (scope.number([...path, i, "period"], period, { above: 0 }) ?? 0);
    }),
    surplus: (data ?? []).slice(size).flatMap((coordinate) => (coordinate ? [coordinate.name] : [])),
    counted: size > 0,
  };
}

export function coordinateIndex(scope: Scope, path: Path, place: Place, coordinates: Coordinates): number | undefined {
  const { names, surplus, counted } = coordinates;
  if (!counted) return undefined;
  if (typeof place === "number") {
    if (place < names.length) return place;
    scope.faults.add(path, `invalid coordinate; not 0 to ${names.length - 1}: ${place}`);
    return undefined;
  }
  const index = names.indexOf(place);
  if (index >= 0) return index;
  if (surplus.includes(place) || scope.damaged.has(place)) return undefined;
  const guess = nearest(place, names);
  const known = guess ? `did you mean ${guess}?` : `known: ${names.slice(0, 20).join(", ")}`;
  scope.faults.add(path, `unknown coordinate ${printValue(place)}; ${known}`);
  return undefined;
}

/** One of `on`, `between`, `direction`, as a vector over the coordinates. */
export function compileDirection(
  scope: Scope,
  path: Path,
  data: { on?: Place | undefined; between?: readonly Place[] | undefined; direction?: unknown },
  coordinates: Coordinates,
): SparseRow | undefined {
  const given = (["on", "between", "direction"] as const).filter((key) => data[key] !== undefined);
  if (given.length !== 1) {
    const got = given.length === 0 ? "none" : given.join(" and ");
    scope.faults.add(
      path,
      `invalid place; needs exactly one of on, direction (and between for springs and dampers): ${got} given`,
    );
    return undefined;
  }
  if (data.on !== undefined) {
    const index = coordinateIndex(scope, [...path, "on"], data.on, coordinates);
    if (index === undefined) return undefined;
    return { columns: [index], values: [1] };
  }
  if (data.between !== undefined) {
    const [from, to] = data.between.map((place, i) =>
      coordinateIndex(scope, [...path, "between", i], place, coordinates),
    );
    if (from === undefined || to === undefined) return undefined;
    if (from === to) {
      scope.faults.add(
        [...path, "between"],
        `invalid between; joins a coordinate with itself: ${coordinates.names[from]}`,
      );
      return undefined;
    }
    return from < to ? { columns: [from, to], values: [-1, 1] } : { columns: [to, from], values: [1, -1] };
  }
  return explicitDirection(scope, [...path, "direction"], data.direction, coordinates);
}

function explicitDirection(scope: Scope, path: Path, data: unknown, coordinates: Coordinates): SparseRow | undefined {
  const size = coordinates.counted ? coordinates.names.length : undefined;
  let w: number[] | undefined;
  if (Array.isArray(data)) w = scope.vector(path, data as Quantity[], size);
  else {
    w = Array<number>(coordinates.names.length).fill(0);
    let faulty = false;
    for (const [name, value] of Object.entries(data as Record<string, Quantity>)) {
      const place = /^\d+$/.test(name) ? Number(name) : name;
      const index = coordinateIndex(scope, [...path, name], place, coordinates);
      const entry = scope.number([...path, name], value);
      if (index === undefined || entry === undefined) faulty = true;
      else w[index] = entry;
    }
    if (faulty) return undefined;
  }
  if (w?.every((entry) => entry === 0)) {
    scope.faults.add(path, "invalid direction; all zero: the row would act on nothing");
    return undefined;
  }
  return w && sparseRow(w);
}
