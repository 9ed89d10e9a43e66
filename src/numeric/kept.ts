/**
 * What a part of a run must remember to go on with the same digits. Each part names its own memory, `kept`: typed arrays, records of
 * numbers and such arrays, lists of them, or a pair of functions of its own. All else is derived from it, or scratch.
 */

export type KeptArray = Float64Array | Int32Array | Int8Array;

/** A part that saves itself, as what grows must. */
export interface Keeper {
  save(): Saved;
  /** Into a part that has just begun. */
  restore(saved: Saved): void;
}

/** Memory by reference: it is read when saved and written when restored. Numbers that stand in variables have getters and setters. */
export type Kept = KeptArray | Keeper | object;

/** The same as plain data: survives a message to another thread, and a file (saved-text.ts). */
export type Saved = number | boolean | string | KeptArray | readonly Saved[] | { readonly [key: string]: Saved };

const isArray = (value: unknown): value is KeptArray => ArrayBuffer.isView(value);
const isKeeper = (value: object): value is Keeper => "save" in value && "restore" in value;
const isScalar = (value: unknown): value is number | boolean => typeof value === "number" || typeof value === "boolean";

export function save(kept: Kept): Saved {
  if (isArray(kept)) return kept.slice();
  if (isKeeper(kept)) return kept.save();
  if (Array.isArray(kept)) return kept.map(save);
  return Object.fromEntries(
    Object.entries(kept).flatMap(([key, value]) => {
      if (isScalar(value)) return [[key, value]];
      return typeof value === "object" && value !== null ? [[key, save(value)]] : [];
    }),
  );
}

/** Throws where the saved data is not of this memory's shape. */
export function restore(kept: Kept, saved: Saved): void {
  if (isArray(kept)) {
    if (!isArray(saved) || saved.length !== kept.length || saved.constructor !== kept.constructor) misfit();
    kept.set(saved);
    return;
  }
  if (isKeeper(kept)) {
    if (!isAlike(kept.save(), saved)) misfit();
    kept.restore(saved);
    return;
  }
  if (Array.isArray(kept)) {
    if (!Array.isArray(saved) || saved.length !== kept.length) misfit();
    kept.forEach((part, k) => {
      restore(part, saved[k]);
    });
    return;
  }
  if (typeof saved !== "object" || isArray(saved) || Array.isArray(saved)) misfit();
  const record = kept as Record<string, unknown>;
  for (const [key, value] of Object.entries(kept)) {
    const found = (saved as Record<string, Saved>)[key];
    if (isScalar(value)) {
      if (typeof found !== typeof value) misfit();
      record[key] = found;
    } else if (typeof value === "object" && value !== null) {
      if (found === undefined) misfit();
      restore(value, found);
    }
  }
}

/** Whether data have the parts of others: a keeper's arrays and lists may have grown, all else is of the same kind. */
function isAlike(one: Saved, other: Saved): boolean {
  if (typeof one !== typeof other) return false;
  if (typeof one !== "object" || typeof other !== "object") return true;
  if (isArray(one)) return one.constructor === other.constructor;
  if (Array.isArray(one)) {
    return Array.isArray(other) && one.every((part, k) => other.length <= k || isAlike(part, other[k]));
  }
  if (isArray(other) || Array.isArray(other)) return false;
  const parts = other as Record<string, Saved>;
  return Object.entries(one).every(([key, part]) => parts[key] !== undefined && isAlike(part, parts[key]));
}

/**
 * Brings a memory back to what it is now, as often as it is called: what `save` and `restore` do, with its places found once. `apart`: arrays
 * in this piece of memory are left to whoever has it.
 */
export function rewinding(kept: Kept, apart?: ArrayBufferLike): () => void {
  const found: Found = { doubles: [], wholes: [], bytes: [], others: [], apart };
  gather(kept, found);
  const rewinds = [rewindDoubles(found.doubles), rewindWholes(found.wholes), rewindBytes(found.bytes), ...found.others];
  return () => {
    for (let k = 0; k < rewinds.length; k++) rewinds[k]!();
  };
}

interface Found {
  readonly doubles: Float64Array[];
  readonly wholes: Int32Array[];
  readonly bytes: Int8Array[];
  readonly others: (() => void)[];
  readonly apart: ArrayBufferLike | undefined;
}

function gather(kept: Kept, found: Found): void {
  if (isArray(kept) && kept.buffer === found.apart) return;
  if (kept instanceof Float64Array) found.doubles.push(kept);
  else if (kept instanceof Int32Array) found.wholes.push(kept);
  else if (kept instanceof Int8Array) found.bytes.push(kept);
  else if (isKeeper(kept)) {
    const saved = kept.save();
    found.others.push(() => kept.restore(saved));
  } else {
    const record = kept as Record<string, unknown>;
    for (const [key, value] of Object.entries(kept)) {
      if (isScalar(value)) {
        found.others.push(() => {
          record[key] = value;
        });
      } else if (typeof value === "object" && value !== null) gather(value, found);
    }
  }
}

/** From so many numbers on the host's own copying is faster than a loop. */
const LARGE = 24;

// a function for each kind of array: one for all of them would be slow
function rewindDoubles(arrays: readonly Float64Array[]): () => void {
  const saved = arrays.map((array) => array.slice());
  return () => {
    for (let k = 0; k < arrays.length; k++) {
      const array = arrays[k]!;
      const from = saved[k]!;
      if (from.length >= LARGE) array.set(from);
      else for (let i = 0; i < from.length; i++) array[i] = from[i]!;
    }
  };
}

function rewindWholes(arrays: readonly Int32Array[]): () => void {
  const saved = arrays.map((array) => array.slice());
  return () => {
    for (let k = 0; k < arrays.length; k++) {
      const array = arrays[k]!;
      const from = saved[k]!;
      if (from.length >= LARGE) array.set(from);
      else for (let i = 0; i < from.length; i++) array[i] = from[i]!;
    }
  };
}

function rewindBytes(arrays: readonly Int8Array[]): () => void {
  const saved = arrays.map((array) => array.slice());
  return () => {
    for (let k = 0; k < arrays.length; k++) {
      const array = arrays[k]!;
      const from = saved[k]!;
      if (from.length >= LARGE) array.set(from);
      else for (let i = 0; i < from.length; i++) array[i] = from[i]!;
    }
  };
}

/** What was saved is of another run, or was changed. */
export function misfit(): never {
  throw new Error("what was saved is not of this run: other sizes or parts");
}
