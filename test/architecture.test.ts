/** The walls of the house as data: who may import whom, and what no room may do. */
import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { parseSync } from "vite";
import { describe, expect, it } from "vitest";

const CORE = ["numeric", "expression", "model", "step", "scheme", "simulate", "problem"] as const;

/** What is done with many runs. */
const WORK = ["search", "batch", "control", "stability"] as const;

/** Room -> rooms it may import. */
const mayImport: Record<string, readonly string[]> = {
  numeric: [],
  expression: ["numeric"],
  model: ["numeric"],
  step: ["numeric"],
  scheme: ["numeric", "model", "step"],
  simulate: ["numeric", "model", "step", "scheme"],
  search: ["numeric"],
  problem: ["numeric", "expression", "model", "step", "scheme", "simulate"],
  batch: CORE,
  control: [...CORE, "batch", "search"],
  stability: [...CORE, "batch", "search"],
  results: [...CORE, ...WORK],
  api: [...CORE, ...WORK, "results", "tasks.ts"],
  papers: [...CORE, ...WORK, "results", "api"],
  plot: ["model"],
  "tasks.ts": ["batch", "stability"],
  node: [...CORE, ...WORK, "api", "papers", "plot", "tasks.ts"],
  cli: [...CORE, ...WORK, "results", "api", "papers", "plot", "tasks.ts", "node"],
  studio: [...CORE, ...WORK, "results", "api", "papers", "plot", "tasks.ts"],
  "index.ts": [...CORE, ...WORK, "results", "api", "papers"],
};
/** What the package offers, and what no other file imports: an entry may gather from rooms above its own. */
const gathering: Record<string, readonly string[]> = {
  "batch/index.ts": ["search", "tasks.ts"],
  "plot/index.ts": ["results"],
};
/** Room -> rooms of which it may import types alone. */
const mayImportTypes: Record<string, readonly string[]> = {
  plot: [...CORE, "batch", "control", "stability", "results", "papers"],
};
/** Packages of others, where they are needed. */
const packages: Record<string, readonly string[]> = {
  problem: ["yaml", "zod"],
  plot: ["@observablehq/plot"],
  node: ["@mixmark-io/domino", "@resvg/resvg-js", "yaml"],
  cli: ["commander", "yaml"],
  studio: [
    "preact",
    "preact/hooks",
    "yaml",
    "zod",
    "@codemirror/autocomplete",
    "@codemirror/commands",
    "@codemirror/lang-yaml",
    "@codemirror/language",
    "@codemirror/lint",
    "@codemirror/state",
    "@codemirror/view",
    "@lezer/highlight",
  ],
};
/** The entries of package.json; a worker thread is started by its address. */
const offered = ["index.ts", "plot/index.ts", "batch/index.ts", "node/index.ts"];
const entries = [
  ...offered,
  ...[
    "cli/main.ts",
    "cli/engine.ts",
    "cli/kept-code.ts",
    "node/worker.ts",
    "node/worker-tasks.ts",
    "node/run-worker.ts",
  ],
  ...[
    "studio/main.tsx",
    "studio/service-worker.ts",
    "studio/engine/worker.ts",
    "studio/engine/row-worker.ts",
    "studio/engine/no-yaml.ts",
    "studio/engine/no-json-schema.ts",
    "studio/engine/no-audit-kernel.ts",
    "studio/engine/no-waiting-states.ts",
    "studio/engine/no-lent-audit.ts",
    "studio/engine/no-lent-stick.ts",
    "studio/engine/no-batch-kernel.ts",
    "studio/engine/no-step-kernel.ts",
    "studio/engine/no-string-kernel.ts",
    "studio/engine/no-banded-code.ts",
    "studio/engine/no-blocks.ts",
    "studio/engine/no-zod-extras.ts",
    "studio/engine/no-formula-kernel.ts",
    "studio/engine/no-choices.ts",
  ],
];

/** Differ in the last bit between engines; our own are in numeric/elementary. */
const TRANSCENDENTAL =
  /^(exp|log|log2|log10|sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|asinh|acosh|atanh|pow|cbrt|hypot|expm1|log1p)$/;
/** Only draw, so a last bit is not seen. */
const DRAWING = ["plot", "cli", "studio"];

interface Import {
  readonly from: string;
  readonly typesOnly: boolean;
}

interface Findings {
  readonly imports: Import[];
  /** Forbidden constructs, as they stand there. */
  readonly transcendental: string[];
  readonly evaluation: string[];
}

type Syntax = { readonly type: string } & Record<string, unknown>;

function scan(name: string, text: string): Findings {
  const found: Findings = { imports: [], transcendental: [], evaluation: [] };
  const { program, errors } = parseSync(name, text);
  expect(errors, name).toEqual([]);
  visit(program as unknown as Syntax, (node) => inspect(node, found));
  return found;
}

function visit(node: Syntax, look: (node: Syntax) => void): void {
  look(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child === "object" && child !== null && "type" in child) visit(child as Syntax, look);
    }
  }
}

function inspect(node: Syntax, { imports, transcendental, evaluation }: Findings): void {
  const nameOf = (value: unknown) => String((value as Record<string, unknown> | null)?.name ?? "");
  const kind = (value: unknown) =>
    (value as Record<string, unknown>).importKind ?? (value as Record<string, unknown>).exportKind;
  const source = node.source as { value?: string } | null | undefined;
  if (/^(Import|Export\w+)Declaration$|^ImportExpression$/.test(node.type) && source?.value) {
    const specifiers = (node.specifiers ?? []) as unknown[];
    const each = specifiers.length > 0 && specifiers.every((specifier) => kind(specifier) === "type");
    imports.push({ from: source.value, typesOnly: kind(node) === "type" || each });
  }
  const { operator } = node;
  if (operator === "**" || operator === "**=") transcendental.push(String(operator));
  if (node.type === "MemberExpression" && nameOf(node.object) === "Math") {
    const member = nameOf(node.property);
    if (node.computed === true || TRANSCENDENTAL.test(member)) transcendental.push(`Math.${member}`);
  }
  if (node.type === "VariableDeclarator" && nameOf(node.init) === "Math") transcendental.push("const {} = Math");
  if (/^(Call|New)Expression$/.test(node.type) && /^(eval|Function)$/.test(nameOf(node.callee))) {
    evaluation.push(nameOf(node.callee));
  }
}

