import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { problemText, stickslip } from "./fake-io.ts";

const folder = mkdtempSync(join(tmpdir(), "stickslip-kinds-"));

/** Pressed against its upper stop at the end, and slipping until then. */
const valve = problemText({
  system: {
    type: "linear",
    mass: [1],
    force: [2],
    friction: [{ name: "seat", on: 0, limit: 0.5 }],
    stops: [
      { name: "up", on: 0, gap: 1 },
      { name: "down", direction: [-1], gap: 1 },
    ],
  },
  initial: {},
});

/** Two wheels on a gear, pushed harder than the bearing holds. */
const gear = problemText({
  system: {
    type: "linear",
    coordinates: [
      { name: "motor", unit: "rad" },
      { name: "wheel", unit: "rad" },
    ],
    mass: [1, 1],
    force: [3, 0],
    friction: [{ name: "bearing", on: "wheel", limit: 0.5 }],
    joints: [{ name: "teeth", direction: [1, -2] }],
  },
  initial: {},
  time: { end: 2, step: 0.01 },
});

async function report(stdin: string, name: string): Promise<{ text: string; page: string }> {
  const out = join(folder, name);
  const { code, out: text, err } = await stickslip(["simulate", "-", "--out", out], { stdin });
  expect([code, err]).toEqual([0, ""]);
  return { text, page: readFileSync(join(out, "report.html"), "utf8") };
}

test("rows are counted by their kind", async () => {
  expect((await stickslip(["check", "-"], { stdin: valve })).out).toContain(
    "\n1 coordinate, 1 friction row, 2 stops; ",
  );
  expect((await stickslip(["check", "-"], { stdin: gear })).out).toContain(
    "\n2 coordinates, 1 friction row, 1 joint; ",
  );
  const free = problemText({ system: { type: "linear", mass: [1], stiffness: [1] } });
  expect((await stickslip(["check", "-"], { stdin: free })).out).toContain("\n1 coordinate, 0 friction rows; ");
});

test("a stop is open or closed, in the table, in its strip and in the report", async () => {
  const { text, page } = await report(valve, "valve");
  expect(text).toMatch(/ stop {2}force \(N\) {2}state {3}time closed \(s\) {2}heat \(J\)\n/);
  expect(text).toMatch(/ up +\S+ {2}closed +8\.\d+ /);
  expect(text).toMatch(/ down +0 {2}open +0 /);
  expect(text).toMatch(
    / +up \u2502\u00b7+\u2592?\u2588+\n *down \u2502\u00b7+\n +\u2588 closed {2}\u00b7 open {2}\u2592 both\n/,
  );
  expect(text).not.toMatch(/(up|down) .*(stuck|slipping)/);
  expect(text).not.toContain("depend on each other");
  expect(page).toMatch(/<th scope="row">up<\/th><td class="number">[^<]*<\/td><td>closed<\/td>/);
  expect(page).toMatch(/<th scope="row">down<\/th><td class="number">0<\/td><td>open<\/td><td class="number">0<\/td>/);
  expect(page).toContain('<th scope="row">stops</th><td>2</td>');
  expect(page).toContain("; the bars show where each row sticks and where each stop is closed");
  expect(page).toContain("shaded where it sticks; force of each stop, shaded where it is closed");
  expect(page).toContain(">force of stops (N)</text>");
  expect(page).toMatch(/<g fill="#[0-9a-f]{6}" aria-label="up closed"><rect/);
  expect(page).toContain(">closed</text>");
});

test("a joint is joined, and has no strip and no time stuck", async () => {
  const { text, page } = await report(gear, "gear");
  expect(text).toMatch(/ joint {2}force \(N m\) {2}state {3}heat \(J\)\n +teeth +\S+ {2}joined +0\n/);
  expect(text).not.toContain("teeth \u2502");
  expect(page).toMatch(/<th scope="row">teeth<\/th><td class="number">[^<]*<\/td><td>joined<\/td><td><\/td>/);
  expect(page).not.toContain("stick of teeth");
  expect(page).toContain(">force of joints (N m)</text>");
  expect(page).toContain("; force of each joint<");
});

test("the fields of --json are those of all rows, as ever", async () => {
  const { out } = await stickslip(["simulate", "-", "--json"], { stdin: valve });
  const { multiplier } = JSON.parse(out);
  expect(multiplier).toHaveLength(3);
  expect(multiplier[2]).toBe(0);
});

test("units are those of the coordinates, everywhere", async () => {
  const { text, page } = await report(gear, "units");
  expect(text).toContain("position (rad)  velocity (rad/s)");
  expect(text).toContain("\ndisplacement x (rad)\n");
  expect(text).toMatch(/stuck rows moved \S+ rad at up to \S+ rad\/s/);
  expect(text).toMatch(/off by at most \S+ N m,/);
  for (const label of ["velocity v (rad/s)", "bearing: force (N m)", "slip (rad/s)"]) {
    expect(page).toContain(`>${label}</text>`);
  }
  expect(page).toContain(">limit (N m)</th>");
  expect(page.replace(/<pre>.*<\/pre>/s, "")).not.toMatch(/\(m\)|m\/s|\(N\)|\d m |\d N[^ ]/);
});

test("several units are named both where all coordinates are meant, an unknown one of a force is left out", async () => {
  const system = (units: string[]) => ({
    type: "linear",
    coordinates: units.map((unit, i) => ({ name: `q${i}`, unit })),
    mass: units.map(() => 1),
    stiffness: units.map(() => 1),
    friction: units.map((_, on) => ({ on, limit: 0.5 })),
  });
  const run = async (units: string[]) => {
    const stdin = problemText({ system: system(units), initial: { position: units.map(() => 1) } });
    return (await stickslip(["simulate", "-"], { stdin })).out;
  };
  const mixed = await run(["m", "rad"]);
  expect(mixed).toContain("\ndisplacement x (m, rad)\n");
  expect(mixed).toMatch(/stuck rows moved \S+ m at up to \S+ m\/s/); // of the row that moved most
  expect(mixed).toMatch(/off by at most \S+ N,/);
  const other = await run(["deg"]);
  expect(other).toMatch(/stuck rows moved \S+ deg at up to \S+ deg\/s/);
  expect(other).toMatch(/off by at most \S+, /);
});
