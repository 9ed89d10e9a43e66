/** What the elementary functions share as WebAssembly. */
import { ROUNDER } from "../elementary/binary.ts";
import {
  add,
  choose,
  type Double,
  double,
  isBelow,
  leaveDouble,
  multiply,
  negative,
  type Statement,
  sequence,
  subtract,
  type Whole,
  when,
  whenElse,
} from "../wasm/code.ts";
import type { Layout } from "../wasm/memory.ts";
import type { DoubleFunctionCode, Variable, Variables } from "../wasm/module.ts";

/** Where the tables of the functions stand, and what says that a function has left its argument to plain TypeScript. */
export interface FunctionPlaces {
  /** A whole number: not zero once it has. */
  readonly left: number;
  /** The place of a table, which is laid out where it is first asked for. */
  table(values: Float64Array): number;
}

export function functionPlaces(layout: Layout): FunctionPlaces {
  const known = new Map<Float64Array, number>();
  return {
    left: layout.room(4),
    table(values) {
      const place = known.get(values) ?? layout.data(values);
      known.set(values, place);
      return place;
    },
  };
}

/** Writes a body from top to bottom; a value that is used twice is put into a variable. */
export interface Writer {
  let(value: Double): Variable<"f64">;
  letWhole(value: Whole): Variable<"i32">;
  /** A variable that is set later. */
  open(): Variable<"f64">;
  say(...statements: readonly Statement[]): void;
  /** Ends the function where the condition holds. */
  leaveWhere(condition: Whole, result: Double): void;
  branch(condition: Whole, yes: () => void, no: () => void): void;
}

/** A function of doubles; `write` returns its result. */
export function functionOf(
  doubles: number,
  write: (writer: Writer, ...given: readonly Variable<"f64">[]) => Double,
): DoubleFunctionCode {
  return {
    doubles,
    body(given, variables) {
      const statements: Statement[] = [];
      const result = write(writerTo(statements, variables), ...given);
      return { statement: sequence(...statements), result };
    },
  };
}

function writerTo(body: Statement[], variables: Variables): Writer {
  let statements = body;
  const set = <V extends Variable<"f64"> | Variable<"i32">>(variable: V, statement: Statement): V => {
    statements.push(statement);
    return variable;
  };
  const within = (write: () => void): Statement => {
    const [before, inner]: [Statement[], Statement[]] = [statements, []];
    statements = inner;
    write();
    statements = before;
    return sequence(...inner);
  };
  return {
    let(value) {
      const variable = variables.double();
      return set(variable, variable.set(value));
    },
    letWhole(value) {
      const variable = variables.whole();
      return set(variable, variable.set(value));
    },
    open: () => variables.double(),
    say: (...more) => void statements.push(...more),
    leaveWhere: (condition, result) => void statements.push(when(condition, leaveDouble(result))),
    branch(condition, yes, no) {
      const [first, second] = [within(yes), within(no)];
      statements.push(whenElse(condition, first, second));
    },
  };
}

/** c0 + z (c1 + z (c2 + ...)) */
export function polynomial(z: Double, coefficients: readonly number[]): Double {
  const [first, ...more] = coefficients;
  return more.length === 0 ? double(first!) : add(double(first!), multiply(z, polynomial(z, more)));
}

/** The nearest whole number, as a double. */
export const rounded = (a: Double): Double => subtract(add(a, double(ROUNDER)), double(ROUNDER));

/** a + b + c ..., from the left. */
export const sum = (...terms: readonly Double[]): Double => terms.reduce((so, term) => add(so, term));

/** a - b - c ..., from the left. */
export const difference = (...terms: readonly Double[]): Double => terms.reduce((so, term) => subtract(so, term));

/** The same sign as x has; `result` is a variable. */
export const signedAs = (x: Double, result: Variable<"f64">): Double =>
  choose(isBelow(x, double(0)), negative(result), result);
