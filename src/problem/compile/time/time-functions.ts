/** Formulas in t and signals, compiled to one register program: forces, and whatever else changes in time by itself. */
import { boundsOn } from "../../../expression/bounds.ts";
import { type Detail, fineDetail } from "../../../expression/detail.ts";
import { exponentialExpansion, exponentialSum } from "../../../expression/exponential-sum.ts";
import { jets } from "../../../expression/jets.ts";
import { compileProgram, type Program, rootBase } from "../../../expression/program.ts";
import { variablesOf } from "../../../expression/substitute.ts";
import { type Node, postorder } from "../../../expression/syntax.ts";
import { LARGEST, type Load } from "../../../model/load.ts";
import { copy, type Vector } from "../../../numeric/vector.ts";
import { manyInstants } from "./many-instants.ts";
import { timeBreakpoints } from "./time-breakpoints.ts";
import { type Signals, timeInputs, timeRanges, timeVariables } from "./time-inputs.ts";

/** What a search for short changes may cost: some tenths of a second. */
const DETAIL_BUDGET = 30_000;

/** One function a formula. */
export function compileTimeFunctions(nodes: readonly Node[], signals: Signals): Load {
  const n = nodes.length;
  const names = variablesOf(postorder(nodes));
  const used: Signals = new Map([...signals].filter(([name]) => names.has(name)));
  const program = compileProgram(nodes, timeVariables(used));
  const inputs = timeInputs(program, used);
  const { registers, outputs } = program;
  const many = manyInstants(program, inputs, used.size);
  const fixed = names.size === 0 ? constantsOf(program) : undefined;
  const sums = sumsOf(nodes);
  // many runs share one load; an expansion keeps nothing from one call to the next
  const expansions = new Map<number, ReturnType<Load["expansion"]>>();
  let fine: { from: number; to: number; resolution: number; detail: Detail } | undefined;
  let found: { from: number; to: number; breaks: ReturnType<Load["breakpoints"]> } | undefined;
  let proved: { from: number; to: number; holds: boolean } | undefined;
  const breakpoints: Load["breakpoints"] = (from, to) => {
    if (found?.from !== from || found.to !== to) found = { from, to, breaks: timeBreakpoints(nodes, used, from, to) };
    return found.breaks;
  };
  return {
    constant: names.size === 0,
    entire: sums !== undefined,
    rooted: postorder(nodes).some((node) => rootBase(node) !== undefined),
    bounded(from, to) {
      if (proved?.from !== from || proved.to !== to) proved = { from, to, holds: isBounded(nodes, from, to) };
      return proved.holds;
    },
    evaluate(at, out) {
      if (fixed) {
        copy(fixed, out);
        return;
      }
      inputs.set(at);
      program.run();
      for (let i = 0; i < n; i++) out[i] = registers[outputs[i]!]!;
    },
    evaluateMany(at, count, out, stride) {
      if (!fixed) many(at, count, out, stride);
      else for (let k = 0; k < count; k++) for (let i = 0; i < n; i++) out[k * stride + i] = fixed[i]!;
    },
    expansion(order) {
      const known =
        expansions.get(order) ??
        (sums ? expansionOf(sums, order) : expansion(compileProgram(nodes, timeVariables(used)), used, n, order));
      expansions.set(order, known);
      return known;
    },
    breakpoints,
    detail(from, to, resolution) {
      if (fine?.from !== from || fine.to !== to || fine.resolution !== resolution) {
        const ranges = timeRanges(program, used);
        const budget = { evaluations: DETAIL_BUDGET, changes: 0 };
        const { times } = breakpoints(from, to);
        fine = { from, to, resolution, detail: fineDetail(program, ranges, times, { from, to }, resolution, budget) };
      }
      return fine.detail;
    },
  };
}

function sumsOf(nodes: readonly Node[]) {
  const sums = nodes.map((node) => exponentialSum(node, "t"));
  return sums.every((sum) => sum !== undefined) ? sums : undefined;
}

function expansionOf(sums: Parameters<typeof exponentialExpansion>[0], order: number) {
  const expand = exponentialExpansion(sums, order);
  return (at: Vector, out: Vector) => expand(at[0]!, out);
}

function constantsOf({ registers, outputs, run }: Program): Vector {
  run();
  return Float64Array.from(outputs, (register) => registers[register]!);
}

function isBounded(nodes: readonly Node[], from: number, to: number): boolean {
  return boundsOn(nodes, "t", [from, to]).every(({ low, high, defined }) => defined && Math.max(-low, high) < LARGEST);
}

/** Between its samples a signal is a series of degree one: its value and its slope. */
function expansion(program: Program, signals: Signals, n: number, order: number): (at: Vector, out: Vector) => void {
  const { slopes, set } = timeInputs(program, signals);
  const series = jets(program, order);
  const { coefficients, width, degree } = series;
  return (at, out) => {
    set(at, true);
    for (let k = 0; order > 0 && k < slopes.length; k++) {
      coefficients[(1 + k) * width + 1] = slopes[k]!;
      degree[1 + k] = slopes[k] === 0 ? 0 : 1;
    }
    series.run();
    for (let i = 0; i < n; i++) {
      const base = program.outputs[i]! * width;
      for (let k = 0; k < width; k++) out[k * n + i] = coefficients[base + k]!;
    }
  };
}
