/** The run between the kernel and the general scheme: what the kernel asks for is given, what it noted is told, what it leaves is taken. */
import type { System } from "../../../model/system.ts";
import type { Stats } from "../../../step/step.ts";
import type { EventKind, Listener } from "../../scheme.ts";
import type { Accumulation } from "../accumulation.ts";
import { Back, Stage } from "./advance-code.ts";
import type { Fit } from "./fit.ts";
import type { Kernel } from "./kernel.ts";
import { rowSeries } from "./row-series.ts";

/** Expansions in one call where nobody listens to what is between. */
const MANY = 256;
/** Halvings of an expansion. */
const MOST_TRIES = 12;
/** By what is noted, see Noted. */
const KINDS: readonly EventKind[] = ["stick", "slip", "reversal", "release"];

/** What a passage came to. */
export const Passed = {
  /** Nothing was done: the end of the present expansion is for the general scheme. */
  none: 0,
  /** The present expansion is one of the kernel, with what ends it. */
  whole: 1,
  /** The same, but what ends it must be searched by the general scheme. */
  unsearched: 2,
  /** The state is one of the kernel; the expansion there is for the general scheme. */
  unexpanded: 3,
} as const;

export interface Passage {
  /** Expansions of the last call. */
  readonly expansions: number;
  /** Whether events crowd. */
  readonly crowded: boolean;
  /** Modes at a start, and the first expansion, before the first breakpoint; see Passed. */
  begin(breakTime: number): number;
  /**
   * On to a time, or by one expansion where the listener hears of each; up to a breakpoint. `foreign`: the present expansion is not
   * one of the kernel, and no event ends it.
   */
  advance(stop: number, breakTime: number, foreign: boolean, stats: Stats, listener: Listener): number;
}

/** `single`: somebody wants each expansion. */
export function passage(
  kernel: Kernel,
  system: System,
  order: number,
  span: number,
  shortest: number,
  crowd: Accumulation,
  fit: Fit | undefined,
  single: boolean,
): Passage {
  const { shared, next, noted, notes, noteTimes, expansions, decisions } = kernel;
  const expandLoad = system.load.expansion(order);
  const expandRows = rowSeries(system, order, kernel);
  const instant = new Float64Array(2);
  let made = 0;
  let crowded = false;
  kernel.span[0] = span;
  kernel.shortest[0] = shortest;

  /** False: rows are not of the kernel's kind then. */
  function fillLoad(time: number): boolean {
    instant[0] = time;
    instant[1] = shared.at[1]!; // the same side, up to the next breakpoint
    expandLoad(instant, shared.load);
    return (!expandRows || expandRows(instant)) && (!fit || fit.isFinite());
  }

  /** Halves the present expansion until formulas are what their series say; false: it is for the general scheme. */
  function shorten(fits: Fit): boolean {
    for (let tries = 0; !fits.holds(); tries++) {
      shared.natural[0] = shared.length[0]! / 2;
      if (tries === MOST_TRIES || !(shared.natural[0]! > shortest)) return false;
      if (kernel.advance(Stage.again, 1) !== Back.pause) return false;
    }
    return true;
  }

  function leave(stats: Stats | undefined): number {
    return finish(expansions[0] === 0 ? Passed.none : Passed.whole, stats);
  }

  function tell(listener: Listener): void {
    for (let k = 0; k < noted[0]!; k++) {
      const time = noteTimes[2 * k]!;
      listener.event(KINDS[notes[4 * k + 2]!]!, time, notes[4 * k + 3]!);
      crowded ||= crowd.add(time);
    }
    noted[0] = 0;
  }

  /** From a stage on until it is done or left; what it needs is given. */
  function run(from: number, most: number, stats: Stats | undefined, listener: Listener | undefined): number {
    let stage = from;
    made = 0;
    expansions[0] = decisions[0] = noted[0] = 0;
    crowded = false;
    for (;;) {
      const back = kernel.advance(stage, fit ? 1 : most - expansions[0]!);
      if (listener && noted[0]! > 0) tell(listener);
      if (fit && back === Back.pause) {
        if (!shorten(fit)) return finish(Passed.unexpanded, stats);
        if (expansions[0]! < most && !crowded) {
          stage = Stage.present;
          continue;
        }
      }
      if (back === Back.load) {
        if (expansions[0]! >= most || crowded) return finish(Passed.whole, stats);
        if (!fillLoad(next[0]!)) {
          fillLoad(shared.at[0]!);
          return leave(stats);
        }
        stage = Stage.arrived;
      } else if (back === Back.operators && kernel.provide()) {
        stage = kernel.stage[0]!;
      } else if (back === Back.expansion) return finish(Passed.unexpanded, stats);
      else {
        const isLeft = back === Back.unclear || back === Back.operators;
        if (isLeft && stage === Stage.arrived) fillLoad(shared.at[0]!); // of the present expansion again
        return leave(stats);
      }
    }
  }

  function finish(passed: number, stats: Stats | undefined): number {
    made = expansions[0]!;
    if (stats) {
      stats.iterations += (order - 1) * made;
      stats.solves += decisions[0]!;
    }
    return passed === Passed.whole && kernel.clear[0] === 0 ? Passed.unsearched : passed;
  }

  return {
    get expansions() {
      return made;
    },
    get crowded() {
      return crowded;
    },
    begin(breakTime) {
      kernel.breakTime[0] = breakTime;
      fit?.begin();
      if (!fillLoad(shared.at[0]!)) return Passed.none;
      return run(Stage.begin, 1, undefined, undefined);
    },
    advance(stop, breakTime, foreign, stats, listener) {
      if (foreign) kernel.event[0] = -1;
      kernel.clear[0] = 1; // what was not clear is not the kernel's any more
      kernel.stop[0] = stop;
      kernel.breakTime[0] = breakTime;
      return run(Stage.present, single || listener.between || listener.piece ? 1 : MANY, stats, listener);
    },
  };
}
