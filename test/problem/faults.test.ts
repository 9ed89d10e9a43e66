import { describe, expect, it } from "vitest";
import { compile } from "../../src/problem/compile/compile.ts";
import { readProblem } from "../../src/problem/read/read.ts";

type Data = Record<string, unknown>;

const system = { type: "linear", mass: [1, 2], stiffness: [1, 1], friction: [{ on: 0, limit: 1 }] };
const time = { end: 1, step: 0.1 };

/** A good problem with some sections changed. */
function changed(changes: Data): Data {
  const merged: Data = { stickslip: 1, system, time };
  for (const [key, value] of Object.entries(changes)) {
    const old = merged[key];
    merged[key] = typeof old === "object" && typeof value === "object" ? { ...old, ...value } : value;
  }
  return merged;
}

/** "path: message" of every fault. */
function faultsOf(raw: unknown): string[] {
  return (compile(raw).faults ?? []).map(({ path, message }) => `${path}: ${message}`);
}

it("a good problem has no fault", () => {
  expect(faultsOf(changed({}))).toEqual([]);
});

it("a scheme that cannot know all jumps is a fault of the scheme", () => {
  const limit = "5*exp(-((t-0.314159)/0.000002)^2)";
  const raw = changed({ scheme: { type: "event-driven" }, system: { friction: [{ on: 0, limit }] } });
  expect(faultsOf(raw)).toEqual([expect.stringMatching(/^scheme: invalid scheme; event-driven must know all jumps/)]);
});

it("a gear box takes neither feedback nor control", () => {
  const gearbox = { type: "gearbox", mass: 1, limit: 0.1, delta: 1, gain: 1, a: 0.5, b: 1, force: 2 };
  const raw = {
    stickslip: 1,
    system: gearbox,
    time,
    control: { value: [3] },
    feedback: [{ type: "pid", of: 0, kp: 1 }],
  };
  expect(faultsOf(raw)).toEqual([
    "feedback: invalid feedback; a gear box has none. Write it as a linear system",
    "control: invalid control; a gear box has none. Write it as a linear system",
  ]);
});

