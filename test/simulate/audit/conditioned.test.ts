/** The audit of beams under `variational`, whose forces are means over steps: right motions pass, disturbed ones do not. */
import { describe, expect, it } from "vitest";
import { compile } from "../../../src/problem/compile/compile.ts";
import type { Audit } from "../../../src/simulate/audit/result.ts";
import { audited, disturbed, tell } from "../../torture/disturbed.ts";

type Data = Record<string, unknown>;

const PUSHED = { length: 1, stiffness: 0.3, density: 1, elements: 2, load: ["0.5*sin(3*t)", "-1 - 2*min(0, y + 0.1)"] };
const FROM = { position: { x: "0.8*s", y: "0.6*s" }, velocity: { x: "-0.3*s", y: "0.4*s" } };
const HINGED = [{ at: [0, 0] }, "free"];

function motion(system: Data, initial: Data = FROM, step = 0.002) {
  const raw = {
    stickslip: 1,
    system: { type: "beam", ...PUSHED, ...system },
    initial,
    time: { start: 0, end: 0.6, step },
  };
  const { simulation } = compile(raw) as { simulation: Parameters<typeof tell>[0] };
  const told = tell(simulation);
  expect(told.status).toBe("done");
  return told;
}

const complaints = ({ checks }: Audit) =>
  checks.filter(({ verdict }) => verdict !== "ok").map(({ sentence }) => sentence);

describe("is content with", () => {
  it.each<[string, Data]>([
    ["a limit that swings", { guides: [{ at: 1, along: "y", limit: "0.2*(1 + 0.5*sin(7*t))" }] }],
    ["a limit that ends", { guides: [{ at: 1, along: "y", limit: "0.2*max(0, 1 - 2*t)" }] }],
    ["a limit that jumps", { guides: [{ at: 1, along: "y", limit: "t < 0.3 ? 0.1 : 0.5" }] }],
    ["a limit that jumps down", { guides: [{ at: 1, along: "y", limit: "t < 0.3 ? 0.5 : 0.1" }] }],
    ["a kinetic force", { guides: [{ at: 1, along: "y", limit: 0.4, kinetic: 0.2 }] }],
    ["a kinetic force that swings", { guides: [{ at: 1, along: "y", limit: 0.4, kinetic: "0.2 + 0.1*sin(9*t)" }] }],
    ["limits that differ", { guides: [{ at: 1, along: "y", limit: "0.2 + 0.1*sin(7*t)", backward: 0.1 }] }],
    ["a drive that swings", { guides: [{ at: 1, along: "y", limit: 3, drive: "0.4*sin(5*t)" }] }],
    ["a hinge that is driven", { ends: [{ at: [0, 0], friction: { limit: 3, drive: "0.4*sin(5*t)" } }, "free"] }],
    ["a torque that jumps", { ends: [{ at: [0, 0], torque: "t < 0.3 ? 0.3 : -0.1" }, "free"] }],
  ])("%s", (_, system) => {
    const { simulation, told } = motion({ ends: HINGED, ...system });
    expect(complaints(audited(simulation, told))).toEqual([]);
  });

  it.each<[string, Data, Data]>([
    [
      "a beam at rest in its equilibrium",
      { ends: [{ at: [0, 0] }, { at: [0.8, 0] }], load: [0, -1] },
      { equilibrium: true },
    ],
    ["a free beam on which nothing acts", { ends: ["free", "free"], load: [0, 0] }, { position: FROM.position }],
  ])("%s, of which all motion is round-off", (_, system, initial) => {
    const guides = [{ at: 0.5, along: "y", limit: 0.3 }];
    for (const step of [0.004, 0.0005]) {
      const { simulation, told } = motion({ ...system, guides }, initial, step);
      expect(complaints(audited(simulation, told))).toEqual([]);
    }
  });
});

describe("finds", () => {
  const held = motion({ ends: HINGED, guides: [{ at: 1, along: "y", limit: "30*(1 + 0.5*sin(7*t))", kinetic: 10 }] });
  const slides = motion({ ends: HINGED, guides: [{ at: 1, along: "y", limit: "0.2*(1 + 0.5*sin(7*t))" }] });
  const change = { k: 0, from: 100, to: 120 };
  const tip = 9; // the coordinate y2
  const failed = ({ checks }: Audit) => checks.filter(({ verdict }) => verdict === "failed").map(({ name }) => name);

  it("a force beyond a limit that varies", () => {
    const sign = Math.sign(
      slides.told.flatMap((entry) => (entry.kind === "step" ? [entry.state.force[0]!] : []))[110]!,
    );
    const told = disturbed(slides.told, { part: "force", ...change, size: () => sign * 2e-3 });
    expect(failed(audited(slides.simulation, told))).toEqual(["box"]);
  });

  it("a row that creeps under a force between its kinetic one and its limit", () => {
    expect(failed(audited(held.simulation, held.told))).toEqual([]);
    const told = disturbed(held.told, { part: "position", ...change, k: tip, size: (t) => 1e-6 * (t - 0.2) });
    expect(failed(audited(held.simulation, told))).toContain("stick");
  });

  it("a velocity that is wrong, of a beam at rest too", () => {
    const rest = motion({ ends: [{ at: [0, 0] }, { at: [0.8, 0] }], load: [0, -1] }, { equilibrium: true });
    for (const { simulation, told } of [slides, rest]) {
      const moved = disturbed(told, { part: "velocity", ...change, k: 5, size: () => 0.3 });
      expect(failed(audited(simulation, moved))).not.toEqual([]);
    }
  });
});
