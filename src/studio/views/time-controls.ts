/** What all plots over time do with the mouse and the keyboard: move the cursor, look closer, move on, find events. */
import { useEffect } from "preact/hooks";
import type { Event as RunEvent } from "../../simulate/record/trajectory.ts";
import { timeToX, xToTime } from "../draw/time-plot.ts";
import { clock, pan, play, setTime, showAll, zoom } from "../state/clock.ts";

/** px from an event within which it is meant. */
const NEAR = 5;

export interface TimeControls {
  readonly element: { readonly current: HTMLElement | null };
  /** In the order of time. */
  readonly events: { readonly current: readonly RunEvent[] };
  /** Told of events under the pointer, with the place of the first, px; of none when it leaves. */
  readonly onEvents: (near: readonly RunEvent[], x: number) => void;
}

export function useTimeControls({ element, events, onEvents }: TimeControls): void {
  useEffect(() => {
    const target = element.current!;
    let dragged: { x: number; from: number; to: number } | undefined;
    const place = (event: MouseEvent) => {
      const box = target.getBoundingClientRect();
      return { x: event.clientX - box.left, width: box.width };
    };
    /** The time under the pointer: that of an event where one is near. */
    const pointTo = (event: MouseEvent) => {
      const { x, width } = place(event);
      const stretch = clock.get();
      const near = events.current.filter(({ time }) => Math.abs(timeToX(stretch, width, time) - x) <= NEAR);
      const nearest = near.reduce<RunEvent | undefined>((best, one) => {
        const away = ({ time }: RunEvent) => Math.abs(timeToX(stretch, width, time) - x);
        return best && away(best) <= away(one) ? best : one;
      }, undefined);
      setTime(nearest?.time ?? xToTime(stretch, width, x));
      onEvents(near, nearest ? timeToX(stretch, width, nearest.time) : x);
    };
    const wheel = (event: WheelEvent) => {
      if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        event.preventDefault();
        pan(event.deltaX / 800);
        return;
      }
      if (!(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)) return; // the page scrolls
      event.preventDefault();
      const { x, width } = place(event);
      zoom(Math.exp(event.deltaY / 300), xToTime(clock.get(), width, x));
    };
    const down = (event: PointerEvent) => {
      const { from, to } = clock.get();
      dragged = { x: event.clientX, from, to };
      target.setPointerCapture(event.pointerId);
      play(false);
      pointTo(event);
    };
    const move = (event: PointerEvent) => {
      if (dragged && event.buttons > 0) {
        const { start, end } = clock.get();
        const span = dragged.to - dragged.from;
        if (span < end - start && Math.abs(event.clientX - dragged.x) > 3) {
          const left = dragged.from - ((event.clientX - dragged.x) / place(event).width) * span;
          const from = Math.max(start, Math.min(end - span, left));
          clock.set({ from, to: from + span });
          return;
        }
      } else if (event.pointerType !== "mouse") return;
      if (!clock.get().playing) pointTo(event);
    };
    const up = () => {
      dragged = undefined;
    };
    const leave = () => onEvents([], 0);
    const key = (event: KeyboardEvent) => {
      const { time, from, to, start, end } = clock.get();
      const step = (to - from) / 200;
      const acts: Record<string, () => void> = {
        ArrowLeft: () => (event.shiftKey ? pan(-0.1) : setTime(time - step)),
        ArrowRight: () => (event.shiftKey ? pan(0.1) : setTime(time + step)),
        PageUp: () => setTime(time - 10 * step),
        PageDown: () => setTime(time + 10 * step),
        Home: () => setTime(start),
        End: () => setTime(end),
        n: () => setTime(events.current.find((one) => one.time > time)?.time ?? time),
        p: () => setTime(events.current.findLast((one) => one.time < time)?.time ?? time),
        "+": () => zoom(0.7, time),
        "=": () => zoom(0.7, time),
        "-": () => zoom(1 / 0.7, time),
        "0": showAll,
        " ": () => play(!clock.get().playing),
      };
      const act = acts[event.key];
      if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      act();
    };
    target.addEventListener("wheel", wheel, { passive: false });
    target.addEventListener("pointerdown", down);
    target.addEventListener("pointermove", move);
    target.addEventListener("pointerup", up);
    target.addEventListener("pointerleave", leave);
    target.addEventListener("dblclick", showAll);
    target.addEventListener("keydown", key);
    return () => {
      target.removeEventListener("wheel", wheel);
      target.removeEventListener("pointerdown", down);
      target.removeEventListener("pointermove", move);
      target.removeEventListener("pointerup", up);
      target.removeEventListener("pointerleave", leave);
      target.removeEventListener("dblclick", showAll);
      target.removeEventListener("keydown", key);
    };
  }, [element, events, onEvents]);
}
