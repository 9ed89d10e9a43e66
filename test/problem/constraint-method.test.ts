/** How a stop is imposed, as its entry says it. */
import { describe, expect, it } from "vitest";
import { compile } from "../../src/problem/compile/compile.ts";

function stopWith(keys: object) {
  return compile({
    stickslip: 1,
    system: { type: "linear", mass: [1], stops: [{ name: "wall", on: 0, gap: 1, ...keys }] },
    time: { end: 1, step: 0.1 },
    scheme: { type: "balanced" },
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
