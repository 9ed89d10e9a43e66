/** Numbers of a problem file: quantities are evaluated with the file's parameters; what fails becomes a fault. */
import { callables } from "../../expression/calls.ts";
import { constantValue } from "../../expression/fold.ts";
import { parse } from "../../expression/parse.ts";
import { LONGEST_FORMULA } from "../../expression/reader.ts";
import type { Node } from "../../expression/syntax.ts";
import type { Samples, Signal } from "../../model/control/signal.ts";
import { LARGEST } from "../../model/load.ts";
import { Entries } from "../../numeric/entries.ts";
import { type Faults, labelOf, type Path, printValue } from "../faults.ts";
import type { Quantity } from "../schema/schema.ts";
import { nameFault } from "./names.ts";
import { WatchedMap } from "./sections.ts";

/** Limits of a number; the message names the one that is broken. */
export interface Range {
  readonly above?: number;
  readonly from?: number;
  readonly below?: number;
  readonly to?: number;
}

/** A formula of time, and where the file has it. */
export interface Varying {
  readonly path: Path;
  readonly node: Node;
  /** Whether it is a part of the load, whose start is looked at as a whole. */
  readonly isForce: boolean;
}

export class Scope {
  readonly faults: Faults;
  readonly constants = new WatchedMap();
  /** By the name that they have in formulas, as in "ag(t)". */
  readonly signals = new Map<string, Signal>();
  /** What the signals are made of, by the same names. */
  readonly samples = new Map<string, Samples>();
  /** Slopes of signals under names that no file can write, for formulas made of its own. */
  readonly slopes = new Map<string, Signal>();
  /**
   * Words of damaged entries, damaged parameters and signals among them. A formula that names one is neither used nor
   * called faulty: what is damaged has been told, and it has no value to go on with.
   */
  readonly damaged = new Set<string>();
  /** Formulas of time, to be looked at over the run. */
  readonly varying: Varying[] = [];
  /** What is told of a problem without faults. */
  readonly warnings: string[] = [];

  constructor(faults: Faults, damaged: Iterable<string> = []) {
    this.faults = faults;
    for (const word of damaged) this.damaged.add(word);
  }

  /** Everything that changes in time by itself. */
  get timeSignals(): ReadonlyMap<string, Signal> {
    return new Map([...this.signals, ...this.slopes]);
  }

  /** A formula in the given variables and the parameters; undefined where it has a fault or names what is damaged. */
  formula(path: Path, text: Quantity, variables: readonly string[]): Node | undefined {
    const result = parse(String(text), { constants: this.constants, variables });
    if ("node" in result) return result.node;
    if (this.namesDamaged(String(text))) return undefined;
    const { message, column } = result.error;
    const remedy = isBareName(message, String(text), column) ? ". Give it a value under parameters" : "";
    this.faults.add(path, `invalid formula; ${message}${remedy}, column ${column}: ${printValue(text)}`);
    return undefined;
  }

  /** Whether a formula has one of the damaged words in it, by itself or as an argument. */
  private namesDamaged(text: string): boolean {
    if (this.damaged.size === 0 || text.length > LONGEST_FORMULA) return false;
    const words = (text.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? []).filter((word) => !callables.has(word));
    const inBrackets = (text.match(/\([^()]*\)/g) ?? []).map((part) => part.slice(1, -1).trim());
    return [...words, ...inBrackets].some((word) => this.damaged.has(word));
  }

  /** A formula in t, the signals and the parameters. */
  timeFormula(path: Path, text: Quantity): Node | undefined {
    const node = this.formula(path, text, ["t", ...this.signals.keys()]);
    if (node && constantValue(node) === undefined) this.varying.push({ path, node, isForce: false });
    return node;
  }

  number(path: Path, value: Quantity | undefined, range: Range = {}): number | undefined {
    if (value === undefined) return undefined;
    if (typeof value === "number") return this.within(path, value, value, range);
    const node = this.formula(path, value, []);
    if (!node) return undefined;
    const constant = constantValue(node);
    if (constant !== undefined) return this.within(path, value, constant, range);
    this.faults.add(path, `invalid ${labelOf(path)}; not a constant: ${printValue(value)}`);
    return undefined;
  }

