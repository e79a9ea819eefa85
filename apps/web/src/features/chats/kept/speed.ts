import * as z from 'zod/mini';
import type { Stop } from '../../../lib/clock.ts';
import type { ChatsDatabase } from './database.ts';

/** Playback speeds of voice messages. */
const SPEEDS = [1, 1.5, 2] as const;
type Speed = (typeof SPEEDS)[number];

export interface SpeedChoice {
  get: () => Speed;
  /** Switches to the next speed; after the fastest to the first. */
  turn: () => void;
  subscribe: (listener: () => void) => Stop;
}

const KEY = 'speed';
const kept = z.literal(SPEEDS);

/** Remembered for the user as long as this browser stores anything. */
export function createSpeed(database: () => Promise<Pick<ChatsDatabase, 'get' | 'put'>>): SpeedChoice {
  const listeners = new Set<() => void>();
  let speed: Speed = 1;
  function set(next: Speed): void {
    speed = next;
    for (const listener of listeners) listener();
  }
  database().then(
    async (opened) => {
      const { data } = kept.safeParse(await opened.get('choices', KEY));
      if (data !== undefined) set(data);
    },
    () => {},
  );
  return {
    get: () => speed,
    turn() {
      set(SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length] ?? 1);
      database().then(
        (opened) => opened.put('choices', speed, KEY),
        () => {},
      );
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
