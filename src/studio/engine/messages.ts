/** All that the page and the engine's workers say to each other, in one table. */
import type { Row } from "../../papers/judge.ts";
import type { ControlCurve } from "../../results/control.ts";
import type { RunData } from "../../results/simulate.ts";
import type { Trajectory } from "../../simulate/record/trajectory.ts";
import type { Scene } from "./scene.ts";

/** A problem as the page has it: its text, and the tables that its signals name. */
export interface Source {
  readonly text: string;
  readonly files: Readonly<Record<string, string>>;
}

/** The same as it is sent: read. */
export interface ReadSource {
  readonly raw: unknown;
  readonly files: Source["files"];
}

/** What is changed for one run alone, as --set, --scheme and --solver do. */
export interface Changes {
  readonly scheme?: string;
  readonly solver?: string;
  readonly set?: Readonly<Record<string, unknown>>;
}

export interface PlainFault {
  /** As in system.friction[0].limit; empty for the file as a whole. */
  readonly path: string;
  readonly message: string;
  /** 1-based. */
  readonly line: number | null;
}

/** A parameter that has a range. */
export interface Slider {
  readonly name: string;
  readonly value: number;
  readonly from: number;
  readonly to: number;
}

export interface PlainNumber {
  readonly name: string;
  readonly path: readonly (string | number)[];
  readonly value: number;
}

/** The law of a friction row as a curve; empty where its limits change. */
export interface LawCurve {
  readonly name: string;
  readonly slip: Float64Array;
  readonly force: Float64Array;
}

/** A run with all that is drawn of it. */
export interface RunView {
  /** What `simulate --json` prints. */
  readonly data: RunData;
  readonly trajectory: Trajectory;
  readonly scene: Scene;
  readonly laws: readonly LawCurve[];
  readonly stuckTime: readonly number[];
  readonly facts: ProblemFacts;
}

export interface ProblemFacts {
  readonly name: string;
  readonly description: string;
  readonly sliders: readonly Slider[];
  /** Plain numbers of friction rows, for problems without sliders. */
  readonly numbers: readonly PlainNumber[];
  readonly hasTarget: boolean;
  readonly step: number;
  /** Axes of its map of attraction, if it has one. */
  readonly axes: readonly MapAxisData[];
  readonly coordinates: readonly string[];
}

export interface MapAxisData {
  readonly path: string;
  readonly from: number;
  readonly to: number;
  readonly points: number;
}

/** A map of attraction as far as it is known: codes are 0 attracted, 1 escaped, 2 undecided, 3 periodic, 4 invalid, 5 endless; -1 where nothing is known yet. */
export interface MapView {
  readonly vary: readonly [MapAxisData, MapAxisData];
  readonly labels: readonly [string, string];
  /** Start (i, j) at i * vary[1].points + j. */
  readonly code: Int8Array;
  /** s, until its fate is known. */
  readonly time: Float32Array;
  /** Every so many points are known, both ways. */
  readonly stride: number;
  readonly done: number;
  readonly set?: readonly (readonly [number, number])[];
  readonly region?: {
    readonly outline: readonly (readonly [number, number])[];
    readonly energy: number;
  };
  readonly seconds: number;
  readonly threads: number;
}

export interface ControlView {
  readonly status: string;
  readonly message: string;
  readonly control: unknown;
  readonly objective: number | null;
  readonly runs: number;
  readonly error: { readonly position: number | null; readonly velocity: number | null };
  readonly history: readonly { readonly runs: number; readonly error: number; readonly objective: number }[];
  readonly curve: ControlCurve;
  readonly view: RunView;
}

/** Where a machine can rest; of a machine that is not linear only the message. */
export interface EquilibriumView {
  readonly message: string;
  readonly verdict?: string;
  readonly reason?: string;
  readonly remedy?: string;
  readonly conditions: readonly { readonly name: string; readonly holds: boolean; readonly detail: string }[];
  /** J, below which every start comes to rest; null: all do. */
  readonly guaranteed?: number | null;
  readonly maxEnergy?: number | null;
  readonly extents?: readonly (readonly [number | null, number | null])[];
}

export interface ControlStep {
  readonly runs: number;
  readonly error: number;
  readonly objective: number;
  readonly part: string;
}

/** A figure of a paper, computed here. */
export interface FigureView {
  readonly name: string;
  readonly caption: string;
  /** Panels beside each other. */
  readonly columns: number;
  readonly panels: readonly FigurePanel[];
}

export interface FigurePanel {
  readonly label: string;
  readonly across: string;
  readonly curves: readonly FigureCurve[];
  /** Stretches of time in which friction rows stick, a list for each row. */
  readonly held?: readonly (readonly { readonly start: number; readonly end: number }[])[];
}

export interface FigureCurve {
  readonly name: string;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly style: "line" | "dashed" | "dots";
}

/** An experiment of a paper as it came out here. */
export interface ExperimentView {
  readonly rows: readonly Row[];
  readonly figures: readonly FigureView[];
  readonly seconds: number;
}

/** What can be asked for: what the question has, what is told on the way, and the answer. */
export interface Tasks {
  run: { order: Changes & { readonly samples?: number }; partial: never; answer: RunView };
  table: { order: Changes; partial: never; answer: { readonly csv: string; readonly events: string } };
  equilibrium: { order: { readonly nothing?: never }; partial: never; answer: EquilibriumView };
  attraction: { order: { readonly vary: readonly MapAxisData[] }; partial: MapView; answer: MapView };
  experiment: {
    /** Its id, and its problems by the names of its runs, read. */
    order: { readonly id: string; readonly problems: Readonly<Record<string, unknown>> };
    partial: never;
    answer: ExperimentView;
  };
  control: { order: { readonly nothing?: never }; partial: ControlStep; answer: ControlView };
}

export type TaskName = keyof Tasks;

export type Order =
  | {
      readonly [Name in TaskName]: {
        readonly kind: Name;
        readonly id: number;
        readonly source: ReadSource;
        readonly order: Tasks[Name]["order"];
      };
    }[TaskName]
  | { readonly kind: "cancel"; readonly id: number }
  /** What will be asked is loaded. */
  | { readonly kind: "wake" };

export type Report =
  | { readonly kind: "progress"; readonly id: number; readonly part: number }
  | { readonly kind: "partial"; readonly id: number; readonly data: unknown }
  | { readonly kind: "answer"; readonly id: number; readonly data: unknown }
  | { readonly kind: "refused"; readonly id: number; readonly faults: readonly PlainFault[] }
  | { readonly kind: "failed"; readonly id: number; readonly message: string };
