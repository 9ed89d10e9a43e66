/** `stickslip studio`: the studio in the browser, served to this machine alone. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { deflateRawSync } from "node:zlib";
import { parse } from "yaml";
import { galleryFile } from "../../../node/gallery.ts";
import { openTablesIn } from "../../../node/open-table.ts";
import { readText } from "../../../node/read-text.ts";
import { STUDIO_FOLDER } from "../../../node/studio-folder.ts";
import { EXIT } from "../../exit.ts";
import type { Io } from "../../io.ts";
import type { StudioOptions } from "../../options.ts";
import { plainText } from "../../terminal/text.ts";
import { serveStudio } from "./server.ts";

/** The same every time where it is free: browsers keep work by address, and the port is a part of it. */
const USUAL_PORT = 4170;

export async function studioCommand(file: string | undefined, options: StudioOptions, io: Io): Promise<number> {
  const wrong = (message: string) => {
    io.stderr.write(`stickslip: ${plainText(message)}\n`);
    return EXIT.wrongInput;
  };
  const port = Number(options.port ?? USUAL_PORT);
  if (!(Number.isInteger(port) && port >= 0 && port < 65_536)) {
    return wrong(`invalid --port; not a whole number from 0 to 65535: ${options.port}`);
  }
  if (!existsSync(`${STUDIO_FOLDER}index.html`)) return wrong("the studio is not built. Build it with npm run build");
  const hash = file === undefined ? { link: "" } : await linkOf(file);
  if ("fault" in hash) return wrong(hash.fault);
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const unlisten = io.onInterrupt(stop);
  try {
    const server = await serveStudio(STUDIO_FOLDER, port).catch((error: NodeJS.ErrnoException) => {
      if (options.port !== undefined || error.code !== "EADDRINUSE") throw error;
      return serveStudio(STUDIO_FOLDER, 0);
    });
    const url = server.url + hash.link;
    io.stdout.write(`stickslip studio: ${url}\nOnly this machine can open it. Ctrl-C ends it.\n`);
    if (options.open !== false) openBrowser(url);
    await stopped;
    await server.close();
    return EXIT.done;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE") return wrong(`port ${port} is taken. Take another one, or leave --port out`);
    if (code === "EACCES") return wrong(`port ${port} is not allowed: ${message}. Take one above 1023`);
    throw error;
  } finally {
    unlisten();
  }
}

/** The address part of a problem: its name in the gallery, or all of it. */
async function linkOf(file: string): Promise<{ link: string } | { fault: string }> {
  if (galleryFile(file) !== undefined) return { link: `#/g/${file}` };
  const content = await readText(file);
  if (content.fault !== undefined) return { fault: `${content.file}: ${content.fault}` };
  const files = tablesOf(content.text, openTablesIn(dirname(content.file)));
  const packed = deflateRawSync(Buffer.from(JSON.stringify({ text: content.text, files })));
  return { link: `#p=${packed.toString("base64url")}` };
}

/** The tables that its signals name, as far as they can be read: the studio says which of them are missing. */
function tablesOf(text: string, open: (file: string) => Iterable<string>): Record<string, string> {
  const tables: Record<string, string> = {};
  try {
    const { signals } = parse(text) as { signals?: Record<string, { file?: unknown }> };
    for (const { file } of Object.values(signals ?? {})) {
      if (typeof file === "string") tables[file] = [...open(file)].join("");
    }
  } catch {
    // What is wrong with it is told in the studio, where it can be mended.
  }
  return tables;
}

/** Where there is a browser to open it; the link stands in the terminal anyway. */
function openBrowser(url: string): void {
  const [command, ...args] =
    process.platform === "darwin"
      ? ["open"]
      : process.platform === "win32"
        ? ["cmd", "/c", "start", '""']
        : ["xdg-open"];
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  if (process.platform === "linux" && !DISPLAY && !WAYLAND_DISPLAY) return;
  const child = spawn(command!, [...args, url], { stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}
