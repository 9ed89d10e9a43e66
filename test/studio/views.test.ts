/** The other views: compare, attraction, control, laws, phase plane, measured data, papers, exports, embedding. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { attraction } from "../../src/api/attraction.ts";
import { control } from "../../src/api/control.ts";
import { loadFile } from "../../src/node/load-file.ts";
import { endState, eventually, inBrowser, ran, until } from "./browser.ts";

/** PNG pictures in a ZIP whose files are stored, by its directory; each one's checksum is looked at. */
function unzipped(bytes: Buffer): Buffer[] {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  let at = bytes.readUInt32LE(end + 16);
  return Array.from({ length: bytes.readUInt16LE(end + 10) }, () => {
    const [sum, size, name, local] = [16, 24, 28, 42].map((place) =>
      place === 28 ? bytes.readUInt16LE(at + place) : bytes.readUInt32LE(at + place),
    );
    const start = local! + 30 + bytes.readUInt16LE(local! + 26);
    const content = bytes.subarray(start, start + size!);
    expect(content.subarray(1, 4).toString()).toBe("PNG");
    expect(checksum(content)).toBe(sum);
    at += 46 + name!;
    return content;
  });
}

/** CRC-32, bit by bit. */
function checksum(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let k = 0; k < 8; k++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}

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

  it("says why there is no map of attraction of a machine on a belt", async () => {
    const { page, complaints } = await visit("#/g/belt");
    await ran(page);
    await page.getByRole("tab", { name: "Attraction" }).click();
    const said = await until(page, ".stage .faults", (text) => text.length > 20);
    expect(said).toMatch(/drive|moves/);
    expect(await page.getByText("Computing…").count()).toBe(0);
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
    const across = page.getByLabel("x1 at the start (m)");
    expect(Number(await across.inputValue())).toBe(2.9); // the problem's own start, beside its motion
    await page.locator(".beside .plot").first().waitFor();
    await map.click({ position: { x: 200, y: 200 } });
    await eventually(() => across.inputValue()).not.toBe("2.9");
    const clicked = Number(await across.inputValue());
    await map.focus();
    await page.keyboard.press("ArrowRight"); // by a cell: 2 m
    await eventually(async () => Number(await across.inputValue())).toBeCloseTo(clicked + 2, 3);
    await page.getByLabel("mu, as a number").fill("0.05"); // sliders start it again
    await page.getByLabel("mu, as a number").press("Enter");
    const less = await attraction(await loadFile("vl05-two-masses", { set: { "parameters.mu": 0.05 } }), { vary });
    expect(less.attracted).toBeLessThan(found.attracted);
    await eventually(() => map.getAttribute("data-attracted")).toBe(String(less.attracted));
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

  it("stops a search, and keeps its best", async () => {
    const { page, complaints } = await visit();
    const text = readFileSync(new URL("../../problems/gk95-tp1.yaml", import.meta.url), "utf8");
    const long = text.replace("type: newton", "type: pds, penalty: P, points: 1728");
    const file = { name: "long.yaml", mimeType: "text/plain", buffer: Buffer.from(long) };
    await page.getByLabel("Open a problem file").setInputFiles(file);
    await ran(page);
    await page.getByRole("tab", { name: "Control" }).click();
    await page.getByRole("button", { name: "Search the control" }).click();
    await until(page, '[data-testid="control-state"]', (words) => Number.parseInt(words, 10) > 0);
    await page.getByRole("button", { name: "Stop and keep the best" }).click();
    await page.waitForSelector('[data-testid="control-state"][data-status="cancelled"]');
    expect(JSON.parse((await page.locator('[data-testid="control-values"] dd').first().textContent())!)).toHaveLength(
      3,
    );
    expect(complaints).toEqual([]);
  });

  it("draws machines of every kind, yellow only where friction holds", async () => {
    const { page, complaints } = await visit();
    /** Pixels of the machine in the colors of stick, slip and bodies. */
    const pixels = () =>
      page.evaluate(() => {
        const canvas = document.querySelector<HTMLCanvasElement>("canvas.machine-canvas")!;
        const style = getComputedStyle(document.documentElement);
        const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
        const count = (name: string) => {
          const wanted = Number.parseInt(style.getPropertyValue(name).trim().slice(1), 16);
          let found = 0;
          for (let at = 0; at < data.length; at += 4)
            if (((data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!) === wanted) found++;
          return found;
        };
        return { stick: count("--stick"), slip: count("--slip"), body: count("--body") };
      });
    const at = async (name: string, part: number) => {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, `#/g/${name}`);
      await page.waitForSelector(`[data-problem="#/g/${name}"] [data-testid="run-state"]`);
      await page.locator("input.scrubber").evaluate((input: HTMLInputElement, where) => {
        input.value = String(Number(input.min) + where * (Number(input.max) - Number(input.min)));
        input.dispatchEvent(new Event("input", { bubbles: true }));
      }, part);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      return pixels();
    };
    const block = await at("belt", 0.37);
    expect(block.stick).toBeGreaterThan(100);
    expect(block.slip).toBe(0);
    const arm = await at("shuttle-arm", 0.3);
    expect(arm.slip).toBeGreaterThan(50);
    expect(arm.body).toBeGreaterThan(500);
    const gears = await at("gearbox", 0.3); // at rest, holding its load
    expect(gears.stick).toBeGreaterThan(100);
    expect(gears.body).toBeGreaterThan(2000);
    const beam = await at("hanging-cable", 0.3); // tension is no friction
    expect(beam.body).toBeGreaterThan(200);
    expect(beam.stick).toBe(0);
    const string = await at("string-sine", 1); // it rests
    expect(string.stick).toBeGreaterThan(100);
    const slider = await at("cart-pole", 0.2);
    expect(slider.body).toBeGreaterThan(500);
    expect(slider.slip + slider.stick).toBeGreaterThan(30);
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
    const frames = await saved(menu("Motion as PNG frames"));
    expect(frames.name).toMatch(/\.zip$/);
    const pictures = unzipped(frames.content);
    expect(pictures.length).toBeGreaterThan(12);
    expect(new Set(pictures.map((bytes) => bytes.toString("base64"))).size).toBeGreaterThan(8); // it moves
    await page.evaluate(() => Reflect.deleteProperty(globalThis, "MediaRecorder")); // a browser that makes no videos
    const instead = await saved(() => page.getByRole("button", { name: "Save the motion as a video" }).click());
    expect(instead.name).toMatch(/\.zip$/);
    expect(unzipped(instead.content).length).toBe(pictures.length);
    expect(complaints).toEqual([]);
  });

  it("shows the papers, each problem a link, and one problem without the frame", async () => {
    const papers = await visit("#/papers");
    const figure = papers.page.locator('[data-experiment="gk95/figure-3"]');
    await figure.scrollIntoViewIfNeeded();
    await papers.page.waitForSelector('[data-experiment="gk95/figure-3"][data-computed="yes"]');
    expect(await figure.locator("canvas").getAttribute("aria-label")).toBe("multiplier against t (s)");
    expect(await figure.locator(".verdict").allTextContents()).toEqual(["reproduced"]);
    await figure.getByRole("button", { name: "Open gk95-tp1" }).click();
    await ran(papers.page);
    expect(await papers.page.getByLabel("Scheme").inputValue()).toBe("alpha"); // as the paper has it
    const { page, complaints } = await visit("#/g/gk95-tp1", { search: "?embed" });
    await page.locator(".plot").first().waitFor();
    expect(await page.locator(".top-bar, .problem, .summary").count()).toBe(0);
    expect([...papers.complaints, ...complaints]).toEqual([]);
  });
});
