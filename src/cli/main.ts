#!/usr/bin/env node
import { supervise } from "./supervise.ts";

await supervise(process.argv.slice(2));
