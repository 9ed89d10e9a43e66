/** What the audit says of stops whose places, forces and impulses are small beside the rest of the machine. */
import { expect, test } from "vitest";
import { compileRaw } from "../../support/run.ts";
import { audited, disturbed, tell } from "../../torture/disturbed.ts";

const told = (system: object, initial: object = {}, end = 2) =>
  tell(compileRaw({ stickslip: 1, system: { type: "linear", ...system }, initial, time: { end, step: 0.1 } }));

const verdicts = (audit: ReturnType<typeof audited>) =>
  audit.checks.filter(({ verdict }) => verdict !== "ok").map(({ name }) => name);

const states = (motion: ReturnType<typeof told>) =>
  motion.told.flatMap((entry) => (entry.kind === "step" ? [entry.state] : []));

test("an open stop has no force: 1e-14 N are told of it beside loads of 10 N", () => {
  const motion = told({ mass: [1], force: ["t < 1 ? 1e-9 : -10"], stops: [{ direction: [1], gap: 0 }] });
  expect(verdicts(audited(motion.simulation, motion.told))).toEqual([]);
  const open = states(motion).findIndex(({ position }) => position[0]! < -0.1);
  expect(states(motion)[open]!.force[0]).toBe(0);
  const wrong = disturbed(motion.told, { part: "force", k: 0, from: open, to: open, size: () => 1e-14 });
  expect(verdicts(audited(motion.simulation, wrong))).toEqual(["force"]);
});

test("a depth is measured by the places of its own stop: 1e-10 m of 1e-5 m, beside another stop at 2000 m", () => {
  const stops = [
    { direction: [1, 0], gap: 2000 },
    { direction: [0, 1], gap: 0 },
  ];
  const motion = told({ mass: [1, 1], force: [0, 1], stops }, { position: [1000, -1e-5], velocity: [1, 0] });
  expect(verdicts(audited(motion.simulation, motion.told))).toEqual([]);
  const count = states(motion).length;
  const wrong = disturbed(motion.told, { part: "position", k: 1, from: count - 9, to: count - 5, size: () => 1e-10 });
  expect(verdicts(audited(motion.simulation, wrong))).toContain("gap");
});

test("impulses that cancel on what does not move leave their digits there, and no alarm; 1e-13 m/s are no digits", () => {
  const stops = [
    { direction: [1, 0], gap: 0 },
    { direction: [-1, 1], gap: 0.1, restitution: 0.303 },
  ];
  const motion = told({ mass: [1.324, 0.455], stops }, { velocity: [0, 4.67] });
  expect(states(motion).every(({ velocity }) => velocity[0] === 0)).toBe(true);
  const leaving = (speed: number) =>
    motion.told.map((entry) => {
      if (entry.kind !== "jump") return entry;
      return { ...entry, after: { ...entry.after, velocity: Float64Array.of(speed, entry.after.velocity[1]!) } };
    });
  expect(verdicts(audited(motion.simulation, leaving(-4.4e-16)))).toEqual([]);
  expect(verdicts(audited(motion.simulation, leaving(-1e-13)))).toEqual(["balance", "path"]);
});

test.each([0, 1, 2])("a stop that throws back too slowly in impact %i is seen", (which) => {
  const motion = told(
    { mass: [1], force: [5], stops: [{ direction: [1], gap: 0, restitution: 0.8 }] },
    { position: [-1] },
    3,
  );
  expect(verdicts(audited(motion.simulation, motion.told))).toEqual([]);
  let number = 0;
  const wrong = motion.told.map((entry) => {
    if (entry.kind !== "jump" || number++ !== which) return entry;
    const velocity = entry.after.velocity.map((v) => v * (1 - 1e-5));
    return { ...entry, after: { ...entry.after, velocity } };
  });
  expect(number).toBeGreaterThan(which);
  expect(verdicts(audited(motion.simulation, wrong))).toContain("impact");
});
