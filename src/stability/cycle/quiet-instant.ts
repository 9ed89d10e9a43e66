/** Where on a cycle to look at it: away from its events. */

/** The start is well when its nearest event is farther than this part of the longest time without one. */
const WELL = 0.15;

/**
 * How much later (s) than the start of a period a cycle is better looked at: in the middle of its longest time without an event; 0
 * where the start is well. Times of events are counted from the start.
 */
export function quietShift(events: readonly { readonly time: number }[], period: number): number {
  if (events.length === 0) return 0;
  const times = events.map(({ time }) => time).sort((a, b) => a - b);
  const [first, last] = [times[0]!, times.at(-1)!];
  const ends = [...times.slice(1), first + period];
  const gaps = times.map((time, k) => ends[k]! - time);
  const longest = gaps.indexOf(Math.max(...gaps));
  if (Math.min(first, period - last) >= WELL * gaps[longest]!) return 0;
  return (times[longest]! + gaps[longest]! / 2) % period;
}
