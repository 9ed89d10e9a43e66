/** A light mass that rattles between a floor, or a curved road, and a heavy mass: its impacts crowd while its speeds are still large, and end at rest, or the heavy mass turns back. */
import { describe, expect, it, test } from "vitest";
import { type Rattle, rattle } from "../../oracles/rattle.ts";
import { seeded } from "../../support/random.ts";
import { compileRaw } from "../../support/run.ts";
import { cases } from "../../support/torture.ts";
import { audited, type Told, tell } from "../../torture/disturbed.ts";

interface Case extends Rattle {
  readonly position: [number, number];
  readonly velocity: [number, number];
  readonly end: number;
}

const GRAVITY = 9.81;

function randomCase(seed: number): Case {
  const random = seeded(seed);
  const between = (from: number, to: number) => Number(random.between(from, to).toFixed(4));
  const restitutions = [0.3, 0.5, 0.8, 0.9, 1];
  return {
    ...{ light: random.pick([0.001, 0.01, 0.03, 0.1, 0.3, 1]), heavy: 1, gravity: GRAVITY },
    ...{ floor: random.pick(restitutions), between: random.pick(restitutions) },
    position: [between(0.2, 0.3), between(0.35, 0.6)],
    velocity: [between(-1, 1), between(-2, 0)],
    end: between(0.6, 1.2),
  };
}

/** As a mechanism and as a linear machine. */
function problems({ light, floor, between, position, velocity, end }: Case): object[] {
  const [ground, gap] = [
    { name: "floor", restitution: floor },
    { name: "between", restitution: between },
  ];
  const rest = { stickslip: 1, initial: { position, velocity }, time: { end, step: 0.02 } };
  const mechanism = {
    ...{ type: "mechanism", coordinates: [{ name: "y" }, { name: "z" }] },
    kinetic: `(${light}*v(y)^2 + v(z)^2)/2`,
    potential: `${GRAVITY}*(${light}*x(y) + x(z))`,
    stops: [
      { ...ground, distance: "x(y)" },
      { ...gap, distance: "x(z) - x(y)" },
    ],
  };
  const linear = {
    ...{ type: "linear", mass: [light, 1], force: [-GRAVITY * light, -GRAVITY] },
    stops: [
      { ...ground, direction: [-1, 0], gap: 0 },
      { ...gap, direction: [1, -1], gap: 0 },
    ],
  };
  return [
    { ...rest, system: mechanism },
    { ...rest, system: linear },
  ];
}

/** A turn maps the speeds of both masses by a matrix whose determinant is that of the restitutions: by how much its trace leaves its eigenvalues real. */
function excess({ light, floor, between }: Pick<Rattle, "light" | "floor" | "between">): number {
  const trace = 1 + floor * between - (light / (1 + light)) * (1 + floor) * (1 + between);
  return trace - 2 * Math.sqrt(floor * between);
}

const alarms = (simulation: Parameters<typeof audited>[0], told: readonly Told[]) =>
  audited(simulation, told)
    .checks.filter(({ verdict }) => verdict !== "ok")
    .map(({ sentence }) => sentence);

function hold(drawn: Case): void {
  const exact = rattle(drawn, drawn.position, drawn.velocity, drawn.end);
  for (const problem of problems(drawn)) {
    const { simulation, told, status } = tell(compileRaw(problem));
    expect(status).toBe("done");
    expect(alarms(simulation, told)).toEqual([]);
    const { position, velocity } = told.flatMap((entry) => (entry.kind === "step" ? [entry.state] : [])).at(-1)!;
    for (let i = 0; i < 2; i++) {
      expect(Math.abs(position[i]! - exact.position[i]!)).toBeLessThan(1e-9);
      expect(Math.abs(velocity[i]! - exact.velocity[i]!)).toBeLessThan(1e-9);
    }
  }
}

const falling = (light: number, floor: number, between: number): Case => ({
  ...{ light, heavy: 1, gravity: GRAVITY, floor, between },
  ...{ position: [0.25, 0.45], velocity: [0.2, -1.2], end: 1 },
});

