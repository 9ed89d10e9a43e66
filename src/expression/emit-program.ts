/**
 * Programs as WebAssembly: the instructions of execute.ts in their order for many rows of variables in one call, and so the digits of
 * `run`. A row with an argument that a function leaves to plain TypeScript is computed there. The numbers of the formulas are data.
 */

import { functionPlaces } from "../numeric/elementary-code/parts.ts";
import { functionCodes } from "../numeric/elementary-code.ts";
import type { Vector } from "../numeric/vector.ts";
import {
  add,
  addWhole,
  andWhole,
  choose,
  type Double,
  divide,
  double,
  isAbove,
  isAtLeast,
  isAtMost,
  isBelow,
  isEqual,
  isUnequal,
  leave,
  less,
  load,
  loadWhole,
  multiply,
  NOTHING,
  negative,
  orWhole,
  repeat,
  root,
  type Statement,
  sequence,
  store,
  subtract,
  toDouble,
  type Whole,
  when,
  whole,
} from "../numeric/wasm/code.ts";
import { Layout } from "../numeric/wasm/memory.ts";
import { callDouble, type FunctionCode, instantiate, type Variable, type Variables } from "../numeric/wasm/module.ts";
import { opcode, stride } from "./execute.ts";
import type { Program } from "./program.ts";

export interface ProgramKernel {
  /** Rows that one call takes. */
  readonly capacity: number;
  /** Rows of 2 * inputs numbers: values of the variables, then their decision values. */
  readonly given: Vector;
  /** Rows of one number a formula. */
  readonly found: Vector;
  run(rows: number): void;
}

/** Instructions and formulas up to which there is code: some 20 kB of it with all functions. */
const MOST = 1000;
const CAPACITY = 248;

/** Undefined where the formulas are too long, or the host has no WebAssembly. */
export function emitProgram(program: Program): ProgramKernel | undefined {
  const { registers, inputs, outputs, size, first } = program;
  if (size > MOST || outputs.length > MOST) return undefined;
  const layout = new Layout();
  const places = functionPlaces(layout);
  const constants = layout.data(registers.subarray(2 * inputs, first));
  const [givenWidth, foundWidth] = [2 * inputs, outputs.length];
  const given = layout.doubles(CAPACITY * givenWidth);
  const found = layout.doubles(CAPACITY * foundWidth);
  const used = usedFunctions(program);
  const codes = [...used.keys()].map((op) => functionCodes[nameOf(op)](places));
  const rows: FunctionCode = {
    name: "rows",
    parameters: 3,
    /** From an address in `given` to another, and the address of the first in `found`; returns where it ended. */
    body([row, end, out], variables) {
      const values = registerFile(program, row!, constants, variables);
      const instructions = program.code.length / stride;
      const body: Statement[] = [];
      for (let k = 0; k < instructions; k++) {
        body.push(values.set(first + k, instruction(program.code, k * stride, values.get, used)));
      }
      const stores = Array.from(outputs, (register, i) => store(out!, 8 * i, values.get(register)));
      const left = when(loadWhole(whole(0), places.left), leave(row!));
      const one = sequence(
        ...body,
        used.size > 0 ? left : NOTHING,
        ...stores,
        row!.set(addWhole(row!, whole(8 * givenWidth))),
        out!.set(addWhole(out!, whole(8 * foundWidth))),
      );
      return { statement: repeat(one, less(row!, end!)), result: row! };
    },
  };
  const instance = instantiate([...codes, rows], layout);
  if (!instance) return undefined;
  const { memory } = instance;
  layout.fill(memory);
  const doubles = new Float64Array(memory);
  const flag = new Int32Array(memory, places.left, 1);
  const take = instance.functions["rows"]!;
  const table = {
    given: doubles.subarray(given / 8, given / 8 + CAPACITY * givenWidth),
    found: doubles.subarray(found / 8, found / 8 + CAPACITY * foundWidth),
  };

  /** The row that an argument was left of. */
  function single(k: number): void {
    flag[0] = 0;
    for (let j = 0; j < givenWidth; j++) registers[j] = table.given[k * givenWidth + j]!;
    program.run();
    for (let i = 0; i < foundWidth; i++) table.found[k * foundWidth + i] = registers[outputs[i]!]!;
  }

  return {
    capacity: CAPACITY,
    ...table,
    run(count) {
      const end = given + 8 * givenWidth * count;
      for (let k = 0; k < count; k++) {
        const at = take(given + 8 * givenWidth * k, end, found + 8 * foundWidth * k);
        k = (at - given) / (8 * givenWidth);
        if (k < count) single(k);
      }
    },
  };
}

