/**
 * How fast the studio is in a real browser: redraws while a slider of gk95-tp1 is dragged, and the first picture of a map of 201 x 201 starts.
 * `npm run build && node scripts/measure-studio.mjs`, on a machine that does nothing else; processor time is told too, for one that does.
 */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { serveStudio } from "../dist/cli/commands/studio/server.js";
import { chromium as find } from "./chromium.mjs";

const { path, reason } = find();
if (!path) throw new Error(reason);
const server = await serveStudio(fileURLToPath(new URL("../dist/studio/", import.meta.url)), 0);
const browser = await chromium.launch({ executablePath: path, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
const page = await (
  await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: "block" })
).newPage();
page.setDefaultTimeout(120_000);

try {
  await page.goto(`${server.url}#/g/gk95-tp1`);
  await page.waitForSelector('[data-testid="run-state"]');
  await page.evaluate(drag, 600); // warm: the browser compiles the engine for some seconds
  const before = processorSeconds();
  const { frames, redraws, seconds, gap } = await page.evaluate(drag, 300);
  const busy = processorSeconds() - before;
  console.log(
    `drag of gk95-tp1: ${redraws} redraws in ${frames} frames, ${(redraws / seconds).toFixed(1)} a second; longest gap ${gap.toFixed(0)} ms`,
  );
  if (before > 0)
    console.log(
      `  ${((1000 * busy) / redraws).toFixed(1)} ms of processor time a redraw, all processes of the browser`,
    );
  await page.goto(`${server.url}#/g/vl05-two-masses`);
  await page.waitForSelector('[data-testid="run-state"]');
  const first = await page.evaluate(firstMap);
  console.log(
    `map of 201 x 201: first picture after ${first.picture.toFixed(0)} ms; longest gap between frames ${first.gap.toFixed(0)} ms`,
  );
} finally {
  await browser.close();
  await server.close();
}

/** In the page: moves a slider every frame, and counts how often the plots were drawn anew: with the cursor at the end, their legends tell other numbers. */
async function drag(frames) {
  const input = document.querySelector(".slider input[type=range]");
  const scrubber = document.querySelector("input.scrubber");
  scrubber.value = scrubber.max;
  scrubber.dispatchEvent(new Event("input", { bubbles: true }));
  const shown = () => document.querySelector('[data-panel="position-m"] .legend').textContent;
  const gaps = [];
  let redraws = 0;
  let before = shown();
  const start = performance.now();
  let last = start;
  for (let k = 0; k < frames; k++) {
    input.value = String(Number(input.max) * (0.5 + 0.4 * Math.sin(k / 20)));
    input.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise((resolve) => requestAnimationFrame(resolve));
    gaps.push(performance.now() - last);
    last = performance.now();
    const now = shown();
    if (now !== before) redraws++;
    before = now;
  }
  return { frames, redraws, seconds: (performance.now() - start) / 1000, gap: Math.max(...gaps) };
}

async function firstMap() {
  const tab = [...document.querySelectorAll("[role=tab]")].find((one) => one.textContent === "Attraction");
  const start = performance.now();
  tab.click();
  let [picture, gap, last] = [0, 0, start];
  while (performance.now() - start < (picture === 0 ? 60_000 : 4000)) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const now = performance.now();
    gap = Math.max(gap, now - last);
    last = now;
    if (picture === 0 && document.querySelector("canvas.square")) picture = now - start;
  }
  return { picture, gap };
}

/** Of all processes that Chromium has, s; 0 where the system does not tell. */
function processorSeconds() {
  let ticks = 0;
  try {
    for (const id of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
      const text = readStat(id);
      if (!text?.includes("(chromium)") && !text?.includes("(chrome)")) continue;
      const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
      ticks += Number(fields[11]) + Number(fields[12]);
    }
  } catch {
    return 0;
  }
  return ticks / 100;
}

function readStat(id) {
  try {
    return readFileSync(`/proc/${id}/stat`, "utf8");
  } catch {
    return undefined;
  }
}
