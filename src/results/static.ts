/** A static equilibrium as plain data: what `simulate --static --json` prints. Its fields are stable. */
import { newPlaces } from "../model/shape.ts";
import type { System } from "../model/system.ts";
import { norm } from "../numeric/vector.ts";
import type { CompiledProblem } from "../problem/compile/compile.ts";
import { equilibrium, type Rest } from "../simulate/static/equilibrium.ts";
import { vibrations } from "../simulate/static/modes.ts";

/** So many of the lowest frequencies are told. */
const FREQUENCIES = 5;

const MESSAGES: Record<Rest["status"], string> = {
  found: "The equilibrium was found.",
  "not-converged": "No equilibrium was found from this shape. Give another first shape: initial.equilibrium.from.",
  singular: "The beam is not held: some motion of it costs nothing. Hold an end.",
  "undefined-force": "The load is not a finite number somewhere on the beam. Check its domain.",
};

/** The equilibrium that a problem starts from, or the one that its start falls to; undefined where it is no such machine. */
export function restOf({ simulation, rest }: CompiledProblem): { system: System; rest: Rest } | undefined {
  if (rest) return rest;
  const { system, initial } = simulation;
  if (!system.conditioned) return undefined;
  return { system, rest: equilibrium(system, Float64Array.of(initial.time, initial.time), initial.position) };
}

export function staticData(compiled: CompiledProblem, { system, rest }: { system: System; rest: Rest }) {
  const { time } = compiled.simulation.initial;
  const at = Float64Array.of(time, time);
  const { status, iterations, residual, violation } = rest;
  const still = new Float64Array(system.size);
  const squares = (status === "found" && vibrations(system, at, rest, FREQUENCIES)?.squares) || [];
  const known = status === "found" && squares.length > 0;
  return {
    name: compiled.simulation.name,
    status: status === "found" ? ("done" as const) : status,
    message: MESSAGES[status],
    iterations,
    residual,
    violation,
    /** Of bending, J. */
    energy: system.energy(rest.position, still),
    stable: known ? squares[0]! > 0 : null,
    /** Of small vibrations, Hz; those that fall away are left out. */
    frequencies: squares.filter((square) => square > 0).map((square) => Math.sqrt(square) / (2 * Math.PI)),
    position: Array.from(rest.position),
    shape: shapeOf(system, at, rest),
    ...forcesOf(system, rest),
    sag: sagOf(system, at, rest),
  };
}

export type StaticData = ReturnType<typeof staticData>;

function placesOf(system: System, at: Float64Array, { position }: Rest): Float64Array[] {
  const places = newPlaces(system.shape!);
  system.shape!.placesAt(at, position, system.load, places);
  return places;
}

function shapeOf(system: System, at: Float64Array, rest: Rest): Record<string, number[]> {
  const places = placesOf(system, at, rest);
  const { s, names } = system.shape!;
  return Object.fromEntries([["s", Array.from(s)], ...names.map((name, k) => [name, Array.from(places[k]!)])]);
}

/** Tension along the beam, and the forces of what holds its ends, N. */
function forcesOf(system: System, { force }: Rest) {
  const { rowOf, points } = system.conditioned!.lengths;
  const lengths = new Set(rowOf);
  const reactions = system.rows.flatMap(({ name, law }, i) =>
    law.joint && !lengths.has(i) ? [[name, force[i]!] as const] : [],
  );
  const tension = { s: points.map(({ s }) => s), force: Array.from(rowOf, (i) => force[i]!) };
  return { tension, reactions: Object.fromEntries(reactions) };
}

/** Largest distance from the straight line between the ends, m. */
function sagOf(system: System, at: Float64Array, rest: Rest): number {
  const places = placesOf(system, at, rest);
  const last = system.shape!.s.length - 1;
  const start = places.map((axis) => axis[0]!);
  const chord = places.map((axis, a) => axis[last]! - start[a]!);
  const square = chord.reduce((sum, x) => sum + x * x, 0);
  let most = 0;
  for (let j = 0; j <= last; j++) {
    const from = places.map((axis, a) => axis[j]! - start[a]!);
    const along = square > 0 ? from.reduce((sum, x, a) => sum + x * chord[a]!, 0) / square : 0;
    most = Math.max(most, norm(Float64Array.from(from, (x, a) => x - along * chord[a]!)));
  }
  return most;
}
