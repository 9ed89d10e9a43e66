/** Preloaded with --import: a disk on which one file finds no room, named by FULL_FILE, from its byte FULL_AT on. */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const { openSync, writeSync, closeSync, appendFileSync, writeFileSync } = fs;
const room = Number(process.env.FULL_AT ?? 0);
/** Bytes written to descriptors of the file. */
const written = new Map();

const isFull = (path) => typeof path === "string" && path.includes(`/${process.env.FULL_FILE}`);

function refuse(path) {
  throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC", path });
}

fs.openSync = (path, flags, ...rest) => {
  const descriptor = openSync(path, flags, ...rest);
  if (isFull(path) && flags === "w") written.set(descriptor, 0);
  return descriptor;
};
fs.writeSync = (descriptor, ...rest) => {
  const before = written.get(descriptor);
  if (before !== undefined && before + rest[0].length > room) refuse();
  if (before !== undefined) written.set(descriptor, before + rest[0].length);
  return writeSync(descriptor, ...rest);
};
fs.closeSync = (descriptor) => {
  written.delete(descriptor);
  closeSync(descriptor);
};
fs.appendFileSync = (path, ...rest) => (isFull(path) ? refuse(path) : appendFileSync(path, ...rest));
fs.writeFileSync = (path, ...rest) => (isFull(path) ? refuse(path) : writeFileSync(path, ...rest));
syncBuiltinESMExports();
