/** What the figures of a run show beside its columns, and so what is recorded for them: more small panels nobody looks at. */
import type { FigureWishes } from "../simulate/record/choice.ts";

export const FIGURES: Required<FigureWishes> = { friction: 6, controllers: 6 };
