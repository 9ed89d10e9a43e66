import { fileURLToPath } from "node:url";

/** The studio's static files; the same place from src/cli, dist/cli and dist/command, which are equally deep. */
export const STUDIO_FOLDER = fileURLToPath(new URL("../../dist/studio/", import.meta.url));
