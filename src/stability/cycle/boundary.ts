/**
 * The cycle on the boundary of attraction, by edge tracking: of two states close together one comes to rest and the other
 * escapes; between them lies the boundary, and a motion on it tends to what is attracting within the boundary. Bisection
 * keeps the pair together, until shooting takes over.
 */
import { linearOf, type System } from "../../model/system.ts";
import { maxNorm, type Vector } from "../../numeric/vector.ts";
import type { Simulation } from "../../simulate/run/simulation.ts";
import { fates } from "../fate/fate.ts";
import { moves } from "./candidates.ts";
import { type CycleResult, describe, initialState } from "./cycle.ts";
import { advance, from, packState } from "./periodic-state.ts";
import { returns, sampleMotion, scalesOf } from "./recurrence.ts";
import { shoot } from "./shooting.ts";

const MOST_DOUBLINGS = 40;
const MOST_ROUNDS = 12;
/** The pair is brought so close, relative to its size, and followed until it is so far apart. */
const CLOSE = 1e-13;
const APART = 1e-5;

/** A pair on both sides of the boundary. */
interface Pair {
  attracted: Vector;
  escaped: Vector;
}

export function findBoundaryCycle(simulation: Simulation): CycleResult & { readonly runs: number } {
  const start = simulation.initial.time;
  let runs = 0;
  const judge = fates();
  const fate = (z: Vector) => {
    runs++;
    return judge(from(simulation, z, start, simulation.initial.end - start)).fate;
  };
  const pair = findPair(simulation, fate);
  if (!pair) {
    const message =
      "No boundary was found along the initial state: all its multiples come to rest, or all escape. Set another initial state.";
    return { status: "rest", message, runs };
  }
  for (let round = 0; round < MOST_ROUNDS; round++) {
    narrow(pair, fate);
    const edge = follow(simulation, pair);
    const guesses = edge ? returns(edge.samples) : [];
    for (const { time } of guesses) {
      const { samples } = edge!;
      const scale = scalesOf(samples, simulation.system.visible);
      const orbit = shoot(simulation, samples.states.at(-1)!, time, { start, scale });
      if (!orbit || !moves(simulation, orbit, start, samples.ranges)) continue;
      const found = describe(simulation, orbit, start, false);
      if (found.status !== "found" || found.stability !== "stable") return { ...found, runs };
    }
    if (!edge) break;
    pair.attracted = edge.attracted;
    pair.escaped = edge.escaped;
  }
  const message = `No cycle was found on the boundary in ${runs} runs: what motions tend to there may not be periodic. Try another initial state.`;
  return { status: "not-periodic", message, runs };
}

/** Multiples of the initial state about the rest under the constant load, one that comes to rest and one that escapes. */
function findPair(simulation: Simulation, fate: (z: Vector) => string): Pair | undefined {
  const center = restUnderLoad(simulation.system);
  const given = initialState(simulation);
  const at = (factor: number) => given.map((entry, i) => center[i]! + factor * (entry - center[i]!));
  let factor = 1;
  const first = fate(at(factor));
  for (let k = 0; k < MOST_DOUBLINGS; k++) {
    const next = first === "attracted" ? 2 * factor : factor / 2;
    const then = fate(at(next));
    if (first === "attracted" && then === "escaped") return { attracted: at(factor), escaped: at(next) };
    if (first !== "attracted" && then === "attracted") return { attracted: at(next), escaped: at(factor) };
    factor = next;
  }
  return undefined;
}

/** K^{-1} f, where K can be inverted. */
function restUnderLoad(system: System): Vector {
  const stiffness = system.matrix();
  linearOf(system).stiffness.addTo(stiffness, 1);
  const position = new Float64Array(system.size);
  system.load.evaluate(new Float64Array(2), position);
  if (stiffness.factor()) stiffness.solve(position);
  else position.fill(0);
  return packState(system, position, new Float64Array(system.size));
}

function narrow(pair: Pair, fate: (z: Vector) => string): void {
  for (let k = 0; k < 100; k++) {
    const gap = maxNorm(pair.attracted.map((entry, i) => entry - pair.escaped[i]!));
    if (gap <= CLOSE * maxNorm(pair.escaped)) return;
    const middle = pair.attracted.map((entry, i) => (entry + pair.escaped[i]!) / 2);
    const where = fate(middle);
    if (where === "undecided") return;
    if (where === "attracted") pair.attracted = middle;
    else pair.escaped = middle;
  }
}

/** Follows the pair until it parts; undefined when a run fails. */
function follow(simulation: Simulation, { attracted, escaped }: Pair) {
  const start = simulation.initial.time;
  const span = simulation.initial.end - start;
  const piece = span / 16;
  let [low, high] = [attracted, escaped];
  let duration = 0;
  for (let k = 0; k < 4096; k++) {
    const [a, b] = [advance(simulation, low, start, piece), advance(simulation, high, start, piece)];
    if (!a || !b) return undefined;
    const gap = maxNorm(a.map((entry, i) => entry - b[i]!));
    if (gap > APART * maxNorm(b)) break;
    [low, high] = [a, b];
    duration += piece;
  }
  if (duration === 0) return undefined;
  const samples = sampleMotion(from(simulation, attracted, start, duration));
  return samples && { samples, attracted: low, escaped: high };
}