const cases: [string, Data, string][] = [
  ["too few rows", { system: { damping: [1] } }, "system.damping: invalid damping; not 2 rows, as mass has: 1 given"],
  ["a short row", { system: { stiffness: [[1, 0], [0]] } }, "system.stiffness[1]: invalid row; not 2 numbers: 1 given"],
  ["too many forces", { system: { force: [0, 0, 0] } }, "system.force: invalid force; not 2 formulas"],
  ["too few positions", { initial: { position: [1] } }, "initial.position: invalid position; not 2 numbers"],
  ["a control of wrong size", { control: { value: [1, 2, 3] } }, "control.value: invalid value; not 2 numbers"],
  ["an input of wrong size", { system: { input: [[1]] } }, "system.input: invalid input; not 2 rows"],
  [
    "an asymmetric mass",
    {
      system: {
        mass: [
          [2, 1],
          [0, 2],
        ],
      },
    },
    "system.mass[1][0]: invalid mass; not symmetric: 0 here, 1 at [0][1]",
  ],
  [
    "an indefinite mass",
    {
      system: {
        mass: [
          [1, 2],
          [2, 1],
        ],
      },
    },
    "system.mass: invalid mass; not positive definite",
  ],
  [
    "a negative mass",
    { system: { mass: [1, -2] } },
    "its entry [1][1] is -2. Every direction of motion needs a positive mass",
  ],
  ["no mass", { system: { mass: [] } }, "system.mass: invalid mass; empty"],
  [
    "a negative limit",
    { system: { friction: [{ on: 0, limit: -1 }] } },
    "system.friction[0].limit: invalid limit; below 0: -1",
  ],
  ["a negative limit by formula", { system: { friction: [{ on: 0, limit: "1 - 3" }] } }, 'below 0: "1 - 3" = -2'],
  [
    "a coordinate that is not there",
    { system: { friction: [{ on: 7, limit: 1 }] } },
    "system.friction[0].on: invalid coordinate; not 0 to 1: 7",
  ],
  [
    "a direction of nothing",
    { system: { friction: [{ direction: [0, 0], limit: 1 }] } },
    "system.friction[0].direction: invalid direction; all zero",
  ],
  [
    "a row without a place",
    { system: { friction: [{ limit: 1 }] } },
    "system.friction[0]: invalid place; needs exactly one of on, direction (and between for springs and dampers): none given",
  ],
  [
    "a row with two places",
    { system: { friction: [{ on: 0, direction: [1, 0], limit: 1 }] } },
    "on and direction given",
  ],
  [
    "two rows of one name",
    {
      system: {
        friction: [
          { name: "a", on: 0, limit: 1 },
          { name: "a", on: 1, limit: 1 },
        ],
      },
    },
    "system.friction[1].name: invalid name",
  ],
  [
    "beta out of range",
    { system: { friction: [{ on: 0, limit: 1, weakening: { shape: "ramp", beta: 1, epsilon: 0.1 } }] } },
    "system.friction[0].weakening.beta: invalid beta; not below 1: 1",
  ],
  [
    "an unknown shape",
    { system: { friction: [{ on: 0, limit: 1, weakening: { shape: "cubic" } }] } },
    "not one of ramp, smooth, stribeck",
  ],
  ["NaN", { system: { stiffness: [Number.NaN, 1] } }, "system.stiffness: invalid stiffness; not a finite number (NaN)"],
  [
    "infinity",
    { initial: { velocity: [0, Number.POSITIVE_INFINITY] } },
    "initial.velocity[1]: invalid velocity[1]; not a finite number",
  ],
  [
    "a formula without a value",
    { system: { stiffness: ["0/0", 1] } },
    "system.stiffness[0]: invalid formula; constant is not a finite number",
  ],
  ["a zero step", { time: { step: 0 } }, "time.step: invalid step; not above 0: 0"],
  ["a negative step", { time: { step: -0.1 } }, "time.step: invalid step; not above 0: -0.1"],
  ["an end before the start", { time: { start: 2 } }, "time.end: invalid end; not after the start 2: 1"],
  [
    "steps that cannot fit",
    { time: { step: 1e-13 } },
    "time.step: invalid step; gives 1.00e+13 steps, more than 1000000000: 1e-13. Take a longer step",
  ],
  ["steps that vanish in round-off", { time: { start: 1e17, end: 1e17 + 1e4, step: 1 } }, "time.step: invalid step"],
  ["no step", { time: { step: undefined } }, "time.step: missing step"],
  ["an unknown key", { tiem: 1 }, 'tiem: unknown key "tiem"; did you mean time?'],
  ["an unknown key inside", { system: { stifness: [1, 1] } }, "did you mean stiffness?"],
  ["an unknown key in a row", { system: { friction: [{ on: 0, limitt: 1, limit: 1 }] } }, "system.friction[0].limitt"],
  ["an unknown symbol", { system: { force: ["2*foo", 0] } }, "system.force[0]: invalid formula; unknown symbol foo"],
  ["its column", { system: { force: ["2*foo", 0] } }, 'column 3: "2*foo"'],
  ["a syntax error", { system: { force: ["sin(t", 0] } }, "system.force[0]: invalid formula"],
  [
    "a force without a value at the start",
    { system: { force: [0, "log(-1 - t)"] } },
    "system.force[1]: invalid force; not a finite number at the start, t = 0: NaN",
  ],
  ["time in a constant", { system: { stiffness: ["t", 1] } }, "system.stiffness[0]: invalid formula; unknown symbol t"],
  ["another version", { stickslip: 2 }, "stickslip: invalid stickslip; not 1, the version of the format: 2"],
  [
    "an unknown system",
    { system: { type: "lineal" } },
    "system.type: invalid type; not one of linear, mechanism, arm, string, strings, beam, gearbox",
  ],
  ["a misspelled scheme", { scheme: { type: "balance" } }, 'strang: "balance". Did you mean balanced?'],
  [
    "a shape as a type",
    { system: { friction: [{ on: 0, limit: 1, weakening: { type: "stribeck", beta: 0.5, speed: 1 } }] } },
    "table, smoothed. Write shape: stribeck in the place of type",
  ],
  [
    "a coordinate by its name alone",
    { system: { coordinates: ["x"] } },
    'not a mapping of keys: "x". Write { name: x }',
  ],
  ["a scheme by its name alone", { scheme: "balanced" }, 'not a mapping of keys: "balanced". Write { type: balanced }'],
  ["an empty name", { system: { coordinates: [{ name: "" }, { name: "b" }] } }, 'invalid name; empty: ""'],
  [
    "a number beyond all numbers",
    { system: { mass: [1, Number.POSITIVE_INFINITY] } },
    "invalid mass; not a finite number (Infinity): [1,Infinity]",
  ],
  ["a power as elsewhere", { system: { force: ["t**2", 0] } }, 'found: "*". Write powers with ^'],
  ["a product as on paper", { system: { force: ["3 sin(t)", 0] } }, 'found: "sin". Write products with *'],
  ["an unknown scheme", { scheme: { type: "euler" } }, "scheme.type: invalid type; not one of"],
  ["alpha out of range", { scheme: { type: "alpha", alpha: 0.7 } }, "scheme.alpha: invalid alpha; above 0.5: 0.7"],
  ["a broken P", { scheme: { type: "splitting", P: 1.5 } }, "scheme.P: invalid P; not a whole number: 1.5"],
  ["no P at all", { scheme: { type: "splitting", P: 0 } }, "scheme.P: invalid P; below 1: 0"],
  ["an unknown solver", { solver: { type: "newton" } }, "solver.type: invalid type; not one of active-set"],
  [
    "r above its bound",
    { scheme: { type: "alpha" }, solver: { type: "uzawa", r: 1e9 } },
    "solver: invalid r; not in (0, ",
  ],
  [
    "rho above its bound",
    { scheme: { type: "balanced" }, solver: { type: "uzawa", rho: 1e9 } },
    "solver: invalid rho; not in (0, ",
  ],
  [
    "the rate of the other paper",
    { scheme: { type: "alpha" }, solver: { type: "uzawa", rho: 1 } },
    "solver.rho: invalid rho; with scheme alpha the rate is called r",
  ],
  ["a mapping for a list", { system: { mass: { a: 1 } } }, "system.mass: invalid mass; not a list of numbers"],
  [
    "a row that is no list",
    { system: { friction: { on: 0, limit: 1 } } },
    'system.friction: invalid friction; not a list: {"on":0,"limit":1}. Write - before each entry',
  ],
  ["a number for a list", { system: { mass: 3 } }, "(a matrix): 3. Put it in [ ]"],
  [
    "a number for the only coordinate's",
    { initial: { position: 3 } },
    "initial.position: invalid position; not a list of numbers, one for each coordinate: 3. Put it in [ ]",
  ],
  [
    "a row between coordinates",
    { system: { coordinates: [{ name: "a" }, { name: "b" }], friction: [{ between: ["a", "b"], limit: 1 }] } },
    'system.friction[0].between: unknown key "between"; write direction: { a: 1, b: -1 }',
  ],
  [
    "a spring with damping",
    { system: { springs: [{ on: 0, stiffness: 1, damping: 2 }] } },
    'system.springs[0].damping: unknown key "damping"; dampers are a list of their own',
  ],
  [
    "a parameter that is not there",
    { system: { force: ["2*foo*t", 0] } },
    "unknown symbol foo. Give it a value under parameters, column 3",
  ],
  ["a function that is not there", { system: { force: ["foo (t)", 0] } }, "unknown symbol foo, column 1"],
  [
    "a comma for a point in braces, which is a key of its own",
    { system: { friction: [{ on: 0, limit: 1, 5: null }] } },
    'system.friction[0].5: unknown key "5"; decimals are written with a point',
  ],
  ["a text for a mapping", { time: "soon" }, "time: invalid time; not a mapping of keys"],
];

