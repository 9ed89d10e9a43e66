/** How runs of a batch begin: (1.4) with the scheme's own accelerations, under the control of each. */
import type { ControlInput } from "../../model/control/control-load.ts";
import type { Load } from "../../model/load.ts";
import type { System } from "../../model/system.ts";
import { multiplyRows } from "../../numeric/inverse.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { CoordinateBox } from "../../step/solvers/coordinate-box.ts";
import type { Step } from "../../step/step.ts";
import { rowStart } from "../common/start.ts";
import type { State } from "../scheme.ts";
import type { RunPlace } from "./runs.ts";
import { slippingStart } from "./slipping-start.ts";

/** Fills the start of a run whose control forces the place has. */
export type Enter = (place: RunPlace) => void;

/** From a state, which gets its limits, and from a control of which only the values may differ from run to run. */
export type Entry = (state: State, load: Load, control: ControlInput | undefined) => Enter;

export function alphaEntry(system: System, stiffness: number, step: Step, box: CoordinateBox): Entry {
  const { size: n } = system;
  const dt = step.duration;
  const start = rowStart(system, stiffness);
  const slipping = slippingStart(system, stiffness);

  function place({ position, velocity, force: forces }: State, acceleration: Vector, into: RunPlace): void {
    const { x, ahead, friction, force, push } = into;
    for (let i = 0; i < n; i++) {
      x[i] = position[i]!;
      ahead[i] = x[i]! + dt * velocity[i]! + ((dt * dt) / 2) * acceleration[i]!; // (1.4)
      friction[i] = box.row[i]! < 0 ? 0 : box.weight[i]! * forces[box.row[i]!]!;
    }
    for (let at = 0; at < push.length; at += n) multiplyRows(box.inverse, n, force, push, at);
  }

  return (state, load, control) => {
    const uncontrolled = control?.uncontrolled ?? load;
    const first = control?.changes.filter((time) => time <= state.time).length ?? 0;
    if (slipping.prepare(state, uncontrolled)) {
      return (into) => place(state, slipping.under(into.intervals[first]!.force), into);
    }
    const given = new Float64Array(n);
    uncontrolled.evaluate(Float64Array.of(state.time, state.time), given);
    let own: Vector = given; // of the run
    const { evaluateMany: _, ...known } = uncontrolled;
    const atStart: Load = {
      ...known,
      evaluate(_, out) {
        for (let i = 0; i < n; i++) out[i] = given[i]! + own[i]!;
      },
    };
    return (into) => {
      own = into.intervals[first]!.force;
      state.force.fill(0); // nothing is left of the run before
      place(state, start(state, atStart, state.time), into);
    };
  };
}
