/** Arms of the gallery against the values of Glowinski and Holmström (1995), corrected, and against each other. */
import { describe, expect, it } from "vitest";
import { list, seeded } from "../support/random.ts";
import { endOfProblem, loadSimulation, runProblem } from "../support/run.ts";

const balanced = { scheme: { type: "balanced" } };
const column = (result: ReturnType<typeof runProblem>, name: string) =>
  result.trajectory.outputs.find((output) => output.name === name)!.values;
const at = (result: ReturnType<typeof runProblem>, name: string, time: number) =>
  column(result, name)[result.trajectory.time.findIndex((t) => Math.abs(t - time) < 1e-9)]!;

describe("the double pendulum and the wall (gh95-wall)", () => {
  it("meets the rigid wall at 1.509235952 s, and an elastic impact keeps the energy", () => {
    const { measures, audit, trajectory } = runProblem("gh95-wall");
    expect(Math.abs(Number(measures.impact) - 1.509235952)).toBeLessThan(1e-9);
    expect(trajectory.events.map(({ kind }) => kind)).toEqual(["impact"]);
    expect(audit.energyError / audit.energyScale).toBeLessThan(1e-12);
    expect(Number(measures.deepest)).toBeGreaterThan(-1e-12);
  });

  it.each([
    [1e-5, 0.1065],
    [1e-7, 0.01139],
  ])("lets the tip in by what Table 2 says where a penalty of %f is the wall", (epsilon, depth) => {
    const wall = { type: "wall", name: "wall", normal: [0, 1], distance: "d", restitution: 1 };
    const { measures } = runProblem("gh95-wall", {
      scheme: { type: "variational" },
      system: { constraints: [{ ...wall, method: "penalty", epsilon }] },
      time: { end: 1.7, step: 1e-4 },
    });
    expect(Math.abs(Number(measures.deepest) / -depth - 1)).toBeLessThan(0.01);
  });

  it("agrees with steps over time", () => {
    const exact = runProblem("gh95-wall", { time: { end: 1.4 } });
    const errors = [0.002, 0.001].map((step) => {
      const outcome = endOfProblem("gh95-wall", { ...balanced, time: { end: 1.4, step } });
      return Math.abs(outcome.state.position[1]! - exact.outcome.state.position[1]!);
    });
    expect(errors[1]).toBeLessThan(2e-5);
    expect(errors[0]! / errors[1]!).toBeGreaterThan(3.5); // second order
  });
});

describe("the double pendulum on the ellipse (gh95-ellipse)", () => {
  const exact = runProblem("gh95-ellipse", { time: { end: 4 } });

  it("has y(1), y(2) and E(1)", () => {
    expect(Math.abs(at(exact, "y", 1) - 0.4907529249)).toBeLessThan(1e-9);
    expect(Math.abs(at(exact, "y", 2) - 0.5013667859)).toBeLessThan(1e-9);
    const { trajectory } = exact;
    const energy = trajectory.energy[trajectory.time.findIndex((t) => Math.abs(t - 1) < 1e-9)]!;
    expect(Math.abs(energy - 70.017572308)).toBeLessThan(1e-8);
  });

  it("keeps E + 30 theta1 while the torque acts, and the tip on the ellipse", () => {
    const total = column(exact, "total");
    for (const value of total) expect(Math.abs(value - total[0]!)).toBeLessThan(1e-9);
    for (const value of column(exact, "off")) expect(Math.abs(value)).toBeLessThan(1e-12);
  });

  it("is near with steps over time", () => {
    const steps = runProblem("gh95-ellipse", { ...balanced, time: { end: 1 } });
    expect(Math.abs(at(steps, "y", 1) - 0.4907529249)).toBeLessThan(1e-4);
    expect(Math.max(...column(steps, "off").map(Math.abs))).toBeLessThan(3e-5);
  });
});

