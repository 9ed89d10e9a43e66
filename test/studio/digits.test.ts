/** The numbers on the page are those of the command line, to the last digit, for every problem of the gallery. */
import { expect, it } from "vitest";
import { simulate } from "../../src/api/simulate.ts";
import { galleryNames } from "../../src/node/gallery.ts";
import { loadFile } from "../../src/node/load-file.ts";
import { torture } from "../support/torture.ts";
import { endState, inBrowser, type Visit } from "./browser.ts";

/** They take longest: left to `npm run torture`. */
const SLOW = new Set([
  ...["arm-on-curve", "beam-falling", "chain-1000", "clamped-elastica", "double-pendulum", "flexible-arm", "gh95-beam"],
  ...["gh95-ellipse", "gh95-strings", "gh95-wall", "isolator", "slider-crank", "slider-crank-reduced", "twenty-links"],
]);

inBrowser("the digits", ({ visit }) => {
  let open: Visit | undefined;

  it.each(galleryNames().filter((name) => torture || !SLOW.has(name)))("of %s", async (name) => {
    open ??= await visit();
    const { page, complaints } = open;
    await page.evaluate((hash) => {
      location.hash = hash;
    }, `#/g/${name}`);
    const { status, position, velocity } = await simulate(await loadFile(name), { samples: 2 });
    await page.waitForSelector(`[data-problem="#/g/${name}"] [data-testid="run-state"][data-status="${status}"]`);
    expect(await endState(page)).toEqual({ position: position.slice(0, 60), velocity: velocity.slice(0, 60) });
    expect(complaints).toEqual([]);
  });
});
