import { EVENTS, isEventName, type EventData, type EventName } from '@yonder/contract';
import type { Stop } from './clock.ts';
import { readAnswer } from './read-answer.ts';

export interface Events {
  on<Name extends EventName>(name: Name, handler: (data: EventData<Name>) => void): Stop;
  /** Ignores what this contract does not know, or not in this form: it comes from a newer server. */
  tell(event: { name: string; data: unknown }): void;
}

/** Gets only what the schema of its event's name has parsed. */
interface Listener {
  hear(data: unknown): void;
}

export function createEvents(): Events {
  const listeners = new Map<EventName, Set<Listener>>();

  return {
    on(name, handler) {
      const listener: Listener = { hear: handler };
      const named = listeners.get(name) ?? new Set();
      listeners.set(name, named.add(listener));
      return () => named.delete(listener);
    },
    tell({ name, data }) {
      if (!isEventName(name)) return;
      const parsed = readAnswer(EVENTS[name], data);
      if (!parsed.success) return;
      for (const listener of Array.from(listeners.get(name) ?? [])) listener.hear(parsed.data);
    },
  };
}
