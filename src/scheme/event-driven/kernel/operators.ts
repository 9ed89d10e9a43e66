/** Operators of sets of stuck rows, as layout.ts places them. */
import { rowValues } from "../../../model/rows/row-values.ts";
import { massWeights, type System } from "../../../model/system.ts";
import type { Vector } from "../../../numeric/vector.ts";
import { stickProjection } from "../../../step/stick.ts";
import { hold } from "../hold.ts";
import { type Layout, operatorPlaces, type Shape } from "./layout.ts";

/** Fills in the operators of a set of stuck rows, column by column; false: they depend on each other. */
export function operatorsOf(system: System, shape: Shape, layout: Layout, origin: Vector) {
  const { n, m } = shape;
  const values = rowValues(system);
  values.update(new Float64Array(2));
  const held = hold(system, origin);
  const stick = stickProjection(system.linear!.directions, n, massWeights(system, origin), () => true);
  const { stiffness, damping } = system.linear!;
  const places = operatorPlaces(shape, layout);
  const unit = new Float64Array(n);
  const acceleration = new Float64Array(n);
  const force = new Float64Array(m);
  const still = new Float64Array(m);
  const mode = new Int8Array(m);
  const { drive } = values;
  let free: ReturnType<typeof findFree> | undefined; // the same for all sets

  /** M^{-1} of unit forces, and of what stiffness and damping make of unit vectors. */
  function findFree() {
    const columns = () => Array.from({ length: n }, () => new Float64Array(n));
    const found = { respond: columns(), stiffen: columns(), dampen: shape.damped ? columns() : [] };
    for (let j = 0; j < n; j++) {
      unit.fill(0);
      unit[j] = 1;
      held.free(unit, found.respond[j]!);
      for (let i = 0; i < n; i++) unit[i] = stiffness.at(i, j);
      held.free(unit, found.stiffen[j]!);
      if (!shape.damped) continue; // nobody reads them
      for (let i = 0; i < n; i++) unit[i] = damping.at(i, j);
      held.free(unit, found.dampen[j]!);
    }
    return found;
  }

  return function fill(set: number, into: Float64Array, from: number): boolean {
    free ??= findFree();
    held.clear();
    for (let i = 0; i < m; i++) {
      mode[i] = (set >> i) & 1 ? 0 : 1;
      if (mode[i] === 0 && !held.add(i)) return false;
    }
    held.prepare();
    const column = (place: number, j: number, values: Vector, stride = layout.across) => {
      for (let i = 0; i < values.length; i++) into[from + place / 8 + j * stride + i] = values[i]!;
    };
    const respond = (found: Vector) => {
      acceleration.set(found);
      held.restrain(still, acceleration, force.fill(0));
      stick.apply(mode, acceleration, still);
    };
    if (shape.varies) {
      for (let i = 0; i < m; i++) {
        const rate = still.fill(0);
        if (mode[i] === 0) rate[i] = 1;
        stick.apply(mode, unit.fill(0), rate);
        column(places.carried, i, unit);
        held.solve(unit.fill(0), rate, acceleration, force.fill(0));
        stick.apply(mode, acceleration, rate);
        column(places.follow, i, acceleration);
        column(places.pull, i, force, layout.along);
      }
      still.fill(0);
    } else {
      unit.fill(0);
      stick.apply(mode, unit, drive);
      column(places.carried, 0, unit);
    }
    for (let j = 0; j < n; j++) {
      respond(free.respond[j]!);
      column(places.respond, j, acceleration);
      column(places.hold, j, force, layout.along);
      unit.fill(0);
      unit[j] = 1;
      stick.apply(mode, unit, still);
      column(places.project, j, unit);
      respond(free.stiffen[j]!);
      column(places.stiffen, j, acceleration);
      if (!shape.damped) continue;
      respond(free.dampen[j]!);
      column(places.dampen, j, acceleration);
    }
    return true;
  };
}
