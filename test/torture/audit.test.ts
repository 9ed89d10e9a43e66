/** The audit over random machines: no alarm on an exact motion, and one on every motion with something disturbed. */
import { expect, test } from "vitest";
import { cases } from "../support/torture.ts";
import { examine } from "./audited-machines.ts";

const COUNT = cases(6, 5000);

test.each([
  ["a row slides in a bounce that is slower than rest", 30_068],
  ["impulses of two stops cancel on one of them", 30_690],
  ["round-off of balanced forces moves what is free", 30_937],
  ["dependent rows hold against each other without a load", 31_610],
  ["two stops bounce in turns to the last digits", 32_544],
  ["two stops in turns, beside dependent rows", 34_074],
  ["a force far below its limit is disturbed", 33_951],
  ["a place far smaller than what speeds so far would explain is disturbed while its row is held", 32_212],
  ["a belt that slows to rest takes over from one at rest", 34_515],
  ["nothing moves but by the round-off of a belt that passes rest", 35_104],
  ["a force of the very first state is disturbed outwards", 35_520],
  ["a place of zero is held, and round-off of the forces that hold it moves it by 1e-35 m", 51_197],
  ["a stop is hit in the first moments of a slip on a curve without a series", 50_992],
  ["a first velocity has the wrong sense", 50_312],
  ["a joint brings the digits of one place to another that has hardly moved", 62_320],
  ["nothing moves but by the round-off of a row that begins to hold, which rubs", 62_394],
  ["a stop at the place zero is pressed on, and round-off moves it by 3e-50 m", 73_214],
  ["a stop hands the impulse of another on to what does not move", 74_198],
  ["a place of 4e-9 m is disturbed beside several rows on one coordinate", 60_435],
  ["a place of 3e-5 m is pushed into its stop while a belt runs by 1 m", 81_262],
  ["a stop beside held rows bears 4e-9 N, and is disturbed by more than their digits", 80_814],
  ["a joint bears nothing but the round-off of a row", 84_426],
  ["two stops let go and catch in turns at 1e-12 m/s", 90_408],
  ["two stops throw a mass to each other across a gap of 5e-17 m", 93_404],
  ["a place is disturbed that a held row hardly feels", 96_411],
  ["a coordinate has no force but through its mass, and one beside it is looked at again", 101_057],
  ["dependent rows slip for 1.6e-6 s between a reversal and rest", 132_075],
  ["a stop bears nothing but the round-off of a row that holds beside it", 139_441],
  ["rows slip for no time where a load jumps, which a state at the same time tells", 144_878],
  ["another stop is hit first, and slows down what is about to hit a stop", 159_775],
])("%s: no alarm, nothing missed (machine %i)", (_, seed) => {
  const { alarms, missed, exact } = examine(seed, seed);
  expect([alarms, missed, exact]).toEqual([[], [], 1]);
});

test("no alarm on exact motions of random machines, and one on each that is disturbed", { timeout: 3e6 }, () => {
  const { alarms, missed, exact } = examine(1, COUNT);
  expect(alarms).toEqual([]);
  expect(missed).toEqual([]);
  expect(exact).toBeGreaterThan(0.9 * COUNT);
});
