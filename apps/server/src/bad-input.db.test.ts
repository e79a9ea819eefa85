import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  CALLABLE_NAMES,
  CALLABLES,
  codeOfStatus,
  CODES,
  FIXED,
  serverFrame,
  wireError,
  type CallableName,
} from '@yonder/contract';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import * as z from 'zod/mini';
import { createChance, mutate } from './testing/mutations.ts';
import type { Person } from './testing/person.ts';
import { World } from './testing/world.ts';

const INPUTS = Number(process.env['FUZZ_INPUTS'] ?? 2_000);
const seed = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 32));
/** So many share the inputs that few of them meet a rate limit. */
const PEOPLE = 9;
const ROUND = 1_000;

const world = await World.start();
const others = await Promise.all(Array.from({ length: PEOPLE - 3 }, (_, i) => world.join(`Person ${i}`)));
const people = [world.ann, world.bob, world.cem, ...others];

interface Attempt {
  name: CallableName;
  data: unknown;
  status: number;
}

/** Both ways in. */
interface Door {
  send(name: CallableName, data: unknown): Promise<number>;
  close(): void;
}

async function openHttp(person: Person): Promise<Door> {
  let { accessToken } = await person.token();
  return {
    async send(name, data) {
      const post = () =>
        fetch(`${world.url}/api/v1/call/${name}`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${accessToken}`,
            'content-type': 'application/json',
            'idempotency-key': randomUUID(),
          },
          body: JSON.stringify({ data }),
        });
      let response = await post();
      if (response.status === 401) {
        ({ accessToken } = await person.token());
        response = await post();
      }
      const body = await response.json();
      if (!response.ok) z.strictObject({ error: wireError }).parse(body);
      return response.status;
    },
    close() {},
  };
}

async function openSocket(person: Person): Promise<Door> {
  const { accessToken: token } = await person.token();
  const socket = new WebSocket(`${world.url.replace('http', 'ws')}/api/v1/live`);
  const waiting = new Map<string, (status: number) => void>();
  socket.on('message', (data) => {
    const frame = serverFrame.parse(JSON.parse(String(data)));
    if (frame.type === 'result') waiting.get(frame.id)?.(200);
    if (frame.type === 'error') waiting.get(frame.id ?? '')?.(CODES[codeOfStatus(frame.error.status)]);
  });
  socket.once('close', () => waiting.forEach((settle) => settle(0)));
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'auth', token, tabId: `tab-of-${person.userId}` }));
  await once(socket, 'message');
  return {
    send(name, data) {
      const { promise, resolve } = Promise.withResolvers<number>();
      const id = randomUUID();
      const frame = JSON.stringify({ type: 'call', id, function: name, data });
      // It would close the socket, which has a test of its own.
      if (Buffer.byteLength(frame) > FIXED.socketFrameBytes) return Promise.resolve(413);
      waiting.set(id, resolve);
      socket.send(frame);
      return promise;
    },
    close: () => socket.close(),
  };
}

test(
  `${INPUTS} mutated inputs to every callable, over both transports: no crash and no 5xx (seed ${seed})`,
  { timeout: 600_000 },
  async () => {
    const chance = createChance(seed);
    const ids = [...people.map(({ userId }) => userId), randomUUID(), randomUUID()];
    const attempts: Attempt[] = [];
    for (let done = 0; done < INPUTS; done += ROUND) {
      const doors = await Promise.all(people.map((person, i) => (i % 2 === 0 ? openHttp(person) : openSocket(person))));
      const round = Array.from({ length: Math.min(ROUND, INPUTS - done) }, (_, i) => ({
        door: doors[Math.floor(i / CALLABLE_NAMES.length) % doors.length]!,
        name: CALLABLE_NAMES[i % CALLABLE_NAMES.length]!,
      }));
      for (const { door, name } of round) {
        const data = mutate(CALLABLES[name].input, { chance, ids });
        attempts.push({ name, data, status: await door.send(name, data) });
      }
      for (const door of doors) door.close();
      // Buckets fill up again, calls end, deadlines pass.
      await world.advance(60_000);
    }
    const broken = attempts.filter(({ status }) => status === 0 || status >= 500);
    expect(broken.map(({ name, status, data }) => [name, status, JSON.stringify(data)?.slice(0, 300)])).toEqual([]);
    const counted = Object.groupBy(attempts, ({ status }) => status);
    // The inputs are worth something when some get through and few are stopped by a limit.
    expect(counted[200]?.length ?? 0).toBeGreaterThan(INPUTS / 20);
    expect(counted[429]?.length ?? 0).toBeLessThan(INPUTS / 20);
    expect(await world.ann.tab().call('getProfile')).toMatchObject({ relation: 'self', isPaid: false });
    expect((await fetch(`${world.url}/readyz`)).status).toBe(200);
  },
);
