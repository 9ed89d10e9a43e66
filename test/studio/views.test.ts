/** The other views: compare, attraction, control, laws, phase plane, measured data, papers, exports, embedding. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { attraction } from "../../src/api/attraction.ts";
import { control } from "../../src/api/control.ts";
import { loadFile } from "../../src/node/load-file.ts";
import { endState, eventually, inBrowser, ran, until } from "./browser.ts";

inBrowser("the views", ({ visit }) => {
  it("lays another scheme over the run: the printed splitting creeps, the order of a scheme is told", async () => {
    const { page, complaints } = await visit("#/g/held-mass");
    await ran(page);
    await page.getByRole("tab", { name: "Compare" }).click();
    const creep = await until(page, '[data-testid="creep"]', (text) => text.includes("splitting"));
    expect(creep).toMatch(/^stuck rows moved by0 with event-driven, 0\.04\d+ with splitting/);
    expect(await page.locator(".legend", { hasText: "splitting" }).count()).toBeGreaterThan(0);
    await page.getByLabel("Against").selectOption("balanced");
    expect(await until(page, '[data-testid="creep"]', (text) => text.includes("balanced"))).toContain(
      "0 with balanced",
    );
    await page.getByRole("button", { name: "Keep this run" }).click();
    await page.getByLabel("Against").selectOption("earlier");
    await until(page, ".stage .hint", (text) => text.includes("the run that was kept"));
    expect(complaints).toEqual([]);
  });

  it("draws the map of attraction from coarse to fine with the fates of the command line; a click shows a motion", async () => {
    const { page, complaints } = await visit("#/g/vl05-two-masses");
    await ran(page);
    await page.getByRole("tab", { name: "Attraction" }).click();
    await page.waitForSelector('[data-testid="map-state"]');
    expect(await page.locator('[data-testid="map-state"]').getAttribute("data-done")).toBe("no"); // a picture before the end
    expect(await until(page, '[data-testid="certificate"]', (text) => text.includes("local"))).toContain("16 J");
    for (const side of ["Across", "Up"]) {
      const points = page.getByLabel(`${side}: points`);
      await points.fill("9");
      await points.press("Enter");
    }
    await page.waitForSelector('[data-testid="map-state"][data-done="yes"]');
    const map = page.locator("canvas.square");
    const shown = await map.getAttribute("data-attracted");
    const vary = [0, 1].map((i) => ({ path: `initial.position[${i}]`, from: -8, to: 8, points: 9 }));
    const found = await attraction(await loadFile("vl05-two-masses"), { vary });
    expect(Number(shown)).toBe(found.attracted);
    await map.click({ position: { x: 200, y: 200 } });
    await page.getByText("The motion from there").waitFor();
    expect(await page.locator(".beside .plot").count()).toBeGreaterThan(1);
    expect(complaints).toEqual([]);
  });

  it("searches a control, and plays the motion under it", async () => {
    const { page, complaints } = await visit("#/g/gk95-tp1");
    await ran(page);
    await page.getByRole("tab", { name: "Control" }).click();
    await page.getByRole("button", { name: "Search the control" }).click();
    await page.waitForSelector('[data-testid="control-state"][data-status="reached"]');
    const shown = await page.locator('[data-testid="control-values"] dd').first().textContent();
    const found = await control(await loadFile("gk95-tp1"));
    expect(JSON.parse(shown!)).toEqual(found.control);
    await page.getByRole("button", { name: "Put it into the problem" }).click();
    await eventually(async () => (await endState(page)).position[0]).toBeCloseTo(2, 9);
    expect(complaints).toEqual([]);
  });

  it("shows friction laws and phase planes of any two columns", async () => {
    const { page, complaints } = await visit("#/g/belt");
    await ran(page);
    await page.getByRole("tab", { name: "Friction law" }).click();
    expect(await page.locator(".small-plane canvas").count()).toBe(1);
    await page.getByRole("tab", { name: "Phase plane" }).click();
    const canvas = page.locator(".stage canvas.plane-canvas");
    expect(await canvas.getAttribute("aria-label")).toMatch(/^Velocity .* against Displacement/);
    await page.getByLabel("Across").selectOption({ index: 3 });
    await eventually(() => canvas.getAttribute("aria-label")).not.toMatch(/against Displacement/);
    expect(complaints).toEqual([]);
  });

  it("lays measured data over the curves, and refuses what is no table", async () => {
    const { page, complaints } = await visit("#/g/belt");
    await ran(page);
    const input = page.getByLabel("Measured data as CSV");
    const table = (text: string) => ({ name: "run.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
    await input.setInputFiles(table("t,x1\n0,0\n1,0.1\n2,0.2\n"));
    await until(page, '[data-panel="position-m"] .legend', (text) => text.includes("x1, measured"));
    await input.setInputFiles(table("t,x1\n0,0\n0,1\n"));
    await until(page, ".notice", (text) => text.includes("not after the one before"));
    expect(complaints).toEqual([]);
  });

  it("saves plots, tables, the problem and a video", async () => {
    const { page, complaints } = await visit("#/g/bouncing-ball");
    await ran(page);
    const saved = async (act: () => Promise<void>) => {
      const [download] = await Promise.all([page.waitForEvent("download"), act()]);
      const path = await download.path();
      return { name: download.suggestedFilename(), content: readFileSync(path) };
    };
    const menu = (item: string) => async () => {
      await page.locator("summary", { hasText: "Save" }).click();
      await page.getByRole("button", { name: item, exact: true }).click();
    };
    const problem = await saved(menu("Problem file"));
    expect(String(problem.content)).toBe(
      readFileSync(new URL("../../problems/bouncing-ball.yaml", import.meta.url), "utf8"),
    );
    expect(String((await saved(menu("Trajectory as CSV"))).content)).toMatch(/^t,/);
    expect(String((await saved(menu("Events as CSV"))).content)).toMatch(/^t,kind,row\n/);
    const plot = page.locator('[data-panel="position-m"]');
    const svg = await saved(() => plot.getByRole("button", { name: "Save Displacement as SVG" }).click());
    expect(String(svg.content)).toMatch(/^<svg xmlns/);
    expect(String(svg.content)).not.toContain("var(");
    const png = await saved(() => plot.getByRole("button", { name: "Save Displacement as PNG" }).click());
    expect(png.content.subarray(1, 4).toString()).toBe("PNG");
    await page.getByLabel("Speed").selectOption("20");
    const film = await saved(() => page.getByRole("button", { name: "Save the motion as a video" }).click());
    expect(film.name).toMatch(/\.webm$/);
    expect(film.content.length).toBeGreaterThan(500);
    expect(complaints).toEqual([]);
  });

  it("shows the papers, each problem a link, and one problem without the frame", async () => {
    const papers = await visit("#/papers");
    await papers.page.locator('a[href="#/g/gskn06-tp3"]').first().click();
    await ran(papers.page);
    const { page, complaints } = await visit("#/g/gk95-tp1", { search: "?embed" });
    await page.locator(".plot").first().waitFor();
    expect(await page.locator(".top-bar, .problem, .summary").count()).toBe(0);
    expect([...papers.complaints, ...complaints]).toEqual([]);
  });
});
