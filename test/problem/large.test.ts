/** Large machines: what they cost is counted, and grows with their size; what they do is what dense matrices do. */
import { describe, expect, it } from "vitest";
import { Banded } from "../../src/numeric/banded.ts";
import { Dense } from "../../src/numeric/matrix.ts";
import { compile, compileOrThrow } from "../../src/problem/compile/compile.ts";
import { rowCoupling } from "../../src/simulate/audit/coupling.ts";
import { simulate } from "../../src/simulate/simulate.ts";
import { bandedActiveSet } from "../../src/step/solvers/banded-active-set.ts";
import { newStats } from "../../src/step/step.ts";

type Data = Record<string, unknown>;

/** A chain of blocks, only the first of which is pushed. */
function chain(count: number, changes: Data = {}, time: Data = { end: 0.4, step: 0.005 }): Data {
  const springs = Array.from({ length: count - 1 }, (_, i) => ({ between: [i, i + 1], stiffness: "k" }));
  return {
    stickslip: 1,
    name: `A chain of ${count} blocks`,
    parameters: { k: 100, push: 12 },
    system: {
      type: "linear",
      mass: Array<number>(count).fill(1),
      springs,
      force: ["push*sin(3*t)", ...Array<number>(count - 1).fill(0)],
      friction: Array.from({ length: count }, (_, on) => ({ on, limit: 1 })),
      ...changes,
    },
    time,
    scheme: { type: "balanced" },
  };
}

/** The same chain with a spring from end to end that is weaker than any round-off: no band holds it. */
function tied(data: Data): Data {
  const system = data.system as { mass: number[]; springs: unknown[] };
  const springs = [...system.springs, { between: [0, system.mass.length - 1], stiffness: 1e-300 }];
  return { ...data, system: { ...system, springs } };
}

/** Numbers in typed arrays that are made meanwhile. */
function numbersMade(work: () => void): number {
  const names = ["Float64Array", "Int32Array", "Int8Array", "Uint8Array"] as const;
  const globals = globalThis as unknown as Record<string, new (...args: unknown[]) => ArrayLike<number>>;
  const own = names.map((name) => globals[name]!);
  let made = 0;
  names.forEach((name, k) => {
    globals[name] = new Proxy(own[k]!, {
      construct(target, args) {
        const array = Reflect.construct(target, args) as ArrayLike<number>;
        if (!(args[0] instanceof ArrayBuffer)) made += array.length;
        return array;
      },
    });
  });
  try {
    work();
  } finally {
    names.forEach((name, k) => {
      globals[name] = own[k]!;
    });
  }
  return made;
}

describe("a chain of 250, 500, 1000 blocks", () => {
  const sizes = [250, 500, 1000];

  it("keeps numbers, and makes numbers while it is compiled and run, in proportion to its size", () => {
    const time = { end: 0.05, step: 0.005 };
    simulate(compileOrThrow(chain(100, {}, time)).simulation); // what is made once
    const made = sizes.map((size) =>
      numbersMade(() => void simulate(compileOrThrow(chain(size, {}, time)).simulation)),
    );
    expect(made[0]).toBeGreaterThan(250 * 50);
    expect(made[1]! / made[0]!).toBeLessThan(2.05);
    expect(made[2]! / made[1]!).toBeLessThan(2.05);
    const stored = sizes.map((size) => {
      const { system, scheme, grid } = compileOrThrow(chain(size)).simulation;
      const step = scheme.problem(system, grid.step);
      return (step.tangent as Banded).stored + bandedActiveSet(step)!.stored;
    });
    expect(stored).toEqual([stored[0], 2 * stored[0]!, 4 * stored[0]!]);
  });

  it("solves as many step problems with as many linear solves, whatever its size", () => {
    const stats = sizes.map((size) => simulate(compileOrThrow(chain(size)).simulation).outcome.stats);
    expect(stats[0]!.solves).toBe(80);
    expect(stats[0]!.iterations).toBeLessThan(120);
    expect(stats[1]).toEqual(stats[0]);
    expect(stats[2]).toEqual(stats[0]);
  });

  it("factors the band when the set of stuck rows changes, and only then", () => {
    const { system, scheme, grid } = compileOrThrow(chain(1000)).simulation;
    const step = scheme.problem(system, grid.step);
    const solver = bandedActiveSet(step)!;
    const [dz, force] = [new Float64Array(1000), new Float64Array(1000)];
    const stats = newStats();
    for (const push of [0.5, 0.6, 0.7]) {
      step.residual[0] = -push;
      expect(solver.solve(dz, force, stats)).toBe("solved");
    }
    expect(solver.factorizations[0]).toBe(1);
    for (const push of [1.5, 1.6, 1.7]) {
      step.residual[0] = -push;
      solver.solve(dz, force, stats);
    }
    expect(solver.factorizations[0]).toBe(2);
    expect(dz.filter((change) => Math.abs(change) > 1e-12)).toHaveLength(1);
  });

  it("couples in the audit what the mass couples, nothing else", () => {
    const { inverseMass, inverseRows, forces, moments } = rowCoupling(compileOrThrow(chain(1000)).simulation.system);
    expect([moments.matrix, inverseMass, inverseRows].map(({ value }) => value.length)).toEqual([1000, 1000, 1000]);
    expect([forces, moments].map(({ groups }) => groups.length)).toEqual([1000, 1000]);
  });
});

