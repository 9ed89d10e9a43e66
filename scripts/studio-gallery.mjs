/**
 * What the studio's gallery shows of each problem: its name, what it is about, and a small picture of its motion. Pictures are kept in
 * scripts/thumbnails.json by the hash of the problem, so that a build runs only problems that are new or changed.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parse } from "yaml";
import { simulate } from "../dist/index.js";
import { galleryNames, loadFile } from "../dist/node/index.js";

const KEPT = new URL("thumbnails.json", import.meta.url);
const CURVES = 6;
const POINTS = 72;
/** Pictures have this many units a side. */
const SIDE = 100;

export async function galleryEntries() {
  const kept = existsSync(KEPT) ? JSON.parse(readFileSync(KEPT, "utf8")) : {};
  const next = {};
  const entries = [];
  for (const name of galleryNames()) {
    const text = readFileSync(new URL(`../problems/${name}.yaml`, import.meta.url), "utf8");
    const hash = createHash("sha256").update(text).digest("hex").slice(0, 16);
    next[name] = kept[name]?.hash === hash ? kept[name] : { hash, ...(await picture(name)) };
    const { name: title, description = "", system, signals, control, attraction } = parse(text);
    const files = Object.values(signals ?? {}).flatMap(({ file }) => (file ? [file] : []));
    const tags = [
      system.type === "strings" ? "string" : system.type,
      ...(control?.target ? ["control"] : []),
      ...(attraction ? ["attraction"] : []),
    ];
    const { curves, stick } = next[name];
    entries.push({ name, title, description: description.trim(), tags, files: [...new Set(files)], curves, stick });
  }
  const words = JSON.stringify(next, null, 1).replaceAll(/\n {3,}/g, "");
  const changed = `${words}\n`;
  if (!existsSync(KEPT) || readFileSync(KEPT, "utf8") !== changed) writeFileSync(KEPT, changed);
  return entries;
}

/** Positions over time, scaled to a square, and where all friction rows stick. */
async function picture(name) {
  const { trajectory } = await simulate(await loadFile(name), { samples: 2000 });
  const { time, position, kinds, mode } = trajectory;
  const shown = spread(position.length, CURVES).map((i) => position[i]);
  const samples = spread(time.length, POINTS);
  const values = shown.flatMap((column) => samples.map((k) => column[k]));
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const span = high - low || 1;
  const rows = kinds.flatMap((kind, row) => (kind === "friction" ? [row] : []));
  return {
    curves: shown.map((column) => samples.map((k) => Math.round(SIDE * (1 - (column[k] - low) / span)))),
    stick: samples.map((k) => (rows.length > 0 && rows.every((row) => mode[row][k] === 0) ? 1 : 0)),
  };
}

function spread(count, most) {
  const chosen = Math.min(count, most);
  return Array.from({ length: chosen }, (_, k) => Math.round((k * (count - 1)) / Math.max(1, chosen - 1)));
}
