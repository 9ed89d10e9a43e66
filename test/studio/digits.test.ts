/** The numbers on the page are those of the command line, to the last digit, for every problem of the gallery. */
import { expect, it } from "vitest";
import { simulate } from "../../src/api/simulate.ts";
import { galleryNames } from "../../src/node/gallery.ts";
import { loadFile } from "../../src/node/load-file.ts";
import { torture } from "../support/torture.ts";
import { endState, inBrowser, type Visit } from "./browser.ts";

/** Of every kind of machine one that is quick: the others are left to `npm run torture`. */
const QUICK = [
  ...["bead-on-hoop", "belt", "buffer", "gearbox", "gskn06-tp4", "shuttle-arm", "stage-pid-measured", "string-sine"],
  ...["stuck-block", "weak-motor"],
];

inBrowser("the digits", ({ visit }) => {
  let open: Visit | undefined;

  it.each(torture ? galleryNames() : QUICK)("of %s", async (name) => {
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
