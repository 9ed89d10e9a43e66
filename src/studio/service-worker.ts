/** Keeps the studio's files, so that it opens without a network after the first visit. A new version takes the place of the old one as a whole. */

interface Worker {
  addEventListener(kind: "install" | "activate", hear: (event: Extendable) => void): void;
  addEventListener(kind: "fetch", hear: (event: Fetching) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
  readonly registration: { readonly scope: string };
}
interface Extendable {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

const host = globalThis as unknown as Worker;
const PREFIX = "stickslip-studio-";

async function install(): Promise<void> {
  const list = await fetch("./files.json", { cache: "no-store" });
  const { version, files } = (await list.json()) as { version: string; files: string[] };
  const cache = await caches.open(PREFIX + version);
  await cache.addAll(["./", ...files].map((file) => new Request(file, { cache: "no-cache" })));
  for (const name of await caches.keys()) {
    if (name.startsWith(PREFIX) && name !== PREFIX + version) await caches.delete(name);
  }
  await host.skipWaiting();
}

/** What is kept first: the same files for the whole page. */
async function answer(request: Request): Promise<Response> {
  const kept = await caches.match(request, { ignoreSearch: true });
  return kept ?? fetch(request);
}

host.addEventListener("install", (event) => event.waitUntil(install()));
host.addEventListener("activate", (event) => event.waitUntil(host.clients.claim()));
host.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(host.registration.scope)) event.respondWith(answer(request));
});