describe("arms with friction", () => {
  it("hold a pose that friction can hold, exactly", () => {
    const held = { parameters: { c: 20 }, time: { end: 2, step: 0.0005, output: 0.5 } };
    for (const scheme of ["event-driven", "balanced"]) {
      const { trajectory } = runProblem("double-pendulum-arm", { ...held, scheme: { type: scheme } });
      for (const position of trajectory.position) for (const x of position) expect(x).toBe(position[0]);
      for (const velocity of trajectory.velocity) for (const v of velocity) expect(v).toBe(0);
    }
  });

  it("break away at the torque that their friction and weight have", () => {
    // a rod of 2 kg and 1 m along x, gravity along -y: the weight's moment is -9.81 N m, friction holds 3 N m
    const { measures } = runProblem("double-pendulum-arm", {
      system: {
        type: "arm",
        gravity: [0, -9.81],
        links: [{ length: 1, mass: 2 }],
        joints: [{ name: "shoulder", friction: { limit: 3 }, torque: "9.81 + t" }],
      },
      initial: { position: [0] },
      outputs: {},
      measures: { slip: { first: "slip" } },
    });
    expect(Math.abs(Number(measures.slip) - 3)).toBeLessThan(1e-12);
  });

  it("closes the books of the shuttle's arm", () => {
    const { audit, trajectory } = runProblem("shuttle-arm");
    expect(audit.energyError / audit.energyScale).toBeLessThan(1e-9);
    expect(trajectory.events[0]).toMatchObject({ kind: "stick", row: "wrist_friction" });
  });

  it("agree on the curve, event by event, with steps over time", () => {
    const [exact, steps] = [runProblem("arm-on-curve"), runProblem("arm-on-curve", balanced)];
    const first = exact.trajectory.events[0]!;
    const same = steps.trajectory.events.find(({ kind, row }) => kind === first.kind && row === first.row)!;
    expect(Math.abs(same.time - first.time)).toBeLessThan(2e-3);
    exact.outcome.state.position.forEach((x, i) => {
      expect(Math.abs(x - steps.outcome.state.position[i]!)).toBeLessThan(1e-3);
    });
  });

  it("give the same motion in absolute and relative angles", () => {
    const links = [
      { length: 1, mass: 1 },
      { length: 0.7, mass: 2, inertia: 0.3 },
      { length: 0.4, mass: 0.5, center: 0.4 },
    ];
    const system = {
      type: "arm",
      gravity: [1, -9.81],
      base: [0.5, 0.2],
      payload: { mass: 0.8, inertia: 0.1 },
      links,
      joints: [
        { name: "a", friction: { limit: 2, kinetic: 1.5 }, spring: { stiffness: 8, rest: 0.4 }, torque: "3*sin(t)" },
        { name: "b", friction: { limit: 1 }, damping: 0.2, stops: [-2, 1.5], restitution: 0.5 },
        { name: "c", torque: "cos(2*t)", damping: 0.1 },
      ],
      constraints: [{ type: "wall", normal: [0, -1], distance: 1.9, of: "all", restitution: 0.4 }],
    };
    const [absolute, relative] = [
      { angles: "absolute", position: [-0.4, 0.2, 0.3] },
      { angles: "relative", position: [-0.4, 0.6, 0.1] },
    ].map(({ angles, position }) =>
      runProblem("double-pendulum-arm", {
        system: { ...system, angles },
        parameters: {},
        initial: { position },
        time: { end: 3, step: 0.01 },
      }),
    ) as [ReturnType<typeof runProblem>, ReturnType<typeof runProblem>];
    expect(absolute.outcome.status).toBe("done");
    expect(absolute.trajectory.events.map(({ kind, row }) => `${kind} ${row}`)).toEqual(
      relative.trajectory.events.map(({ kind, row }) => `${kind} ${row}`),
    );
    expect(absolute.trajectory.events.length).toBeGreaterThan(4);
    for (const name of ["x", "y"]) {
      expect(Math.abs(column(absolute, name).at(-1)! - column(relative, name).at(-1)!)).toBeLessThan(1e-9);
    }
    expect(Math.abs(absolute.energy - relative.energy)).toBeLessThan(1e-9);
  });
});

describe("torques that follow the motion", () => {
  const links = [
    { length: 1, mass: 1, center: 0.5 },
    { length: 0.8, mass: 2, center: 0.3 },
  ];
  const weight = (angles: string, [first, second]: string[]) => ({
    ...{ type: "arm", angles, links },
    joints: [
      { name: "a", torque: first },
      { name: "b", torque: second },
    ],
  });
  const falling = { type: "arm", links, gravity: [9.81, 0], joints: [{ name: "a" }, { name: "b" }] };
  const outer = (angle: string) => `-0.6*9.81*sin(${angle})`; // moments 0.6 and 2.5 kg m
  const inner = "-2.5*9.81*sin(x(a))";
  const pairs = {
    absolute: [`${inner} + ${outer("x(b)")}`, outer("x(b)")],
    relative: [`${inner} + ${outer("x(a) + x(b)")}`, outer("x(a) + x(b)")],
  };
  const start = {
    parameters: {},
    initial: { position: [0.8, 0.4], velocity: [0.3, -1] },
    time: { end: 2, step: 0.01 },
  };

  it.each(["absolute", "relative"] as const)("do what gravity does, in %s angles", (angles) => {
    const [weighed, driven] = [{ ...falling, angles }, weight(angles, pairs[angles])].map((system) =>
      runProblem("double-pendulum-arm", { ...start, system }),
    ) as [ReturnType<typeof runProblem>, ReturnType<typeof runProblem>];
    driven.outcome.state.position.forEach((x, i) => {
      expect(Math.abs(x - weighed.outcome.state.position[i]!)).toBeLessThan(1e-11);
    });
    expect(driven.audit.energyError / driven.audit.energyScale).toBeLessThan(1e-8);
    expect(driven.audit.checks.filter(({ verdict }) => verdict !== "ok")).toEqual([]);
  });

  it.each(["absolute", "relative"] as const)("have its series, and their changes, in %s angles", (angles) => {
    const order = 8;
    const random = seeded(5);
    const [x, dx] = [0, 1].map(() => Float64Array.from(list(2 * (order + 1), () => random.between(-1, 1))));
    const [weighed, driven] = [{ ...falling, angles }, weight(angles, pairs[angles])].map((system) => {
      const { forceSeries, forces, matrix } = loadSimulation("double-pendulum-arm", { ...start, system }).system;
      const series = forceSeries!(order);
      const at = Float64Array.of(0, 0);
      series.begin?.(at);
      const found: number[] = [];
      for (let k = 0; k <= order - 2; k++) {
        const out = new Float64Array(2);
        series.subtract(k, x!, out, new Float64Array(2));
        found.push(...out);
      }
      series.expandSlopes(x!, order - 1);
      const change = series.change();
      for (let k = 0; k <= order - 2; k++) {
        const out = new Float64Array(2);
        change(k, dx!, out);
        found.push(...out);
      }
      const tangent = matrix();
      forces().addStiffness(at, x!.subarray(0, 2), x!.subarray(2, 4), 1, tangent);
      forces().addDamping(at, x!.subarray(0, 2), x!.subarray(2, 4), 1, tangent);
      return [...found, tangent.at(0, 0), tangent.at(0, 1), tangent.at(1, 0), tangent.at(1, 1)];
    }) as [number[], number[]];
    driven.forEach((value, i) => {
      expect(Math.abs(value - weighed[i]!)).toBeLessThan(1e-11 * (1 + Math.abs(value)));
    });
  });
});
