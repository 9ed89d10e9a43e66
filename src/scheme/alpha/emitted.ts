/**
 * The steps of steps.ts with a fixed point as WebAssembly, unrolled over the coordinates: some five times faster than plain loops. The
 * code depends on sizes; the numbers of a problem are data in its memory.
 */
import type { Vector } from "../../numeric/vector.ts";
import * as wasm from "../../numeric/wasm.ts";
import { all, type SharedLocals, UNSOLVED } from "../../step/kernels/coordinate-code.ts";
import { type AlphaMatrices, type AlphaSteps, BOUND } from "./steps.ts";

/** Coordinates up to which steps are unrolled. */
const MOST_UNROLLED = 6;
/** Doubles of a coordinate that the function keeps in locals. */
const GROUPS = 6;

/** Undefined for many coordinates, and where the host allows no WebAssembly. */
export function emittedSteps({ size: n, swing, elastic, load, solver }: AlphaMatrices): AlphaSteps | undefined {
  if (n > MOST_UNROLLED) return undefined;
  const { add, addWhole, at, get, leave, multiply, repeat, set, store, subtract, when, whole } = wasm;
  const { code } = solver;
  if (!code) return undefined;
  // in memory, in doubles: x, ahead, dz, friction, push, then
  const ELASTIC = 5 * n;
  const SWING = ELASTIC + n * n;
  const SOLVER = SWING + n * n;
  const LOAD = SOLVER + code.data.length;
  // locals: two parameters, the doubles, the whole numbers
  const group = (k: number) => Array.from({ length: n }, (_, i) => 2 + k * n + i);
  const xs = group(0);
  const aheads = group(1);
  const dzs = group(2);
  const frictions = group(3);
  const befores = group(4);
  const frees = group(5);
  const doubles = GROUPS * n + code.doubles;
  const iterations = 2 + doubles;
  const locals: SharedLocals = {
    free: frees,
    start: befores,
    friction: frictions,
    dz: dzs,
    iterations,
    doubles: Array.from({ length: code.doubles }, (_, k) => 2 + GROUPS * n + k),
    wholes: Array.from({ length: code.wholes }, (_, k) => iterations + 1 + k),
  };
  const FROM = 0;
  const TO = 1;

  const freeOf = (i: number) => {
    const change = (j: number) => subtract(get(xs[j]!), get(befores[j]!));
    let sum = add(wasm.load(get(FROM), 8 * i), at(8 * (4 * n + i)));
    if (!swing) sum = add(sum, multiply(wasm.double(2), change(i)));
    else for (let j = 0; j < n; j++) sum = add(sum, multiply(at(8 * (SWING + i * n + j)), change(j)));
    for (let j = 0; j < n; j++) sum = subtract(sum, multiply(at(8 * (ELASTIC + i * n + j)), get(xs[j]!)));
    return sum;
  };
  const step = [
    ...all(n, (i) => [...set(befores[i]!, get(xs[i]!)), ...set(xs[i]!, get(aheads[i]!))]),
    ...all(n, (i) => set(frees[i]!, freeOf(i))),
    ...code.step(locals, 8 * SOLVER),
    ...all(n, (i) => [
      ...set(aheads[i]!, add(get(befores[i]!), get(dzs[i]!))),
      ...when(wasm.isZero(wasm.below(wasm.absolute(get(aheads[i]!)), wasm.double(BOUND))), leave(UNSOLVED)),
    ]),
    ...set(FROM, addWhole(get(FROM), whole(8 * n))),
  ];
  const kept = [xs, aheads, dzs, frictions];
  const body = [
    ...kept.flatMap((names, k) => all(n, (i) => set(names[i]!, at(8 * (k * n + i))))),
    ...repeat(step, wasm.less(get(FROM), get(TO))),
    ...kept.flatMap((names, k) => all(n, (i) => store(8 * (k * n + i), get(names[i]!)))),
    ...get(iterations),
  ];
  const emitted = wasm.emit(body, { doubles, wholes: 1 + code.wholes }, 8 * (LOAD + load.length));
  if (!emitted) return undefined;
  const { memory, call } = emitted;
  memory.set(elastic, ELASTIC);
  if (swing) memory.set(swing, SWING);
  memory.set(code.data, SOLVER);
  memory.set(load, LOAD);
  const view = (k: number): Vector => memory.subarray(k * n, (k + 1) * n);
  return {
    x: view(0),
    ahead: view(1),
    dz: view(2),
    friction: view(3),
    push: view(4),
    begin() {},
    advance(from, to, stats) {
      if (from >= to) return true;
      const count = call(8 * (LOAD + from * n), 8 * (LOAD + to * n));
      if (count < 0) return false;
      stats.solves += to - from;
      stats.iterations += count;
      return true;
    },
  };
}
