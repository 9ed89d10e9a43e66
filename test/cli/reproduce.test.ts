import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { stickslip } from "./fake-io.ts";

const folder = () => mkdtempSync(join(tmpdir(), "stickslip-reproduce-"));

describe("stickslip reproduce", () => {
  test("gives the stable fields", async () => {
    const { code, out } = await stickslip(["reproduce", "vl05/theorem-1", "--json"]);
    expect(code).toBe(0);
    const { status, experiments } = JSON.parse(out);
    expect(status).toBe("done");
    expect(experiments).toHaveLength(7);
    expect(experiments[1]).toMatchObject({
      ...{ id: "vl05/theorem-1", paper: "vl05", quantity: "rho* by (7)", printed: 4, verdict: "inconsistent-in-print" },
      reason: expect.stringContaining("4 times too small"),
    });
    expect(experiments[1].ours).toBeCloseTo(16, 9);
    for (const { verdict } of experiments)
      expect(["reproduced", "differs", "inconsistent-in-print"]).toContain(verdict);
  });

  test("lists without running, all or the quick ones", async () => {
    const all = await stickslip(["reproduce", "--list"]);
    expect(all.code).toBe(0);
    expect(all.out).toMatch(/gk95\/table-1 +8 +Table 1/);
    const quick = await stickslip(["reproduce", "gk95", "--list", "--quick", "--json"]);
    const listed: string[] = JSON.parse(quick.out).experiments.map(({ id }: { id: string }) => id);
    expect(listed).toContain("gk95/table-1");
    expect(listed).not.toContain("gk95/table-2");
  });

  test("writes one page with figures, and beside it the problem of every number, which repeats it", async () => {
    const out = folder();
    const ended = await stickslip(["reproduce", "gskn06/creep", "--out", out, "--threads", "1"]);
    expect(ended.code).toBe(0);
    expect(ended.out).toMatch(/gskn06\/creep .*-0\.0475819 +differs +\[1\]/);
    const page = readFileSync(join(out, "report.html"), "utf8");
    expect(page).toContain("<svg");
    expect(page).not.toMatch(/<script|<link|src=|https?:\/\/(?!www\.w3\.org)/);
    const files = readdirSync(join(out, "problems"));
    for (const file of files) expect(page).toContain(`problems/${file}`);
    const again = await stickslip(["simulate", join(out, "problems", "gskn06-creep.splitting.yaml"), "--json"]);
    expect(JSON.parse(again.out).position[0] - 0.5).toBeCloseTo(-0.047581856519781696, 14);
    expect(JSON.parse(readFileSync(join(out, "result.json"), "utf8"))).toMatchObject({ status: "done" });
  });

  test("goes into the same folder again; a file in the place of its problems is told first", async () => {
    const out = folder();
    const command = ["reproduce", "vl05/theorem-1", "--threads", "1", "--out", out];
    for (const _ of [1, 2]) expect(await stickslip(command)).toMatchObject({ code: 0, err: "" });
    const other = folder();
    writeFileSync(join(other, "problems"), "mine");
    const refused = await stickslip([...command.slice(0, -1), other]);
    expect(refused).toMatchObject({ code: 2, err: expect.stringMatching(/a file stands there: .*problems/) });
    expect(readFileSync(join(other, "problems"), "utf8")).toBe("mine");
  });

  test("keeps what was computed when it is stopped", async () => {
    const out = folder();
    const onListen = (stop: () => void) => void setTimeout(stop, 1500);
    const ended = await stickslip(["reproduce", "vl05/theorem-1", "vl05/figure-2", "--threads", "2", "--out", out], {
      onListen,
    });
    expect(ended.code).toBe(130);
    const { status, experiments } = JSON.parse(readFileSync(join(out, "result.json"), "utf8"));
    expect(status).toBe("cancelled");
    expect(experiments.every(({ id }: { id: string }) => id === "vl05/theorem-1")).toBe(true);
    expect(existsSync(join(out, "report.html"))).toBe(true);
  });

  test("refuses ids that fit nothing, all at once", async () => {
    const { code, err } = await stickslip(["reproduce", "gk96", "gk95/tabel", "--threads", "0"]);
    expect(code).toBe(2);
    for (const text of ["gk96", "gk95/tabel", "--list", "invalid threads"]) expect(err).toContain(text);
  });
});
