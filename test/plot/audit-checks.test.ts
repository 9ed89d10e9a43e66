import { expect, test } from "vitest";
import { auditChecks } from "../../src/plot/audit-checks.ts";
import { compileOrThrow } from "../../src/problem/compile.ts";
import { simulate } from "../../src/simulate/simulate.ts";

function checksOf(changes: Readonly<Record<string, unknown>>) {
  const { simulation } = compileOrThrow({
    stickslip: 1,
    system: { type: "linear", mass: [1], stiffness: [1], friction: [{ on: 0, limit: 1 }] },
    initial: { position: [0.5] },
    time: { end: 10, step: 0.01 },
    scheme: { type: "balanced" },
    ...changes,
  });
  const checks = auditChecks(simulation, simulate(simulation));
  return Object.fromEntries(checks.map((check) => [check.name, check]));
}

test("a held mass passes every check exactly", () => {
  const checks = checksOf({});
  expect(Object.keys(checks)).toEqual(["stick", "box", "balance", "energy"]);
  for (const check of Object.values(checks)) expect(check).toMatchObject({ value: 0, ok: true });
  expect(checks.stick!.meaning).toMatch(/: exact$/);
});

test("creep names what is to blame: the scheme or the law", () => {
  const splitting = checksOf({ scheme: { type: "splitting" } }).stick!;
  expect(splitting).toMatchObject({ ok: false, advice: "Take scheme balanced" });
  expect(splitting.meaning).toMatch(/^CREEP: stuck rows moved 0\.0\d+ m/);
  const friction = [{ on: 0, limit: 1, weakening: { shape: "smoothed", eta: 0.01 } }];
  const smoothed = checksOf({ system: { type: "linear", mass: [1], stiffness: [1], friction } }).stick!;
  expect(smoothed).toMatchObject({ ok: false, advice: expect.stringContaining("smoothed law (5)") });
});

test("without rows there is nothing to stick; a load alone gives the scale of the forces", () => {
  const checks = checksOf({ system: { type: "linear", mass: [2], force: ["sin(t)"] } });
  expect(Object.keys(checks)).toEqual(["balance", "energy"]);
  expect(checks.balance!.ok).toBe(true);
});

test("a coarse step fails the energy check, with its remedy", () => {
  const coarse = { time: { end: 10, step: 0.5 }, initial: { position: [5] }, scheme: { type: "alpha" } };
  expect(checksOf(coarse).energy).toMatchObject({ ok: false, advice: "Take a smaller step or scheme balanced" });
});
