/** The options of the commands: one entry for each, or it does not compile. */
import { type Command, InvalidArgumentError, Option } from "commander";

export interface CheckOptions {
  readonly set?: readonly string[];
  readonly allowFiles?: readonly string[];
  readonly json?: boolean;
}

export interface SimulateOptions extends CheckOptions {
  readonly scheme?: string;
  readonly solver?: string;
  readonly step?: string;
  readonly end?: string;
  readonly csv?: string;
  readonly columns?: string;
  readonly svg?: string;
  readonly png?: string;
  readonly out?: string;
  readonly checkpoint?: string;
  readonly resume?: string;
  readonly sensitivity?: string;
  readonly project?: boolean;
  readonly static?: boolean;
  readonly strict?: boolean;
  readonly quiet?: boolean;
}

export interface ControlCommandOptions extends CheckOptions {
  readonly scheme?: string;
  readonly solver?: string;
  readonly step?: string;
  readonly end?: string;
  readonly method?: string;
  readonly start?: string;
  readonly threads?: string;
  readonly table?: boolean;
  readonly out?: string;
  readonly resume?: boolean;
  readonly quiet?: boolean;
}

export interface EquilibriumOptions extends CheckOptions {
  readonly project?: string;
  readonly section?: string;
  readonly vary?: string;
  readonly svg?: string;
  readonly png?: string;
  readonly out?: string;
}

export interface DesignOptions extends CheckOptions {
  readonly margin?: string;
  readonly global?: boolean;
  readonly out?: string;
}

export interface SweepCommandOptions
  extends Omit<SimulateOptions, "sensitivity" | "columns" | "strict" | "static" | "checkpoint" | "resume"> {
  readonly vary?: readonly string[];
  readonly measure?: string;
  readonly threads?: string;
  readonly resume?: boolean;
}

export interface StudioOptions {
  readonly port?: string;
  /** False with --no-open. */
  readonly open?: boolean;
}

export interface CycleOptions extends CheckOptions {
  readonly end?: string;
  readonly period?: string;
  readonly boundary?: boolean;
  readonly near?: boolean;
  readonly continue?: string;
  readonly points?: string;
  readonly csv?: string;
  readonly svg?: string;
  readonly png?: string;
  readonly out?: string;
  readonly resume?: boolean;
}

export interface AttractionOptions extends CheckOptions {
  readonly vary?: readonly string[];
  readonly threads?: string;
  readonly horizon?: string;
  readonly trace?: boolean;
  readonly map?: boolean;
  readonly tolerance?: string;
  readonly monteCarlo?: string;
  readonly energy?: string;
  readonly seed?: string;
  readonly csv?: string;
  readonly svg?: string;
  readonly png?: string;
  readonly out?: string;
  readonly resume?: boolean;
  readonly quiet?: boolean;
}

export interface ReproduceOptions {
  readonly list?: boolean;
  readonly quick?: boolean;
  readonly threads?: string;
  readonly json?: boolean;
  readonly out?: string;
}

interface Entry {
  /** Name of the value, for options that take one. */
  readonly argument?: string;
  readonly repeatable?: boolean;
  readonly help: string;
}

type OptionTable<Options> = { readonly [Key in keyof Required<Options>]: Entry };

export const CHECK_OPTIONS: OptionTable<CheckOptions> = {
  set: {
    argument: "PATH=VALUE",
    repeatable: true,
    help: 'change the problem, as in --set time.end=8 --set "system.friction[0].limit=2"; can be repeated',
  },
  allowFiles: {
    argument: "DIR",
    repeatable: true,
    help: "let the problem's signals read files in this folder too, not only beneath its own; can be repeated",
  },
  json: { help: "one JSON object on standard output and nothing else" },
};

