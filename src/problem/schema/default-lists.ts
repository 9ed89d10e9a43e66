/** Lists of numbers that a file may leave out: all zeros then, whose entries can be named all the same. */
import type { Path } from "../faults.ts";

interface SystemData {
  readonly type?: unknown;
  readonly mass?: unknown;
  readonly coordinates?: unknown;
  readonly links?: unknown;
  readonly input?: unknown;
}

/** The list that a path of raw data has by default; undefined for other paths. */
export function defaultList(raw: unknown, path: Path): number[] | undefined {
  const [section, key] = path;
  if (path.length !== 2) return undefined;
  const { type, mass, coordinates, links, input } = (raw as { system?: SystemData | null } | null)?.system ?? {};
  const isInitial = section === "initial" && (key === "position" || key === "velocity");
  const size = lengthOf(type === "mechanism" ? coordinates : type === "arm" ? links : mass);
  if (isInitial) return zeros(type === "gearbox" ? 1 : size);
  if (section !== "control" || key !== "value" || type === "gearbox") return undefined;
  return zeros(input === undefined ? size : Array.isArray(input) ? lengthOf(input[0]) : undefined);
}

function lengthOf(list: unknown): number | undefined {
  return Array.isArray(list) ? list.length : undefined;
}

function zeros(count: number | undefined): number[] | undefined {
  return count === undefined ? undefined : Array<number>(count).fill(0);
}
