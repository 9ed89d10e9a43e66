import { measureWorkPrecision } from "./work-precision.ts";
import { writeFileSync } from "node:fs";
writeFileSync("/tmp/h9/wp.json", JSON.stringify(measureWorkPrecision()));
