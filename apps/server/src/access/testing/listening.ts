import { EVENTS, isEventName, type EventName } from '@yonder/contract';
import { expect } from 'vitest';
import { openSocket, type Door } from '../../testing/doors.ts';
import type { World } from '../../testing/world.ts';
import type { Member } from './cast.ts';

/** Somebody on a live socket, and the names of what they are told. */
export interface Listener {
  door: Door;
  heard: Set<EventName>;
}

/** What they are told holds what the contract says of it and nothing else. */
export async function listen({ url }: Pick<World, 'url'>, { accessToken, tabId }: Member): Promise<Listener> {
  const heard = new Set<EventName>();
  const door = await openSocket({
    url,
    accessToken,
    tabId,
    onEvent({ name, data }) {
      if (!isEventName(name)) throw new Error(`${name} is no event of the contract`);
      expect(EVENTS[name].parse(data), name).toEqual(data);
      heard.add(name);
    },
  });
  return { door, heard };
}