const root = new URL("../src/", import.meta.url);
const files = readdirSync(root, { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => /\.tsx?$/.test(file));
const sources = files.filter((file) => !file.endsWith(".d.ts"));
const texts = new Map(sources.map((file) => [file, readFileSync(new URL(file, root), "utf8")]));
const scans = new Map(sources.map((file) => [file, scan(file, texts.get(file)!)]));
const roomOf = (file: string) => file.split("/")[0]!;
const resolve = (file: string, from: string) => posix.join(posix.dirname(file), from);

it("every room is in the table", () => {
  expect(new Set(sources.map(roomOf))).toEqual(new Set(Object.keys(mayImport)));
});

describe.each(sources)("%s", (file) => {
  const { imports, transcendental, evaluation } = scans.get(file)!;
  const room = roomOf(file);

  it("imports only what its room may", () => {
    const wrong = imports.filter(({ from, typesOnly }) => {
      if (!from.startsWith(".")) {
        const allowed = packages[room]?.some((name) => from === name) ?? false;
        return !(allowed || (from.startsWith("node:") && ["node", "cli"].includes(room)));
      }
      const target = resolve(file, from);
      const other = roomOf(target);
      if (room === "studio" && (from.endsWith(".css") || target === "../schema/problem.schema.json")) return false;
      if (!texts.has(target) || !/\.tsx?$/.test(from)) return true;
      if (offered.includes(target)) return true;
      if (other === room || mayImport[room]!.includes(other) || gathering[file]?.includes(other)) return false;
      return !(typesOnly && mayImportTypes[room]?.includes(other));
    });
    expect(wrong).toEqual([]);
  });

  it("computes the same digits in every engine, and runs no text", () => {
    expect(evaluation).toEqual([]);
    if (!DRAWING.includes(room)) expect(transcendental).toEqual([]);
  });

  it("has a fitting name and size", () => {
    expect(file).toMatch(/^([a-z][a-z0-9-]*\/)*[a-z][a-z0-9-]*\.ts(x?)$/);
    if (file.endsWith(".tsx")) expect(room).toBe("studio");
    expect(file).not.toMatch(/utils|helpers|manager/);
    expect(texts.get(file)!.split("\n").length).toBeLessThanOrEqual(401);
  });
});

it("the audit shares no code with schemes and solvers, nor with the rest of the simulation", () => {
  const wrong = sources
    .filter((file) => file.startsWith("simulate/audit/"))
    .flatMap((file) => {
      const used = scans.get(file)!.imports.filter(({ typesOnly }) => !typesOnly);
      return used.map(({ from }) => resolve(file, from));
    })
    .filter((target) => !/^(numeric|model|simulate\/audit)\//.test(target));
  expect(wrong).toEqual([]);
});

it("package.json exports these entries, with their types", () => {
  const { exports } = JSON.parse(readFileSync(new URL("../package.json", root), "utf8"));
  const made = Object.values(exports as Record<string, { types: string; default: string }>);
  expect(made.map((entry) => entry.default)).toEqual(
    offered.map((file) => `./dist/library/${file.replace(/(\/index)?\.ts$/, "")}.js`),
  );
  expect(made.map(({ types }) => types)).toEqual(offered.map((file) => `./dist/${file.replace(/ts$/, "d.ts")}`));
});

it("every file is reached from what the package offers, the command line or a worker", () => {
  const seen = new Set<string>();
  const reach = (file: string) => {
    if (seen.has(file) || !scans.has(file)) return;
    seen.add(file);
    for (const { from } of scans.get(file)!.imports) if (from.startsWith(".")) reach(resolve(file, from));
  };
  entries.forEach(reach);
  expect(sources.filter((file) => !seen.has(file))).toEqual([]);
});

describe("the scanner", () => {
  it("sees what it forbids", () => {
    const text = `
      import { a } from "../x.ts"; import type { B } from "./y.ts"; import { type C } from "./z.ts"; export { d } from "./w.ts";
      const f = () => import("./v.ts");
      const g = 2 ** 3 + Math.sin(1) + Math["exp"](1); let h = 2; h **= 2; const { cos } = Math;
      eval("1"); new Function("1");
    `;
    const { imports, transcendental, evaluation } = scan("example.ts", text);
    expect(imports).toEqual([
      { from: "../x.ts", typesOnly: false },
      { from: "./y.ts", typesOnly: true },
      { from: "./z.ts", typesOnly: true },
      { from: "./w.ts", typesOnly: false },
      { from: "./v.ts", typesOnly: false },
    ]);
    expect(transcendental.sort()).toEqual(["**", "**=", "Math.", "Math.sin", "const {} = Math"]);
    expect(evaluation).toEqual(["eval", "Function"]);
  });

  it("does not mind comments, texts and the exact functions", () => {
    const text =
      '// Math.sin(x) ** 2\n/** 2 ** 3 */ const a = "Math.exp eval(1)"; const b = `x ** 2`; Math.sqrt(2); Math.PI;';
    expect(scan("example.ts", text)).toEqual({ imports: [], transcendental: [], evaluation: [] });
  });
});
