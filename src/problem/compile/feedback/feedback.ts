/**
 * States, feedback and forces that depend on the motion. All of them are affine, so they only change the matrices: a state z
 * is the velocity of one more coordinate of mass 1, whose equation of motion is its rate; a linear system stays one.
 */
import { constant } from "../../../expression/fold.ts";
import type { Node } from "../../../expression/syntax.ts";
import type { Entries } from "../../../numeric/entries.ts";
import { type Path, printValue } from "../../faults.ts";
import type { PartialLinear } from "../../read/salvage.ts";
import type { ProblemFeedback, Quantity } from "../../schema/schema.ts";
import { nameFault } from "../names.ts";
import type { Scope } from "../scope.ts";
import { type AffineForm, compileAffine, type Symbols, stateSymbols } from "../system/affine.ts";
import type { Coordinates } from "../system/coordinates.ts";
import { addCommand, addIntegral, type CompiledPid, checkRates, compilePid, type PidParts, pidName } from "./pid.ts";
import type { RunTimes } from "./reference.ts";

/** The machine with its states: matrices and forces over both. */
export interface ClosedLoop {
  readonly mass: Entries;
  readonly damping: Entries;
  readonly stiffness: Entries;
  readonly force: Node[];
  readonly states: readonly string[];
  /** Of the states. */
  readonly initial: readonly number[];
  readonly controllers: readonly CompiledPid[];
}

export interface Plant {
  readonly mass: Entries;
  readonly damping: Entries;
  readonly stiffness: Entries;
}

/** What of a machine's section a loop is made of. */
export type LoopData = Pick<PartialLinear, "states" | "force"> & { readonly input?: Input | undefined };
type Input = readonly (readonly Quantity[])[];

function integralNames(feedback: readonly (ProblemFeedback | undefined)[]): string[] {
  return feedback.flatMap((entry, i) => (entry?.type === "pid" && entry.ki !== 0 ? [pidName(entry, i)] : []));
}

/** Names of all states: those of the file, and the integrals of controllers. */
export function stateNames(
  { states }: Pick<LoopData, "states">,
  feedback: readonly (ProblemFeedback | undefined)[],
): string[] {
  return [...(states ?? []).flatMap((state) => (state ? [state.name] : [])), ...integralNames(feedback)];
}

/** How the forces and rates of a machine join its loop, where they are not affine formulas of `force` and `states`. */
export interface LoopForms {
  /** Affine forces of the coordinates. */
  forces(symbols: Symbols): AffineForm[] | undefined;
  /** Rates of states are compiled elsewhere; here they are needed only where a controller differentiates them. */
  readonly curvedRates?: boolean;
}

export function compileLoop(
  scope: Scope,
  data: LoopData,
  feedback: readonly (ProblemFeedback | undefined)[],
  plant: Plant,
  coordinates: Coordinates,
  span: RunTimes | undefined,
  forms: LoopForms = {
    forces(symbols) {
      const n = coordinates.names.length;
      return compileForms(scope, ["system", "force"], data.force ?? Array<Quantity>(n).fill(0), n, symbols);
    },
  },
): ClosedLoop | undefined {
  const n = coordinates.names.length;
  const controllers = feedback.map((entry, i) => ({ entry, path: ["feedback", i] as Path }));
  const integrals = integralNames(feedback);
  const own = (data.states ?? []).flatMap((state, i) => (state ? [{ ...state, path: ["system", "states", i] }] : []));
  const states = stateNames(data, feedback);
  checkStates(scope, states, own, coordinates);
  const symbols = stateSymbols(coordinates.names, states);
  const forces = forms.forces(symbols);
  const rates = own.map(({ rate, path }) =>
    forms.curvedRates ? NOTHING : compileAffine(scope, [...path, "rate"], rate, symbols),
  );
  const initial = own.map((state) => scope.number([...state.path, "initial"], state.initial));
  if (!forces || own.length < (data.states?.length ?? 0) || rates.includes(undefined) || initial.includes(undefined))
    return undefined;

  const loop = enlarge(plant, states);
  const force: Node[] = [...forces, ...(rates as AffineForm[])].map(({ rest }) => rest);
  while (force.length < n + states.length) force.push(constant(0));
  [...forces, ...(rates as AffineForm[])].forEach((form, i) => {
    addTerms(loop, i, form, n);
  });
  const parts: { path: Path; pid: PidParts }[] = [];
  controllers.forEach(({ entry, path }, i) => {
    if (!entry) return;
    if (entry.type === "state") {
      addStateFeedback(scope, path, entry, data.input, loop, n);
      return;
    }
    const pid = compilePid(scope, path, { ...entry, name: pidName(entry, i) }, coordinates, states, span);
    if (pid && (!forms.curvedRates || hasRate(scope, path, pid, own))) parts.push({ path, pid });
  });
  const all = parts.map(({ pid }) => pid);
  const closed = { ...loop, force };
  for (const pid of all) addIntegral(pid, closed, n);
  const sound = parts.filter(({ path, pid }) => checkRates(scope, path, pid, all, n));
  const pids = sound.map(({ pid }) => addCommand(pid, closed, n));
  checkControllers(scope, feedback);
  return { ...loop, force, states, initial: [...(initial as number[]), ...integrals.map(() => 0)], controllers: pids };
}

