/** The one time that all plots and the moving machine show, and the stretch of time that is looked at. */
import { createStore } from "./store.ts";

export interface Clock {
  /** s */
  readonly time: number;
  readonly playing: boolean;
  /** Seconds of the motion in a second. */
  readonly speed: number;
  readonly loop: boolean;
  /** First and last time of the run, s. */
  readonly start: number;
  readonly end: number;
  /** What plots show, s. */
  readonly from: number;
  readonly to: number;
}

export const SPEEDS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20];

export const clock = createStore<Clock>({
  ...{ time: 0, playing: false, speed: 1, loop: true, start: 0, end: 1, from: 0, to: 1 },
});

/** A new run: what is looked at stays, as far as the run has it. */
export function setSpan(start: number, end: number): void {
  const now = clock.get();
  if (now.start === start && now.end === end) return;
  const whole = now.from === now.start && now.to === now.end;
  const [from, to] = whole || now.from >= end ? [start, end] : [Math.max(start, now.from), Math.min(end, now.to)];
  const far = to - from < 1e-9 * (end - start);
  clock.set({ start, end, from: far ? start : from, to: far ? end : to, time: within(now.time, start, end) });
}

export function setTime(time: number): void {
  const { start, end } = clock.get();
  clock.set({ time: within(time, start, end) });
}

/** A speed at which the whole run takes some ten seconds. */
export function fittingSpeed(start: number, end: number): number {
  const wanted = (end - start) / 10;
  return SPEEDS.reduce((best, speed) =>
    Math.abs(Math.log(speed / wanted)) < Math.abs(Math.log(best / wanted)) ? speed : best,
  );
}

/** Around `at`: a factor below 1 looks closer. */
export function zoom(factor: number, at: number): void {
  const { from, to, start, end } = clock.get();
  const span = Math.min(end - start, Math.max(1e-6 * (end - start), (to - from) * factor));
  const left = within(at - ((at - from) / (to - from)) * span, start, end - span);
  clock.set({ from: left, to: left + span });
}

/** By a part of what is shown. */
export function pan(part: number): void {
  const { from, to, start, end } = clock.get();
  const left = within(from + part * (to - from), start, end - (to - from));
  clock.set({ from: left, to: left + (to - from) });
}

export function showAll(): void {
  const { start, end } = clock.get();
  clock.set({ from: start, to: end });
}

let last = 0;

export function play(playing: boolean): void {
  const { time, end, start } = clock.get();
  if (playing && time >= end) clock.set({ time: start });
  clock.set({ playing });
  if (!playing) return;
  last = performance.now();
  requestAnimationFrame(tick);
}

function tick(at: number): void {
  const { playing, speed, loop, time, start, end } = clock.get();
  if (!playing) return;
  const next = time + (Math.max(0, at - last) / 1000) * speed;
  last = at;
  if (next < end) clock.set({ time: next });
  else if (loop) clock.set({ time: start });
  else clock.set({ time: end, playing: false });
  requestAnimationFrame(tick);
}

function within(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}
