/** The equations of an arm against a Lagrangian that is coded a second time, by differences; directions and gaps likewise. */
import { describe, expect, it } from "vitest";
import { Dense } from "../../../src/numeric/matrix.ts";
import { list, seeded } from "../../support/random.ts";
import { axes, center, endOn, energiesOf, normal, randomArm, type Sample } from "./random-arm.ts";

const AT = Float64Array.of(0, 0);

/** Derivative of f by differences, of order four. */
function slope(f: (by: number) => number, h = 1e-3): number {
  return (8 * (f(h) - f(-h)) - (f(2 * h) - f(-2 * h))) / (12 * h);
}

const shifted = (q: readonly number[], j: number, by: number) => q.map((value, i) => (i === j ? value + by : value));

/** Momentum of the Lagrangian, exact up to round-off: T is quadratic in v. */
function momentum(sample: Sample, q: readonly number[], v: readonly number[], i: number): number {
  return (energiesOf(sample, q, shifted(v, i, 1)).kinetic - energiesOf(sample, q, shifted(v, i, -1)).kinetic) / 2;
}

function state(seed: number, n: number) {
  const random = seeded(seed);
  const { machine, sample, wallOf } = randomArm(random, n);
  const [q, v] = [list(n, () => random.between(-3, 3)), list(n, () => random.between(-2, 2))];
  return { machine, sample, wallOf, q, v, random };
}

const cases = Array.from({ length: 30 }, (_, k) => ({ seed: 100 + k, n: 1 + (k % 10) }));
const close = (a: number, b: number, terms: number, tolerance = 1e-7) =>
  expect(Math.abs(a - b)).toBeLessThan(tolerance * (1 + terms));

describe("an arm", () => {
  it.each(cases)("of $n links has the mass, energy and forces of its Lagrangian (seed $seed)", ({ seed, n }) => {
    const { machine, sample, q, v, random } = state(seed, n);
    const [position, velocity] = [Float64Array.from(q), Float64Array.from(v)];
    const { kinetic, potential } = energiesOf(sample, q, v);
    close(machine.energy(position, velocity), kinetic + potential, Math.abs(kinetic) + Math.abs(potential));

    const mass = machine.matrix();
    machine.massAt(position, mass);
    const a = list(n, () => random.between(-3, 3));
    const inertia = new Float64Array(n);
    mass.multiply(Float64Array.from(a), inertia);
    const resistance = new Float64Array(n);
    machine.forces().resistance(AT, position, velocity, resistance);
    for (let i = 0; i < n; i++) {
      // d/dt of the momentum along q' = v, v' = a, less the slope of T - V
      const rate = slope((by) => {
        const [qs, vs] = [q.map((x, j) => x + by * v[j]!), v.map((x, j) => x + by * a[j]!)];
        return momentum(sample, qs, vs, i);
      });
      const gradient = slope((by) => {
        const there = energiesOf(sample, shifted(q, i, by), v);
        return there.kinetic - there.potential;
      });
      const damping = sample.damping[i]!.reduce((sum, d, j) => sum + d * v[j]!, 0);
      close(inertia[i]! + resistance[i]!, rate - gradient + damping, Math.abs(rate) + Math.abs(gradient) + 100, 1e-6);
    }
  });

  it.each(cases)("of $n links has exact tangents (seed $seed)", ({ seed, n }) => {
    const { machine, q, v } = state(seed, n);
    const forces = machine.forces();
    const [stiffness, damping, momenta] = [new Dense(n), new Dense(n), new Dense(n)];
    const [position, velocity] = [Float64Array.from(q), Float64Array.from(v)];
    forces.addStiffness(AT, position, velocity, 2, stiffness);
    forces.addDamping(AT, position, velocity, 3, damping);
    machine.addMomentumSlopes!(position, velocity, 5, momenta);
    const out = new Float64Array(n);
    const mass = machine.matrix();
    const resistance = (qs: number[], vs: number[], i: number) => {
      forces.resistance(AT, Float64Array.from(qs), Float64Array.from(vs), out);
      return out[i]!;
    };
    const momentumAt = (qs: number[], i: number) => {
      machine.massAt(Float64Array.from(qs), mass);
      mass.multiply(velocity, out);
      return out[i]!;
    };
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        const byPosition = slope((by) => resistance(shifted(q, j, by), v, i));
        close(stiffness.at(i, j), 2 * byPosition, 100, 1e-8);
        close(damping.at(i, j), 3 * slope((by) => resistance(q, shifted(v, j, by), i)), 100, 1e-8);
        close(momenta.at(i, j), 5 * slope((by) => momentumAt(shifted(q, j, by), i)), 100, 1e-8);
      }
    }
  });

  it.each(cases)("of $n links has walls and curves at the ends of its links (seed $seed)", ({ seed, n }) => {
    const { machine, sample, wallOf, q, v } = state(seed, n);
    const [gaps, violations] = [new Float64Array(4), new Float64Array(4)];
    const values = (at: readonly number[]) => {
      machine.gapsAt(Float64Array.from(at), gaps);
      machine.violationsAt!(AT, Float64Array.from(at), violations);
      return gaps.map((gap, i) => gap + violations[i]!);
    };
    const [wx, wy] = endOn(sample, q, wallOf);
    const [x, y] = endOn(sample, q, n - 1);
    const expected = [
      0,
      0.5 - normal[0] * wx - normal[1] * wy,
      ((x - center[0]) / axes[0]) ** 2 + ((y - center[1]) / axes[1]) ** 2 - 1,
      normal[0] * x + normal[1] * y - 0.25,
    ];
    values(q).forEach((value, i) => {
      close(value, expected[i]!, 100, 1e-14);
    });

    const rows = machine.newDirections();
    const { version } = rows;
    machine.directionsAt(Float64Array.from(q), rows);
    expect(rows.version).toBe(version + 1);
    const direction = rows.value.slice();
    const turning = new Float64Array(4);
    machine.turningAt(Float64Array.from(q), Float64Array.from(v), turning);
    for (let i = 1; i < 4; i++) {
      for (let e = rows.start[i]!; e < rows.start[i + 1]!; e++) {
        close(
          direction[e]!,
          slope((by) => values(shifted(q, rows.column[e]!, by))[i]!),
          100,
          1e-9,
        );
      }
      const slip = (by: number) => {
        machine.directionsAt(Float64Array.from(q.map((value, j) => value + by * v[j]!)), rows);
        let sum = 0;
        for (let e = rows.start[i]!; e < rows.start[i + 1]!; e++) sum += rows.value[e]! * v[rows.column[e]!]!;
        return sum;
      };
      close(turning[i]!, slope(slip, 1e-4), 1000, 1e-8);
    }
    expect(turning[0]).toBe(0);
  });

  it("knows the places of its joints and of its tip", () => {
    const { machine, sample, q } = state(7, 4);
    const places = new Float64Array(10);
    machine.drawing!.placesAt(Float64Array.from(q), places);
    expect([...places.subarray(0, 2)]).toEqual(sample.options.base);
    for (let j = 0; j < 4; j++) {
      const [x, y] = endOn(sample, q, j);
      expect(places[2 * j + 2]).toBeCloseTo(x, 13);
      expect(places[2 * j + 3]).toBeCloseTo(y, 13);
    }
  });
});
