/** Where a target does not feel the control: simplexes that grow until something moves that stuck. */
import type { Batch } from "../batch/executor.ts";
import type { Vector } from "../numeric/vector.ts";
import { directSearch } from "../search/pds.ts";
import { evaluatePoints } from "./direct.ts";
import type { Ledger } from "./ledger.ts";
import type { Found } from "./result.ts";
import { type ControlTask, deviationOf, endIndexOf, targetDistance } from "./task.ts";

/** Factor from one simplex to the next, and how many of them there are. */
const GROWTH = 4;
const LEVELS = 14;

export interface Wake {
  /** A control that moves what the plateau leaves unmoved, and comes nearest to the target among those of one simplex. */
  next(): Promise<Vector | undefined>;
}

/** `plateau`: where the tangent is singular. Each call goes on with larger simplexes. */
export function wake(
  task: ControlTask,
  batch: Batch,
  ledger: Ledger,
  plateau: Found,
  { edge, tolerance, runs }: { edge: number; tolerance: number; runs: number },
): Wake {
  const points = 3 * task.unknowns;
  const places = task.targets.filter((row) => missed(plateau, row)).map((row) => endIndexOf(row, task));
  let level = 0;

  function missed({ end }: Found, row: ControlTask["targets"][number]): boolean {
    return Math.abs(deviationOf(row, task, end)) > tolerance * row.scale;
  }

  /** One whole template around the plateau's control. */
  async function simplex(size: number): Promise<(Found | undefined)[]> {
    const search = directSearch({ start: plateau.control, edge: size, points, tolerance: 0 });
    try {
      const first = await evaluatePoints(task, batch, ledger, search.ask());
      search.tell(first.map(() => 0));
      const others = await evaluatePoints(task, batch, ledger, search.ask());
      ledger.simplexes++;
      return [...first, ...others];
    } catch (reason) {
      if (ledger.cancelled) return [];
      throw reason;
    }
  }

  return {
    async next() {
      while (level < LEVELS && ledger.runs < runs && !ledger.cancelled) {
        let size = edge;
        for (let k = 0; k < level; k++) size *= GROWTH;
        level++;
        const tried = await simplex(size);
        const moved = tried.filter((found): found is Found => {
          return found !== undefined && places.some((place) => found.end[place] !== plateau.end[place]);
        });
        await ledger.report(ledger.best ?? plateau, "pds");
        if (moved.length === 0) continue;
        return moved.reduce((a, b) => (targetDistance(task, b.end) < targetDistance(task, a.end) ? b : a)).control;
      }
      return undefined;
    },
  };
}
