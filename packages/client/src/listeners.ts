import type { Stop } from './clock.ts';

export interface Listeners<Value> {
  add(listen: (value: Value) => void): Stop;
  tell(value: Value): void;
}

export function createListeners<Value>(): Listeners<Value> {
  const all = new Set<{ listen: (value: Value) => void }>();
  return {
    add(listen) {
      const entry = { listen };
      all.add(entry);
      return () => all.delete(entry);
    },
    tell(value) {
      for (const { listen } of [...all]) listen(value);
    },
  };
}

/** A value that can be read and followed, in the form of React's useSyncExternalStore. */
export interface Readable<Value> {
  get(): Value;
  subscribe(onChange: () => void): Stop;
}

export function createValue<Value>(first: Value): Readable<Value> & { set(value: Value): void } {
  const listeners = createListeners<void>();
  let current = first;
  return {
    get: () => current,
    set(value) {
      if (Object.is(value, current)) return;
      current = value;
      listeners.tell();
    },
    subscribe: (onChange) => listeners.add(onChange),
  };
}
