/**
 * Files are data from strangers: these bound the time and memory that one can take (the table in docs/problem-file.md).
 * Those of single keys stand in the schema, those of a formula with its parser.
 */

/** Characters of a file beside its long lists of numbers. */
export const MOST_CHARACTERS = 4_000_000;
/** Entries of mappings and lists beside long lists of numbers; a YAML parser takes 10 us and a kilobyte for each. */
export const MOST_VALUES = 150_000;
/** Numbers in lists, all together. */
export const MOST_NUMBERS = 10_000_000;
/** Levels of lists and mappings inside each other. */
export const MOST_DEPTH = 100;
/** Aliases (*name) of a file. */
export const MOST_ALIASES = 100;
/** Faults that are told. */
export const MOST_FAULTS = 100;
/** Entries of `parameters`, `outputs` and `measures` each. */
export const MOST_NAMED = 1000;
/** Entries of `signals`. */
export const MOST_SIGNALS = 100;
/** Samples that a signal may have: 2.8 hours at 200 Hz. */
export const MOST_SAMPLES = 2_000_000;
/** Characters of a table of samples, comments included. */
export const MOST_TABLE_CHARACTERS = 400_000_000;
/** Elements of a string. */
export const MOST_ELEMENTS = 20_000;
/** Numbers of initial.position and initial.velocity each: two strings have so many coordinates. */
export const MOST_STARTS = 2 * MOST_ELEMENTS + 2;
/** Elements of a beam. */
export const MOST_BEAM_ELEMENTS = 5000;