/** The functions that the code calls, by opcode, with their places in the module. */
function usedFunctions({ code }: Program): Map<number, number> {
  const used = new Map<number, number>();
  for (let at = 0; at < code.length; at += stride) {
    const op = code[at]!;
    if (isFunction(op) && !used.has(op)) used.set(op, used.size);
  }
  return used;
}

const isFunction = (op: number) => op === opcode["^"] || (op >= opcode.exp && op <= opcode.tanh);
const names = new Map<number, string>(Object.entries(opcode).map(([name, op]) => [op, name]));
const nameOf = (op: number) => names.get(op) as keyof typeof functionCodes;

/** Registers as variables; constants are read where they are needed. */
function registerFile({ inputs, first, size }: Program, row: Whole, constants: number, variables: Variables) {
  const made: Variable<"f64">[] = Array.from({ length: size }, () => variables.double());
  return {
    get(register: number): Double {
      if (register < 2 * inputs) return load(row, 8 * register);
      return register < first ? load(whole(0), constants + 8 * (register - 2 * inputs)) : made[register - first]!;
    },
    set: (register: number, value: Double): Statement => made[register - first]!.set(value),
  };
}

/** The value of the instruction at a place. */
function instruction(
  code: Int32Array,
  at: number,
  get: (register: number) => Double,
  used: ReadonlyMap<number, number>,
): Double {
  const op = code[at]!;
  const [a, b, c, d] = [1, 2, 3, 4].map((k) => () => get(code[at + k]!)) as [Read, Read, Read, Read];
  const index = used.get(op);
  if (index !== undefined) return op === opcode["^"] ? callDouble(index, a(), b()) : callDouble(index, a());
  const zero = double(0);
  const nan = double(Number.NaN);
  switch (op) {
    case opcode["+"]:
      return add(a(), b());
    case opcode["-"]:
      return subtract(a(), b());
    case opcode["*"]:
      return multiply(a(), b());
    case opcode["/"]:
      return divide(a(), b());
    case opcode.negative:
      return negative(a());
    case opcode.square:
      return multiply(a(), a());
    case opcode.cube:
      return multiply(multiply(a(), a()), a());
    case opcode.fourth:
      return multiply(multiply(a(), a()), multiply(a(), a()));
    case opcode.sqrt:
      return root(a());
    case opcode["<"]:
      return toDouble(isBelow(a(), b()));
    case opcode["<="]:
      return toDouble(isAtMost(a(), b()));
    case opcode[">"]:
      return toDouble(isAbove(a(), b()));
    case opcode[">="]:
      return toDouble(isAtLeast(a(), b()));
    case opcode["=="]:
      return toDouble(isEqual(a(), b()));
    case opcode["!="]:
      return toDouble(isUnequal(a(), b()));
    case opcode.sign:
      return choose(isAbove(a(), zero), double(1), choose(isBelow(a(), zero), double(-1), a()));
    case opcode.abs:
      return choose(isBelow(b(), zero), subtract(zero, a()), add(a(), zero));
    case opcode.min:
      return choose(isAtMost(c(), d()), a(), choose(isBelow(d(), c()), b(), nan));
    case opcode.max:
      return choose(isAtLeast(c(), d()), a(), choose(isAbove(d(), c()), b(), nan));
    case opcode.choose:
      return choose(orWhole(isBelow(a(), zero), isAbove(a(), zero)), b(), c());
    case opcode.below:
      return choose(isBelow(a(), b()), c(), d());
    case opcode.base:
      return choose(andWhole(isBelow(a(), zero), isAtLeast(b(), zero)), zero, a());
    default:
      throw new Error(`a program has an instruction that is not known; opcode: ${op}`);
  }
}

type Read = () => Double;