export const SIMULATE_OPTIONS: OptionTable<SimulateOptions> = {
  scheme: { argument: "TYPE", help: "time discretization, short for --set scheme.type=TYPE" },
  solver: { argument: "TYPE", help: "solver of the step problems, short for --set solver.type=TYPE" },
  step: { argument: "S", help: "length of a step in s, short for --set time.step=S" },
  end: { argument: "T", help: "end of the run in s, short for --set time.end=T" },
  ...CHECK_OPTIONS,
  project: { help: "bring a start that is off a joint or beyond a stop onto it, short for --set initial.project=true" },
  csv: { argument: "FILE", help: "write the trajectory as it is computed; - is standard output" },
  columns: {
    argument: "NAMES",
    help: 'record these columns only, as in --columns "x(a),v(a),lambda(floor),energy"; in CSV, figures and report',
  },
  svg: { argument: "FILE", help: "draw displacement, velocity, multiplier and energy" },
  png: { argument: "FILE", help: "the same drawing in pixels" },
  out: {
    argument: "DIR",
    help: "write report.html, trajectory.csv, events.csv, result.json and problem.yaml, which repeats the run",
  },
  checkpoint: {
    argument: "FILE",
    help: "note every second or so how far the run is, and at Ctrl-C; the file is removed when the run has ended",
  },
  resume: {
    argument: "FILE",
    help: "go on from that file, with the command that wrote it; the results are the same to the last digit",
  },
  sensitivity: {
    argument: "PATHS",
    help: "derivatives of the end state by numbers of the file, as in initial.position[0],parameters.k",
  },
  static: { help: "no motion: the equilibrium that a beam starts from, or that its start falls to" },
  strict: { help: "end with exit code 1 when a check of the audit fails" },
  quiet: { help: "no table, no plot, no progress" },
};

const {
  sensitivity: _,
  columns: _columns,
  strict: _strict,
  static: _static,
  checkpoint: _checkpoint,
  resume: _resume,
  ...RUN_OPTIONS
} = SIMULATE_OPTIONS;
const { scheme, solver, step, end, quiet } = SIMULATE_OPTIONS;

const RESUME =
  "go on with the run in the folder of --out that was stopped or killed; without it the folder begins anew";

export const CONTROL_OPTIONS: OptionTable<ControlCommandOptions> = {
  method: { argument: "TYPE", help: "newton, pds or hybrid, short for --set control.method.type=TYPE" },
  start: { argument: "V1,V2,...", help: "begin at these control values, one interval after the other" },
  ...{ scheme, solver, step, end },
  ...CHECK_OPTIONS,
  threads: { argument: "N", help: "runs at the same time, for pds and hybrid; results are the same" },
  table: {
    help: "solve by pds with P and Pi, constant and dynamic, not regularized and regularized: a table of eight rows",
  },
  out: {
    argument: "DIR",
    help: "write report.html, result.json and problem.yaml, with which `simulate` replays the control; with --table table.csv instead of the report",
  },
  resume: { help: `with --table: ${RESUME}` },
  quiet,
};

export const EQUILIBRIUM_OPTIONS: OptionTable<EquilibriumOptions> = {
  project: {
    argument: "A,B",
    help: "two coordinates to look at, by name or index from 0, as in --project x1,x2 (default: the first two)",
  },
  section: {
    argument: "A[=FROM:TO],B",
    help: "rest positions of any machine along one or two coordinates, without a certificate, as in --section phi=-4:4 (machines that are not linear: always; default: the first ones with friction)",
  },
  vary: {
    argument: "PATH=FROM:TO:N",
    help: "repeat for N values of a number of the problem and draw the guaranteed energy against it, as in --vary parameters.d1=-0.5:0.75:51",
  },
  ...CHECK_OPTIONS,
  svg: { argument: "FILE", help: "draw the equilibrium set and the guaranteed region" },
  png: { argument: "FILE", help: "the same drawing in pixels" },
  out: { argument: "DIR", help: "write report.html, figure.svg, result.json and problem.yaml" },
};

export const DESIGN_OPTIONS: OptionTable<DesignOptions> = {
  margin: {
    argument: "T",
    help: "least eigenvalue of the closed stiffness, N/m, > 0 (default: none is added to a stiffness that is positive)",
  },
  global: { help: "damp every velocity, not only those that friction does not resist" },
  ...CHECK_OPTIONS,
  out: { argument: "DIR", help: "write report.html, result.json and problem.yaml, the problem with its loop closed" },
};

export const SWEEP_OPTIONS: OptionTable<SweepCommandOptions> = {
  vary: {
    argument: "PATH=VALUES",
    repeatable: true,
    help: "vary a number: PATH=from:to:n, PATH=log:from:to:n or PATH=1,2,5; repeated, it makes a grid",
  },
  measure: { argument: "NAMES", help: "measures of the file, separated by commas (default all of them)" },
  threads: { argument: "N", help: "runs at the same time (default one a processor); results are the same" },
  ...RUN_OPTIONS,
  csv: { argument: "FILE", help: "write the table; - is standard output" },
  svg: { argument: "FILE", help: "draw the measures: curves over one varied value, colors over two" },
  out: { argument: "DIR", help: "write report.html, sweep.csv, result.json and problem.yaml" },
  resume: { help: RESUME },
};

