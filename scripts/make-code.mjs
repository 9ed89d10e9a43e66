/**
 * Code of WebAssembly that many machines share, written once by what writes it, into the compiled module that keeps it: then the first run of a process does
 * not wait until its host has compiled all that writes it.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { writeFunctions } from "../dist/numeric/wasm/module.js";
import { ORDER } from "../dist/scheme/event-driven/general.js";
import { structureOf, writeCode } from "../dist/scheme/event-driven/kernel/code-of.js";
import { layoutOf } from "../dist/scheme/event-driven/kernel/layout.js";

const file = new URL("../dist/scheme/event-driven/kernel/made-code.js", import.meta.url);

/** Coordinates of the usual machines: connected, each with its own row of Coulomb friction, at rest or under loads that change. */
const USUAL = [1, 2, 3];

export function makeCode() {
  const text = `export const MADE = ${JSON.stringify(madeCode(), null, 1)};\n`;
  if (readFileSync(file, "utf8") !== text) writeFileSync(file, text);
}

export function madeCode() {
  const functions = [];
  const machines = {};
  let fixed;
  for (const shape of usualShapes()) {
    const code = writeCode(shape, layoutOf(shape));
    fixed = code.first; // of all of them the same
    machines[structureOf(shape)] = code.functions.map((each) => {
      const { bodies } = writeFunctions([each]);
      if (!functions.includes(bodies)) functions.push(bodies);
      return functions.indexOf(bodies);
    });
  }
  const base64 = (bytes) => Buffer.from(bytes, "latin1").toString("base64");
  const { count, types, bodies } = fixed;
  return {
    fixed: { count, types: base64(types), bodies: base64(bodies) },
    functions: functions.map(base64),
    machines,
  };
}

/** As src/scheme/event-driven/kernel/shape.ts makes them of machines. */
function usualShapes() {
  const none = { order: ORDER, driven: false, varies: false, jumps: 0, joints: 0, stops: 0 };
  return USUAL.flatMap((n) => {
    const own = Array.from({ length: n }, (_, i) => i);
    const of = {
      n,
      m: n,
      curves: own.map(() => "none"),
      directions: { start: [...own, n], column: own },
      parts: [own],
    };
    return [false, true].flatMap((damped) => [false, true].map((loaded) => ({ ...none, ...of, damped, loaded })));
  });
}
