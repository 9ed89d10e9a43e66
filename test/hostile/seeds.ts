/** Problems to start from: the gallery, the examples of the documentation, old faults, and one with every key. */
import { readdirSync, readFileSync } from "node:fs";
import { embedSignals } from "../../src/problem/read/embed.ts";
import { readProblem } from "../../src/problem/read/read.ts";

type Data = Record<string, unknown>;

const root = new URL("../../", import.meta.url);

export interface Seed {
  readonly name: string;
  readonly raw: Data;
}

/** Output intervals that a seed runs for. */
const STEPS = 12;

/** Every key of the format that a linear system can have, with formulas wherever one may stand. */
const everything: Data = {
  stickslip: 1,
  name: "All keys",
  description: "Every key of the format",
  parameters: { mu: 0.3, k: { value: 2, from: 0, to: 5 }, kk: "2*k" },
  signals: { r: { times: [0, 1, 2], values: [0, 1, 1], interpolation: "linear", outside: "hold", scale: 0.5 } },
  system: {
    type: "linear",
    coordinates: [{ name: "base", unit: "m" }, { name: "mid" }, { name: "roof" }],
    mass: [4, 5, "6"],
    damping: [0.1, 0, 0],
    stiffness: [
      [3, -1, 0],
      [-1, 3, "-1"],
      [0, -1, 2],
    ],
    springs: [
      { between: ["base", "mid"], stiffness: "k" },
      { on: "roof", potential: "x^4/4" },
      { direction: { base: 1, roof: -1 }, stiffness: 1 },
    ],
    dampers: [{ between: [0, 1], damping: 0.1 }],
    states: [{ name: "z", rate: "x(base) - z", initial: 0 }],
    force: ["sin(3*t) - z", "r(t)", "t < 0.5 ? 1 : -1"],
    friction: [
      { name: "floor", on: "base", limit: "mu*4*(1 + 0.2*cos(t))", viscous: 0.1 },
      { on: 1, limit: 1, kinetic: 0.8 },
      { direction: [0, 0, 1], limit: 1, backward: 0.8, drive: "0.1*sin(t)" },
      { on: 2, limit: 0.5, weakening: { shape: "stribeck", beta: "2/3", speed: 0.5, exponent: 1 } },
      { on: 1, limit: 0.2, weakening: { shape: "table", speed: [0, 1, 2], ratio: [1, 0.6, 0.5] } },
    ],
    stops: [{ name: "wall", on: "roof", gap: 4, restitution: 0.5 }],
    input: [
      [1, 0],
      [0, 1],
      [0, 0],
    ],
  },
  feedback: [
    { type: "pid", name: "motor", of: "roof", to: "base", reference: "r(t)", kp: 4, ki: 2, kd: 1, limit: [-2, 2] },
    {
      type: "state",
      position: [
        [1, 0, 0],
        [0, 0, 0],
      ],
      velocity: [
        [0.1, 0, 0],
        [0, 0, 0],
      ],
    },
  ],
  outputs: { drift: "x(roof) - x(base)", heat: "dissipation(floor)", u: "control(motor)" },
  measures: {
    peak: { max: "abs(drift)", from: 0.1 },
    stuck: { time: "floor" },
    last: { final: "x(base)" },
    impacts: { count: "impact", row: "wall" },
  },
  control: { value: [0.1, 0], target: { position: [1, null, null] }, weight: [1, 1], bounds: [-20, 20] },
  attraction: {
    vary: [
      { path: "initial.position[0]", from: -1, to: 1, points: 3 },
      { path: "initial.velocity[0]", from: -1, to: 1, points: 3 },
    ],
  },
  initial: { position: [0.1, 0, 0], velocity: [0, 0.1, 0] },
  time: { start: 0, end: 1, step: 0.05, output: 0.1 },
  solver: { type: "active-set" },
};

