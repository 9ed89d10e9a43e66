/**
 * A module of WebAssembly: functions that may call each other, and one memory of a fixed size. It imports nothing, so that it can reach
 * nothing but its own memory. What is wrong in it is an error in our own code and is thrown.
 */
import {
  anyOf,
  type Bytes,
  type Double,
  type Kind,
  pair,
  pushUnsigned,
  type Statement,
  unsigned,
  type Value,
  type Whole,
} from "./code.ts";

/** What all hosts have, as far as it is needed here. */
declare const WebAssembly:
  | {
      readonly Module: new (bytes: Uint8Array) => object;
      validate(bytes: Uint8Array): boolean;
      readonly Instance: new (
        module: object,
        imports: object,
      ) => { readonly exports: Readonly<Record<string, unknown>> };
    }
  | undefined;

export interface Variable<K extends Kind> extends Value<K> {
  set(value: Value<K>): Statement;
}

/** Makes variables of the function that is being written. */
export interface Variables {
  whole(): Variable<"i32">;
  double(): Variable<"f64">;
  pair(): Variable<"v128">;
  pairs(count: number): Variable<"v128">[];
}

export interface Instance {
  readonly memory: ArrayBuffer;
  readonly functions: Readonly<Record<string, (...given: number[]) => number>>;
}

/** From whole numbers to one. */
export interface FunctionCode {
  readonly name: string;
  readonly parameters: number;
  /** The body and, last, its result. */
  body(parameters: readonly Variable<"i32">[], variables: Variables): { statement: Statement; result: Whole };
}

/** From doubles to one; `doubles`: how many. Other functions of the module call it, nobody else. */
export interface DoubleFunctionCode {
  readonly doubles: number;
  body(parameters: readonly Variable<"f64">[], variables: Variables): { statement: Statement; result: Double };
}

type AnyFunction = FunctionCode | DoubleFunctionCode;

const PAGE = 65536;
const MOST_PAGES = 4096;
const KINDS: Readonly<Record<Kind, number>> = { i32: 0x7f, f64: 0x7c, v128: 0x7b };

const calling =
  <K extends Kind>(kind: K) =>
  (index: number, ...given: readonly Value<K>[]): Value<K> => ({
    kind,
    write(code) {
      for (const each of given) each.write(code);
      code.push(0x10, ...unsigned(index));
    },
  });

/** A call of the function at this place of the module. */
export const call = calling("i32");
export const callDouble = calling("f64");

/** The bytes of a module. `memory`: its bytes, also where the functions lay out more of it as they are written. */
export function assemble(functions: readonly AnyFunction[], memory: number | { readonly end: number }): Uint8Array {
  const bodies = functions.map(functionBytes);
  const bytes = typeof memory === "number" ? memory : memory.end;
  const pages = Math.ceil(bytes / PAGE);
  if (pages > MOST_PAGES)
    throw new RangeError(`too much memory; ${bytes} bytes, and there may be ${MOST_PAGES * PAGE}`);
  const types = functions.map((each) => {
    const kind = KINDS[kindOf(each)];
    return [0x60, ...list(Array(countOf(each)).fill([kind])), 1, kind];
  });
  const exports = [
    [...name("memory"), 2, 0],
    ...functions.flatMap((each, index) => ("name" in each ? [[...name(each.name), 0, ...unsigned(index)]] : [])),
  ];
  const size = bodies.reduce((sum, body) => sum + body.length, 0);
  const count = unsigned(functions.length);
  const head = [
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, list(types)),
    ...section(3, list(functions.map((_, index) => unsigned(index)))),
    ...section(5, [1, 1, ...unsigned(pages), ...unsigned(pages)]),
    ...section(7, list(exports)),
    ...[10, ...unsigned(count.length + size), ...count],
  ];
  const code = new Uint8Array(head.length + size);
  code.set(head);
  let at = head.length;
  for (const body of bodies) {
    code.set(body, at);
    at += body.length;
  }
  return code;
}

/** Code that the host has compiled, for any number of instances. */
export interface Compiled {
  /** With a memory of its own; undefined: there is none left. */
  instance(): Instance | undefined;
}

/** Undefined where the host has no WebAssembly with pairs of doubles, or does not allow it. */
export function compileModule(
  functions: readonly AnyFunction[],
  memory: number | { readonly end: number },
): Compiled | undefined {
  if (typeof WebAssembly === "undefined" || !WebAssembly.validate(assemble([NEEDED], 1))) return undefined;
  const { Module, Instance } = WebAssembly;
  const code = assemble(functions, memory);
  let module: object;
  try {
    module = new Module(code);
  } catch (reason) {
    if (reason instanceof Error && reason.name === "CompileError" && !WebAssembly.validate(code)) {
      throw new Error(`invalid WebAssembly; the code that was emitted is wrong: ${reason.message}`);
    }
    return undefined;
  }
  return {
    instance() {
      try {
        const { exports } = new Instance(module, {});
        const { memory, ...made } = exports as { memory: { buffer: ArrayBuffer } } & Instance["functions"];
        return { memory: memory.buffer, functions: made };
      } catch {
        return undefined;
      }
    },
  };
}

/** Undefined also where the host has no memory for more. */
export function instantiate(
  functions: readonly AnyFunction[],
  memory: number | { readonly end: number },
): Instance | undefined {
  return compileModule(functions, memory)?.instance();
}

/** What a host must know. */
const NEEDED: FunctionCode = {
  name: "needed",
  parameters: 0,
  body: () => ({ statement: () => {}, result: anyOf(pair(1)) }),
};

const countOf = (each: AnyFunction): number => ("doubles" in each ? each.doubles : each.parameters);
const kindOf = (each: AnyFunction): "i32" | "f64" => ("doubles" in each ? "f64" : "i32");

function functionBytes(of: AnyFunction): Uint8Array {
  const parameters = countOf(of);
  const kinds: Kind[] = [];
  const variable = <K extends Kind>(kind: K, index: number): Variable<K> => ({
    kind,
    write(code) {
      code.push(0x20);
      pushUnsigned(code, index);
    },
    set: (value) => (code) => {
      value.write(code);
      code.push(0x21);
      pushUnsigned(code, index);
    },
  });
  const next = <K extends Kind>(kind: K): Variable<K> => variable(kind, parameters + kinds.push(kind) - 1);
  const given = <K extends Kind>(kind: K) => Array.from({ length: parameters }, (_, index) => variable(kind, index));
  const variables: Variables = {
    whole: () => next("i32"),
    double: () => next("f64"),
    pair: () => next("v128"),
    pairs: (count) => Array.from({ length: count }, () => next("v128")),
  };
  const { statement, result }: { statement: Statement; result: Value<Kind> } =
    "doubles" in of ? of.body(given("f64"), variables) : of.body(given("i32"), variables);
  const code: Bytes = [];
  statement(code);
  result.write(code);
  code.push(0x0b);
  const locals = list(kinds.map((kind) => [1, KINDS[kind]]));
  const head = [...unsigned(locals.length + code.length), ...locals];
  const all = new Uint8Array(head.length + code.length);
  all.set(head);
  all.set(code, head.length);
  return all;
}

const list = (entries: readonly Bytes[]): Bytes => [...unsigned(entries.length), ...entries.flat()];
const section = (id: number, content: Bytes): Bytes => [id, ...unsigned(content.length), ...content];
const name = (text: string): Bytes => [text.length, ...Array.from(text, (letter) => letter.charCodeAt(0))];
