/** Structure-aware damage to problem files: what hands, scripts and strangers do to them. */
import type { Random } from "../support/random.ts";
import { hostileFormula } from "./hostile-formula.ts";

type Key = string | number;
type Holder = Record<Key, unknown>;

export interface Place {
  readonly holder: Holder;
  readonly key: Key;
}

/** A damaged copy: in half of the cases numbers and formulas alone are changed, so that many of them still run. */
export function mutated(raw: unknown, random: Random): unknown {
  const root = { raw: structuredClone(raw) };
  const of = random.chance(0.5) ? mutations : valueMutations;
  for (let k = random.whole(1, 4); k > 0; k--) {
    const all = places(root).filter(({ holder, key }) => of === mutations || isLeaf(holder[key]));
    random.pick(of)(random.pick(all), random, all);
  }
  return root.raw;
}

const isLeaf = (value: unknown): boolean => typeof value === "number" || typeof value === "string";

/** The text of a file with some of its characters changed. */
export function garbled(text: string, random: Random): string {
  let out = text;
  for (let k = random.whole(1, 4); k > 0; k--) {
    const at = random.whole(0, out.length);
    out = out.slice(0, at) + random.pick(scraps) + out.slice(at + random.whole(0, 3));
  }
  return out;
}

const scraps = [
  ...[
    "",
    " ",
    "  ",
    "\n",
    "\t",
    ":",
    ": ",
    "- ",
    ",",
    "[",
    "]",
    "{",
    "}",
    "&a ",
    "*a",
    "!!float ",
    "!x ",
    "|",
    ">",
    "'",
    '"',
  ],
  ...[
    "#",
    "%",
    "@",
    "`",
    "? ",
    "~",
    "---\n",
    "...\n",
    "<<: *a",
    "\u0000",
    "\ufeff",
    "\u2028",
    "1e999",
    ".nan",
    ".inf",
    "0x1f",
  ],
];

/** Every value with what holds it; each is reached once also where parts are shared. */
export function places(root: Holder): Place[] {
  const found: Place[] = [];
  const seen = new Set<object>();
  const collect = (holder: object): void => {
    if (seen.has(holder) || found.length > 5000) return;
    seen.add(holder);
    const keys: Key[] = Array.isArray(holder) ? [...holder.keys()] : Object.keys(holder);
    for (const key of keys) {
      found.push({ holder: holder as Holder, key });
      const value = (holder as Holder)[key];
      if (typeof value === "object" && value !== null) collect(value);
    }
  };
  collect(root);
  return found;
}

type Mutation = (place: Place, random: Random, all: readonly Place[]) => void;

const numbers = [0, -0, 1, -1, 0.5, 1e-320, -1e-9, 1e15, 1e100, -1e150, 1e300, 1.7976931348623157e308];
const oddNumbers = [...numbers, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 2 ** 53, 4294967296];
const words = [
  ...["", " ", "0", "null", "true", "NaN", "Infinity", "-", "[]", "base", "floor", "linear", "pid", "hold", "stick"],
  ...[
    "__proto__",
    "constructor",
    "toString",
    "=1+1",
    "\u202eevil",
    "\u0000",
    "\ud800",
    "x".repeat(500),
    "日本",
    "a\nb",
  ],
  ...["x(0)", "force(floor)", "z", "../../etc/passwd", "initial.position[0]", "1/0", "0x10"],
];

function anyValue(random: Random): unknown {
  const kind = random.whole(0, 9);
  if (kind < 3) return random.pick(oddNumbers);
  if (kind < 5) return random.pick(words);
  if (kind < 7) return hostileFormula(random);
  return random.pick([
    null,
    true,
    [],
    {},
    [[]],
    [null],
    undefined,
    [1, [2, [3]]],
    { value: 1 },
    nested(random.whole(2, 120)),
  ]);
}

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let k = 0; k < levels; k++) value = k % 2 === 0 ? [value] : { a: value };
  return value;
}

