/**
 * A module of WebAssembly: functions that may call each other, and one memory of a fixed size. It imports nothing, so that it can reach
 * nothing but its own memory. What is wrong in it is an error in our own code and is thrown.
 */
import { type Bytes, type Double, type Kind, type Statement, unsigned, type Value, type Whole } from "./code.ts";

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

/** What Node has beside: the bytes of a string at once. */
declare const Buffer: { from(text: string, encoding: "latin1"): Uint8Array } | undefined;

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
  /** By which it is exported; without, other functions of the module call it, nobody else. */
  readonly name?: string;
  readonly parameters: number;
  /** The body and, last, its result. */
  body(parameters: readonly Variable<"i32">[], variables: Variables): { statement: Statement; result: Whole };
}

/** From doubles to one; `doubles`: how many. Other functions of the module call it, nobody else. */
export interface DoubleFunctionCode {
  readonly doubles: number;
  body(parameters: readonly Variable<"f64">[], variables: Variables): { statement: Statement; result: Double };
}

/** One that was written before: its bytes in a module. */
export interface MadeFunction extends Pick<FunctionCode, "name" | "parameters"> {
  readonly bytes: Bytes;
}

export type AnyFunction = FunctionCode | DoubleFunctionCode | MadeFunction;

const PAGE = 65536;
const MOST_PAGES = 4096;
const KINDS: Readonly<Record<Kind, Bytes>> = { i32: "\x7f", f64: "\x7c", v128: "\x7b" };

const calling =
  <K extends Kind>(kind: K) =>
  (index: number, ...given: readonly Value<K>[]): Value<K> => {
    let code = "";
    for (const each of given) code += each.code;
    return { kind, code: `${code}\x10${unsigned(index)}` };
  };

/** A call of the function at this place of the module. */
export const call = calling("i32");
export const callDouble = calling("f64");

/** Functions as a module has them: their types one after the other, and what they do. */
export interface Written {
  readonly count: number;
  readonly types: Bytes;
  readonly bodies: Bytes;
}

export function writeFunctions(functions: readonly AnyFunction[]): Written {
  let [types, bodies] = ["", ""];
  for (const each of functions) {
    const [kind, count] = "doubles" in each ? [KINDS.f64, each.doubles] : [KINDS.i32, each.parameters];
    types += `\x60${unsigned(count)}${kind.repeat(count)}\x01${kind}`;
    bodies += "bytes" in each ? each.bytes : functionBytes(each, count);
  }
  return { count: functions.length, types, bodies };
}

const NONE: Written = { count: 0, types: "", bodies: "" };

/**
 * The bytes of a module. `memory`: its bytes, also where the functions lay out more of it as they are written. `first`: functions that come before the
 * others, and that nobody else calls.
 */
export function assemble(
  functions: readonly AnyFunction[],
  memory: number | { readonly end: number },
  first = NONE,
): Uint8Array {
  const written = writeFunctions(functions);
  let [places, exports, named] = ["", `${name("memory")}\x02\x00`, 1];
  for (let k = 0; k < first.count + written.count; k++) {
    places += unsigned(k);
    const own = functions[k - first.count];
    if (!own || !("name" in own)) continue;
    exports += `${name(own.name!)}\x00${unsigned(k)}`;
    named++;
  }
  const bytes = typeof memory === "number" ? memory : memory.end;
  const pages = Math.ceil(bytes / PAGE);
  if (pages > MOST_PAGES)
    throw new RangeError(`too much memory; ${bytes} bytes, and there may be ${MOST_PAGES * PAGE}`);
  const count = unsigned(first.count + written.count);
  const all = [
    "\0asm\x01\0\0\0",
    section(1, count + first.types + written.types),
    section(3, count + places),
    section(5, `\x01\x01${unsigned(pages)}${unsigned(pages)}`),
    section(7, unsigned(named) + exports),
    section(10, count + first.bodies + written.bodies),
  ].join("");
  return bytesOf(all);
}

const bytesOf = (text: string): Uint8Array =>
  typeof Buffer === "undefined" ? toBytes(text) : Buffer.from(text, "latin1");

/** Byte by byte, which takes a function that has just been compiled a millisecond for a module of the usual size. */
function toBytes(text: string): Uint8Array {
  const { length } = text;
  const bytes = new Uint8Array(length);
  for (let k = 0; k < length; k++) bytes[k] = text.charCodeAt(k);
  return bytes;
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
  first?: Written,
): Compiled | undefined {
  if (typeof WebAssembly === "undefined" || !WebAssembly.validate(bytesOf(NEEDED))) return undefined;
  const { Module, Instance } = WebAssembly;
  const code = assemble(functions, memory, first);
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

/** What a host must know: a module of one function, which asks whether a pair of doubles is zero. Put together here, it would take longer to make than to check. */
const NEEDED =
  "\0asm\x01\0\0\0\x01\x05\x01\x60\0\x01\x7f\x03\x02\x01\0\x0a\x18\x01\x16\0\xfd\x0c\0\0\0\0\0\0\xf0\x3f\0\0\0\0\0\0\xf0\x3f\xfd\x53\x0b";

function functionBytes(of: FunctionCode | DoubleFunctionCode, parameters: number): Bytes {
  let [locals, count] = ["", 0];
  const next = <K extends Kind>(kind: K): Variable<K> => {
    locals += `\x01${KINDS[kind]}`;
    return variable(kind, parameters + count++);
  };
  const variables: Variables = {
    whole: () => next("i32"),
    double: () => next("f64"),
    pair: () => next("v128"),
    pairs: (count) => Array.from({ length: count }, () => next("v128")),
  };
  const { statement, result }: { statement: Statement; result: Value<Kind> } =
    "doubles" in of
      ? of.body(variablesOf("f64", parameters), variables)
      : of.body(variablesOf("i32", parameters), variables);
  const code = `${unsigned(count)}${locals}${statement}${result.code}\x0b`;
  return unsigned(code.length) + code;
}

/** The first ones of a function: its parameters. */
function variablesOf<K extends Kind>(kind: K, count: number): Variable<K>[] {
  const all: Variable<K>[] = [];
  while (all.length < count) all.push(variable(kind, all.length));
  return all;
}

function variable<K extends Kind>(kind: K, index: number): Variable<K> {
  const place = unsigned(index);
  return { kind, code: `\x20${place}`, set: (value) => `${value.code}\x21${place}` };
}

const section = (id: number, content: Bytes): Bytes => String.fromCharCode(id) + unsigned(content.length) + content;
const name = (text: string): Bytes => unsigned(text.length) + text;
