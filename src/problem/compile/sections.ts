/**
 * What was compiled of the sections of a problem, kept so that a problem with other numbers compiles only those that depend on them.
 * A section depends on its inputs, and on the parameters that its formulas were seen to use.
 */
import type { Scope } from "./scope.ts";

/** Of this thread, for statistics and tests: problems compiled as a whole, problems patched, and how often each section was compiled. */
export const compileCounts = {
  problems: 0,
  patches: 0,
  sections: {} as Record<string, number>,
};

/** What a section leaves in the scope beside its result. */
const LISTS = ["warnings", "varying"] as const;
const MAPS = ["signals", "samples", "slopes"] as const;

interface Kept {
  readonly inputs: readonly unknown[];
  /** Parameters that were looked up; undefined for those that there were not. */
  readonly used: ReadonlyMap<string, number | undefined>;
  readonly result: unknown;
  readonly added: readonly (readonly unknown[])[];
}

export class Sections {
  private readonly kept = new Map<string, Kept>();

  /** What `make` makes, or made before from the same inputs and parameters. A section with faults is always made anew. */
  make<T>(scope: Scope, name: string, inputs: readonly unknown[], make: () => T): T {
    const sound = scope.faults.list.length === 0 && scope.damaged.size === 0;
    const before = sound ? this.kept.get(name) : undefined;
    if (before && isSame(before, inputs, scope)) {
      replay(before, scope);
      return before.result as T;
    }
    compileCounts.sections[name] = (compileCounts.sections[name] ?? 0) + 1;
    const sizes = [...LISTS.map((key) => scope[key].length), ...MAPS.map((key) => scope[key].size)];
    const used = scope.constants.watch();
    this.kept.delete(name);
    let result: T;
    try {
      result = make();
    } finally {
      scope.constants.unwatch();
    }
    if (sound && result !== undefined && scope.faults.list.length === 0 && scope.damaged.size === 0) {
      const all = [...LISTS.map((key) => scope[key]), ...MAPS.map((key) => [...scope[key]])];
      this.kept.set(name, { inputs, used, result, added: all.map((list, k) => list.slice(sizes[k])) });
    }
    return result;
  }
}

function isSame({ inputs, used }: Kept, given: readonly unknown[], { constants }: Scope): boolean {
  if (inputs.length !== given.length || !inputs.every((input, k) => Object.is(input, given[k]))) return false;
  for (const [name, value] of used) if (!Object.is(constants.get(name), value)) return false;
  return true;
}

function replay({ added }: Kept, scope: Scope): void {
  LISTS.forEach((key, k) => {
    for (const one of added[k]!) (scope[key] as unknown[]).push(one);
  });
  MAPS.forEach((key, k) => {
    for (const [name, value] of added[LISTS.length + k] as [string, never][]) scope[key].set(name, value);
  });
}

/** Numbers by name that can tell which of them were looked up. */
export class WatchedMap extends Map<string, number> {
  private used: Map<string, number | undefined> | undefined;

  watch(): ReadonlyMap<string, number | undefined> {
    this.used = new Map();
    return this.used;
  }

  unwatch(): void {
    this.used = undefined;
  }

  override get(name: string): number | undefined {
    const value = super.get(name);
    this.used?.set(name, value);
    return value;
  }

  override has(name: string): boolean {
    this.used?.set(name, super.get(name));
    return super.has(name);
  }
}