function misspelled(word: string, random: Random): string {
  const at = random.whole(0, Math.max(0, word.length - 1));
  const letter = random.pick([..."aeinrstzAE_0 "]);
  return random.pick([
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + letter + word.slice(at),
    word.slice(0, at) + letter + word.slice(at + 1),
    word.slice(0, at) + (word[at + 1] ?? "") + (word[at] ?? "") + word.slice(at + 2),
    word.toUpperCase(),
  ]);
}

function rename({ holder, key }: Place, to: string): void {
  if (Array.isArray(holder) || key === "raw") return;
  const entries = Object.entries(holder).map(([name, value]) => [name === key ? to : name, value] as const);
  for (const name of Object.keys(holder)) delete holder[name];
  for (const [name, value] of entries) {
    Object.defineProperty(holder, name, { value, writable: true, enumerable: true, configurable: true });
  }
}

const valueMutations: readonly Mutation[] = [
  ({ holder, key }, random) => {
    if (typeof holder[key] === "number") holder[key] = random.pick(oddNumbers);
  },
  ({ holder, key }, random) => {
    if (typeof holder[key] === "number") holder[key] = (holder[key] as number) * random.decade(-12, 12);
  },
  ({ holder, key }, random) => {
    if (typeof holder[key] === "number") holder[key] = random.between(-3, 3);
  },
  ({ holder, key }, random) => {
    if (isLeaf(holder[key])) holder[key] = hostileFormula(random);
  },
  ({ holder, key }, random) => {
    const more = hostileFormula(random, 2);
    if (isLeaf(holder[key])) holder[key] = `(${holder[key]}) ${random.pick(["+", "-", "*", "/"])} (${more})`;
  },
];

const mutations: readonly Mutation[] = [
  ...valueMutations,
  ({ holder, key }, random) => rename({ holder, key }, misspelled(String(key), random)),
  ({ holder, key }, random) => rename({ holder, key }, random.pick(words)),
  ({ holder, key }) => {
    if (Array.isArray(holder)) holder.splice(Number(key), 1);
    else if (key !== "raw") delete holder[key];
  },
  ({ holder, key }, random) => {
    if (key !== "raw") holder[key] = anyValue(random);
  },
  ({ holder, key }, random) => {
    if (typeof holder[key] === "string") holder[key] = misspelled(holder[key] as string, random);
  },
  ({ holder, key }, random) => {
    if (Array.isArray(holder)) holder.splice(Number(key), 0, ...Array(random.whole(1, 3)).fill(holder[key]));
  },
  ({ holder, key }) => {
    if (key !== "raw") holder[key] = [holder[key]];
  },
  ({ holder, key }) => {
    const value = holder[key];
    if (Array.isArray(value)) holder[key] = value.length === 1 ? value[0] : Object.fromEntries(value.entries());
    else if (typeof value === "object" && value !== null && key !== "raw") holder[key] = Object.values(value);
  },
  // two values change places, or one stands in both (an alias)
  ({ holder, key }, random, all) => {
    const other = random.pick(all);
    if (key === "raw" || other.key === "raw") return;
    const [here, there] = [holder[key], other.holder[other.key]];
    if (holds(here, other.holder) || holds(there, holder)) return;
    holder[key] = there;
    if (random.chance(0.5)) other.holder[other.key] = here;
  },
  // the same key as another mapping has, or one that nobody knows
  ({ holder, key }, random, all) => {
    if (Array.isArray(holder) || key === "raw") return;
    const other = random.pick(all);
    const name = random.chance(0.3) ? random.pick(words) : String(other.key);
    const value = holds(other.holder[other.key], holder) ? anyValue(random) : other.holder[other.key];
    Object.defineProperty(holder, name, { value, writable: true, enumerable: true, configurable: true });
  },
];

/** Whether data have a part in them: putting them there would close a circle. */
function holds(value: unknown, part: object): boolean {
  if (typeof value !== "object" || value === null) return false;
  return value === part || Object.values(value).some((entry) => holds(entry, part));
}
