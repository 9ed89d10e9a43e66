/** A value that others watch. */
import { useEffect, useReducer, useRef, useState } from "preact/hooks";

export interface Store<State> {
  get(): State;
  /** Watchers hear it at once; nothing is said where nothing changes. */
  set(change: Partial<State>): void;
  watch(listener: () => void): () => void;
}

export function createStore<State extends object>(initial: State): Store<State> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set(change) {
      const keys = Object.keys(change) as (keyof State)[];
      if (keys.every((key) => Object.is(state[key], change[key]))) return;
      state = { ...state, ...change };
      for (const listener of [...listeners]) listener();
    },
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A part of a store in a view, which is drawn again when that part changes. */
export function useStore<State extends object, Part>(store: Store<State>, select: (state: State) => Part): Part {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const part = select(store.get());
  const seen = useRef({ part, select });
  seen.current = { part, select };
  useEffect(() => {
    const look = () => {
      if (!Object.is(seen.current.select(store.get()), seen.current.part)) redraw(undefined);
    };
    look();
    return store.watch(look);
  }, [store]);
  return part;
}

/** A value that changes often, at most every so many ms; that it comes, goes or stays at last is told at once. */
export function useCalm<Value>(value: Value, ms: number): Value {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [shown] = useState({ value, at: 0 });
  const wait = shown.value === undefined || value === undefined ? 0 : shown.at + ms - performance.now();
  if (!Object.is(shown.value, value) && wait <= 0) Object.assign(shown, { value, at: performance.now() });
  useEffect(() => {
    if (Object.is(shown.value, value)) return;
    const timer = setTimeout(() => redraw(undefined), Math.max(0, wait));
    return () => clearTimeout(timer);
  });
  return shown.value;
}