describe("against a simulator of its own", () => {
  it.each([
    [0.001, 0.3, 0.5],
    [0.001, 1, 0.3],
    [0.01, 0.5, 0.9],
    [0.001, 0.8, 1],
    [0.03, 0.9, 0.3],
    [0.1, 0.5, 0.5],
    [0.3, 0.3, 0.3],
    [0.3, 0.8, 0.5],
    [1, 0.5, 0.8],
  ])("%d kg between a floor and 1 kg, restitutions %d and %d", (light, floor, between) => {
    hold(falling(light, floor, between));
  });

  it("random ones", () => {
    for (let seed = 1; seed <= cases(20, 300); seed++) {
      const drawn = randomCase(seed);
      // those that only just turn back, or hardly lose a speed, bounce on for longer than is worth a test
      if (Math.max(drawn.floor, drawn.between) < 1 && Math.abs(excess(drawn)) > 0.01) hold(drawn);
    }
  });

  it("which holds to the eigenvalues of a turn: real ones, and both rest; complex ones, and the heavy mass turns back", () => {
    for (let seed = 1; seed <= 200; seed++) {
      const { light, floor, between } = randomCase(seed);
      const own = excess({ light, floor, between });
      if (Math.abs(own) < 0.01) continue;
      const gravity = 1e-9;
      const { collapses } = rattle({ light, heavy: 1, gravity, floor, between }, [0.5e-3, 1e-3], [-1, -1], 1);
      expect([light, floor, between, collapses]).toEqual([light, floor, between, own > 0 ? 1 : 0]);
    }
  });
});

test("both stops close in one instant, told as such", () => {
  const { told } = tell(compileRaw(problems(falling(0.001, 1, 0.3))[0]));
  const contacts = told.flatMap((entry) =>
    entry.kind === "event" && entry.event.kind === "contact" ? [entry.event] : [],
  );
  expect(contacts.map(({ row }) => row).sort()).toEqual(["between", "floor"]);
  expect(contacts[0]!.time).toBe(contacts[1]!.time);
});

test.each(["0.05*sin(3*x(a))", "0.1*exp(-((x(a) - 0.4)/0.3)^2)", "0.3*(x(a) - 0.2)^2"])(
  "on the road %s no alarm, and one where impacts that crowd end otherwise",
  (road) => {
    let crowded = 0;
    for (const [light, floor, between] of [
      [0.001, 0.8, 0.5],
      [0.03, 0.3, 0.8],
      [0.1, 0.5, 0.3],
    ]) {
      const { simulation, told, status } = tell(
        compileRaw({
          stickslip: 1,
          system: {
            ...{ type: "mechanism", coordinates: [{ name: "a" }, { name: "y" }, { name: "z" }] },
            kinetic: `(v(a)^2 + ${light}*v(y)^2 + v(z)^2)/2`,
            potential: `${GRAVITY}*(${light}*x(y) + x(z))`,
            stops: [
              { name: "road", distance: `x(y) - (${road})`, restitution: floor },
              { name: "between", distance: "x(z) - x(y)", restitution: between },
            ],
          },
          initial: { position: [0, 0.25, 0.45], velocity: [0.5, 0.2, -1.2] },
          time: { end: 0.6, step: 0.02 },
        }),
      );
      expect(status).toBe("done");
      expect(alarms(simulation, told)).toEqual([]);
      const closes = told.findIndex(
        (entry, k) => entry.kind === "jump" && [1, 2].every((back) => isContact(told[k - back])) && speed(entry) > 1e-2,
      );
      if (closes < 0) continue;
      crowded++;
      for (const k of [1, 2]) {
        for (const part of ["velocity", "position"] as const) {
          const wrong = told.map((entry, at) => (at === closes ? changed(entry, part, k) : entry));
          expect(alarms(simulation, wrong)).not.toEqual([]);
        }
      }
    }
    expect(crowded).toBeGreaterThan(0);
  },
);

const isContact = (entry: Told | undefined) => entry?.kind === "event" && entry.event.kind === "contact";
const speed = (entry: Told) => (entry.kind === "jump" ? Math.abs(entry.before.velocity[2]!) : 0);

/** A jump after which entry k is wrong by 1e-4. */
function changed(entry: Told, part: "velocity" | "position", k: number): Told {
  if (entry.kind !== "jump") return entry;
  const values = entry.after[part].slice();
  values[k]! += 1e-4;
  return { ...entry, after: { ...entry.after, [part]: values } };
}
