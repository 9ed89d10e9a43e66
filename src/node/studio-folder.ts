import { fileURLToPath } from "node:url";

/** The built studio; the same place from src and from dist. */
export const STUDIO_FOLDER = fileURLToPath(new URL("../../dist/studio/", import.meta.url));
