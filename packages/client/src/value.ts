import type { Stop } from './clock.ts';

/** A value that can be read and followed, in the form of React's useSyncExternalStore. */
export interface Readable<Value> {
  get(): Value;
  subscribe(onChange: () => void): Stop;
}

export function createValue<Value>(first: Value): Readable<Value> & { set(value: Value): void } {
  const listeners = new Set<{ onChange: () => void }>();
  let current = first;
  return {
    get: () => current,
    set(value) {
      if (Object.is(value, current)) return;
      current = value;
      for (const { onChange } of Array.from(listeners)) onChange();
    },
    subscribe(onChange) {
      const listener = { onChange };
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
