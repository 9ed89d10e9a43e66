/** Problems that have every key of the format, with formulas wherever one may stand. */

type Data = Record<string, unknown>;

/** Every key that a linear system can have, with formulas wherever one may stand. */
export const everything: Data = {
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

const { dampers, input } = everything.system as Data;

/** Every key of a mechanism. */
export const mechanism: Data = {
  ...everything,
  system: {
    type: "mechanism",
    coordinates: [{ name: "base", unit: "m" }, { name: "mid", unit: "rad", period: "2*pi" }, { name: "roof" }],
    kinetic: "2*v(base)^2 + (2 + cos(x(mid)))*v(mid)^2 + v(base)*v(roof)*sin(x(mid)) + (3 + x(roof)^2)*v(roof)^2",
    potential: "3*(1 - cos(x(mid))) + x(base)^2/2 + abs(x(roof))",
    force: { base: "sin(3*t) - z", mid: "r(t) - v(mid)*abs(v(mid))", roof: "min(x(base), 1) - max(0, x(roof) - 1)" },
    springs: [
      { between: ["base", "mid"], stiffness: "k" },
      { on: "roof", potential: "x^4/4" },
    ],
    dampers,
    states: [{ name: "z", rate: "x(base)*x(mid) - z", initial: 0 }],
    friction: [
      { name: "floor", on: "base", limit: "mu*(4 + x(base))", viscous: 0.1, drive: "0.1*sin(x(base))" },
      { name: "way", along: "sqrt(1 + x(base)^2) + x(mid)", limit: "max(0, 1 - x(mid))", kinetic: "0.5" },
      { direction: { base: "cos(x(mid))", roof: 1 }, limit: 1, weakening: { shape: "ramp", beta: 0.3, epsilon: 0.1 } },
    ],
    joints: [{ name: "rod", zero: "x(base) + x(roof) - 0.1 - 0.1*sin(t)", method: "kkt", at: "end" }],
    stops: [
      { name: "wall", distance: "4 - x(roof) - x(base)^2" },
      {
        name: "end",
        on: "base",
        gap: 5,
        method: "augmented-lagrangian",
        epsilon: 1e-3,
        update: "second",
        tolerance: 1e-6,
      },
    ],
    input,
    draw: [{ segment: ["x(base)", 0, "x(base) + sin(x(mid))", "cos(x(mid))"] }, { point: ["x(roof)", 1] }],
  },
  outputs: { ...(everything.outputs as Data), off: "constraint(rod)" },
  initial: { position: [0.1, 0, 0], velocity: [0.1, 0.1, 0], project: true },
  scheme: { type: "variational" },
};

/** Every key of an arm. */
export const arm: Data = {
  ...everything,
  system: {
    type: "arm",
    angles: "relative",
    gravity: [0, -9.81],
    base: [0, "mu"],
    links: [
      { length: 1, mass: 2, center: 0.4, inertia: "1/6" },
      { length: 0.8, mass: 1 },
      { length: 0.5, mass: 1 },
    ],
    joints: [
      { name: "base", torque: "4*sin(t) - z", friction: { name: "floor", limit: "2 + cos(x(mid))", viscous: 0.1 } },
      { name: "mid", spring: { stiffness: "k", rest: 0.3 }, stops: [-2, 2], damping: 0.1 },
      { name: "roof", friction: { limit: 1, kinetic: 0.6, drive: "0.1*sin(t)" }, torque: "-v(roof)*abs(v(roof))" },
    ],
    payload: { mass: 0.5, inertia: 0.1 },
    constraints: [
      {
        type: "wall",
        name: "wall",
        normal: [0, -1],
        distance: 3,
        of: "all",
        method: "penalty",
        form: "time-discretized",
      },
      { type: "wall", normal: [1, 1], distance: "9", of: ["mid", "tip"], method: "complementarity" },
      {
        type: "curve",
        name: "track",
        shape: "formula",
        formula: "(x/2)^2 + (y - mu)^2/2 - 1",
        method: "kkt",
        at: "end",
      },
    ],
    states: [{ name: "z", rate: "x(base) - z", initial: 0 }],
    input: [
      [1, 0],
      [0, 1],
      [0, 0],
    ],
  },
  outputs: { drift: "tip(x) - x(base)", heat: "dissipation(floor)", u: "control(motor)", height: "tip(y)" },
  measures: { ...(everything.measures as Data), impacts: { count: "impact", row: "wall_tip" } },
  initial: { position: [0.3, 0.2, -0.5], velocity: [0.1, 0, 0], project: true },
  scheme: { type: "variational" },
};

/** Every key of a string. */
export const string: Data = {
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

/** Of two strings. */
export const strings: Data = {
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

/** Every key of a beam. */
export const beam: Data = {
  stickslip: 1,
  parameters: { rho: 2, L: 3 },
  signals: { r: { times: [0, 1], values: [0, 1], outside: "hold" } },
  system: {
    type: "beam",
    length: "L",
    stiffness: "7 + s/L",
    density: "rho*(1 + 0.1*s)",
    elements: 4,
    dimension: 2,
    ends: [
      { at: [0, "0.1*sin(t)"], torque: "sin(3*t) + r(t)", friction: { limit: 0.2 } },
      { at: [2.5, 0], slope: [1, 0] },
    ],
    load: ["0.1*sin(t)", "-9.81*rho - min(0, y + 2) + 0*s"],
    masses: [{ at: "L/3", mass: 0.5 }],
    guides: [{ name: "ring", at: 1.5, along: "y", limit: "0.1*(1 + 0.5*cos(t))", drive: 0.01 }],
    inextensible: { method: "kkt" },
  },
  outputs: { low: "y(1.5)", rate: "yt(0.8)", pull: "force(ring)" },
  measures: { sag: { min: "low" }, stuck: { time: "ring" } },
  initial: {
    equilibrium: { ends: [{ at: [0, 0] }, { at: [2.5, 0], slope: [1, 0] }], from: { x: "0.8*s", y: "-0.5*s*(L - s)" } },
  },
  time: { end: 0.2, step: 0.01, output: 0.02 },
};

/** In space, by the papers' methods. */
export const spaceBeam: Data = {
  ...beam,
  system: {
    ...(beam.system as Data),
    dimension: 3,
    ends: [{ at: [0, 0, 0], slope: [1, 0, 0] }, "free"],
    load: [0, "-rho*z", "-9.81*rho"],
    guides: [{ name: "ring", at: 1.5, along: [0, 0.6, 0.8], limit: 0.1 }],
    inextensible: { method: "augmented-lagrangian", epsilon: 1e-3, tolerance: 1e-5, direction: "new" },
  },
  initial: { position: { x: "s", y: "0", z: "0.01*s^2" }, velocity: { x: 0, y: "0.1*s", z: 0 } },
  scheme: { type: "alpha", alpha: 0.25 },
};

/** Every key of a gear box. */
export const gearbox: Data = {
  stickslip: 1,
  parameters: { load: { value: 4, from: 0, to: 8 }, eta: 0.8 },
  system: {
    type: "gearbox",
    mass: 0.5,
    limit: 0.3,
    weakening: { shape: "ramp", beta: 0.25, epsilon: 0.05 },
    delta: 1,
    gain: "load*delta",
    a: "eta",
    b: "1/eta",
    weakeningAB: { shape: "stribeck", beta: 0.1, speed: 0.05, exponent: 2 },
    force: "4.1 + 1.6*sin(pi*t/4)",
  },
  outputs: { turned: "x(0)" },
  measures: { far: { max: "abs(turned)" }, stops: { count: "stick" } },
  initial: { position: [0], velocity: [0.1] },
  time: { start: 0, end: 1, step: 0.05 },
};

/** The same problem with joints, stops and constraints without methods, for the schemes that take all of them as rigid. */
export function rigid(raw: Data, type: "event-driven" | "balanced"): Data {
  const bare = ({ method, at, epsilon, form, update, tolerance, ...entry }: Data): Data => entry;
  const text = JSON.stringify({ ...raw, scheme: { type } }, (_, value) =>
    value?.method === undefined ? value : bare(value),
  );
  return JSON.parse(text);
}
