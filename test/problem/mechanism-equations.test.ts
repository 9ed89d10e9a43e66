/** The equations of motion of mechanisms against finite differences of the Lagrangian, and their series against their values. */
import { describe, expect, it } from "vitest";
import type { System } from "../../src/model/system.ts";
import { randomFrom } from "../../src/numeric/random.ts";
import { compileOrThrow } from "../../src/problem/compile/compile.ts";
import { cases } from "../support/torture.ts";
import { type RandomMechanism, randomMechanism } from "./mechanism-random.ts";

const MACHINES = cases(60, 200);

function machine(seed: number): { given: RandomMechanism; system: System } {
  const given = randomMechanism(seed);
  return { given, system: compileOrThrow(given.raw).simulation.system };
}

const random = randomFrom(77);
/** Away from the kinks at zero velocity. */
const point = (size: number): number[] =>
  Array.from({ length: size }, () => (0.05 + 0.95 * random.uniform()) * (random.uniform() < 0.5 ? -1 : 1));

/** M a + resistance - load at an instant. */
function balance(
  system: System,
  t: number,
  q: readonly number[],
  v: readonly number[],
  a: readonly number[],
): number[] {
  const at = Float64Array.of(t, t);
  const mass = system.matrix();
  const [out, load] = [new Float64Array(system.size), new Float64Array(system.size)];
  system.massAt(Float64Array.from(q), mass);
  system.forces().resistance(at, Float64Array.from(q), Float64Array.from(v), out);
  mass.multiplyAdd(Float64Array.from(a), out);
  system.load.evaluate(at, load);
  return Array.from(out, (value, i) => value - load[i]!);
}

/** Derivative of a function of numbers by one of them: central differences, extrapolated twice. */
function slope(f: (x: readonly number[]) => number, x: readonly number[], i: number): number {
  const difference = (h: number) => {
    const [above, below] = [h, -h].map((step) => f(x.map((value, k) => (k === i ? value + step : value))));
    return (above! - below!) / (2 * h);
  };
  const [wide, middle, fine] = [4e-3, 2e-3, 1e-3].map(difference) as [number, number, number];
  const [first, second] = [(4 * middle - wide) / 3, (4 * fine - middle) / 3];
  return (16 * second - first) / 15;
}

it(`agrees with d/dt dL/dv - dL/dq = F by differences, for ${MACHINES} machines`, () => {
  for (let seed = 1; seed <= MACHINES; seed++) {
    const { given, system } = machine(seed);
    const n = given.size;
    const [q, v, a] = [point(n), point(n), point(n)];
    const t = 2 * random.uniform();
    const momentum = (i: number) => (z: readonly number[]) =>
      slope((w) => given.kinetic(z.slice(0, n), w), z.slice(n), i);
    const lagrangian = (z: readonly number[]) => given.kinetic(z, v) - given.potential(z);
    const force = given.force(t, q, v);
    const ours = balance(system, t, q, v, a);
    for (let i = 0; i < n; i++) {
      let rate = 0;
      for (let k = 0; k < n; k++) {
        rate += slope(momentum(i), [...q, ...v], k) * v[k]! + slope(momentum(i), [...q, ...v], n + k) * a[k]!;
      }
      const plain = rate - slope(lagrangian, q, i) - force[i]!;
      expect(Math.abs(ours[i]! - plain), `machine ${seed}, coordinate ${i}`).toBeLessThan(1e-6 * (1 + Math.abs(plain)));
    }
    const total = given.kinetic(q, v) + given.potential(q);
    expect(system.energy(Float64Array.from(q), Float64Array.from(v))).toBeCloseTo(total, 12);
  }
});

