import { EVENTS, isEventName, type EventData, type EventName } from '@yonder/contract';
import type { Stop } from './clock.ts';
import { createListeners, type Listeners } from './listeners.ts';

export interface Events {
  on<Name extends EventName>(name: Name, handler: (data: EventData<Name>) => void): Stop;
  /** What this contract does not know, or not in this form, comes from a newer server and is passed over. */
  tell(event: { name: string; data: unknown }): void;
}

export function createEvents(): Events {
  const listeners = new Map<EventName, Listeners<unknown>>();

  return {
    on(name, handler) {
      const named = listeners.get(name) ?? createListeners<unknown>();
      listeners.set(name, named);
      // Only what the schema of that very name has parsed is told under it.
      return named.add(handler as (data: unknown) => void);
    },
    tell({ name, data }) {
      if (!isEventName(name)) return;
      const parsed = EVENTS[name].safeParse(data);
      if (parsed.success) listeners.get(name)?.tell(parsed.data);
    },
  };
}