it.each(cases)("%s", (_, changes, wanted) => {
  const found = faultsOf(changed(changes));
  expect(
    found.some((fault) => fault.includes(wanted)),
    found.join("\n"),
  ).toBe(true);
});

it.each([[null], [3], ["text"], [[]], [true], [undefined]])("%j is not a problem", (raw) => {
  expect(faultsOf(raw)[0]).toContain("not a problem; expected keys such as stickslip, system and time");
});

describe("many faults", () => {
  const text = `
stickslip: 1
nam: many faults
parameters: { sin: 1, k: "2*missing", range: { value: 1, from: 3, to: 2 } }
system:
  type: linear
  mass: [[1, 2], [3, 4]]
  damping: [1, 2, 3]
  stiffness: [[1, 0], [0]]
  force: ["sin(", "foo*t", 1]
  friction:
    - { on: 0, limit: -1 }
    - { on: 5, limit: 1 }
    - { on: 0, limit: .nan }
    - { direction: [0, 0], limit: 1 }
initial: { position: [1], velocity: [0, .inf] }
time: { start: 5, end: 3, step: 0 }
scheme: { type: alpha, alpha: 0.7 }
solver: { type: uzawa, tolerance: -1 }
`;
  const read = readProblem(text);
  const faults = read.faults ? [] : compile(read.raw, read.lineOf).faults!;

  it("are all listed at once, those inside faulty sections too", () => {
    const paths = [
      ...["nam", "parameters.sin", "parameters.k", "parameters.range", "system.mass[1][0]", "system.damping"],
      ...["system.stiffness[1]", "system.force", "system.force[0]", "system.force[1]", "system.friction[0].limit"],
      ...["system.friction[1].on", "system.friction[2].limit", "system.friction[3].direction", "initial.position"],
      ...["initial.velocity[1]", "time.step", "time.end", "scheme.alpha", "solver.tolerance"],
    ];
    expect(faults.map(({ path }) => path).sort()).toEqual(paths.sort());
  });

  it("have lines", () => {
    const lines = Object.fromEntries(faults.map(({ path, line }) => [path, line]));
    expect(lines).toMatchObject({ "system.friction[2].limit": 14, "time.end": 17, "solver.tolerance": 19 });
  });

  it("all say what is wrong in the same grammar", () => {
    for (const { message } of faults) expect(message).toMatch(/^(invalid|unknown|missing) [^;]+; .+/);
  });
});

it("coordinates that are too few or too many are told once, and their names stay known", () => {
  const named = (...names: string[]) => names.map((name) => ({ name }));
  const three = { mass: [1, 1, 1], stiffness: [1, 1, 1], force: ["x(a)", 0, 0], friction: [{ on: "b", limit: 1 }] };
  const few = faultsOf(changed({ system: { ...three, coordinates: named("a", "b") }, outputs: { o: "x(b)" } }));
  expect(few).toEqual(["system.coordinates: invalid coordinates; not 3, one for each mass: 2 given"]);
  const rows = [{ on: "d", limit: 1 }];
  const many = faultsOf(changed({ system: { ...three, coordinates: named("a", "b", "c", "d"), friction: rows } }));
  expect(many).toEqual(["system.coordinates: invalid coordinates; not 3, one for each mass: 4 given"]);
});
