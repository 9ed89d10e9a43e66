/** What the options of `attraction` ask for, and all that is wrong with them. */

import { parseRange } from "../../../batch/varied-values.ts";
import { threadFault } from "../../../node/create-executor.ts";
import { attractionOf, type MapAxis } from "../../../problem/compile/attraction.ts";
import type { AttractionWishes } from "../../../results/attraction.ts";
import { attractionFaults, startFaults } from "../../../stability/attraction/attraction-map.ts";
import { energyBall } from "../../../stability/attraction/energy-ball.ts";
import type { Loaded, LocatedFault } from "../../files/load.ts";
import type { AttractionOptions } from "../../options.ts";

export type Valid = Exclude<Loaded, { faults: readonly LocatedFault[] }>;

/** Numbers of options, with faults for what is none. */
interface Asked {
  readonly vary: readonly MapAxis[];
  readonly threads?: number;
  readonly horizon?: number;
  readonly tolerance?: number;
}

export interface Wishes extends AttractionWishes {
  readonly threads?: number;
  readonly tolerance?: number;
}

/** Numbers of the options alone, before the problem is known. */
export function askedFor(options: AttractionOptions): { asked: Asked; faults: LocatedFault[] } {
  const faults: LocatedFault[] = [];
  const add = (source: string, message: string) => faults.push({ source, path: "", message });
  const positive = (source: string, text: string | undefined, what: string): number | undefined => {
    if (text === undefined) return undefined;
    const value = text.trim() === "" ? Number.NaN : Number(text);
    if (value > 0 && value < Number.POSITIVE_INFINITY) return value;
    add(source, `invalid ${what}; not a positive number: ${text}`);
    return undefined;
  };
  const vary = (options.vary ?? []).flatMap((text) => {
    const axis = parseAxis(text);
    if (typeof axis !== "string") return [axis];
    add("--vary", axis);
    return [];
  });
  const threads = options.threads === undefined ? undefined : Number(options.threads || Number.NaN);
  const fault = threads === undefined ? undefined : threadFault(threads);
  if (fault) add("--threads", fault);
  const horizon = positive("--horizon", options.horizon, "horizon");
  const tolerance = positive("--tolerance", options.tolerance, "tolerance");
  if (options.monteCarlo === undefined) {
    for (const key of ["energy", "seed"] as const) {
      if (options[key] !== undefined) add(`--${key}`, "goes with --monte-carlo alone. Leave it out");
    }
  } else {
    for (const key of ["trace", "map", "vary", "svg", "png"] as const) {
      if (options[key]) add(`--${key}`, "cannot go with --monte-carlo: its states fill all coordinates. Leave it out");
    }
    if (options.energy === undefined) add("--monte-carlo", "needs the largest energy, in J. As in --energy 16");
  }
  for (const key of ["map", "tolerance"] as const) {
    if (options[key] !== undefined && !options.trace) add(`--${key}`, "goes with --trace alone. Leave it out");
  }
  const numbers = { ...(threads && { threads }), ...(horizon && { horizon }), ...(tolerance && { tolerance }) };
  return { asked: { vary, ...numbers }, faults };
}

function parseAxis(text: string): MapAxis | string {
  const range = parseRange(text, 3);
  if (!range) return `invalid variation; not path=from:to:n: ${text}. As in initial.position[0]=-8:8:201`;
  const [from, to, points] = range.numbers as [number, number, number];
  return { path: range.path, from, to, points };
}

/** The wishes on a problem, and their faults. */
export function wishesOf(
  { compiled, problem, simulation, file }: Valid,
  asked: Asked,
  options: AttractionOptions,
): { wishes: Wishes; faults: LocatedFault[] } {
  const { threads, tolerance, horizon } = asked;
  const numbers = { ...(threads && { threads }), ...(tolerance && { tolerance }) };
  const own = attractionOf(problem);
  const longest = horizon ?? own?.horizon;
  const limits = longest === undefined ? {} : { horizon: longest };
  if (options.monteCarlo !== undefined) {
    const ball = { count: count(options.monteCarlo), energy: count(options.energy), seed: count(options.seed ?? "1") };
    const { starts, faults = [] } = energyBall(simulation, ball);
    const wrong = starts ? startFaults(compiled, starts.paths) : [];
    const missing = options.energy === undefined; // said already
    const located = [...faults.filter(({ path }) => path !== "energy" || !missing), ...wrong].map(
      ({ path, message }): LocatedFault => {
        const source = { count: "--monte-carlo", energy: "--energy", seed: "--seed" }[path];
        return source ? { source, path: "", message } : { source: file, path, message };
      },
    );
    const sample = starts ? { sample: { ...ball, starts } } : {};
    return { wishes: { ...numbers, data: { vary: [], ...limits }, ...sample }, faults: located };
  }
  const given = (options.vary ?? []).length > 0;
  const data = { vary: given ? asked.vary : (own?.vary ?? []), ...limits };
  const whole = !options.trace || options.map === true;
  const faults = attractionFaults(compiled, data, whole)
    .filter(({ path }) => path !== "" || asked.vary.length === (options.vary ?? []).length)
    .map(({ path, message }): LocatedFault => {
      if (path === "system") return { source: file, path, message };
      return given || path === "" ? { source: "--vary", path, message } : { source: file, path, message };
    });
  return { wishes: { ...numbers, data }, faults };
}

function count(text: string | undefined): number {
  return text?.trim() ? Number(text) : Number.NaN;
}
