/**
 * Experiments as data: what is run (by the public functions, on problem files), which number is taken of it, what is printed, and
 * when both agree. An experiment has no code of its own.
 */
import type { MapAxis } from "../problem/compile/attraction.ts";

export type Verdict = "reproduced" | "differs" | "inconsistent-in-print";

export interface Paper {
  /** The first part of the ids of its experiments. */
  readonly id: string;
  readonly authors: string;
  readonly title: string;
  readonly where: string;
  readonly experiments: readonly Experiment[];
  /** What is printed wrong, and what we use instead. */
  readonly errata: readonly Erratum[];
}

export interface Erratum {
  readonly where: string;
  readonly printed: string;
  /** What stands there instead, and why. */
  readonly used: string;
  /** Id of the experiment that shows it. */
  readonly shown: string;
}

export interface Experiment {
  /** As in gk95/table-1. */
  readonly id: string;
  readonly title: string;
  readonly runs: Readonly<Record<string, Run>>;
  readonly quantities: readonly Quantity[];
  /** What is printed in another unit than ours, as seconds of an old machine beside counts: shown, never judged. */
  readonly beside?: readonly Beside[];
  readonly figures?: readonly Figure[];
  /** What to know of it: how it was made, what to look for. */
  readonly note?: string;
  /** Left out by --quick. */
  readonly slow?: boolean;
}

/** What every run is made of: a problem of the gallery by name or the text of one, with what is changed in it. */
interface Made {
  readonly problem: string;
  readonly set?: Readonly<Record<string, unknown>>;
  readonly scheme?: string;
  readonly solver?: string;
  /** About how long it takes, s: the longest begin first. */
  readonly seconds?: number;
}

export type Run =
  | (Made & { readonly do: "simulate"; readonly sensitivity?: readonly string[] })
  | (Made & { readonly do: "control" })
  | (Made & { readonly do: "equilibrium" })
  | (Made & { readonly do: "gain"; readonly vary: string })
  | (Made & { readonly do: "attraction"; readonly vary?: readonly MapAxis[]; readonly horizon?: number })
  | (Made & { readonly do: "cycle"; readonly near?: boolean; readonly boundary?: boolean; readonly period?: number })
  | (Made & { readonly do: "design" })
  | (Made & { readonly do: "sweep"; readonly vary: string | { path: string; values: readonly number[] } });

/** Kinds of numbers that can be taken of runs; `of` is the name of a run of the experiment. */
export type Value =
  /** At a path of the result: "position[0]", "stats.iterations", "rho.exact". */
  | { readonly kind: "number"; readonly of: string; readonly path: string }
  /** 1 where the result has this there, else 0. */
  | { readonly kind: "is"; readonly of: string; readonly path: string; readonly value: string | number | boolean }
  /** Time of an event, s; the first where `nth` is not given. */
  | {
      readonly kind: "event";
      readonly of: string;
      readonly event: string;
      readonly row?: string;
      readonly nth?: number;
    }
  /** A column of the trajectory ("x(0)", "v(0)", "lambda(0)", "energy", an output) at the sample nearest to a time; or over its samples. */
  | { readonly kind: "at"; readonly of: string; readonly column: string; readonly time: number }
  | ({ readonly kind: "over"; readonly of: string; readonly column: string; readonly take: Taken } & Span)
  /** Largest difference of two runs in the columns of a family, sample by sample; `relative`: over 1 + largest of the second. */
  | ({
      readonly kind: "distance";
      readonly between: readonly [string, string];
      readonly family: Family;
      readonly relative?: boolean;
      /** Of the first: means of two neighbors. */
      readonly averaged?: boolean;
    } & Span)
  /** Of a sweep over the step: order of a measure, from the largest in the first and in the last octave. */
  | { readonly kind: "order"; readonly of: string; readonly measure: string }
  /** Of a sweep: a measure in a row, from 0. */
  | { readonly kind: "cell"; readonly of: string; readonly measure: string; readonly row: number }
  | { readonly kind: "ratio" | "difference"; readonly parts: readonly [Value, Value] }
  | { readonly kind: "sum" | "largest" | "least"; readonly parts: readonly Value[] }
  | { readonly kind: "times"; readonly factor: number; readonly part: Value }
  | { readonly kind: "constant"; readonly value: number };

/** `jump`: the largest change from one sample to the next. */
export type Taken = "max" | "min" | "size" | "span" | "jump";
export type Family = "position" | "velocity" | "multiplier" | "energy";

export interface Span {
  readonly from?: number;
  readonly to?: number;
}

export interface Quantity {
  readonly name: string;
  readonly unit?: string;
  /** The number that is printed, or what is claimed in words. */
  readonly printed: number | string;
  readonly value: Value;
  readonly rule: Rule;
  /** Where the rule does not hold; default "differs". */
  readonly otherwise?: Exclude<Verdict, "reproduced">;
  /** Why it does not hold. */
  readonly reason?: string;
  /** What supports the reason: another experiment, or "test/file.test.ts: title of the test". */
  readonly evidence?: string;
  /** How far it may move from the value that is kept, relative; default 1e-6. */
  readonly keeps?: number;
}

export type Beside = Pick<Quantity, "name" | "unit" | "printed" | "value">;

/** When ours agrees with what is printed. `to`: the number meant, where words are printed. */
export type Rule =
  | { readonly near: number; readonly to?: number }
  | { readonly within: number; readonly to?: number }
  | { readonly atMost: number }
  | { readonly atLeast: number };

export interface Figure {
  /** As in "Figure 3". */
  readonly name: string;
  readonly caption: string;
  readonly drawing: Drawing;
}

export type Drawing =
  /** One of the figures of stickslip/plot. */
  | {
      readonly show:
        | "displacement"
        | "velocity"
        | "multiplier"
        | "energy"
        | "outputs"
        | "poses"
        | "shapes"
        | "attraction"
        | "equilibrium"
        | "gain"
        | "control";
      readonly of: string;
    }
  | { readonly panels: readonly Panel[]; readonly columns?: number };

export interface Panel {
  readonly label: string;
  readonly across: string;
  /** Both axes in powers of ten. */
  readonly log?: boolean;
  readonly curves: readonly Curve[];
}

/** `y` over `x` (default t): columns of a trajectory, or of a sweep. */
export interface Curve {
  readonly of: string;
  readonly name: string;
  readonly x?: string;
  readonly y: string;
  readonly from?: number;
  readonly to?: number;
  readonly style?: "line" | "dashed" | "dots";
}