const NOTHING: AffineForm = { rest: constant(0), terms: [] };

/** The rate of a reference by a state, where rates are any formulas: it has none here. */
function hasRate(scope: Scope, path: Path, pid: PidParts, own: readonly { name: string }[]): boolean {
  const named = pid.kd === 0 ? undefined : pid.reference.terms.find(({ index }) => index < own.length);
  if (!named) return true;
  scope.faults.add(
    [...path, "kd"],
    `invalid kd; the reference has the state ${own[named.index]!.name}, whose rate would be a part of the force. Write the controller as a force`,
  );
  return false;
}

function compileForms(
  scope: Scope,
  path: Path,
  formulas: readonly Quantity[],
  size: number,
  symbols: ReturnType<typeof stateSymbols>,
): AffineForm[] | undefined {
  const fits = formulas.length === size || size === 0;
  if (!fits) {
    scope.faults.add(path, `invalid force; not ${size} formulas, one for each coordinate: ${formulas.length} given`);
  }
  const forms = formulas.map((text, i) => compileAffine(scope, [...path, i], text, symbols));
  return fits && forms.every((form) => form !== undefined) ? forms : undefined;
}

function checkStates(
  scope: Scope,
  states: readonly string[],
  own: readonly { path: Path }[],
  coordinates: Coordinates,
): void {
  const first = new Map<string, number>();
  states.forEach((name, i) => {
    const path = own[i] ? [...own[i].path, "name"] : ["feedback"]; // an integral is named by its controller
    if (!first.has(name)) first.set(name, i);
    const fault = nameFault("state", name);
    if (fault) scope.faults.add(path, fault);
    else if (first.get(name) !== i || coordinates.names.includes(name) || scope.constants.has(name)) {
      scope.faults.add(path, `invalid name; a parameter, coordinate or state has it already: ${printValue(name)}`);
    }
  });
}

/** Controllers without an integral have names too. */
function checkControllers(scope: Scope, feedback: readonly (ProblemFeedback | undefined)[]): void {
  const names = feedback.map((entry, i) => (entry?.type === "pid" ? pidName(entry, i) : undefined));
  names.forEach((name, i) => {
    const earlier = names.indexOf(name);
    if (name === undefined || earlier === i) return;
    const told = [i, earlier].every((k) => (feedback[k] as { ki?: Quantity }).ki !== 0); // as names of states
    if (told) return;
    scope.faults.add(
      ["feedback", i, "name"],
      `invalid name; another controller has it already: ${printValue(name)}. Take another one`,
    );
  });
}

/** The matrices with a row and a column of mass 1 for each state. */
function enlarge({ mass, damping, stiffness }: Plant, states: readonly string[]): Plant {
  const size = mass.size + states.length;
  return { mass: mass.enlarged(size, 1), damping: damping.enlarged(size, 0), stiffness: stiffness.enlarged(size, 0) };
}

/** Terms of a force or rate go to the other side of the equation. */
function addTerms(loop: Plant, row: number, { terms }: AffineForm, n: number): void {
  for (const { kind, index, value } of terms) {
    if (kind === "position") loop.stiffness.add(row, index, -value);
    else loop.damping.add(row, kind === "velocity" ? index : n + index, -value);
  }
}

/** u = -F1 x - F2 v, entering as B u. */
function addStateFeedback(
  scope: Scope,
  path: Path,
  entry: Extract<ProblemFeedback, { type: "state" }>,
  input: Input | undefined,
  loop: Plant,
  n: number,
): void {
  const B = input?.map((row, i) => scope.vector(["system", "input", i], row, undefined));
  const inputs = B ? (B[0]?.length ?? 0) : n;
  for (const key of ["position", "velocity"] as const) {
    const gains = entry[key];
    if (!gains) continue;
    if (gains.length !== inputs) {
      scope.faults.add([...path, key], `invalid ${key}; not ${inputs} rows, one for each input: ${gains.length} given`);
      continue;
    }
    const matrix = key === "position" ? loop.stiffness : loop.damping;
    gains.forEach((row, k) => {
      const gain = scope.vector([...path, key, k], row, n);
      if (!gain) return;
      for (let i = 0; i < n; i++) {
        const b = B ? (B[i]?.[k] ?? 0) : i === k ? 1 : 0;
        if (b === 0) continue;
        for (let j = 0; j < n; j++) matrix.add(i, j, b * gain[j]!);
      }
    });
  }
}
