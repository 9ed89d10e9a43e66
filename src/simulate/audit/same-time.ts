/** Times closer together than so many of their last digits are one. */
const SAME_TIME = 64 * Number.EPSILON;

export const isLater = (time: number, start: number): boolean => time - start > SAME_TIME * Math.abs(time);
