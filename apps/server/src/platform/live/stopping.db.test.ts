import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { CLOSE } from '@yonder/contract';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { freshDatabase } from '../../testing/database.ts';
import { bearerOf, startWire } from '../../testing/wire.ts';
import { query } from '../dispatcher.ts';

const { database, clock, log } = await freshDatabase();

test('a node that stops closes each socket with 1012 once what was asked there is answered, and all of them after 5,000 ms', async () => {
  const answers = new Map<string, () => void>();
  const wire = await startWire({
    database,
    clock,
    log,
    handlers: {
      listBlocks: query(async ({ userId }) => {
        const { promise, resolve } = Promise.withResolvers<void>();
        answers.set(userId, resolve);
        await promise;
        return { blocks: [] };
      }),
    },
  });

  /** Opens a signed-in user's socket and collects what it receives. */
  async function open() {
    const [userId, heard] = [randomUUID(), new Array<string>()];
    const socket = new WebSocket(`${wire.url.replace('http', 'ws')}/api/v1/live`);
    socket.on('message', (frame) => heard.push(JSON.parse(String(frame)).type));
    socket.on('close', (code) => heard.push(String(code)));
    await once(socket, 'open');
    const send = (frame: object): void => socket.send(JSON.stringify(frame));
    send({ type: 'auth', token: bearerOf(userId, { clock }).accessToken, tabId: 'tab-number-1' });
    await expect.poll(() => heard).toEqual(['ready']);
    const ask = async (): Promise<void> => {
      send({ type: 'call', id: randomUUID(), function: 'listBlocks', data: null });
      await expect.poll(() => answers.has(userId)).toBe(true);
    };
    return { userId, heard, ask };
  }

  const [idle, asking, hanging] = [await open(), await open(), await open()];
  await Promise.all([asking.ask(), hanging.ask()]);
  const stopped = wire.stop();
  await expect.poll(() => idle.heard).toEqual(['ready', `${CLOSE.stopping}`]);
  expect([asking.heard, hanging.heard]).toEqual([['ready'], ['ready']]);
  answers.get(asking.userId)!();
  await expect.poll(() => asking.heard).toEqual(['ready', 'result', '1012']);
  await clock.advance(4_999);
  expect(hanging.heard).toEqual(['ready']);
  await clock.advance(1);
  // Its page retries on another node.
  await expect.poll(() => hanging.heard).toEqual(['ready', '1012']);
  await stopped;
});
