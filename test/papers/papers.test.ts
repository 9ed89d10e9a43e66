/**
 * The experiments as data: whole, explained, and up to date. Their values are kept in values.json, and those that are quick are computed here
 * again; `npm run papers` computes all of them, keeps what it finds and writes docs/papers.md.
 */
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { galleryNames, galleryText } from "../../src/node/gallery.ts";
import { type Kept, keptKey, papersDocument } from "../../src/papers/document.ts";
import type { Quantity } from "../../src/papers/experiment.ts";
import { papers } from "../../src/papers/papers.ts";
import { findExperiments, reproduce } from "../../src/papers/reproduce.ts";
import { runsOf } from "../../src/papers/value.ts";
import { verdictOf } from "../../src/papers/verdict.ts";

const root = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");
const kept: Kept = JSON.parse(read("test/papers/values.json"));
const experiments = papers.flatMap((paper) => paper.experiments);
const ids = experiments.map(({ id }) => id);
const quantities = experiments.flatMap(({ id, quantities }) => quantities.map((quantity) => ({ id, quantity })));

/** Another experiment, or a test by its file and title, as in "test/a.test.ts: adds". */
function stands(evidence: string): boolean {
  if (ids.includes(evidence)) return true;
  const [file, title] = [evidence.split(": ", 1)[0]!, evidence.split(": ").slice(1).join(": ")];
  return title !== "" && existsSync(new URL(file, root)) && read(file).includes(`"${title}"`);
}

/** Whether a value is what was kept. */
function isKept({ keeps = 1e-6 }: Quantity, before: number, now: number): boolean {
  return Math.abs(now - before) <= keeps * Math.abs(before) + 1e-12;
}

describe("the experiments", () => {
  it("are many, and have names of their own", () => {
    expect(quantities.length).toBeGreaterThanOrEqual(120);
    expect(new Set(ids).size).toBe(ids.length);
    const keys = quantities.map(({ id, quantity }) => keptKey(id, quantity.name));
    expect(new Set(keys).size).toBe(keys.length);
    for (const id of ids) expect(id).toMatch(/^[a-z0-9]+\/[a-z0-9.-]+$/);
  });

  it("run problems that there are, and look at runs that they have", () => {
    const gallery = galleryNames();
    for (const { id, runs, quantities, figures = [], beside = [] } of experiments) {
      for (const { problem } of Object.values(runs))
        expect(problem.includes("\n") || gallery.includes(problem), id).toBe(true);
      const names = [...quantities, ...beside].flatMap(({ value }) => runsOf(value));
      const drawn = figures.flatMap(({ drawing }) =>
        "panels" in drawing ? drawing.panels.flatMap(({ curves }) => curves.map(({ of }) => of)) : [drawing.of],
      );
      expect(Object.keys(runs)).toEqual(expect.arrayContaining([...names, ...drawn]));
    }
  });

  it("have a reason, and what it rests on, wherever they do not agree", () => {
    const unexplained = quantities.filter(({ id, quantity }) => {
      const verdict = verdictOf(quantity, kept[keptKey(id, quantity.name)]!);
      return verdict !== "reproduced" && !(quantity.reason && quantity.evidence && stands(quantity.evidence));
    });
    expect(unexplained.map(({ id, quantity }) => keptKey(id, quantity.name))).toEqual([]);
    for (const { errata } of papers) expect(errata.filter(({ shown }) => !stands(shown))).toEqual([]);
  });

  it("have values that are kept, all of them and no others", () => {
    expect(Object.keys(kept)).toEqual(quantities.map(({ id, quantity }) => keptKey(id, quantity.name)));
  });

  it("are what docs/papers.md shows", () => {
    expect(read("docs/papers.md")).toBe(papersDocument(kept));
  });

  it("cover all tables and figures of the papers", () => {
    const wanted = [
      ...[1, 2, 3, 4, 5].map((k) => `gk95/table-${k}`),
      ...Array.from({ length: 16 }, (_, k) => `gk95/figure-${k + 1}`),
      ...[1, 2, 3].map((k) => `shiau06/figure-${k}`),
      ...Array.from({ length: 19 }, (_, k) => `gskn06/figure-${k + 1}`),
      ...["vl05/figure-2", "vl05/figure-4", "vl05/equilibrium-set", "vl05/theorem-1"],
      ...["gh95/table-2", "gh95/table-4", "gh95/figure-2", "gh95/figure-4", "gh95/figure-5", "gh95/figure-7"],
      ...["gh95/figure-9", "gh95/figure-10"],
    ];
    expect(ids).toEqual(expect.arrayContaining(wanted));
  });
});

/** What takes about ten seconds together. */
const QUICK = [
  ...[
    "gk95/table-1",
    "gk95/table-5",
    "gk95/figure-2",
    "gk95/figure-3",
    "gk95/figure-4",
    "gk95/best-rate",
    "gk95/not-differentiable",
  ],
  ...[
    "gskn06/figure-1",
    "gskn06/figure-13",
    "gskn06/figure-14",
    "gskn06/creep",
    "gskn06/bound-35",
    "gskn06/printed-force-3",
  ],
  ...[
    "vl05/equilibrium-set",
    "vl05/theorem-1",
    "vl05/remark-3",
    "vl05/three-bounds",
    "vl05/theorem-2",
    "vl05/condition-15",
  ],
  ...["gh95/table-3", "field/den-hartog", "field/bouncing-ball", "field/sdnd100", "field/msl-brake"],
];

it("the quick ones compute what they did before", async () => {
  const { status, experiments: rows } = await reproduce({ ids: QUICK, open: galleryText });
  expect(status).toBe("done");
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(QUICK));
  const byKey = new Map(quantities.map(({ id, quantity }) => [keptKey(id, quantity.name), quantity]));
  const moved = rows.filter(({ id, quantity, ours }) => {
    const key = keptKey(id, quantity);
    return !isKept(byKey.get(key)!, kept[key]!, ours!);
  });
  expect(moved.map(({ id, quantity, ours }) => [id, quantity, kept[keptKey(id, quantity)], ours])).toEqual([]);
}, 180_000);

it("an id is found whole, or by how several begin", () => {
  expect(findExperiments(["gk95/table-1"]).found.map(({ id }) => id)).toEqual(["gk95/table-1"]);
  expect(findExperiments(["gk95/table"]).found.length).toBeGreaterThan(5);
  expect(findExperiments(["vl05"], true).found.some(({ slow }) => slow)).toBe(false);
  expect(findExperiments(["gk96", "gk95/tabel-1"]).unknown).toEqual(["gk96", "gk95/tabel-1"]);
});

it("a run that fails is a row that says so, and the others go on", async () => {
  const runner = {
    threads: 1,
    run: () => Promise.reject(new Error("out of order")),
    close: async () => {},
  };
  const { status, experiments: rows } = await reproduce({ ids: ["gskn06/creep"], open: galleryText, runner });
  expect(status).toBe("failed");
  expect(rows).toHaveLength(3);
  for (const row of rows) expect(row).toMatchObject({ ours: null, verdict: "failed", reason: "out of order" });
});