  /** The number that a quantity turned out to be, if it lies in the range. */
  within(path: Path, value: Quantity, result: number, range: Range): number | undefined {
    const broken = brokenRange(result, range);
    if (broken === undefined) return result;
    this.faults.add(
      path,
      `invalid ${labelOf(path)}; ${broken}: ${printValue(value)}${typeof value === "string" ? ` = ${result}` : ""}`,
    );
    return undefined;
  }

  /** A list of `size` numbers (any size when undefined). */
  vector(path: Path, values: readonly Quantity[] | undefined, size: number | undefined): number[] | undefined {
    if (values === undefined) return undefined;
    const label = labelOf(path);
    if (size !== undefined && values.length !== size) {
      this.faults.add(
        path,
        `invalid ${label}; not ${size} number${size === 1 ? "" : "s"}, one for each coordinate: ${values.length} given`,
      );
      return undefined;
    }
    const numbers = values.map((value, i) => this.number([...path, i], value));
    return numbers.every((x) => x !== undefined) ? numbers : undefined;
  }

  /** A list of numbers, one for each control input. */
  inputs(path: Path, values: readonly Quantity[], count: number): number[] | undefined {
    if (values.length === count) return this.vector(path, values, count);
    this.faults.add(path, `invalid ${labelOf(path)}; not ${count} numbers, one for each input: ${values.length} given`);
    return undefined;
  }

  /** A square matrix; a plain list is its diagonal. */
  matrix(
    path: Path,
    data: readonly Quantity[] | readonly (readonly Quantity[])[] | undefined,
    size: number | undefined,
  ): number[][] | undefined {
    const entries = this.entries(path, data, size);
    const index = Array.from({ length: entries?.size ?? 0 }, (_, i) => i);
    return entries && index.map((i) => index.map((j) => entries.at(i, j)));
  }

  /** The same as its entries that are not zero. */
  entries(
    path: Path,
    data: readonly (Quantity | readonly Quantity[])[] | undefined,
    size: number | undefined,
  ): Entries | undefined {
    if (data === undefined) return undefined;
    const label = labelOf(path);
    const n = size ?? data.length;
    if (data.length !== n) {
      this.faults.add(path, `invalid ${label}; not ${n} rows, as mass has: ${data.length} given`);
      return undefined;
    }
    const entries = new Entries(n);
    let faulty = false;
    data.forEach((row, i) => {
      if (!Array.isArray(row)) {
        const entry = this.number([...path, i], row as Quantity);
        if (entry === undefined) faulty = true;
        else entries.add(i, i, entry);
        return;
      }
      if (row.length !== n) this.faults.add([...path, i], `invalid row; not ${n} numbers: ${row.length} given`);
      const values = row.length === n ? this.vector([...path, i], row, n) : undefined;
      if (!values) faulty = true;
      else for (let j = 0; j < n; j++) entries.add(i, j, values[j]!);
    });
    return faulty ? undefined : entries;
  }
}

/** An unknown word that could be a parameter, is not called, and is like nothing that is known. */
function isBareName(message: string, text: string, column: number): boolean {
  const [, name] = /^unknown symbol (\w+)$/.exec(message) ?? [];
  if (name === undefined || nameFault("parameter", name) !== undefined) return false;
  return !/^\w+\s*\(/.test(text.slice(column - 1));
}

function brokenRange(x: number, { above, from, below, to }: Range): string | undefined {
  if (!Number.isFinite(x)) return "not a finite number";
  if (Math.abs(x) >= LARGEST) return `not below ${LARGEST} in size`;
  if (above !== undefined && !(x > above)) return `not above ${above}`;
  if (from !== undefined && !(x >= from)) return `below ${from}`;
  if (below !== undefined && !(x < below)) return `not below ${below}`;
  if (to !== undefined && !(x <= to)) return `above ${to}`;
  return undefined;
}
