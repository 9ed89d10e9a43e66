/** The pictures of docs/studio.md: `npm run build && node scripts/screenshots.mjs`. Look at each: would you show it at a conference? */
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { serveStudio } from "../dist/cli/commands/studio/server.js";
import { chromium as find } from "./chromium.mjs";
import { smallPng } from "./small-png.mjs";

const { path, reason } = find();
if (!path) throw new Error(reason);
const root = new URL("../", import.meta.url);
const folder = new URL("docs/studio/", root);
mkdirSync(folder, { recursive: true });
const server = await serveStudio(fileURLToPath(new URL("dist/studio/", root)), 0);
const browser = await chromium.launch({ executablePath: path, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });

async function shoot(name, hash, act = async () => {}, options = {}) {
  if (wanted.length > 0 && !wanted.includes(name)) return;
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    serviceWorkers: "block",
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  await page.goto(`${server.url}${hash}`);
  await page.waitForSelector(hash.includes("#/g/") ? '[data-testid="run-state"], .embed .plot' : ".card, .experiment");
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await act(page);
  await page.waitForTimeout(400);
  writeFileSync(new URL(`${name}.png`, folder), await pictureOf(page));
  await context.close();
  console.log(`docs/studio/${name}.png`);
}

/** What is seen, in 256 colors. */
async function pictureOf(page) {
  const shot = (await page.screenshot()).toString("base64");
  const blank = await page.context().newPage();
  const { width, height, pixels } = await blank.evaluate(async (data) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const bytes = context.getImageData(0, 0, image.width, image.height).data;
    let letters = "";
    for (let k = 0; k < bytes.length; k += 0x8000) letters += String.fromCharCode(...bytes.subarray(k, k + 0x8000));
    return { width: image.width, height: image.height, pixels: btoa(letters) };
  }, shot);
  await blank.close();
  return smallPng(Buffer.from(pixels, "base64"), width, height);
}

/** With names, the pictures that are made. */
const wanted = process.argv.slice(2);

const tab = (name) => (page) => page.getByRole("tab", { name, exact: true }).click();
const toTime = (part) => async (page) => {
  await page.locator("input.scrubber").evaluate((input, at) => {
    input.value = String(Number(input.min) + at * (input.max - input.min));
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }, part);
};

try {
  await shoot("gallery", "");
  await shoot("motion", "#/g/belt", toTime(0.37));
  await shoot("arm", "#/g/arm-on-curve", toTime(0.62));
  await shoot("string", "#/g/string-sine", toTime(0.12));
  await shoot("gears", "#/g/gearbox", toTime(0.4));
  await shoot("beam", "#/g/gh95-beam", toTime(0.3));
  await shoot("events", "#/g/belt", async (page) => {
    const plot = page.getByRole("slider", { name: /Displacement/ });
    const { width } = await plot.boundingBox();
    await plot.hover({ position: { x: 52 + (17.1417 / 60) * (width - 62), y: 70 } });
  });
  await shoot("measured", "#/g/belt", async (page) => {
    const rows = Array.from({ length: 121 }, (_, k) => `${k / 2},${(0.45 * Math.sin(k / 3.8) + 0.3).toFixed(3)}`);
    const file = { name: "measured.csv", mimeType: "text/csv", buffer: Buffer.from(`t,x1\n${rows.join("\n")}\n`) };
    await page.getByLabel("Measured data as CSV").setInputFiles(file);
  });
  await shoot("form", "#/g/gk95-tp1", tab("Form"));
  await shoot("text", "#/g/vl05-two-masses", async (page) => {
    await tab("Text")(page);
    await page.waitForSelector(".cm-content");
  });
  await shoot("law", "#/g/stage-pid", async (page) => {
    await tab("Friction law")(page);
    await toTime(0.4)(page);
  });
  await shoot("phase", "#/g/brake-squeal", async (page) => {
    await tab("Phase plane")(page);
    await toTime(0.5)(page);
  });
  await shoot("compare", "#/g/held-mass", async (page) => {
    await tab("Compare")(page);
    await page.waitForSelector('[data-testid="creep"]');
  });
  await shoot("attraction", "#/g/vl05-two-masses", async (page) => {
    await tab("Attraction")(page);
    await page.waitForSelector('[data-testid="map-state"]');
    for (const side of ["Across", "Up"]) {
      await page.getByLabel(`${side}: points`).fill("101");
      await page.getByLabel(`${side}: points`).press("Enter");
    }
    await page.waitForSelector('[data-testid="map-state"][data-done="yes"]', { timeout: 600_000 });
    const { width } = await page.locator("canvas.square").boundingBox();
    await page.locator("canvas.square").click({ position: { x: 0.68 * width, y: 0.25 * width } });
    await page.waitForTimeout(3000);
  });
  await shoot("control", "#/g/gk95-tp1", async (page) => {
    await tab("Control")(page);
    await page.getByRole("button", { name: "Search the control" }).click();
    await page.waitForSelector('[data-testid="control-values"]');
    await toTime(0.5)(page);
  });
  await shoot("papers", "#/papers", async (page) => {
    await page.waitForSelector('[data-experiment="gk95/figure-2"][data-computed="yes"]');
  });
  await shoot("embed", "?embed#/g/double-pendulum-arm", toTime(0.4));
  await shoot("dark", "#/g/cart-pole", toTime(0.2), { colorScheme: "dark" });
  await shoot("phone", "#/g/isolator", toTime(0.3), { viewport: { width: 360, height: 740 } });
} finally {
  await browser.close();
  await server.close();
}
