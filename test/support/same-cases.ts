/**
 * Properties take the same cases in every ordinary run, so that what fails was changed and not drawn; `npm run torture` draws new ones each time, and
 * SEED=number draws those of that number.
 */
import fc from "fast-check";
import { torture } from "./torture.ts";

const asked = Number(process.env.SEED ?? (torture ? Number.NaN : 1));
if (Number.isFinite(asked)) fc.configureGlobal({ seed: asked });
