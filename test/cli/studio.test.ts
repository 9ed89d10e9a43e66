/** `stickslip studio`: what it serves, to whom, and how it ends. */
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inflateRawSync } from "node:zlib";
import { afterAll, expect, it } from "vitest";
import { POLICY, serveStudio } from "../../src/cli/commands/studio/server.ts";
import { runCommand, startCommand } from "../support/command.ts";

const folder = mkdtempSync(join(tmpdir(), "stickslip-studio-"));
afterAll(() => rmSync(folder, { recursive: true }));

interface Answer {
  readonly status: number;
  readonly headers: Record<string, unknown>;
}

function ask(url: string, path: string, options: { method?: string; host?: string } = {}): Promise<Answer> {
  const { port } = new URL(url);
  const host = options.host ?? `127.0.0.1:${port}`;
  return new Promise((resolve, reject) => {
    const sent = request(
      { port, host: "127.0.0.1", path, method: options.method ?? "GET", headers: { host } },
      (got) => {
        got.resume();
        resolve({ status: got.statusCode!, headers: got.headers });
      },
    );
    sent.on("error", reject);
    sent.end();
  });
}

it("serves the studio's files with a strict policy, and nothing else to nobody else", async () => {
  const server = await serveStudio(fileURLToPath(new URL("../../dist/studio/", import.meta.url)), 0);
  try {
    const { status, headers } = await ask(server.url, "/");
    expect(status).toBe(200);
    expect(headers["content-security-policy"]).toBe(POLICY);
    expect(POLICY).not.toMatch(/unsafe-(eval|inline)(?<!wasm-unsafe-eval)/);
    expect((await ask(server.url, "/problems/belt.yaml?x#y")).status).toBe(200);
    for (const path of [
      "/../package.json",
      "/%2e%2e/%2e%2e/package.json",
      "/..%5c..%5cpackage.json",
      "/%00",
      "/nothing.js",
      "/%",
    ]) {
      expect((await ask(server.url, path)).status, path).toBe(404);
    }
    expect((await ask(server.url, "/", { host: "evil.example" })).status).toBe(403);
    expect((await ask(server.url, "/", { method: "POST" })).status).toBe(405);
  } finally {
    await server.close();
  }
});

it("prints its link and ends with Ctrl-C", async () => {
  const { child, ended } = startCommand(["studio", "belt", "--no-open"]);
  const [chunk] = await once(child.stdout!, "data");
  const [, url] = /(http:\/\/127\.0\.0\.1:\d+\/)#\/g\/belt\n/.exec(String(chunk)) ?? [];
  expect((await ask(url!, "/")).status).toBe(200);
  child.kill("SIGINT");
  const { code, err } = await ended;
  expect({ code, err }).toEqual({ code: 130, err: "" });
});

it("takes a file with its tables along in the link", async () => {
  const text =
    "stickslip: 1\nsignals: { f: { file: f.csv } }\nsystem: { type: linear, mass: [1], force: [f(t)] }\ntime: { end: 1, step: 0.1 }\n";
  writeFileSync(join(folder, "own.yaml"), text);
  writeFileSync(join(folder, "f.csv"), "t,f\n0,0\n1,1\n");
  const { child, ended } = startCommand(["studio", join(folder, "own.yaml"), "--no-open"]);
  const [chunk] = await once(child.stdout!, "data");
  const [, packed] = /#p=(\S+)/.exec(String(chunk)) ?? [];
  expect(JSON.parse(String(inflateRawSync(Buffer.from(packed!, "base64url"))))).toEqual({
    text,
    files: { "f.csv": "t,f\n0,0\n1,1\n" },
  });
  child.kill("SIGINT");
  await ended;
});

it("refuses ports that are none, ports that are taken and files that are not there", async () => {
  const none = await runCommand(["studio", "--no-open", "--port", "99999"]);
  expect(none.code).toBe(2);
  expect(none.err).toContain("99999");
  const missing = await runCommand(["studio", "--no-open", join(folder, "no.yaml")]);
  expect(missing.code).toBe(2);
  const server = await serveStudio(folder, 0);
  const { port } = new URL(server.url);
  const taken = await runCommand(["studio", "--no-open", "--port", port]);
  await server.close();
  expect(taken.code).toBe(2);
  expect(taken.err).toContain(`port ${port} is taken`);
});
