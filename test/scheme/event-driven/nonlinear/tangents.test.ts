/** Derivatives of arms by their start, through sliding, sticking, impacts and constraints, against extrapolated differences of runs. */
import { describe, expect, it } from "vitest";
import { arm } from "../../../../src/model/arm/arm.ts";
import type { ArmDirection } from "../../../../src/model/arm/contact-rows.ts";
import { ellipse } from "../../../../src/model/arm/plane-curve.ts";
import { stribeck } from "../../../../src/model/rows/curve.ts";
import { coulomb, joint, type Row, stop } from "../../../../src/model/rows/law.ts";
import type { System } from "../../../../src/model/system.ts";
import { Entries } from "../../../../src/numeric/entries.ts";
import { alphaTangents } from "../../../../src/scheme/alpha/tangents.ts";
import { balancedTangents } from "../../../../src/scheme/balanced/tangents.ts";
import type { TangentColumn } from "../../../../src/scheme/common/tangent.ts";
import { carry } from "../../../../src/scheme/event-driven/carry.ts";
import { eventDriven } from "../../../../src/scheme/event-driven/event-driven.ts";
import { activeSet } from "../../../../src/step/solvers/active-set.ts";
import { newStats } from "../../../../src/step/step.ts";
import { nothing } from "../../../model/arm/random-arm.ts";

const END = 2;

function machine(rows: readonly Row[], directions: readonly ArmDirection[]): System {
  return arm({
    links: [
      { length: 1, mass: 2, center: 0.4, inertia: 0.3 },
      { length: 0.7, mass: 1, center: 0.3, inertia: 0.1 },
      { length: 0.4, mass: 0.5, center: 0.2, inertia: 0.05 },
    ],
    relative: true,
    gravity: [9.81, 0],
    base: [0, 0],
    payload: { mass: 0.3, inertia: 0.02 },
    names: ["a", "b", "c"],
    damping: new Entries(3),
    stiffness: new Entries(3),
    ...{ rows, directions, load: nothing },
  });
}

function run(system: System, start: readonly number[], columns: readonly TangentColumn[] = []) {
  const kinds: string[] = [];
  const kinks: never[] = [];
  const initial = {
    time: 0,
    end: END,
    position: Float64Array.from(start.slice(0, 3)),
    velocity: Float64Array.from(start.slice(3)),
  };
  const stepper = eventDriven().start(
    system,
    activeSet(),
    initial,
    0.01,
    columns.length > 0
      ? { columns, kinks, carry, carryAlpha: alphaTangents, carryBalanced: balancedTangents }
      : undefined,
  );
  const listener = { event: (kind: string, _: number, row: number) => void kinds.push(`${kind} ${row}`), jump() {} };
  expect(stepper.step(Float64Array.of(END, END), newStats(), listener)).toBe("stepped");
  return { end: [...stepper.state.position, ...stepper.state.velocity], kinds, kinks };
}

/** Central differences, extrapolated once. */
function difference(system: System, start: readonly number[], i: number): number[] {
  const at = (h: number) =>
    run(
      system,
      start.map((value, k) => (k === i ? value + h : value)),
    ).end;
  const slope = (h: number) => {
    const [above, below] = [at(h), at(-h)];
    return above.map((value, k) => (value - below[k]!) / (2 * h));
  };
  const [wide, narrow] = [slope(2e-5), slope(1e-5)];
  return narrow.map((value, k) => (4 * value - wide[k]!) / 3);
}

function judge(system: System, start: readonly number[], expected: readonly string[]): void {
  const columns = start.map((_, i) => ({
    position: Float64Array.from({ length: 3 }, (__, k) => Number(k === i)),
    velocity: Float64Array.from({ length: 3 }, (__, k) => Number(k + 3 === i)),
  }));
  const { kinds, kinks } = run(system, start, columns);
  for (const kind of expected) expect(kinds).toContain(kind);
  expect(kinks).toEqual([]);
  columns.forEach(({ position, velocity }, i) => {
    const exact = difference(system, start, i);
    const size = Math.max(1, ...exact.map(Math.abs));
    const off = [...position, ...velocity].map((value, k) => Math.abs(value - exact[k]!) / size);
    expect(Math.max(...off)).toBeLessThan(2e-7);
  });
}

const joints = (laws: readonly Row["law"][]): Row[] => laws.map((law, i) => ({ name: `joint${i}`, law }));
const unit = (i: number): ArmDirection => ({ columns: [i], values: [1] });

