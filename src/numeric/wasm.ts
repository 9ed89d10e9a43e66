/**
 * A small assembler for WebAssembly: one function over one memory. Code is a list of bytes, made by the functions below as
 * an expression is written; each leaves its value on the stack. Arithmetic is that of JavaScript, digit for digit.
 */
type Code = readonly number[];

/** What all hosts have, as far as it is needed here. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: { readonly call: Emitted["call"] } };
  readonly Memory: new (size: { initial: number }) => { readonly buffer: ArrayBuffer };
};

/** Unsigned LEB128. */
function unsigned(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    const low = rest & 127;
    rest >>>= 7;
    bytes.push(rest === 0 ? low : low | 128);
  } while (rest !== 0);
  return bytes;
}

/** Signed LEB128. */
function signed(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; ) {
    const low = rest & 127;
    rest >>= 7;
    const done = (rest === 0 && low < 64) || (rest === -1 && low >= 64);
    bytes.push(done ? low : low | 128);
    if (done) return bytes;
  }
}

const binary = (opcode: number) => (a: Code, b: Code) => [...a, ...b, opcode];
const unary = (opcode: number) => (a: Code) => [...a, opcode];

export const double = (value: number): Code => [0x44, ...new Uint8Array(Float64Array.of(value).buffer)];
export const whole = (value: number): Code => [0x41, ...signed(value)];

export const add = binary(0xa0);
export const subtract = binary(0xa1);
export const multiply = binary(0xa2);
export const least = binary(0xa4);
export const largest = binary(0xa5);
export const absolute = unary(0x99);
export const negative = unary(0x9a);
export const root = unary(0x9f);
export const below = binary(0x63);
export const above = binary(0x64);
export const atMost = binary(0x65);

export const addWhole = binary(0x6a);
export const timesWhole = binary(0x6c);
export const and = binary(0x71);
export const or = binary(0x72);
export const shift = binary(0x74);
export const isZero = unary(0x45);
export const less = binary(0x48);

/** condition ? a : b, both computed. */
export const choose = (condition: Code, a: Code, b: Code): Code => [...a, ...b, ...condition, 0x1b];
export const get = (local: number): Code => [0x20, ...unsigned(local)];
export const set = (local: number, value: Code): Code => [...value, 0x21, ...unsigned(local)];
export const load = (address: Code, offset: number): Code => [...address, 0x2b, 3, ...unsigned(offset)];
export const store = (offset: number, value: Code): Code => [...whole(0), ...value, 0x39, 3, ...unsigned(offset)];
/** The double at a fixed address. */
export const at = (offset: number): Code => load(whole(0), offset);
export const when = (condition: Code, body: Code, otherwise: Code = []): Code => [
  ...condition,
  0x04,
  0x40,
  ...body,
  ...(otherwise.length > 0 ? [0x05, ...otherwise] : []),
  0x0b,
];
/** Repeats the body while the condition holds after it. */
export const repeat = (body: Code, condition: Code): Code => [0x03, 0x40, ...body, ...condition, 0x0d, 0, 0x0b];
export const leave = (value: Code): Code => [...value, 0x0f];

const section = (id: number, content: Code): number[] => [id, ...unsigned(content.length), ...content];
const PAGE = 65536;
const WHOLE = 0x7f;
const DOUBLE = 0x7c;

export interface Emitted {
  readonly memory: Float64Array;
  /** Two whole numbers to one. */
  readonly call: (a: number, b: number) => number;
}

/**
 * Locals: the two parameters, then the doubles, then the whole numbers. The body leaves a whole number. Undefined where the
 * host does not allow WebAssembly, or has no memory for more of it.
 */
export function emit(body: Code, locals: { doubles: number; wholes: number }, bytes: number): Emitted | undefined {
  const code = [2, ...unsigned(locals.doubles), DOUBLE, ...unsigned(locals.wholes), WHOLE, ...body, 0x0b];
  const name = (text: string) => [text.length, ...Array.from(text, (letter) => letter.charCodeAt(0))];
  const module = [
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 2, WHOLE, WHOLE, 1, WHOLE]),
    ...section(2, [1, ...name("host"), ...name("memory"), 2, 0, 0]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...name("call"), 0, 0]),
    ...section(10, [1, ...unsigned(code.length), ...code]),
  ];
  try {
    const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE) });
    const instance = new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from(module)), { host: { memory } });
    return { memory: new Float64Array(memory.buffer), call: instance.exports.call };
  } catch {
    return undefined;
  }
}
