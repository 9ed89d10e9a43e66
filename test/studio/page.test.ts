/** The page itself: what it weighs, whom it asks, whom it serves, what it withstands; and that its numbers are those of the command line. */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { deflateRawSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { endState, eventually, inBrowser, ran, until } from "./browser.ts";

const built = new URL("../../dist/studio/", import.meta.url);
const read = (file: string) => readFileSync(new URL(file, built), "utf8");

/** A file and all that it imports at once, gzipped. */
function weight(first: string, seen = new Set<string>()): number {
  if (seen.has(first)) return 0;
  seen.add(first);
  const text = read(`assets/${first}`);
  const imported = [...text.matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)].map(([, name]) => name!);
  return gzipSync(text).length + imported.reduce((sum, name) => sum + weight(name, seen), 0);
}

describe("what it weighs", () => {
  const assets = readdirSync(new URL("assets/", built));

  it("is interactive with at most 200 kB", () => {
    const html = read("index.html");
    const named = [...html.matchAll(/assets\/([\w.-]+\.(?:js|css))/g)].map(([, name]) => name!);
    expect(named.length).toBeGreaterThan(1);
    const seen = new Set<string>();
    const total = gzipSync(html).length + named.reduce((sum, name) => sum + weight(name, seen), 0);
    expect(total).toBeLessThan(200_000);
  });

  it("loads an engine of at most 250 kB beside", () => {
    const [worker] = assets.filter((name) => /^worker-.*\.js$/.test(name));
    expect(weight(worker!)).toBeLessThan(250_000);
  });

  it("works under any path: no address begins at the root", () => {
    expect(read("index.html")).not.toMatch(/(?:src|href)="\//);
  });
});

/** Views with something that each has. */
const VIEWS = [
  ["Motion", ".machine"],
  ["Phase plane", ".plane-canvas"],
  ["Friction law", ".small-plane"],
  ["Compare", '[data-testid="creep"]'],
  ["Attraction", '[data-testid="map-state"]'],
] as const;

/** What is packed in a link. */
const packed = (data: unknown) => `#p=${deflateRawSync(Buffer.from(JSON.stringify(data))).toString("base64url")}`;

inBrowser("the page", ({ visit, url }) => {
  it("has no serious fault of accessibility, light and dark", async () => {
    const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
    const { page } = await visit("", { colorScheme: "light", reducedMotion: "reduce", bypassCSP: true });
    await page.waitForSelector(".card");
    await page.evaluate(axe);
    const faults = (part: string, options: object) =>
      page.evaluate(
        async ([where, how]) => {
          type Found = { violations: { id: string; impact: string; nodes: { html: string }[] }[] };
          const { axe } = globalThis as unknown as { axe: { run(where: string, options: object): Promise<Found> } };
          const { violations } = await axe.run(where, how);
          return violations
            .filter(({ impact }) => impact === "serious" || impact === "critical")
            .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
        },
        [part, { ...options, resultTypes: ["violations"] }] as const,
      );
    /** The page is the same in both but for its colors. */
    const look = async (name: string, part = "html", inDark = true) => {
      expect(await faults(part, {}), `${name}, light`).toEqual([]);
      if (!inDark) return;
      await page.emulateMedia({ colorScheme: "dark" });
      expect(await faults(part, { runOnly: ["color-contrast"] }), `${name}, dark`).toEqual([]);
      await page.emulateMedia({ colorScheme: "light" });
    };
    await look("gallery");
    await page.goto(`${url()}#/g/vl05-two-masses`);
    await ran(page);
    await look("Motion");
    // of the same page only what is new
    await page.getByRole("tab", { name: "Form" }).click();
    await page.waitForSelector(".form");
    await look("Form", ".problem");
    for (const [view, sign] of VIEWS.slice(1)) {
      await page.getByRole("tab", { name: view }).click();
      await page.waitForSelector(sign);
      await look(view, ".stage", view === "Attraction");
    }
    await page.goto(`${url()}#/papers`);
    await page.waitForSelector(".experiment");
    await look("papers");
  }, 600_000); // thirteen looks: on a busy machine they take minutes

  it("follows the system's colors and a wish that stays", async () => {
    const { page } = await visit("", { colorScheme: "dark" });
    await page.waitForSelector(".card");
    const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const dark = await ground();
    await page.getByRole("button", { name: "Light colors" }).click();
    const light = await ground();
    expect(light).not.toBe(dark);
    await page.reload();
    await page.waitForSelector(".card");
    expect(await ground()).toBe(light);
  });

  it("fits 360 px", async () => {
    const { page } = await visit("#/g/vl05-two-masses", { viewport: { width: 360, height: 740 } });
    await ran(page);
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    // Attraction first: who leaves it ends the map
    for (const [view, sign] of [...VIEWS.toReversed(), ["Form", ".form"], ["Text", ".cm-content"]] as const) {
      await page.getByRole("tab", { name: view }).click();
      await page.waitForSelector(sign);
      expect(await width(), view).toBeLessThanOrEqual(360);
    }
    for (const [hash, sign] of [
      ["", ".card"],
      ["#/papers", ".experiment"],
    ]) {
      await page.goto(`${url()}${hash}`);
      await page.waitForSelector(sign!);
      expect(await width(), hash).toBeLessThanOrEqual(360);
    }
  });

  it("explains itself where it is opened as a file", async () => {
    const { page } = await visit();
    await page.goto(new URL("index.html", built).href);
    const words = page.getByText("this page was opened as a file");
    await words.waitFor({ state: "visible" });
    expect(await words.textContent()).toContain("npx stickslip studio");
  });

  it("is used by the keyboard alone", async () => {
    const { page } = await visit();
    await page.waitForSelector(".card");
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("href") ?? "");
    for (let k = 0; k < 60 && !(await focused()).includes("#/g/belt"); k++) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await ran(page);
    await page.getByRole("tab", { name: "Motion" }).focus();
    await page.keyboard.press("ArrowRight");
    expect(await page.getByRole("tab", { name: "Phase plane" }).getAttribute("aria-selected")).toBe("true");
    await page.locator(".slider input[type=range]").first().focus();
    const before = await endState(page);
    await page.keyboard.press("ArrowRight");
    await eventually(async () => JSON.stringify(await endState(page))).not.toBe(JSON.stringify(before));
    await page.keyboard.press("Control+z");
    await eventually(async () => JSON.stringify(await endState(page))).toBe(JSON.stringify(before));
  });

  it("shows what strangers write as text", async () => {
    const evil = '<img src=x onerror="alert(1)"><script>alert(2)</script>';
    const text = `stickslip: 1\nname: ${JSON.stringify(evil)}\ndescription: ${JSON.stringify(evil)}\nsystem: { type: linear, mass: [1], coordinates: [{ name: ${JSON.stringify("<b>x</b>")} }], friction: [{ name: ${JSON.stringify("<i>row</i>")}, on: 0, limit: 1 }] }\noutputs: { ${JSON.stringify("<u>out</u>")}: "x(0)" }\ninitial: { velocity: [1] }\ntime: { end: 2, step: 0.01 }\n`;
    const { page, complaints } = await visit(packed({ text, files: {} }));
    page.on("dialog", () => complaints.push("a dialog"));
    await until(page, "body", (words) => words.includes("<img src=x"));
    await page.getByRole("tab", { name: "Form" }).click();
    await page.waitForSelector(".form");
    expect(await page.locator("img, #app script, h1 b").count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it("opens damaged, empty and exploding links with an error", async () => {
    const bomb = deflateRawSync(Buffer.alloc(20_000_000, 32)).toString("base64url");
    const links = [
      ["#p=@@@@", "is no packed problem"],
      ["#p=AAAA", "cannot be unpacked"],
      [packed({ files: {} }), "there is no text in it"],
      [`#p=${bomb}`, "more than 8 MB"],
      [packed([1, 2]), "there is no text in it"],
      ["#/g/no-such-problem", "no-such-problem"],
    ] as const;
    const { page } = await visit(links[0][0]);
    for (const [hash, words] of links) {
      await page.evaluate((there) => {
        location.hash = there;
      }, hash);
      await until(page, ".notice.bad", (text) => text.includes(words));
      expect(await page.locator(".card").count()).toBeGreaterThan(10);
    }
  });

  it("refuses a huge problem with a message, and stays", async () => {
    const numbers = Array.from({ length: 1200 }, () => "1").join(",");
    const { page } = await visit(
      packed({
        text: `stickslip: 1\nsystem: { type: linear, mass: [${numbers}] }\ntime: { end: 1, step: 0.1 }\n`,
        files: {},
      }),
    );
    await until(page, ".faults", (text) => text.length > 30);
    await page.getByRole("link", { name: "Gallery" }).click();
    await page.waitForSelector(".card");
  });

  it("opens without a network after the first visit", async () => {
    const { page, context, complaints } = await visit("", { serviceWorkers: "allow" });
    await page.waitForSelector(".card");
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await context.setOffline(true);
    await page.goto(`${url()}#/g/belt`);
    await page.reload();
    await ran(page);
    await page.getByRole("tab", { name: "Text" }).click();
    await page.waitForSelector(".cm-content");
    expect(complaints).toEqual([]);
  });
});
