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
import { createChance, mutate, type Chance } from './testing/mutations.ts';
import type { Person } from './testing/person.ts';
import { World } from './testing/world.ts';

const INPUTS = Number(process.env['FUZZ_INPUTS'] ?? 2_000);
const seed = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 32));
/** So many share the inputs that few of them meet a rate limit. */
const PEOPLE = 9;
const ROUND = 1_000;
const REMEMBERED_IDS = 60;

const world = await World.start();
const others = await Promise.all(Array.from({ length: PEOPLE - 3 }, (_, i) => world.join(`Person ${i}`)));
const people = [world.ann, world.bob, world.cem, ...others];

interface Attempt {
  name: CallableName;
  data: unknown;
  status: number;
}

interface Answer {
  status: number;
  body: unknown;
}

/** Both ways in. */
interface Door {
  send(name: CallableName, data: unknown): Promise<Answer>;
  close(): void;
}

async function openHttp(person: Person): Promise<Door> {
  const { accessToken } = await person.token();
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
  return {
    async send(name, data) {
      const response = await fetch(`${world.url}/api/v1/call/${name}`, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': randomUUID() },
        body: JSON.stringify({ data }),
      });
      const body: unknown = await response.json();
      if (!response.ok) z.strictObject({ error: wireError }).parse(body);
      return { status: response.status, body };
    },
    close() {},
  };
}

async function openSocket(person: Person): Promise<Door> {
  const { accessToken: token } = await person.token();
  const socket = new WebSocket(`${world.url.replace('http', 'ws')}/api/v1/live`);
  const waiting = new Map<string, (answer: Answer) => void>();
  socket.on('message', (data) => {
    const frame = serverFrame.parse(JSON.parse(String(data)));
    if (frame.type === 'result') waiting.get(frame.id)?.({ status: 200, body: frame.result });
    if (frame.type === 'error') {
      waiting.get(frame.id ?? '')?.({ status: CODES[codeOfStatus(frame.error.status)], body: frame.error });
    }
  });
  socket.once('close', () => waiting.forEach((settle) => settle({ status: 0, body: null })));
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'auth', token, tabId: `tab-of-${person.userId}` }));
  await once(socket, 'message');
  return {
    send(name, data) {
      const { promise, resolve } = Promise.withResolvers<Answer>();
      const id = randomUUID();
      const frame = JSON.stringify({ type: 'call', id, function: name, data });
      // It would close the socket, which has a test of its own.
      if (Buffer.byteLength(frame) > FIXED.socketFrameBytes) return Promise.resolve({ status: 413, body: null });
      waiting.set(id, resolve);
      socket.send(frame);
      return promise;
    },
    close: () => socket.close(),
  };
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Everybody sends their share, one after the other; `ids` learns of what comes back. */
async function sendRound(count: number, { chance, ids }: { chance: Chance; ids: string[] }): Promise<Attempt[]> {
  const shares = people.map((person, i) => ({
    open: i % 2 === 0 ? openHttp : openSocket,
    person,
    inputs: Array<[CallableName, unknown]>(),
  }));
  for (let i = 0; i < count; i++) {
    const name = CALLABLE_NAMES[i % CALLABLE_NAMES.length]!;
    const share = shares[Math.floor(i / CALLABLE_NAMES.length) % shares.length]!;
    share.inputs.push([name, mutate(CALLABLES[name].input, { chance, ids })]);
  }
  const attempts = shares.map(async ({ open, person, inputs }) => {
    const door = await open(person);
    const made: Attempt[] = [];
    for (const [name, data] of inputs) {
      const { status, body } = await door.send(name, data);
      made.push({ name, data, status });
      for (const [id] of JSON.stringify(body).matchAll(UUID)) if (!ids.includes(id)) ids.push(id);
    }
    door.close();
    return made;
  });
  const all = (await Promise.all(attempts)).flat();
  ids.splice(0, ids.length - REMEMBERED_IDS);
  return all;
}

test(
  `${INPUTS} mutated inputs to every callable, over both transports: no crash and no 5xx (seed ${seed})`,
  { timeout: 60_000 + 60 * INPUTS },
  async () => {
    const chance = createChance(seed);
    const ids = [...people.map(({ userId }) => userId), randomUUID()];
    const attempts: Attempt[] = [];
    for (let done = 0; done < INPUTS; done += ROUND) {
      attempts.push(...(await sendRound(Math.min(ROUND, INPUTS - done), { chance, ids })));
      // Buckets fill up again, calls end, deadlines pass.
      await world.advance(30_000);
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
