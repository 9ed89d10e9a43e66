/** The engine for what takes long, beside the one of the live run: started when it is first asked. */
import { createEngine } from "./client.ts";

export const workEngine = createEngine();
