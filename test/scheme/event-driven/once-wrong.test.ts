import { describe, expect, it } from "vitest";
import { startRun } from "../../../src/simulate/run/run.ts";
import { follow } from "../../oracles/enumerated/follow.ts";
import type { Machine } from "../../oracles/enumerated/machine.ts";
import { masses, row } from "../../oracles/enumerated/simple.ts";
import { rawFault } from "../../support/faults.ts";
import { compileRaw } from "../../support/run.ts";
import { atLeast, atMost, constant, line, sine } from "../../torture/waves.ts";

function endOf(file: string) {
  const run = startRun(compileRaw({ ...(rawFault(file) as object), scheme: { type: "event-driven" } }), []);
  run.advance(Number.POSITIVE_INFINITY);
  const { status, state } = run.finish();
  expect(status).toBe("done");
  return { position: [...state.position], velocity: [...state.velocity] };
}

/** Nine digits of each number's own size. */
function expectClose(found: readonly number[], wanted: readonly number[], scale = 1): void {
  wanted.forEach((value, i) => {
    expect(Math.abs(found[i]! - value), `${found[i]} instead of ${value}`).toBeLessThan(
      1e-9 * Math.max(scale, Math.abs(value)),
    );
  });
}

describe("files that were once answered wrongly, against closed forms", () => {
  const grain = 0.25 * Math.sqrt(Math.PI);
  const cases: [string, string, number[], number[], number?][] = [
    ["a row whose limit is zero is free", "zero-limit-negative", [-8], [-4]],
    [
      "a mass leaves its stop as its load passes zero",
      "release-dies",
      [-5 * Math.sin(4) - 5 * (4 - Math.PI)],
      [-5 * Math.cos(4) - 5],
    ],
    ["a belt that jumps past a mass turns its friction around", "belt-jump-snaps-mass", [1.9], [1]],
    ["a belt that jerks for a millisecond moves a mass a micrometer", "belt-jerk-audit-ok", [1e-6], [0], 1e-6],
    ["a belt that reverses under a slipping block slows it", "hostile/belt-reverses", [0.125], [0]],
    [
      "a kinetic force that varies brakes by its integral",
      "jump-balanced",
      [],
      [10 - (10 * Math.sin(0.2 * Math.PI)) / (0.4 * Math.PI)],
    ],
    ["a block thrown up an incline stays", "alpha-jump-law-slides-back", [0.8], [0]],
    [
      "a force that grows as a root breaks loose",
      "sqrt-at-start-crash",
      [0.8 * (1 - 1 / 243) - 40 / 81 + 8 / 243],
      [2 - 1 + 1 / 27],
    ],
    ["a ratchet beside plain friction holds and slips back", "backward-zero-crash", [-1.25], [-2]],
    ["friction that begins at 0.1 s stops a block", "scale-of-varying-limits", [0.6], [0]],
    ["micrometers bounce beside megapascals", "impact-lost-beside-large-state", [0], [-9e-6], 1e-5],
    ["a grain feels its load beside a ship", "ship-and-grain", [50, 5 * grain], [10, grain]],
  ];
  it.each(cases)("%s", (_, file, position, velocity, scale) => {
    const end = endOf(file);
    expectClose(end.position, position, scale);
    expectClose(end.velocity, velocity, scale);
  });
});

describe("files that were once answered wrongly, against the oracle by enumeration", () => {
  const single = masses(1);
  const half = Math.PI / 2;
  const clutch = { kinetic: atMost(60, line(0, 60)), direction: [1, -1] };
  const machines: [string, string, Machine][] = [
    [
      "a normal load that vanishes for a while",
      "max0-dies-at-start",
      {
        ...single,
        stiffness: [[100]],
        position: [1],
        end: 6,
        friction: [row(atLeast(0, sine(0, 1, 1, 0)))],
      },
    ],
    [
      "a clutch that is pressed from zero",
      "docs-clutch-dies",
      {
        ...masses(1, 1),
        end: 4,
        force: [constant(-5).signal, constant(0).signal],
        friction: [row(atMost(80, line(0, 80)), clutch)],
      },
    ],
    [
      "constant breakaway, kinetic force that varies",
      "kinetic-of-time-event-driven",
      {
        ...single,
        stiffness: [[10]],
        end: 10,
        friction: [row(constant(3), { kinetic: sine(2, 0.5, 3, 0), drive: constant(0.2) })],
      },
    ],
    [
      "a clutch in a moving frame",
      "jump-moving-frame",
      {
        ...masses(1, 2),
        start: 0.8,
        velocity: [3.5, 3.5],
        force: [sine(0, 10, 10 * Math.PI, 0).signal, constant(0).signal],
        friction: [
          row(sine(0, 11, 0.4 * Math.PI, half), { kinetic: sine(0, 10, 0.4 * Math.PI, half), direction: [1, -1] }),
        ],
      },
    ],
    [
      "breakaway of a clutch",
      "clutch-breakaway-accumulates",
      {
        ...masses(0.25, 0.03),
        end: 6,
        stiffness: [
          [0, 0],
          [0, 900],
        ],
        damping: [
          [0, 0],
          [0, 2],
        ],
        force: [line(0, 40).signal, constant(0).signal],
        friction: [row(atMost(100, line(0, 100)), { kinetic: atMost(80, line(0, 80)), direction: [1, -1] })],
      },
    ],
    [
      "a bearing beside a brake that is released slowly",
      "bearing-and-brake-hangs",
      {
        ...single,
        end: 4,
        force: [constant(4).signal],
        friction: [row(constant(1)), row(sine(4, 1.5, 3, 0))],
      },
    ],
    [
      "friction that begins in the middle",
      "hostile/clutch-engages",
      {
        ...single,
        stiffness: [[3]],
        end: 2,
        force: [sine(0, 2, 7, 0).signal],
        friction: [row(atLeast(0, line(-1, 1)))],
      },
    ],
    [
      "a Stribeck exponent that is not whole, in oblique rows",
      "stribeck-exponent-audit-ok.json",
      {
        ...masses(0.85, 0.76),
        end: 4,
        stiffness: [
          [39, -39],
          [-39, 46.3],
        ],
        position: [0.37, 0.18],
        velocity: [0.1, 0.1],
        force: [sine(0, 2.8, 4, 0).signal, sine(0, 7, 3.6, half).signal],
        friction: [
          row(constant(2.4), { direction: [1, 0.3] }),
          {
            ...row(constant(0.73), { direction: [0.08, -0.88] }),
            weakening: {
              kinks: [],
              pieces: [(q) => 0.54 * (1 - Math.exp(-Math.sign(q) * (Math.abs(q) / 0.16) ** 1.5))],
            },
          },
        ],
      },
    ],
  ];
  it.each(machines)("%s", (_, file, machine) => {
    const end = endOf(file);
    const { position, velocity, failure } = follow(machine);
    expect(failure).toBeUndefined();
    expectClose(end.position, position);
    expectClose(end.velocity, velocity);
  });
});
