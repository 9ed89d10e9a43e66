/** The schema library tries to make code from text where it can; the studio's content security policy forbids it, so it need not try. */
import { config } from "zod";

config({ jitless: true });
