/**
 * What is known of functions over a box. `still`: nothing that could hide changes in it; `followed`: what changes is seen from anywhere in
 * it; `hides`: neither is known.
 */
export const Sight = { still: 0, followed: 1, hides: 2 } as const;
export type Sight = (typeof Sight)[keyof typeof Sight];