describe("derivatives of an arm", () => {
  it("hold in free motion", () => {
    judge(machine([], []), [0.6, -0.4, 0.9, 0.1, 0.2, -0.5], []);
  });

  it("hold through sliding, stick and breaking loose in the joints", () => {
    const laws = [
      coulomb({ limit: 1.5 }),
      coulomb({ limit: 0.8, weakening: stribeck({ beta: 0.4, speed: 0.3, exponent: 1 }) }),
      coulomb({ limit: 0.2 }),
    ];
    judge(
      machine(joints(laws), [0, 1, 2].map(unit)),
      [0.9, -0.4, 0.9, 0.1, 0.2, -0.5],
      ["stick 1", "slip 1", "reversal 0"],
    );
  });

  it("hold through impacts on a wall beside friction", () => {
    const rows = [
      ...joints([coulomb({ limit: 0.6 }), coulomb({ limit: 0.3 })]),
      { name: "wall", law: stop({ gap: 0.6, restitution: 0.5 }) },
    ];
    const system = machine(rows, [unit(0), unit(1), { link: 2, wall: { normal: [0.6, 0.8], distance: 1.4 } }]);
    judge(system, [-0.9, 0.4, 0.3, 0.1, 0.2, -0.5], ["impact 2"]);
  });

  it("hold along a wall that the tip slides on", () => {
    const rows = [...joints([coulomb({ limit: 0.6 })]), { name: "wall", law: stop({ gap: 0.6, restitution: 0 }) }];
    const system = machine(rows, [unit(0), { link: 2, wall: { normal: [1, 0], distance: 1.6 } }]);
    judge(system, [-1.2, 0.4, 0.3, 0.1, 0.2, -0.5], ["impact 1"]);
  });

  it("stay on the curve that holds the tip", () => {
    const rows = [...joints([coulomb({ limit: 0.4 })]), { name: "curve", law: joint() }];
    const center = [1, 0.2] as const;
    const system = machine(rows, [unit(0), { link: 2, curve: ellipse(center, [0.9, 0.9]) }]);
    // a pose on the curve, and a change of it along the curve
    const q = onCurve(system, [0.9, 0.3, 0.2]);
    const w = direction(system, q);
    const [dx, dv] = [
      [w[1]!, -w[0]!, 0],
      [0, w[2]!, -w[1]!],
    ];
    const column = { position: Float64Array.from(dx), velocity: Float64Array.from(dv) };
    const start = [...q, 0, 0, 0];
    run(system, start, [column]);
    const at = (h: number) => {
      const place = onCurve(
        system,
        q.map((value, k) => value + h * dx[k]!),
      );
      return run(system, [
        ...place,
        ...tangential(
          system,
          place,
          dv.map((value) => h * value),
        ),
      ]).end;
    };
    const slope = (h: number) => {
      const [above, below] = [at(h), at(-h)];
      return above.map((value, k) => (value - below[k]!) / (2 * h));
    };
    const [wide, narrow] = [slope(2e-5), slope(1e-5)];
    const exact = narrow.map((value, k) => (4 * value - wide[k]!) / 3);
    const size = Math.max(1, ...exact.map(Math.abs));
    [...column.position, ...column.velocity].forEach((value, k) => {
      expect(Math.abs(value - exact[k]!) / size).toBeLessThan(2e-7);
    });
  });
});

function direction(system: System, q: readonly number[]): number[] {
  const rows = system.newDirections();
  system.directionsAt(Float64Array.from(q), rows);
  return [...rows.value.subarray(rows.start[1]!, rows.start[2]!)];
}

/** The pose moved along the gradient of the curve onto it. */
function onCurve(system: System, start: readonly number[]): number[] {
  let q = [...start];
  const g = new Float64Array(2);
  for (let k = 0; k < 20; k++) {
    system.violationsAt!(new Float64Array(2), Float64Array.from(q), g);
    const w = direction(system, q);
    const square = w.reduce((sum, entry) => sum + entry * entry, 0);
    q = q.map((value, i) => value - (g[1]! * w[i]!) / square);
  }
  return q;
}

function tangential(system: System, q: readonly number[], v: readonly number[]): number[] {
  const w = direction(system, q);
  const part = w.reduce((sum, entry, i) => sum + entry * v[i]!, 0) / w.reduce((sum, entry) => sum + entry * entry, 0);
  return v.map((value, i) => value - part * w[i]!);
}
