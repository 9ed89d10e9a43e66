import { expect, test } from "vitest";
import { simulate } from "../../../src/simulate/simulate.ts";
import { rawFault } from "../../support/faults.ts";
import { compileRaw } from "../../support/run.ts";

const held = {
  stickslip: 1,
  system: { type: "linear", mass: [1], stiffness: [1], friction: [{ on: 0, limit: 1 }] },
  initial: { position: [0.5] },
  time: { end: 10, step: 0.01 },
  scheme: { type: "balanced" },
};

function judged(raw: object) {
  const { audit } = simulate(compileRaw(raw));
  return { verdict: audit.verdict, ...Object.fromEntries(audit.checks.map((check) => [check.name, check])) } as {
    verdict: string;
  } & Record<string, (typeof audit.checks)[number]>;
}

test("a held mass passes every check exactly", () => {
  const { verdict, ...checks } = judged(held);
  expect(verdict).toBe("ok");
  expect(Object.keys(checks)).toEqual(["stick", "box", "balance", "energy"]);
  for (const check of Object.values(checks)) expect(check).toMatchObject({ value: 0, verdict: "ok" });
  expect(checks.stick!.sentence).toMatch(/: exact\.$/);
});

test("an exact motion is held to more: its reported forces and its path", () => {
  const { verdict, ...checks } = judged({ ...held, scheme: { type: "event-driven" } });
  expect(verdict).toBe("ok");
  expect(Object.keys(checks)).toEqual(["stick", "box", "force", "balance", "path", "energy"]);
});

test("a row that rides on a drive that varies does not creep; one that creeps on it does", () => {
  const friction = [{ on: 0, limit: 5, drive: "0.2*abs(sin(t))" }];
  const ridden = { ...held, system: { ...held.system, friction }, initial: {}, time: { end: 6, step: 0.02 } };
  expect(judged(ridden).stick).toMatchObject({ verdict: "ok" });
  expect(judged({ ...ridden, scheme: { type: "splitting" } }).stick).toMatchObject({ verdict: "failed" });
});

test("a belt that stands still but for a short jerk, whose drive underflows beside it, is no alarm", () => {
  const friction = [{ on: 0, limit: 50, drive: "exp(-((t-0.6543)/0.001)^2)" }];
  const system = { type: "linear", mass: [1], friction };
  const found = judged({ stickslip: 1, system, time: { end: 1, step: 0.1 } });
  expect(found.verdict).toBe("ok");
});

test("creep fails and names what is to blame; of the smoothed law it is a warning", () => {
  const splitting = judged({ ...held, scheme: { type: "splitting" } });
  expect(splitting.verdict).toBe("failed");
  expect(splitting.stick).toMatchObject({ verdict: "failed", unit: "m" });
  expect(splitting.stick!.sentence).toMatch(/^CREEP: stuck rows moved 0\.0\d+ m .* Take scheme balanced\.$/);
  const friction = [{ on: 0, limit: 1, weakening: { shape: "smoothed", eta: 0.01 } }];
  const smoothed = judged({ ...held, system: { type: "linear", mass: [1], stiffness: [1], friction } });
  expect(smoothed.stick).toMatchObject({ verdict: "warning", sentence: expect.stringContaining("smoothed law (5)") });
});

test("creep is seen at every scale: in nanometers as in kilometers", () => {
  for (const scale of [1e-9, 1e-3, 1e3, 1e9]) {
    const raw = {
      ...held,
      system: { ...held.system, friction: [{ on: 0, limit: scale }] },
      initial: { position: [0.5 * scale] },
    };
    expect(judged({ ...raw, scheme: { type: "splitting" } }).stick, `${scale}`).toMatchObject({ verdict: "failed" });
    expect(judged(raw).verdict, `${scale}`).toBe("ok");
    expect(judged({ ...raw, scheme: { type: "event-driven" } }).verdict, `${scale}`).toBe("ok");
  }
  const small = rawFault("audit-blind-in-small-units") as object;
  expect(judged({ ...small, scheme: { type: "splitting" } }).stick).toMatchObject({ verdict: "failed" });
});

test("without rows there is nothing to stick", () => {
  const checks = judged({ ...held, system: { type: "linear", mass: [2], force: ["sin(t)"] } });
  expect(Object.keys(checks)).toEqual(["verdict", "balance", "energy"]);
  expect(checks.verdict).toBe("ok");
});

test("a coarse step is a warning with its remedy, no failure", () => {
  const coarse = { time: { end: 10, step: 0.5 }, initial: { position: [5] }, scheme: { type: "alpha" } };
  const { energy } = judged({ ...held, ...coarse });
  expect(energy).toMatchObject({ verdict: "warning" });
  expect(energy!.sentence).toContain("Take a smaller step or scheme balanced.");
});

test.each([
  "audit-false-balance",
  "audit-false-creep",
  "audit-false-box",
  "freewheel-false-creep",
  "scale-of-varying-limits",
])("no alarm on the exact motion of %s", (file) => {
  const { audit, outcome } = simulate(compileRaw(rawFault(file)));
  expect(outcome.status).toBe("done");
  expect(audit.checks.filter(({ verdict }) => verdict !== "ok")).toEqual([]);
});

test("no alarm where a stage comes to rest with speeds of round-off", () => {
  const { audit } = simulate(compileRaw(rawFault("round-off-stick-slip")));
  expect(audit.verdict).toBe("ok");
});

test.each([0.05, 0.1, 0.3, 0.5])(
  "no alarm where oblique rows stick and set off on a curve with the exponent %d",
  (exponent) => {
    const weakening = { shape: "stribeck", beta: 0.6, speed: 0.3, exponent };
    const raw = {
      stickslip: 1,
      system: {
        ...{ type: "linear", mass: [1, 2], force: ["2*sin(2*t)", "cos(t)"] },
        stiffness: [
          [3, -1],
          [-1, 2],
        ],
        friction: [
          { direction: [1, -0.7], limit: 0.6, weakening },
          { direction: [0.3, 1], limit: 0.4, weakening },
        ],
      },
      time: { end: 2, step: 0.1 },
    };
    expect(judged(raw).verdict).toBe("ok");
  },
);

test.each([
  ["a force", { force: { a: "x(a) < 0.2 ? 0.5 : 0.1" } }],
  ["a potential", { potential: "abs(x(a) - 0.2)" }],
  ["a limit", { friction: [{ on: "a", limit: "x(a) < 0.2 ? 0.5 : 0.1" }] }],
  ["a drive", { friction: [{ on: "a", limit: 1, drive: "x(a) < 0.2 ? 0.5 : 0.1" }] }],
])("no alarm on exact motions where %s jumps or bends with the place", (_, part) => {
  const raw = {
    stickslip: 1,
    system: {
      ...{ type: "mechanism", coordinates: [{ name: "a" }], kinetic: "v(a)^2/2", potential: "x(a)^2/2" },
      ...part,
    },
    initial: { position: [-1.3] },
    time: { end: 4, step: 0.05 },
  };
  expect(judged(raw).verdict).toBe("ok");
});
