/** Where formulas in t and signals may jump or have a kink. */
import { isAffine } from "../../../expression/affine.ts";
import { type Breakpoints, breakpoints, searchBudget } from "../../../expression/breakpoints.ts";
import { operandsOf, switchFunctions } from "../../../expression/decisions.ts";
import { add, constant, multiply, subtract, variable } from "../../../expression/fold.ts";
import { compileProgram } from "../../../expression/program.ts";
import { isSpent } from "../../../expression/smooth-function.ts";
import { substitute, variablesOf } from "../../../expression/substitute.ts";
import { type Node, postorder } from "../../../expression/syntax.ts";
import { type Signal, SLOPE, VALUE } from "../../../model/control/signal.ts";
import { type Signals, timeInputs, timeVariables } from "./time-inputs.ts";

/** What it takes to put lines into formulas, in evaluations of the search. */
const SUBSTITUTION = 200;
/** Points nearer to each other than this, as a fraction of the interval, are one. */
const SAME_TIME = 1e-13;

/** Samples at which a signal jumps or bends, and the changes of all decisions, those that look at signals included. */
export function timeBreakpoints(nodes: readonly Node[], signals: Signals, from: number, to: number): Breakpoints {
  const deciding = nodes.filter((node) => decidesBySignal(node, signals));
  const plain = breakpoints(
    nodes.filter((node) => !deciding.includes(node)),
    "t",
    from,
    to,
  );
  if (signals.size === 0) return plain;
  const samples = sampleBreaks([...signals.values()], from, to);
  const searched = searchPieces(deciding, signals, [from, ...samples, to]);
  return {
    times: merged(samples, [...plain.times, ...searched.times], SAME_TIME * (to - from)),
    complete: plain.complete && searched.complete,
  };
}

function decidesBySignal(node: Node, signals: Signals): boolean {
  const decisions = postorder([node]).flatMap((each) => operandsOf(each).deciding);
  return [...variablesOf(postorder(decisions))].some((name) => signals.has(name));
}

function sampleBreaks(signals: readonly Signal[], from: number, to: number): number[] {
  const times = Float64Array.from(signals.flatMap((signal) => signal.breakpoints(from, to))).sort();
  return Array.from(times).filter((time, i) => time !== times[i - 1]);
}

/** Between two edges every signal is affine in t: put in as such, it leaves formulas in t alone. */
function searchPieces(nodes: readonly Node[], signals: Signals, edges: readonly number[]): Breakpoints {
  const times: number[] = [];
  if (nodes.length === 0) return { times, complete: true };
  const budget = searchBudget();
  const mayChange = screen(nodes, signals);
  let complete = true;
  for (let i = 1; i < edges.length; i++) {
    const [from, to] = [edges[i - 1]!, edges[i]!];
    if (!mayChange(from, to)) continue;
    budget.evaluations -= SUBSTITUTION;
    if (isSpent(budget)) return { times, complete: false };
    const lines = new Map([...signals].map(([name, signal]) => [name, lineOf(signal, from, to)]));
    const found = breakpoints(substitute(nodes, lines), "t", from, to, budget);
    complete &&= found.complete;
    for (const time of found.times) times.push(time);
  }
  return { times, complete };
}

/** Whether a decision may change on a piece; where all look at affine functions, their signs at its ends tell. */
function screen(nodes: readonly Node[], signals: Signals): (from: number, to: number) => boolean {
  const functions = postorder(nodes).flatMap(switchFunctions);
  if (!functions.every(isAffine)) return () => true;
  const program = compileProgram(functions, timeVariables(signals));
  const inputs = timeInputs(program, signals);
  const signs = (time: number, side: number): number[] => {
    inputs.set(Float64Array.of(time, side));
    program.run();
    return Array.from(program.outputs, (register) => Math.sign(program.registers[register]!));
  };
  return (from, to) => {
    const middle = from + (to - from) / 2;
    const before = signs(from, middle);
    return signs(to, middle).some((sign, i) => !(sign * before[i]! > 0));
  };
}

/** value + slope (t - from), as on the piece from .. to. */
function lineOf(signal: Signal, from: number, to: number): Node {
  const out = new Float64Array(3);
  signal.evaluate(Float64Array.of(from, from + (to - from) / 2), out);
  const elapsed = subtract(variable("t"), constant(from));
  return add(constant(out[VALUE]!), multiply(constant(out[SLOPE]!), elapsed));
}

/** Ascending; of the others those that are not next to a sample or to each other. */
function merged(samples: readonly number[], others: readonly number[], distance: number): number[] {
  const sorted = Float64Array.from(others).sort();
  const times: number[] = [];
  let next = 0;
  const take = (time: number): void => {
    if (!(time - (times.at(-1) ?? Number.NEGATIVE_INFINITY) <= distance)) times.push(time);
  };
  for (const sample of samples) {
    while (next < sorted.length && sorted[next]! < sample - distance) take(sorted[next++]!);
    while (next < sorted.length && sorted[next]! <= sample + distance) next++;
    times.push(sample);
  }
  while (next < sorted.length) take(sorted[next++]!);
  return times;
}
