/** The bench: open, run, edit in every way, errors, undo, cursor, play; nothing is lost on reload; links open the same problem. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { endState, eventually, inBrowser, ran, until } from "./browser.ts";

const gallery = new URL("../../problems/", import.meta.url);
const names = (
  JSON.parse(readFileSync(new URL("../../dist/studio/gallery.json", import.meta.url), "utf8")) as { name: string }[]
).map(({ name }) => name);

inBrowser("the bench", ({ visit }) => {
  it("lists the gallery with pictures, finds by words and opens", async () => {
    const { page, complaints } = await visit();
    await page.waitForSelector(".card");
    expect(await page.locator(".card").count()).toBe(names.length);
    expect(await page.locator(".card svg polyline").count()).toBeGreaterThanOrEqual(names.length);
    await page.getByLabel("Search the gallery").fill("belt");
    expect(await page.locator(".card").count()).toBeLessThan(names.length);
    await page.locator('a[href="#/g/belt"]').click();
    await ran(page);
    expect(await page.locator(".audit .plain").textContent()).toMatch(/^Stuck rows moved by 0/);
    expect(await page.locator(".plot").count()).toBeGreaterThanOrEqual(5);
    expect(complaints).toEqual([]);
  });

  it("edits with sliders, form and text in step, tells errors at the field, undoes and redoes", async () => {
    const { page, complaints } = await visit("#/g/vl05-two-masses");
    await ran(page);
    const before = await endState(page);
    await page.getByLabel("mu, as a number").fill("0.2");
    await page.getByLabel("mu, as a number").press("Enter");
    await until(page, '[data-testid="end-state"]', (text) => !text.includes("0.2302324"));
    const after = await endState(page);
    expect(after.position).not.toEqual(before.position);

    await page.getByRole("tab", { name: "Text" }).click();
    const text = page.locator(".cm-content");
    await text.waitFor();
    expect(await text.innerText()).toContain("mu: { value: 0.2, from: 0, to: 0.5 }");
    expect(await text.innerText()).toContain("# kg"); // comments stay

    await page.getByRole("tab", { name: "Form" }).click();
    const mass = page.getByLabel("mass 1", { exact: true });
    await mass.fill("-1");
    await mass.press("Enter");
    await until(page, ".faults", (words) => words.includes("system.mass"));
    expect(await page.locator(".field-fault").first().textContent()).toContain("positive");
    expect((await endState(page)).position).toEqual(after.position); // the last good run stays

    const editor = page.getByRole("button", { name: "Undo" });
    await editor.click();
    await page.waitForSelector(".faults", { state: "detached" });
    expect(await mass.inputValue()).toBe("m");
    await editor.click();
    await until(page, '[data-testid="end-state"]', (words) => words.includes("0.2302324"));
    expect(await endState(page)).toEqual(before);
    await page.getByRole("button", { name: "Redo" }).click();
    await until(page, '[data-testid="end-state"]', (words) => !words.includes("0.2302324"));
    expect((await endState(page)).position).toEqual(after.position);

    await page.getByRole("tab", { name: "Text" }).click();
    await text.click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("\nnonsense: 1");
    await until(page, ".faults", (words) => words.includes("nonsense"));
    expect(await page.locator(".cm-lint-marker-error").count()).toBeGreaterThan(0);
    await page.keyboard.press("Control+z");
    await page.waitForSelector(".faults", { state: "detached" });
    expect(complaints).toEqual([]);
  });

  it("has one time cursor over all plots, zoom and pan by keys, and plays", async () => {
    const { page, complaints } = await visit("#/g/belt");
    await ran(page);
    const plot = page.getByRole("slider", { name: /Displacement/ });
    await plot.hover({ position: { x: 300, y: 60 } });
    const time = page.locator('[data-testid="time"]');
    const hovered = await time.textContent();
    expect(Number.parseFloat(hovered!)).toBeGreaterThan(0);
    const legend = page.locator('[data-panel="position-m"] .legend output');
    const value = await legend.textContent();
    await plot.focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("PageDown");
    await eventually(() => time.textContent()).not.toBe(hovered);
    await eventually(() => legend.textContent()).not.toBe(value);
    const all = page.getByRole("button", { name: "Show all" });
    expect(await all.isDisabled()).toBe(true);
    await page.keyboard.press("+");
    await eventually(() => all.isEnabled()).toBe(true);
    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("0");
    await eventually(() => all.isDisabled()).toBe(true);
    await page.keyboard.press("Home");
    await page.getByRole("button", { name: "Play" }).click();
    await eventually(async () => Number.parseFloat((await time.textContent())!)).toBeGreaterThan(0);
    await page.getByRole("button", { name: "Pause" }).click();
    await page.locator(".events button").first().click();
    await until(page, '[data-testid="event"]', (words) => /^(stick|slip) of .* s$/.test(words));
    expect(complaints).toEqual([]);
  });

  it("keeps the work on reload, and a link opens the same problem elsewhere", async () => {
    const first = await visit("#/g/gk95-tp1");
    await ran(first.page);
    await first.page.getByLabel("x1 at the start, as a number").fill("1.25");
    await first.page.getByLabel("x1 at the start, as a number").press("Enter");
    await until(first.page, '[data-testid="end-state"]', (text) => !text.includes("0.4471817"));
    const end = await endState(first.page);
    await first.page.reload();
    await ran(first.page);
    expect(await endState(first.page)).toEqual(end);
    await first.page.getByRole("button", { name: "Share" }).click();
    await until(first.page, ".notice", (text) => text.includes("whole problem"));
    const hash = new URL(first.page.url()).hash;
    expect(hash).toMatch(/^#p=/);
    const second = await visit(hash); // another browser profile
    await ran(second.page);
    expect(await endState(second.page)).toEqual(end);
    expect([...first.complaints, ...second.complaints]).toEqual([]);
  });

  it("opens a file with the table of its signals, and says what is missing", async () => {
    const { page, complaints } = await visit();
    await page.waitForSelector(".card");
    const file = (name: string) => ({ name, mimeType: "text/plain", buffer: readFileSync(new URL(name, gallery)) });
    const input = page.getByLabel("Open a problem file");
    await input.setInputFiles([file("isolator.yaml")]);
    await until(page, ".faults", (text) => text.includes("Drop it on the page together with the problem"));
    await input.setInputFiles([file("isolator.yaml"), file("isolator.csv")]);
    await ran(page);
    expect(await page.locator("h1").textContent()).toContain("isolator");
    expect(complaints).toEqual([]);
  });
});
