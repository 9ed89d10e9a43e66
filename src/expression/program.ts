import { operandsOf } from "./decisions.ts";
import { execute, opcode, stride } from "./execute.ts";
import { share } from "./share.ts";
import { type Node, postorder } from "./syntax.ts";

/**
 * Formulas compiled for evaluation without allocation: one file of registers and one list of instructions.
 *
 * Write the values of the variables to registers[0 .. inputs) and their decision values to
 * registers[inputs .. 2 * inputs), call run(), and read formula i from registers[outputs[i]].
 *
 * A decision value answers which side of a jump is meant. Whatever chooses a branch (comparisons, ?:, piecewise, the
 * sign in abs and sign, the winner of min and max) looks at the decision values; the chosen branch is evaluated at the
 * values. With t = 1 and its decision value 0.9, `t < 1 ? t : 7` is its left limit, 1. With both equal it is the
 * ordinary formula.
 */
export interface Program {
  readonly registers: Float64Array;
  /** Number of variables. */
  readonly inputs: number;
  readonly outputs: Int32Array;
  /** Number of instructions, each of which runs once. */
  readonly size: number;
  /** The instructions, and the register that the first of them writes. */
  readonly code: Int32Array;
  readonly first: number;
  run(): void;
}

/** The formulas may name no other variables than these. A subexpression that occurs several times runs once. */
export function compileProgram(nodes: readonly Node[], variables: readonly string[]): Program {
  const roots = share(nodes);
  const order = postorder(roots);
  const guarded = order.some((node) => operandsOf(node).deciding.length > 0);
  const demand = demandOf(order, roots, guarded);
  const constants = constantsOf(order);
  const inputs = variables.length;
  const first = 2 * inputs + constants.length;
  const { code, emit } = assembler(first);
  const constantAt = new Map(constants.map((value, index) => [value, 2 * inputs + index]));
  const at: Placement = { value: new Map(), decision: new Map(), constant: (value) => constantAt.get(value)!, guarded };

  for (const node of order) {
    if (node.kind === "variable") {
      const index = indexOfVariable(node.name, variables);
      at.value.set(node, index);
      at.decision.set(node, inputs + index);
    } else if (node.kind === "number") {
      at.value.set(node, at.constant(node.value));
      at.decision.set(node, at.constant(node.value));
    } else {
      if (demand.decision.has(node)) at.decision.set(node, emitNode(node, at.decision, at, emit));
      if (demand.value.has(node)) at.value.set(node, emitNode(node, at.value, at, emit));
    }
  }

  const registers = new Float64Array(first + code.length / stride);
  registers.set(constants, 2 * inputs);
  const outputs = Int32Array.from(roots, (root) => at.value.get(root)!);
  const instructions = Int32Array.from(code);
  const run = () => execute(instructions, registers, first);
  return { registers, inputs, outputs, size: code.length / stride, code: instructions, first, run };
}

type Emit = (op: number, a: number, b?: number, c?: number, d?: number) => number;

/** Appends instructions and returns the register of each; one that is there already is not appended again. */
function assembler(first: number): { code: number[]; emit: Emit } {
  const code: number[] = [];
  const known = new Map<string, number>();
  const emit: Emit = (op, a, b = 0, c = 0, d = 0) => {
    const key = `${op} ${a} ${b} ${c} ${d}`;
    let register = known.get(key);
    if (register === undefined) {
      register = first + known.size;
      known.set(key, register);
      code.push(op, a, b, c, d);
    }
    return register;
  };
  return { code, emit };
}

interface Placement {
  readonly value: Map<Node, number>;
  readonly decision: Map<Node, number>;
  constant(value: number): number;
  /** Whether roots are seen from the side that is meant: of formulas that decide. */
  readonly guarded: boolean;
}

/** What must not be negative for a root or power to have a value; absent: the node is none. */
export function rootBase(node: Node): Node | undefined {
  if (node.kind === "call") return node.name === "sqrt" ? node.argument : undefined;
  if (node.kind !== "binary" || node.op !== "^") return undefined;
  return node.right.kind === "number" && Number.isInteger(node.right.value) ? undefined : node.left;
}

/** Which nodes are needed at the values and which at the decision values; parents come before children. */
function demandOf(
  order: readonly Node[],
  roots: readonly Node[],
  guarded: boolean,
): { value: Set<Node>; decision: Set<Node> } {
  const value = new Set(roots);
  const decision = new Set<Node>();
  const need = (set: Set<Node>, ...nodes: readonly Node[]) => {
    for (const node of nodes) set.add(node);
  };
  for (const node of order.toReversed()) {
    const { smooth, deciding } = operandsOf(node);
    if (decision.has(node)) need(decision, ...smooth, ...deciding);
    if (value.has(node)) {
      need(value, ...smooth);
      need(decision, ...deciding);
      const base = guarded ? rootBase(node) : undefined;
      if (base) need(decision, base);
    }
  }
  return { value, decision };
}

/** Distinct numbers of the formulas, breaks of piecewise included. */
function constantsOf(order: readonly Node[]): number[] {
  const found = new Set<number>();
  for (const node of order) {
    if (node.kind === "number") found.add(node.value);
    if (node.kind === "piecewise") for (const end of node.breaks) found.add(end);
  }
  return [...found];
}

function indexOfVariable(name: string, variables: readonly string[]): number {
  const index = variables.indexOf(name);
  if (index < 0) throw new Error(`formula names a variable the program does not have; variable: ${name}`);
  return index;
}

/** Emits a node whose smooth operands are read from `world`: at the values, or at the decision values. */
function emitNode(node: Node, world: ReadonlyMap<Node, number>, at: Placement, emit: Emit): number {
  const value = (operand: Node) => world.get(operand)!;
  const decision = (operand: Node) => at.decision.get(operand)!;
  /** A base that is negative here but not where it is decided is so by round-off: it is zero, where a root begins. */
  const base = (operand: Node) => {
    const here = value(operand);
    const there = at.decision.get(operand);
    if (!at.guarded || there === undefined || there === here) return here;
    return emit(opcode.base, here, there);
  };
  switch (node.kind) {
    case "number":
    case "variable":
      return value(node);
    case "unary":
      return emit(opcode.negative, value(node.operand));
    case "binary":
      return emit(
        arithmeticOpcode(node),
        rootBase(node) === node.left ? base(node.left) : value(node.left),
        value(node.right),
      );
    case "comparison":
      return emit(opcode[node.op], decision(node.left), decision(node.right));
    case "extremum":
      return emit(opcode[node.name], value(node.left), value(node.right), decision(node.left), decision(node.right));
    case "call":
      if (node.name === "sign") return emit(opcode.sign, decision(node.argument));
      if (node.name === "abs") return emit(opcode.abs, value(node.argument), decision(node.argument));
      return emit(opcode[node.name], rootBase(node) ? base(node.argument) : value(node.argument));
    case "conditional":
      return emit(opcode.choose, decision(node.condition), value(node.yes), value(node.no));
    case "piecewise":
      return node.breaks.reduceRight(
        (later, end, index) =>
          emit(opcode.below, decision(node.of), at.constant(end), value(node.values[index]!), later),
        value(node.values.at(-1)!),
      );
  }
}

/** Small integer powers are products; constant folding computes the same ones. */
function arithmeticOpcode(node: Node & { kind: "binary" }): number {
  const exponent = node.op === "^" && node.right.kind === "number" ? node.right.value : 0;
  if (exponent === 2) return opcode.square;
  if (exponent === 3) return opcode.cube;
  return exponent === 4 ? opcode.fourth : opcode[node.op];
}
