/**
 * Code of WebAssembly that depends on no machine, written once by what writes it, into the compiled module that keeps it: the first run of a process
 * need not wait until its host has compiled all that writes it.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { writePlain } from "../dist/scheme/event-driven/kernel/fixed-code.js";

const file = new URL("../dist/scheme/event-driven/kernel/made-code.js", import.meta.url);

export function makeCode() {
  const { count, types, bodies } = writePlain();
  const base64 = (bytes) => JSON.stringify(Buffer.from(bytes, "latin1").toString("base64"));
  const text = `export const MADE = { count: ${count}, types: ${base64(types)}, bodies: ${base64(bodies)} };\n`;
  if (readFileSync(file, "utf8") !== text) writeFileSync(file, text);
}
