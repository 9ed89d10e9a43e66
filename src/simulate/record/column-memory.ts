/** The memory of a record: columns of samples, and rows in which samples wait. */

export interface ColumnMemory {
  readonly room: number;
  readonly values: readonly Float64Array[];
  readonly modes: readonly Int8Array[];
  /** Samples that come one by one wait in rows, as many as there is room for: each would touch as many places as there are columns. */
  waiting: Float64Array;
  waitingModes: Int8Array;
}

/** Numbers up to which columns share one piece of memory: most of what a short run costs beside its steps would be pieces. */
const SHARED_NUMBERS = 1 << 17;

export function newMemory(width: number, m: number, room: number): ColumnMemory {
  const values: Float64Array[] = [];
  const modes: Int8Array[] = [];
  if (width * room > SHARED_NUMBERS) {
    for (let j = 0; j < width; j++) values.push(new Float64Array(room));
    for (let j = 0; j < m; j++) modes.push(new Int8Array(room));
  } else {
    const buffer = new ArrayBuffer((8 * width + m) * room);
    for (let j = 0; j < width; j++) values.push(new Float64Array(buffer, 8 * j * room, room));
    for (let j = 0; j < m; j++) modes.push(new Int8Array(buffer, (8 * width + j) * room, room));
  }
  return { room, values, modes, waiting: new Float64Array(width), waitingModes: new Int8Array(m) };
}

/** The first samples of others in a memory of their own. */
export function grownMemory(values: readonly Float64Array[], modes: readonly Int8Array[], room: number): ColumnMemory {
  const memory = newMemory(values.length, modes.length, room);
  values.forEach((column, j) => {
    memory.values[j]!.set(column);
  });
  modes.forEach((column, j) => {
    memory.modes[j]!.set(column);
  });
  return memory;
}

/** Samples that wait, and numbers of them: 2 MB. */
const HELD = { samples: 16, numbers: 1 << 18 };

/** Room for more than one to wait. */
export function widen(memory: ColumnMemory): void {
  const { values, modes } = memory;
  const held = Math.max(1, Math.min(HELD.samples, Math.floor(HELD.numbers / values.length)));
  if (memory.waiting.length >= held * values.length) return;
  memory.waiting = new Float64Array(held * values.length);
  memory.waitingModes = new Int8Array(held * modes.length);
}

/** Brings so many samples that wait to the columns, from a place on. */
export function settleRows({ values, modes, waiting, waitingModes }: ColumnMemory, count: number, at: number): void {
  for (let j = 0; j < values.length; j++) spread(waiting, j, values.length, count, values[j]!, at);
  for (let j = 0; j < modes.length; j++) spread(waitingModes, j, modes.length, count, modes[j]!, at);
}

/** Column j of rows into a column, from one place on. */
function spread<T extends Float64Array | Int8Array>(
  from: T,
  j: number,
  width: number,
  count: number,
  into: T,
  at: number,
): void {
  for (let k = 0; k < count; k++) into[at + k] = from[k * width + j]!;
}