describe.each([3, 11, 29, 42, 57, 101])("machine %d", (seed) => {
  const { given, system } = machine(seed);
  const n = given.size;

  it("has the tangents of its differences", () => {
    const [q, v, zero] = [point(n), point(n), Array<number>(n).fill(0)];
    const at = Float64Array.of(0.4, 0.4);
    const [stiffness, damping] = [system.matrix(), system.matrix()];
    system.forces().addStiffness(at, Float64Array.from(q), Float64Array.from(v), 2, stiffness);
    system.forces().addDamping(at, Float64Array.from(q), Float64Array.from(v), 2, damping);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        expect(stiffness.at(i, j) / 2).toBeCloseTo(
          slope((z) => balance(system, 0.4, z, v, zero)[i]!, q, j),
          6,
        );
        expect(damping.at(i, j) / 2).toBeCloseTo(
          slope((w) => balance(system, 0.4, q, w, zero)[i]!, v, j),
          6,
        );
      }
    }
    const momentum = system.matrix();
    system.addMomentumSlopes?.(Float64Array.from(q), Float64Array.from(v), 1, momentum);
    const product = (z: readonly number[], i: number) => {
      const mass = system.matrix();
      const out = new Float64Array(n);
      system.massAt(Float64Array.from(z), mass);
      mass.multiply(Float64Array.from(v), out);
      return out[i]!;
    };
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++)
        expect(momentum.at(i, j)).toBeCloseTo(
          slope((z) => product(z, i), q, j),
          6,
        );
    }
  });

  const ORDER = 10;
  /** A motion, as coefficients of polynomials of degree 4. */
  function motion(): Float64Array {
    const x = new Float64Array((ORDER + 3) * n);
    for (let k = 0; k < 5 * n; k++) x[k] = (2 * random.uniform() - 1) / (1 + Math.floor(k / n));
    for (let i = 0; i < n; i++) x[n + i] = Math.sign(x[n + i]!) * (0.3 + Math.abs(x[n + i]!)); // away from kinks
    return x;
  }

  function series(x: Float64Array) {
    const made = system.forceSeries!(ORDER);
    const at = Float64Array.of(0.4, 0.4);
    if (made.switches) {
      const values = new Float64Array(made.switches.count);
      made.switches.evaluate(at, x.subarray(0, n), x.subarray(n, 2 * n), values);
      for (let l = 0; l < values.length; l++) made.switches.side[l] = values[l]! < 0 ? -1 : 1;
    }
    made.begin!(at);
    return made;
  }

  /** Coefficients of M a + resistance, M_0 a_k included. */
  function coefficients(x: Float64Array): number[][] {
    const made = series(x);
    const mass = system.matrix();
    system.massAt(x.subarray(0, n), mass);
    const acceleration = new Float64Array(n);
    return Array.from({ length: ORDER - 1 }, (_, k) => {
      const out = new Float64Array(n);
      made.subtract(k, x, out, new Float64Array(n));
      for (let i = 0; i < n; i++) {
        out[i] = -out[i]!;
        acceleration[i] = (k + 1) * (k + 2) * x[(k + 2) * n + i]!;
      }
      mass.multiplyAdd(acceleration, out);
      return Array.from(out);
    });
  }

  it("sums its series to its values along a motion", () => {
    const x = motion();
    const all = coefficients(x);
    const read = (tau: number, derivative: number) =>
      Array.from({ length: n }, (_, i) => {
        let sum = 0;
        for (let k = 4; k >= derivative; k--) {
          const factor = derivative === 0 ? 1 : derivative === 1 ? k : k * (k - 1);
          sum = sum * tau + factor * x[k * n + i]!;
        }
        return sum;
      });
    for (const tau of [0, 0.004, 0.01]) {
      const load = new Float64Array(n);
      system.load.evaluate(Float64Array.of(0.4 + tau, 0.4 + tau), load);
      const exact = balance(system, 0.4 + tau, read(tau, 0), read(tau, 1), read(tau, 2)).map(
        (one, i) => one + load[i]!,
      );
      for (let i = 0; i < n; i++) {
        const sum = all.reduceRight((total, level) => total * tau + level[i]!, 0);
        expect(Math.abs(sum - exact[i]!), `tau ${tau}`).toBeLessThan(1e-12 * (1 + Math.abs(sum)));
      }
    }
  });

  it("has the changes of its differences", () => {
    const x = motion();
    const dx = motion();
    const made = series(x);
    made.expandSlopes(x, ORDER - 1);
    const change = made.change();
    const mass = system.matrix();
    system.massAt(x.subarray(0, n), mass);
    const near = (h: number) => coefficients(x.map((value, k) => value + h * dx[k]!));
    const [above, below, farAbove, farBelow] = [1e-4, -1e-4, 2e-4, -2e-4].map(near) as number[][][];
    const acceleration = new Float64Array(n);
    for (let k = 0; k < ORDER - 2; k++) {
      const out = new Float64Array(n);
      change(k, dx, out);
      for (let i = 0; i < n; i++) {
        out[i] = -out[i]!;
        acceleration[i] = (k + 1) * (k + 2) * dx[(k + 2) * n + i]!;
      }
      mass.multiplyAdd(acceleration, out);
      for (let i = 0; i < n; i++) {
        const close = (above![k]![i]! - below![k]![i]!) / 2e-4;
        const far = (farAbove![k]![i]! - farBelow![k]![i]!) / 4e-4;
        const plain = (4 * close - far) / 3;
        expect(Math.abs(out[i]! - plain), `level ${k}, coordinate ${i}`).toBeLessThan(1e-6 * (1 + Math.abs(plain)));
      }
    }
  });
});
