/** Newton's steps on step problems that are not affine, with rows at position level and compliance. */
import { describe, expect, it } from "vitest";
import type { System } from "../../src/model/system.ts";
import type { Vector } from "../../src/numeric/vector.ts";
import { rowStep } from "../../src/scheme/common/rows.ts";
import { newton } from "../../src/step/newton.ts";
import { activeSet } from "../../src/step/solvers/active-set.ts";
import { gaussSeidel } from "../../src/step/solvers/gauss-seidel.ts";
import { newStats, type Solver, type SolveStatus } from "../../src/step/step.ts";
import { stickProjection } from "../../src/step/stick.ts";
import { elasticPendulum } from "../model/elastic-pendulum.ts";

const h = 1e-3;
const RUB = 0;
const FLOOR = 1;

/** Steps z = new velocity, q + h z = new position, with the law on the slip of the rub and on the gap of the floor at the new position. */
function stepper(system: System, solver: Solver, compliance = 0) {
  const directions = system.newDirections();
  const step = rowStep(system, system.matrix(), directions, system.newDirections());
  step.compliance[FLOOR] = compliance;
  step.duration = h;
  const own = system.forces();
  const [mass, slopes] = [system.matrix(), system.matrix()];
  const [q, v, z, end, gaps] = [0, 1, 2, 3, 4].map(() => new Float64Array(2)) as [
    Vector,
    Vector,
    Vector,
    Vector,
    Vector,
  ];
  const [product, force, dz, target] = [0, 1, 2, 3].map(() => new Float64Array(2)) as [Vector, Vector, Vector, Vector];
  const at = new Float64Array(2);
  const { value } = step.slipRows;
  const stick = stickProjection(step.slipRows, 2, Float64Array.of(1, 1), (i) => i === RUB);
  const prepared = solver.prepare(step);
  const iteration = newton(
    {
      step,
      small: { force: 1e-11, slip: 1e-12 },
      restate(by) {
        for (let k = 0; k < 2; k++) {
          z[k] = v[k]! + by[k]!;
          end[k] = q[k]! + h * z[k]!;
        }
        slopes.clear();
        own.addDamping(at, q, z, 1, slopes);
        slopes.multiply(by, product);
        own.resistance(at, q, z, step.residual);
        for (let k = 0; k < 2; k++) step.residual[k]! -= product[k]!;
        step.tangent.clear();
        mass.addTo(step.tangent, 1 / h);
        slopes.addTo(step.tangent, 1);
        system.directionsAt(end, step.slipRows);
        system.gapsAt(end, gaps);
        step.slip[RUB] = value[0]! * v[0]! + value[1]! * v[1]!;
        step.slip[FLOOR] = gaps[FLOOR]! / h - (value[2]! * by[0]! + value[3]! * by[1]!);
        step.version++;
      },
      project(set, by) {
        target[RUB] = -step.slip[RUB]!;
        stick.apply(set, by, target);
      },
    },
    prepared,
  );
  const stats = newStats();
  return {
    q,
    v,
    force,
    stats,
    set: prepared.set,
    rounds: iteration.rounds,
    step(): SolveStatus {
      system.massAt(q, mass);
      system.directionsAt(q, directions);
      dz.fill(0);
      const status = iteration.solve(dz, force, stats);
      for (let k = 0; k < 2; k++) v[k]! += dz[k]!;
      stick.apply(prepared.set, v); // round-off of the sum
      for (let k = 0; k < 2; k++) q[k]! += h * v[k]!;
      stats.steps++;
      return status;
    },
    gap(): number {
      system.gapsAt(q, gaps);
      return gaps[FLOOR]!;
    },
    /** Slip of the rub at the new place, of the terms it is made of. */
    slip(): number {
      const terms = [v[0]! * Math.sin(q[1]!), v[1]! * q[0]! * Math.cos(q[1]!)];
      const size = Math.abs(terms[0]!) + Math.abs(terms[1]!);
      return size === 0 ? 0 : (terms[0]! + terms[1]!) / size;
    },
  };
}

/** Falls on the floor with a slide, and comes to rest there. */
function fall(solver: Solver, compliance = 0) {
  const motion = stepper(elasticPendulum(0.8, 1.15), solver, compliance);
  motion.q.set([Math.hypot(0.5, 1), Math.atan2(0.5, 1)]);
  return motion;
}

describe("a mass on an elastic string that falls on a floor", () => {
  for (const solver of [activeSet(), gaussSeidel()]) {
    it(`never leaves the law, under ${solver.name}`, () => {
      const motion = fall(solver);
      let [touched, stuck, most] = [0, 0, 0];
      for (let j = 0; j < 3000; j++) {
        expect(motion.step()).toBe("solved");
        expect(motion.gap()).toBeGreaterThan(-1e-14);
        most = Math.max(most, motion.rounds[0]!);
        if (motion.force[FLOOR]! > 0) {
          touched++;
          expect(Math.abs(motion.gap())).toBeLessThan(1e-14); // at the new position, not only its rate
        }
        if (motion.set[RUB] !== 0) continue;
        stuck++;
        expect(Math.abs(motion.slip())).toBeLessThan(8 * Number.EPSILON);
      }
      expect(touched).toBeGreaterThan(1000);
      expect(stuck).toBeGreaterThan(400);
      expect(most).toBeLessThan(8);
      expect(motion.stats.solves / motion.stats.steps).toBeLessThan(4);
    });
  }

  it("gives way by its compliance: gap / h = -E F, and with less of it less", () => {
    const sunk = [1e-4, 1e-6, 1e-8].map((E) => {
      const motion = fall(activeSet(), E);
      for (let j = 0; j < 3000; j++) {
        expect(motion.step()).toBe("solved");
        if (motion.force[FLOOR]! === 0) continue;
        const given = -h * E * motion.force[FLOOR]!;
        expect(Math.abs(motion.gap() - given)).toBeLessThan(1e-13);
      }
      return -motion.gap();
    });
    expect(sunk[0]! / sunk[1]!).toBeCloseTo(100, 0);
    expect(sunk[1]! / sunk[2]!).toBeCloseTo(100, 1);
  });

  it("tells of a singular matrix and of numbers that are none, and throws nothing", () => {
    const massless: System = { ...elasticPendulum(0.8, 1.15), massAt: (_, out) => out.clear(), forces: () => still };
    expect(stepper(massless, activeSet()).step()).toBe("singular");
    const motion = fall(activeSet());
    motion.v[0] = Number.NaN;
    expect(motion.step()).not.toBe("solved");
  });
});

const still = {
  resistance: (_: Vector, __: Vector, ___: unknown, out: Vector) => void out.fill(0),
  addStiffness() {},
  addDamping() {},
};
