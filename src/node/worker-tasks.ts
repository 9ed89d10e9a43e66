/** What the package's own workers know, beside them. An entry of its own: nothing imports it. */
export { tasks } from "../tasks.ts";
