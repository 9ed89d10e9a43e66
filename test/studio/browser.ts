/** The built studio in a real Chromium. Where there is none the tests are skipped, loudly; with CI=true they fail. */
import { fileURLToPath } from "node:url";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { type StudioServer, serveStudio } from "../../src/cli/commands/studio/server.ts";

const { chromium: find } = (await import("../../scripts/chromium.mjs" as string)) as {
  chromium: () => { path?: string; reason?: string };
};
const found = find();
if (found.path === undefined) {
  if (process.env.CI === "true") throw new Error(`the studio cannot be tested: ${found.reason}`);
  console.warn(`\n\nSKIPPED: all tests of the studio in the browser; ${found.reason}\n\n`);
}

/**
 * What Chromium does not need here. The pages of its address bar are loaded for each window, and take half as much work as a visit itself. The others are those
 * that Playwright turns off: of two such switches the last counts.
 */
const OFF = [
  ...["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"],
  ...["AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "LensOverlay"],
  ...["HttpsFirstBalancedModeAutoEnable", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning"],
  ...["AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled"],
  ...["PreconnectToSearch", "TcpPortRandomizationWin"],
];

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What must not be: errors on the console, exceptions, requests to others. */
  readonly complaints: string[];
}

export interface Place {
  url(): string;
  /** `hash` as in #/g/belt. */
  visit(hash?: string, options?: BrowserContextOptions & { readonly search?: string }): Promise<Visit>;
}

/** A block of tests with a server and a browser of its own. */
export function inBrowser(name: string, tests: (place: Place) => void): void {
  describe.skipIf(found.path === undefined)(name, () => {
    let server: StudioServer;
    let browser: Browser;
    const contexts: BrowserContext[] = [];
    beforeAll(async () => {
      server = await serveStudio(fileURLToPath(new URL("../../dist/studio/", import.meta.url)), 0);
      // As root, as in containers, Chromium has no sandbox to offer.
      const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
      args.push(`--disable-features=${OFF.join(",")}`);
      browser = await chromium.launch({ executablePath: found.path!, args });
    });
    afterAll(async () => {
      await browser?.close();
      await server?.close();
    });
    tests({
      url: () => server.url,
      async visit(hash = "", { search = "", ...options } = {}) {
        for (const old of contexts.splice(0)) await old.close();
        const context = await browser.newContext({
          viewport: { width: 1440, height: 900 },
          serviceWorkers: "block", // it fetches the whole studio: who looks at it asks for it
          ...options,
        });
        contexts.push(context);
        const page = await context.newPage();
        page.setDefaultTimeout(60_000);
        const complaints: string[] = [];
        page.on("console", (message) => {
          if (message.type() === "error") complaints.push(message.text());
        });
        page.on("pageerror", (error) => complaints.push(error.message));
        context.on("request", (request) => {
          const isOurs = request.url().startsWith(server.url) || /^(blob|data):/.test(request.url());
          if (!isOurs) complaints.push(`a request to ${request.url()}`);
        });
        await page.goto(`${server.url}${search}${hash}`);
        return { page, context, complaints };
      },
    });
  });
}

/** When the present problem has been run. */
export async function ran(page: Page, status = "done"): Promise<void> {
  await page.waitForSelector(`[data-testid="run-state"][data-status="${status}"]`);
}

/** Positions and velocities at the end, as they stand on the page, all digits. */
export function endState(page: Page): Promise<{ position: number[]; velocity: number[] }> {
  return page.$$eval('[data-testid="end-state"] tbody tr', (rows) => {
    const column = (k: number) =>
      rows.map((row) => Number((row.querySelectorAll("td")[k] as HTMLElement).dataset.value));
    return { position: column(0), velocity: column(1) };
  });
}

/** Waits until a function of the page's text is true. */
export async function until(page: Page, selector: string, test: (text: string) => boolean): Promise<string> {
  for (let k = 0; k < 600; k++) {
    const text = (await page.textContent(selector).catch(() => null)) ?? "";
    if (test(text)) return text;
    await page.waitForTimeout(50);
  }
  throw new Error(`it never came: ${selector}`);
}

/** As expect.poll, with patience for machines that are busy. */
export function eventually<T>(value: () => T) {
  return expect.poll(value, { timeout: 60_000 });
}
