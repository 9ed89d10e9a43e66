/** Exit codes of all commands. */
export const EXIT = { done: 0, failed: 1, wrongInput: 2, interrupted: 130 } as const;
