/** One run for the page: what is shown of it, ready to be sent. */
import { type LoadedProblem, type LoadOptions, tryLoad } from "../../api/load.ts";
import { simulate } from "../../api/simulate.ts";
import type { Law } from "../../model/rows/law.ts";
import { extent, padded } from "../../plot/axis.ts";
import { lawPoints } from "../../plot/blocks/law-points.ts";
import { FIGURES } from "../../plot/wishes.ts";
import { attractionOf } from "../../problem/compile/attraction.ts";
import { compileParameters } from "../../problem/compile/parameters.ts";
import { Scope } from "../../problem/compile/scope.ts";
import { Faults } from "../../problem/faults.ts";
import type { Loaded } from "../../problem/load/load.ts";
import type { RunData } from "../../results/simulate.ts";
import { csv, eventCsv } from "../../simulate/record/csv.ts";
import type { Trajectory } from "../../simulate/record/trajectory.ts";
import type { Result } from "../../simulate/simulate.ts";
import type { Changes, LawCurve, PlainNumber, ProblemFacts, ReadSource, RunView, Slider } from "./messages.ts";
import { sceneOf } from "./scene.ts";

/** Samples that the page keeps of a run: more than it has pixels, less than would make it slow. */
const SAMPLES = 20_000;

export interface Watch {
  readonly signal: AbortSignal;
  readonly progress: (part: number) => void;
}

/** The problem before: while a slider is dragged, the next one differs by a number. */
let before: LoadedProblem | undefined;

export function loadSource({ raw, files }: ReadSource, { scheme, solver, set }: Changes = {}): Loaded {
  const options: LoadOptions = {
    ...(before && { like: before }),
    open: (file) => {
      if (!Object.hasOwn(files, file)) throw new Error("it is not here. Drop it on the page together with the problem");
      return [files[file]!];
    },
    ...(scheme === undefined ? {} : { scheme }),
    ...(solver === undefined ? {} : { solver }),
    ...(set === undefined ? {} : { set }),
  };
  const loaded = tryLoad(raw as object, options);
  if (!loaded.faults) before = loaded;
  return loaded;
}

export async function runView(problem: LoadedProblem, watch: Watch, samples = SAMPLES): Promise<RunView> {
  const { signal, progress } = watch;
  const result = await simulate(problem, { signal, progress, samples, figures: FIGURES });
  return viewOf(problem, result, dataOf(result));
}

/** What `--json` prints, of all that a result has. */
function dataOf(result: Awaited<ReturnType<typeof simulate>>): RunData {
  const { outcome: _outcome, trajectory: _trajectory, stuckTime: _stuck, ...data } = result;
  return data;
}

export function viewOf(problem: LoadedProblem, { trajectory, stuckTime }: Result, data: RunData): RunView {
  const { system } = problem.simulation;
  return {
    data,
    trajectory,
    scene: sceneOf(system, trajectory, problem.problem.system.type),
    laws: trajectory.friction.map((row) => lawCurve(row, system.rows.find(({ name }) => name === row.name)?.law)),
    stuckTime,
    facts: factsOf(problem),
  };
}

function lawCurve({ name, slip }: Trajectory["friction"][number], law: Law | undefined): LawCurve {
  const points = law?.fixed ? lawPoints(law, law.fixed, padded(extent([slip]), 0.06)) : [];
  return {
    name,
    slip: Float64Array.from(points, (point) => point.slip),
    force: Float64Array.from(points, (point) => point.force),
  };
}

function factsOf({ problem, simulation, goal }: LoadedProblem): ProblemFacts {
  return {
    name: simulation.name,
    description: problem.description ?? "",
    sliders: slidersOf(problem.parameters),
    numbers: numbersOf(problem),
    hasTarget: goal !== undefined,
    step: simulation.grid.step,
    axes: attractionOf(problem)?.vary ?? [],
    coordinates: simulation.system.names.slice(0, simulation.system.visible),
  };
}

function slidersOf(parameters: LoadedProblem["problem"]["parameters"]): Slider[] {
  const scope = new Scope(new Faults());
  compileParameters(scope, parameters);
  return Object.entries(parameters).flatMap(([name, given]) => {
    if (typeof given !== "object" || given.from === undefined || given.to === undefined) return [];
    const [value, from, to] = [given.value, given.from, given.to].map((entry) =>
      scope.number(["parameters", name], entry),
    );
    return value === undefined || from === undefined || to === undefined ? [] : [{ name, value, from, to }];
  });
}

/** Limits and drives of the first rows that are plain numbers. */
function numbersOf({ system }: LoadedProblem["problem"]): PlainNumber[] {
  const rows = "friction" in system && Array.isArray(system.friction) ? system.friction : [];
  return rows.slice(0, 4).flatMap((row, i) =>
    (["limit", "drive"] as const).flatMap((key) => {
      const value = row[key];
      const name = `${key} of ${row.name ?? `row ${i + 1}`}`;
      return typeof value === "number" ? [{ name, path: ["system", "friction", i, key], value }] : [];
    }),
  );
}

/** The whole trajectory and its events as the command line writes them. */
export async function tableOf(problem: LoadedProblem, { signal, progress }: Watch) {
  const parts: string[] = [];
  const events: string[] = [];
  const sinks = [csv(problem.simulation, (part) => parts.push(part)), eventCsv((part) => events.push(part))];
  await simulate(problem, { signal, progress, sinks, samples: 2 });
  return { csv: parts.join(""), events: events.join("") };
}

/** Memory that need not be copied on its way to the page. */
export function transfers(value: unknown, found = new Set<ArrayBuffer>()): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) found.add(value.buffer as ArrayBuffer);
  else if (typeof value === "object" && value !== null) for (const part of Object.values(value)) transfers(part, found);
  return [...found];
}
