/** What lies on a belt goes where the belt goes, also where three points of a step do not tell that way: no alarm, and one where it goes elsewhere. */
import { expect, test } from "vitest";
import { compileRaw } from "../../support/run.ts";
import { audited, disturbed, scaleOf, tell } from "../../torture/disturbed.ts";

const carried = (drive: string) =>
  tell(
    compileRaw({
      stickslip: 1,
      system: { type: "linear", mass: [1], friction: [{ on: 0, limit: 60, drive }] },
      time: { end: 0.9, step: 0.05 },
    }),
  );

test.each(["t^8", "t^9", "t^15", "t^5*sin(9*t)", "exp(3*t) - 1", "0.01*sin(60*t)", "0.1/(1.1 - t) - 1/11"])(
  "a drive of %s",
  (drive) => {
    const motion = carried(drive);
    const { simulation, told, status } = motion;
    expect(status).toBe("done");
    const alarms = audited(simulation, told).checks.filter(({ verdict }) => verdict !== "ok");
    expect(alarms.map(({ sentence }) => sentence)).toEqual([]);
    const states = told.filter(({ kind }) => kind === "step").length;
    for (const part of ["position", "velocity", "force"] as const) {
      const size = 1e-5 * scaleOf(motion, part, 0);
      for (const [from, to] of [
        [states >> 1, states >> 1],
        [states - 9, states - 3],
        [states - 1, states - 1],
      ] as const) {
        for (const sign of [1, -1]) {
          const wrong = disturbed(told, { part, k: 0, from, to, size: () => sign * size });
          expect([part, from, audited(simulation, wrong).verdict]).toEqual([part, from, "failed"]);
        }
      }
    }
  },
);
