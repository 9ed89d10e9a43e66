/** What a row does at a state is told by numbers (events.ts): up to this one it is seen one state late; and nothing. */
export const SEEN_LATE = 1;
export const NOTHING = -1;
