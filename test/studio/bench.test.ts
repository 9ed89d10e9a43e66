/** The bench: open, run, edit in every way, errors, undo, cursor, play; nothing is lost on reload; links open the same problem. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { simulate } from "../../src/api/simulate.ts";
import { loadFile } from "../../src/node/load-file.ts";
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
    await page.keyboard.insertText("\nnonsense: 1"); // at once: what is typed with pauses is undone in parts
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

  it("tells the events under the pointer, with time and kind, and finds the next by a key", async () => {
    const { page, complaints } = await visit("#/g/belt");
    await ran(page);
    const { events } = await simulate(await loadFile("belt"), { samples: 2 });
    const second = events[1]!;
    const plot = page.getByRole("slider", { name: /Velocity/ });
    await plot.scrollIntoViewIfNeeded();
    const box = (await plot.boundingBox())!;
    const place = 52 + (second.time / 60) * (box.width - 62); // margins of the plot
    await plot.hover({ position: { x: place + 3, y: 70 } });
    const tip = page.locator('[data-panel="velocity-m"] [role=tooltip]');
    await eventually(() => tip.isVisible()).toBe(true);
    expect(await tip.textContent()).toBe(`${second.kind} of ${second.row} at ${Number(second.time.toPrecision(9))} s`);
    await plot.hover({ position: { x: place + 25, y: 70 } });
    await eventually(() => tip.isVisible()).toBe(false);
    await plot.focus();
    await page.keyboard.press("Home");
    for (const { time } of events.slice(0, 3)) {
      await page.keyboard.press("n");
      expect(Number(await plot.getAttribute("aria-valuenow"))).toBe(time);
    }
    await page.keyboard.press("p");
    expect(Number(await plot.getAttribute("aria-valuenow"))).toBe(second.time);
    expect(complaints).toEqual([]);
  });

  it("keeps a slider where the hand has put it, and the last run is that of the text", async () => {
    const { page, complaints } = await visit("#/g/vl05-two-masses");
    await ran(page);
    const moved = await page.evaluate(async () => {
      const input = document.querySelector<HTMLInputElement>(".slider input[type=range]")!;
      const back: string[] = [];
      for (let k = 1; k <= 40; k++) {
        const value = String(1 + k / 20);
        input.value = value;
        input.dispatchEvent(new Event("input", { bubbles: true }));
        await new Promise((resolve) => requestAnimationFrame(resolve));
        if (Number(input.value) !== Number(value)) back.push(`${value} became ${input.value}`);
      }
      return back;
    });
    expect(moved).toEqual([]);
    const { position } = await simulate(await loadFile("vl05-two-masses", { set: { "parameters.k1": 3 } }));
    await eventually(async () => (await endState(page)).position).toEqual(position);
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

  it("opens a file with faults: all are told in the order of lines, and the text is a click away, also on a phone", async () => {
    const text = "stickslip: 1\nsystem:\n  type: linear\n  mass: [-1]\n  masss: 1\ntime: { end: 1s, step: 0.1 }\n";
    const file = { name: "faulty.yaml", mimeType: "text/plain", buffer: Buffer.from(text) };
    const { page } = await visit("", { viewport: { width: 360, height: 740 } });
    await page.waitForSelector(".card");
    await page.getByLabel("Open a problem file").setInputFiles([file]);
    const told = await until(page, ".faults", (words) => words.includes("masss"));
    expect(told).toMatch(/3 faults in the problem: mend it, and it runs\./);
    expect(told).not.toContain("last run");
    const lines = [...told.matchAll(/\(line (\d+)\)/g)].map(([, line]) => Number(line));
    expect(lines).toEqual([4, 5, 6]);
    await page.getByRole("button", { name: "Open the text" }).click();
    await page.waitForSelector(".cm-content");
    await until(
      page,
      ".first-fault",
      (words) => words.includes("system.mass (line 4)") && words.includes("And 2 more."),
    );
    expect(await page.locator(".first-fault").isVisible()).toBe(true);
  });

  it("long names leave room for numbers, and rows have names on a phone too", async () => {
    const long = "the_left_hand_side_carriage_of_the_gantry";
    const text = `stickslip: 1
system:
  type: linear
  coordinates: [{ name: ${long} }]
  mass: [1]
  force: [3]
  friction: [{ name: guide_with_wiper_seals_and_felt, on: 0, limit: 1 }]
measures: { largest_way_from_the_middle_of_the_slide: { max: "x(${long})" } }
time: { end: 1, step: 0.01 }
`;
    const file = { name: "long.yaml", mimeType: "text/plain", buffer: Buffer.from(text) };
    for (const viewport of [
      { width: 1280, height: 800 },
      { width: 360, height: 740 },
    ]) {
      const { page } = await visit("", { viewport });
      await page.waitForSelector(".card");
      await page.getByLabel("Open a problem file").setInputFiles([file]);
      await ran(page);
      await page.waitForSelector(".values dd");
      const beyond = await page.$$eval(".end-state td, .values dd", (cells) => {
        const { right } = document.querySelector(".summary h2")!.getBoundingClientRect();
        return cells.filter((cell) => cell.getBoundingClientRect().right > right + 1).map((cell) => cell.textContent);
      });
      expect(beyond).toEqual([]);
      expect(await page.locator(".lane-names .name").isVisible()).toBe(true);
    }
  });

  it("takes files that are dropped: a problem anywhere, measured data on the strip", async () => {
    const { page, complaints } = await visit();
    await page.waitForSelector(".card");
    const drop = async (selector: string, name: string, text: string) => {
      const data = await page.evaluateHandle(
        ([file, content]) => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([content!], file!, { type: "text/plain" }));
          return transfer;
        },
        [name, text],
      );
      for (const kind of ["dragover", "drop"]) await page.dispatchEvent(selector, kind, { dataTransfer: data });
    };
    await drop("main", "belt.yaml", readFileSync(new URL("belt.yaml", gallery), "utf8"));
    await ran(page);
    expect(await page.locator("h1").textContent()).toBe("A block on a belt");
    await drop(".measured", "run.csv", "t,x1\n0,0\n1,0.1\n2,0.2\n");
    await until(page, '[data-panel="position-m"] .legend', (text) => text.includes("x1, measured"));
    await drop("main", "notes.pdf", "%PDF");
    await until(page, ".notice.bad", (text) => text.includes("no problem file"));
    expect(complaints).toEqual([]);
  });
});
