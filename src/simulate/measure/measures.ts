/** The measures sink: numbers of a run, gathered while it goes on. */
import type { Piece, StateBlock } from "../../scheme/scheme.ts";
import type { BlockSamples, Sink } from "../record/sink.ts";
import type { Simulation } from "../run/simulation.ts";
import { watchFormulas } from "./along-motion.ts";
import type { EventMeasure, FormulaMeasure, Measure, StickMeasure } from "./formulas.ts";
import { watchLosses } from "./losses.ts";
import { type Watch, watchEvents, watchStick } from "./of-rows.ts";

/** By name, in the order of the file; null where a measure is not defined, as the time of an event that never came. */
export type MeasureValues = Readonly<Record<string, number | null>>;

export interface MeasuresSink extends Sink {
  result(): MeasureValues;
}

const NONE: MeasuresSink = { kept: [], result: () => ({}) };

export function measures(simulation: Simulation): MeasuresSink {
  const { list } = simulation.measures;
  if (list.length === 0) return NONE;
  const formulas = list.filter(isOfFormula).filter(({ between }) => between);
  const losses = list.filter(isOfFormula).filter(({ between }) => !between);
  const sticks = list.filter(isOfStick);
  const events = list.filter(isOfEvents);
  const groups: readonly { readonly list: readonly Measure[]; readonly watch: Watch }[] = [
    ...(formulas.length > 0 ? [{ list: formulas, watch: watchFormulas(simulation, formulas) }] : []),
    ...(losses.length > 0 ? [{ list: losses, watch: watchLosses(simulation, losses) }] : []),
    ...(sticks.length > 0 ? [{ list: sticks, watch: watchStick(simulation, sticks) }] : []),
    ...(events.length > 0 ? [{ list: events, watch: watchEvents(events) }] : []),
  ];
  const watches = groups.map(({ watch }) => watch);
  const readers = watches.filter((watch) => watch.piece);
  return {
    kept: watches.map(({ kept }) => kept),
    ...(readers.length > 0
      ? {
          piece(piece: Piece) {
            for (const watch of readers) watch.piece!(piece);
          },
        }
      : {}),
    step(state) {
      for (let k = 0; k < watches.length; k++) watches[k]!.step?.(state);
    },
    ...(watches.every((watch) => watch.block || !watch.step)
      ? {
          block(states: StateBlock, from: number, to: number, samples: BlockSamples) {
            for (const watch of watches) watch.block?.(states, from, to, samples);
          },
        }
      : {}),
    jump(before, after) {
      for (const watch of watches) watch.jump?.(before, after);
    },
    eventsAhead: true,
    event(event) {
      for (const watch of watches) watch.event?.(event);
    },
    result() {
      const values = groups.flatMap((group) => group.list.map(({ name }, k) => [name, group.watch.value(k)] as const));
      const found = new Map(values);
      return Object.fromEntries(list.map(({ name }) => [name, finiteOrNull(found.get(name)!)]));
    },
  };
}

/** JSON has no NaN and no infinity. */
export function finiteOrNull(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

function isOfFormula(measure: Measure): measure is FormulaMeasure {
  return "formula" in measure;
}

function isOfStick(measure: Measure): measure is StickMeasure {
  return measure.kind === "time";
}

function isOfEvents(measure: Measure): measure is EventMeasure {
  return measure.kind === "first" || measure.kind === "count";
}