describe("a band", () => {
  const kinds: [string, Data, Data][] = [
    ["balanced", {}, {}],
    ["balanced, neighbors damped", { dampers: ties("damping", 3) }, {}],
    ["balanced, rows between neighbors", { friction: ties("limit", 0.5) }, {}],
    ["balanced, dependent rows", { friction: [...floor(), ...floor()] }, {}],
    [
      "balanced, nonlinear springs",
      { springs: [...ties("stiffness", 100), { between: [0, 1], potential: "20*x^4" }] },
      {},
    ],
    ["alpha", {}, { scheme: { type: "alpha", alpha: 0.25 } }],
    ["splitting", {}, { scheme: { type: "splitting" } }],
    ["event-driven", {}, { scheme: { type: "event-driven" } }],
  ];

  function ties(key: string, value: number): Data[] {
    const list = Array.from({ length: 79 }, (_, i) => i);
    if (key === "limit") return list.map((i) => ({ direction: { [i]: -1, [i + 1]: 1 }, limit: value }));
    return list.map((i) => ({ between: [i, i + 1], [key]: value }));
  }

  function floor(): Data[] {
    return Array.from({ length: 80 }, (_, on) => ({ on, limit: 0.5 }));
  }

  it.each(kinds)("moves as the dense matrix does: %s", (_, changes, more) => {
    const data = { ...chain(80, changes, { end: 1, step: 0.005 }), ...more };
    const banded = compileOrThrow(data).simulation;
    const dense = compileOrThrow(tied(data)).simulation;
    expect(banded.system.matrix()).toBeInstanceOf(Banded);
    expect(dense.system.matrix()).toBeInstanceOf(Dense);
    const [one, other] = [simulate(banded), simulate(dense)];
    expect(one.outcome.status).toBe("done");
    expect(one.outcome.state.position[0]).toBeGreaterThan(0.05);
    for (const key of ["position", "velocity"] as const) {
      const off = one.outcome.state[key].map((value, i) => Math.abs(value - other.outcome.state[key][i]!));
      expect(Math.max(...off)).toBeLessThan(1e-10);
    }
    expect(Math.abs(one.audit.stickSpeed - other.audit.stickSpeed)).toBeLessThan(1e-12);
    expect(one.trajectory.events.length).toBe(other.trajectory.events.length);
  });

  it("tells the largest step of a chain, by iteration", () => {
    const n = 300;
    const exact = 2 / Math.sqrt(100 * (2 + 2 * Math.cos(Math.PI / n)));
    const { faults } = compile(chain(n, {}, { end: 1.01, step: 0.101 }));
    const told = Number(/stability bound ([\d.e-]+) s/.exec(faults![0]!.message)![1]);
    expect(Math.abs(told / exact - 1)).toBeLessThan(1e-4);
    expect(compile(chain(n, {}, { end: 0.99, step: 0.099 })).faults).toBeUndefined();
  });

  it("is for machines only whose steps do not come in blocks, or wait for them", () => {
    expect(compileOrThrow(chain(24)).simulation.system.matrix()).toBeInstanceOf(Dense);
    expect(compileOrThrow(chain(25)).simulation.system.matrix()).toBeInstanceOf(Banded);
  });

  it("has faults where tables have them", () => {
    const mass = Array.from({ length: 100 }, (_, i) =>
      Array.from({ length: 100 }, (_, j) => (i === j ? 2 : 0) as number),
    );
    mass[70]![71] = 0.5;
    const skew = compile(chain(100, { mass }));
    expect(skew.faults![0]).toMatchObject({ path: "system.mass[71][70]" });
    expect(skew.faults![0]!.message).toContain("not symmetric: 0 here, 0.5 at [70][71]");
    mass[71]![70] = mass[70]![71] = 3;
    expect(compile(chain(100, { mass })).faults![0]!.message).toContain("a combination of coordinates has no inertia");
  });
});
