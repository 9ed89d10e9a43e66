/**
 * Static files on this machine alone: the studio's own, by GET, to browsers that ask for this address. What a page of another site could make a
 * browser send here (another Host, another path, another method) is refused.
 */
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
  ".yaml": "text/plain; charset=utf-8",
  ".csv": "text/plain; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
};

/** No script but its own, none made of text, no other host; WebAssembly is allowed. As in the page itself. */
export const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; media-src blob:; base-uri 'none'; form-action 'none'";

const HEADERS = {
  "Content-Security-Policy": POLICY,
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": "no-cache",
};

export interface StudioServer {
  readonly url: string;
  close(): Promise<void>;
}

/** `port` 0: any that is free. Rejects with the host's error where it cannot listen. */
export async function serveStudio(folder: string, port: number): Promise<StudioServer> {
  const server = createServer((request, response) => void answer(folder, request, response));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return { url: `http://127.0.0.1:${portOf(server)}/`, close: () => closed(server) };
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}

async function answer(folder: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const refuse = (status: number, words: string) => response.writeHead(status, HEADERS).end(`${words}\n`);
  const { port } = request.socket.address() as AddressInfo;
  const hosts = ["127.0.0.1", "localhost"].map((name) => `${name}:${port}`);
  if (!hosts.includes(request.headers.host ?? "")) return void refuse(403, "Only for this machine.");
  if (request.method !== "GET" && request.method !== "HEAD") return void refuse(405, "Only GET.");
  const file = fileOf(request.url ?? "/");
  if (file === undefined) return void refuse(404, "Not here.");
  try {
    const content = await readFile(join(folder, file));
    const type = TYPES[extname(file)] ?? "application/octet-stream";
    response.writeHead(200, { ...HEADERS, "Content-Type": type, "Content-Length": content.length });
    response.end(request.method === "HEAD" ? undefined : content);
  } catch {
    refuse(404, "Not here.");
  }
}

/** The file of an address, beneath the folder; undefined where it would lie outside. */
function fileOf(url: string): string | undefined {
  try {
    const path = decodeURIComponent(new URL(url, "http://studio").pathname);
    const file = normalize(path.endsWith("/") ? `${path}index.html` : path).replace(/^[\\/]+/, "");
    return file.split(/[\\/]/).includes("..") || file.includes("\0") ? undefined : file;
  } catch {
    return undefined;
  }
}
