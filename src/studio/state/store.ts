/** A value that others watch. */
import { useEffect, useReducer, useRef } from "preact/hooks";

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