/** Every key of a string, and two strings. */
const string: Data = {
  stickslip: 1,
  parameters: { L: 2, K: 0.5 },
  signals: { r: { times: [0, 1], values: [0, 1] } },
  system: {
    type: "string",
    length: "L",
    elements: 8,
    tension: "1 + x/L",
    density: "2 - x/L",
    damping: 0.1,
    friction: "0.2*(1 + sin(x))",
    force: "cos(3*t)*x + r(t)",
    mass: "lumped",
    ends: [{ moves: "0.1*sin(t)" }, "control"],
    guides: [{ name: "ring", at: "L/2", limit: "0.1*(1 + 0.5*cos(t))", kinetic: 0.05, viscous: 0.1, drive: 0.01 }],
    obstacle: { below: "-0.3 - 0*x", above: 2, restitution: 0.5 },
    input: ["L/4"],
  },
  outputs: { middle: "u(L/2)", speed: "ut(0.9)", pull: "force(ring)" },
  measures: { peak: { max: "abs(u(L/4))" }, touch: { first: "impact", row: "below3" } },
  control: { value: [0.01, 0.1], target: { position: { u: "0.1*x*(L - x)" }, velocity: 0 } },
  initial: { position: "K*x*(L - x)/2", velocity: { u: "0.1*sin(pi*x/L)" } },
  time: { end: 1, step: 0.02, output: 0.05 },
};
const strings: Data = {
  stickslip: 1,
  system: {
    type: "strings",
    length: 1,
    elements: 6,
    mass: "consistent",
    u: { tension: 2, density: "1 + x", friction: 0.01, ends: ["fixed", "free"] },
    v: { tension: "1 + 0.1*x", density: 1, force: "0.1*sin(t)", damping: 0.1 },
    contact: { method: "penalty", form: "time-discretized", epsilon: 1e-3, restitution: 0 },
  },
  outputs: { gap: "u(0.25) - v(0.25)", rate: "vt(0.5)" },
  initial: { position: { u: "0.1*x", v: "-0.1*sin(pi*x)" } },
  time: { end: 1, step: 0.02, output: 0.05 },
  scheme: { type: "variational" },
};

export function seeds(): Seed[] {
  // mutants of these would take the time of all others
  const small = filesIn("problems/").filter((file) => !/^(chain-1000|gh95-strings)/.test(file));
  const gallery = small.map((file) => seed(`problems/${file}`));
  const faults = [...filesIn("test/faults/"), ...filesIn("test/faults/hostile/").map((file) => `hostile/${file}`)];
  return [
    { name: "everything", raw: everything },
    { name: "string", raw: string },
    { name: "strings", raw: strings },
    ...gallery,
    ...faults.map((file) => seed(`test/faults/${file}`)),
    ...filesIn("docs/", ".md").flatMap(examples),
  ].filter(({ raw }) => typeof raw === "object" && raw !== null);
}

function filesIn(folder: string, ending = ".yaml"): string[] {
  return readdirSync(new URL(folder, root)).filter((file) => file.endsWith(ending));
}

const textOf = (file: string): string => readFileSync(new URL(file, root), "utf8");

function seed(file: string): Seed {
  const read = readProblem(textOf(file));
  const raw = read.faults ? {} : read.raw;
  const folder = file.slice(0, file.lastIndexOf("/") + 1);
  return { name: file, raw: shortened(embedSignals(raw, (table) => [textOf(folder + table)]).raw as Data) };
}

/** The pieces of YAML in a page, each put into the problem with every key. */
function examples(page: string): Seed[] {
  const pieces = [...textOf(`docs/${page}`).matchAll(/```yaml\n([\s\S]*?)```/g)];
  return pieces.flatMap(([, text], i) => {
    const read = readProblem(text!);
    if (read.faults || typeof read.raw !== "object" || read.raw === null) return [];
    return [{ name: `docs/${page} ${i}`, raw: shortened({ ...everything, ...(read.raw as Data) }) }];
  });
}

/** A run of a few output intervals: what a mutation breaks shows early. */
function shortened(raw: Data): Data {
  const { start = 0, step = 0.1, output = step } = (raw.time ?? {}) as Record<string, number>;
  if (typeof start !== "number" || typeof output !== "number") return raw;
  return { ...raw, time: { ...(raw.time as Data), end: start + STEPS * output } };
}
