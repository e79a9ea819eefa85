import { setTimeout as pause } from 'node:timers/promises';
import { createClient, type Client } from '@yonder/client';
import type { Person } from './crowd.ts';

/** A tab of theirs as the page has one, its live socket up. */
export interface OpenTab {
  person: Person;
  client: Client;
  close(): void;
}

const TOKEN_SECONDS = 86_400;
const PATIENCE_MS = 30_000;

export async function openTab(baseUrl: string, person: Person): Promise<OpenTab> {
  const { userId, accessToken } = person;
  const getToken = async () => ({ userId, accessToken, expiresIn: TOKEN_SECONDS });
  const client = createClient({ baseUrl, tabId: `bench-${userId}`, getToken });
  const close = client.live.start();
  await until(() => client.live.status.get() === 'online', 'a socket is up');
  return { person, client, close };
}

/** @throws Error when it does not come true in time. */
export async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (performance.now() > giveUpAt) throw new Error(`it took too long until ${what}`);
    await pause(20);
  }
}
