/** How a stop is imposed, as its entry says it. */
import { describe, expect, it } from "vitest";
import { compile } from "../../src/problem/compile/compile.ts";

function stopWith(keys: object, scheme: string | undefined = "variational") {
  return compile({
    stickslip: 1,
    system: { type: "linear", mass: [1], stops: [{ name: "wall", on: 0, gap: 1, ...keys }] },
    time: { end: 1, step: 0.1 },
    ...(scheme === "none" ? {} : { scheme: { type: scheme } }),
  });
}

const methodOf = (keys: object) => stopWith(keys).simulation?.system.rows[0]?.law.method;
const faultOf = (keys: object) => stopWith(keys).faults?.map(({ message }) => message);

describe("a stop's method", () => {
  it("is absent where nothing is said", () => {
    expect(stopWith({}).faults).toBeUndefined();
    expect(methodOf({})).toBeUndefined();
  });

  it("keeps what is said", () => {
    expect(methodOf({ method: "complementarity" })).toMatchObject({ type: "complementarity", at: "end", epsilon: 0 });
  });

  it("has variational as the scheme, and others refuse what is not rigid", () => {
    expect(stopWith({ method: "penalty" }, "none").simulation?.scheme.name).toBe("variational");
    expect(stopWith({ method: "kkt" }, "none").simulation?.scheme.name).toBe("event-driven");
    for (const scheme of ["event-driven", "balanced"]) {
      const { faults } = stopWith({ method: "penalty" }, scheme);
      expect(faults?.map(({ message }) => message)).toEqual([
        `${scheme} takes joints and stops as rigid, but the method of wall is penalty at the middle. Take variational, or leave the method out`,
      ]);
    }
  });

  it("and its restitution do not contradict each other", () => {
    expect(faultOf({ restitution: 0.5 })).toEqual([
      expect.stringContaining("variational knows inelastic impacts only"),
    ]);
    expect(faultOf({ restitution: 0.5, method: "penalty" })).toEqual([expect.stringContaining("gives back all")]);
    expect(faultOf({ restitution: 1, method: "penalty" })).toBeUndefined();
  });

  it.each([
    [{ method: "kkt", epsilon: 1 }, "invalid epsilon; kkt has none: 1. Leave it out, or take penalty or"],
    [{ method: "penalty", tolerance: 1e-3 }, "invalid tolerance; penalty has none: 0.001. Leave it out, or take aug"],
    [{ method: "penalty", epsilon: 0 }, "invalid epsilon; not above 0: 0"],
    [{ method: "penalty", form: "time-discretized", at: "end" }, "invalid at; a time-discretized penalty acts over"],
    [{ method: "spring" }, "not one of kkt, complementarity, penalty, augmented-lagrangian"],
  ])("%j is refused", (keys, message) => {
    expect(faultOf(keys)).toEqual([expect.stringContaining(message)]);
  });
});