export const CYCLE_OPTIONS: OptionTable<CycleOptions> = {
  period: { argument: "S", help: "period of the force in s, for a machine that is forced" },
  boundary: { help: "the cycle on the boundary of attraction, from multiples of the initial state" },
  near: {
    help: "the cycle near the initial state, stable or not, instead of the one that a long run settles to",
  },
  continue: { argument: "PATH=FROM:TO", help: "follow the cycle over a number of the file, as in parameters.k=1:5" },
  points: { argument: "N", help: "with --continue: at most so many points (default 200)" },
  csv: { argument: "FILE", help: "with --continue: write the points of the branch; - is standard output" },
  end: SIMULATE_OPTIONS.end,
  ...CHECK_OPTIONS,
  svg: { argument: "FILE", help: "draw the phase planes, or the branch" },
  png: { argument: "FILE", help: "the same drawing in pixels" },
  out: { argument: "DIR", help: "write report.html, result.json, problem.yaml, and branch.csv" },
  resume: { help: `with --continue: ${RESUME}` },
};

export const ATTRACTION_OPTIONS: OptionTable<AttractionOptions> = {
  vary: {
    argument: "PATH=FROM:TO:N",
    repeatable: true,
    help: "an axis of the map, given twice, as in --vary initial.position[0]=-8:8:201 (default: attraction.vary of the file)",
  },
  threads: SWEEP_OPTIONS.threads,
  horizon: {
    argument: "S",
    help: "longest time that is looked at before a start is undecided (default 200 times that of the run)",
  },
  trace: { help: "the boundary as curves, by halving; far fewer runs than the map" },
  map: { help: "with --trace: compute the map too, and draw the curves over it" },
  tolerance: { argument: "D", help: "with --trace: of each point, in the units of the axes (default 1e-6)" },
  monteCarlo: {
    argument: "N",
    help: "instead of a map: the share of N random states of energy up to --energy, in all positions and velocities",
  },
  energy: { argument: "J", help: "with --monte-carlo: the largest energy above the rest" },
  seed: { argument: "K", help: "with --monte-carlo: another one gives other states (default 1)" },
  ...CHECK_OPTIONS,
  csv: {
    argument: "FILE",
    help: "write each start with its fate and time, or the points of the curves; - is standard output",
  },
  svg: { argument: "FILE", help: "draw the map" },
  png: { argument: "FILE", help: "the same drawing in pixels" },
  out: {
    argument: "DIR",
    help: "write report.html, figure.svg, attraction.csv, boundary.csv, result.json and problem.yaml",
  },
  resume: { help: RESUME },
  quiet: SIMULATE_OPTIONS.quiet,
};

export const REPRODUCE_OPTIONS: OptionTable<ReproduceOptions> = {
  list: { help: "show the experiments instead of running them" },
  quick: { help: "leave out what takes long: about half a minute instead of two" },
  threads: SWEEP_OPTIONS.threads,
  json: CHECK_OPTIONS.json,
  out: { argument: "DIR", help: "write report.html with all figures, result.json, and the problem file of every run" },
};

export const STUDIO_OPTIONS: OptionTable<Omit<StudioOptions, "open"> & { readonly noOpen?: boolean }> = {
  port: { argument: "N", help: "port on this machine (default: 4170, or any that is free)" },
  noOpen: { help: "do not open the browser; the link is printed" },
};

export function addOptions(command: Command, table: Readonly<Record<string, Entry>>): void {
  for (const [name, { argument, repeatable = false, help }] of Object.entries(table)) {
    const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    const option = new Option(argument ? `${flag} <${argument}>` : flag, help);
    if (repeatable) option.argParser((value: string, before: string[] = []) => [...before, named(value, argument)]);
    else if (argument) option.argParser((value: string) => named(value, argument));
    command.addOption(option);
  }
}

/** An empty name (of a variable that is not set, say) means no file, and as a folder the present one. */
function named(value: string, argument = ""): string {
  if (value !== "" || (argument !== "FILE" && argument !== "DIR")) return value;
  throw new InvalidArgumentError(argument === "FILE" ? "It is empty. Name a file" : "It is empty. Name a folder");
}
