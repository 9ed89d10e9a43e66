/** Checks of raw data before anything is made of them: their size and depth, and keys that are traps. */
import { type Path, printValue } from "../faults.ts";
import { MOST_DEPTH, MOST_NUMBERS, MOST_VALUES } from "../schema/limits.ts";

/** The one key that objects of JavaScript do not take for data: what stands under it would be lost without a word. */
const TRAP = "__proto__";

interface Size {
  /** Entries of mappings and lists but for those of `numbers`. */
  readonly values: number;
  /** Entries of lists of numbers. */
  readonly numbers: number;
}

/** Why the data are too large, too deep or have such a key; shared parts (aliases) count each time. */
export function rawFault(raw: unknown): { readonly path: Path; readonly message: string } | undefined {
  try {
    sizeOf(raw, [], new Map());
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return { path: error.path, message: error.message };
    throw error;
  }
}

class Refusal extends Error {
  readonly path: Path;

  constructor(path: Path, message: string) {
    super(message);
    this.path = path;
  }
}

function sizeOf(value: unknown, path: Path, known: Map<object, Size>): Size {
  if (typeof value !== "object" || value === null) return { values: 1, numbers: 0 };
  const found = known.get(value);
  if (found) return found;
  if (path.length > MOST_DEPTH) throw new Refusal([], `file nested too deeply; more than ${MOST_DEPTH} levels`);
  const size = Array.isArray(value) && value.every(isNumber) ? { values: 1, numbers: value.length } : sumOf(value);
  if (size.values > MOST_VALUES) {
    throw new Refusal(
      [],
      `file too large; more than ${MOST_VALUES} values beside lists of numbers, aliases written out`,
    );
  }
  if (size.numbers > MOST_NUMBERS) {
    throw new Refusal([], `file too large; more than ${MOST_NUMBERS} numbers in lists, aliases written out`);
  }
  known.set(value, size);
  return size;

  function sumOf(holder: object): Size {
    let [values, numbers] = [1, 0];
    for (const [key, entry] of Object.entries(holder)) {
      const place = [...path, Array.isArray(holder) ? Number(key) : key];
      if (key === TRAP)
        throw new Refusal(place, `invalid key; ${printValue(key)} is no name for data. Take another one`);
      const part = sizeOf(entry, place, known);
      values += part.values;
      numbers += part.numbers;
      if (values > MOST_VALUES) break;
    }
    return { values, numbers };
  }
}

const isNumber = (entry: unknown): boolean => typeof entry === "number";
