/** After the compiler: makes the command executable and brings the JSON Schema of problem files up to date. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { problemJsonSchema } from "../dist/index.js";

const command = new URL("../dist/cli/main.js", import.meta.url);
const schema = new URL("../schema/problem.schema.json", import.meta.url);

chmodSync(command, 0o755);

const text = `${JSON.stringify(problemJsonSchema(), null, 2)}\n`;
if (!existsSync(schema) || readFileSync(schema, "utf8") !== text) {
  mkdirSync(new URL(".", schema), { recursive: true });
  writeFileSync(schema, text);
}
