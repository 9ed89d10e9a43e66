/** The formulas of a mechanism as the functions that its model takes. */
import { derivative } from "../../../../expression/derivative.ts";
import { constantValue } from "../../../../expression/fold.ts";
import type { Node } from "../../../../expression/syntax.ts";
import type { MechanismFunctions, RowFunctions } from "../../../../model/mechanism/functions.ts";
import { rowsFrom } from "../../../../numeric/rows.ts";
import { compileMotionFunctions } from "../../motion/motion-functions.ts";
import { motionVariables } from "../../motion/variables.ts";
import type { Signals } from "../../time/time-inputs.ts";
import type { Kinetic } from "./energies.ts";
import { areConstant, type MechanismRow } from "./rows.ts";

/** A part of the resistance; `lossy`: it stores no energy. */
export interface Term {
  readonly node: Node;
  readonly lossy: boolean;
}

interface Parts {
  readonly kinetic: Kinetic;
  readonly potential: Node;
  /** Of the resistance of each coordinate and state. */
  readonly terms: readonly (readonly Term[])[];
  readonly rows: readonly MechanismRow[];
  readonly size: number;
}

export function mechanismFunctions(
  { kinetic, potential, terms, rows, size }: Parts,
  signals: Signals,
): MechanismFunctions {
  const functions = (nodes: readonly Node[]) => compileMotionFunctions(nodes, signals, size);
  const places = rowsFrom(
    rows.map(({ direction }) => ({ columns: direction.columns, values: direction.columns.map(() => 1) })),
  );
  const list = terms.flat().map(({ node }) => node);
  const rowFunctions = (key: "gap" | "violation" | "way"): RowFunctions => {
    const own = rows.flatMap((row, i) => (row[key] ? [{ i, node: row[key] }] : []));
    return { row: Int32Array.from(own, ({ i }) => i), functions: functions(own.map(({ node }) => node)) };
  };
  const slopes = list.flatMap((node) =>
    motionVariables([node]).map(({ name, kind }) => ({ kind, slope: derivative(node, name) })),
  );
  return {
    mass: {
      row: Int32Array.from(kinetic.mass, ({ row }) => row),
      column: Int32Array.from(kinetic.mass, ({ column }) => column),
      functions: functions(kinetic.mass.map(({ node }) => node)),
    },
    terms: {
      owner: Int32Array.from(terms.flatMap((own, i) => own.map(() => i))),
      lossy: Int8Array.from(terms.flat(), ({ lossy }) => (lossy ? 1 : 0)),
      functions: functions(list),
    },
    energy: functions([kinetic.node, potential]),
    directions: { places, functions: functions(rows.flatMap(({ direction }) => [...direction.entries])) },
    gaps: rowFunctions("gap"),
    violations: rowFunctions("violation"),
    ways: rows.every(({ way }) => way) ? rowFunctions("way") : undefined,
    constant: {
      mass: kinetic.mass.every(({ node }) => constantValue(node) !== undefined),
      directions: areConstant(rows),
      tangents: slopes.every(({ slope }) => constantValue(slope) !== undefined),
    },
    damped: slopes.some(({ kind, slope }) => kind === "velocity" && constantValue(slope) !== 0),
  };
}
