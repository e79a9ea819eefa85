import { randomUUID } from 'node:crypto';
import { CALLABLE_NAMES, CALLABLES } from '@yonder/contract';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../platform/postgres/open.ts';
import { freshDatabase } from '../testing/database.ts';
import { openSocket, type Door } from '../testing/doors.ts';
import { createChance, mutate } from '../testing/mutations.ts';
import { MIGRATIONS } from '../testing/postgres.ts';
import { isFull, seedOf } from '../testing/size.ts';
import { makeCrowd } from './testing/crowd.ts';
import { startServer } from './testing/server-process.ts';

/** Each asks as often as nobody minds. */
const NEIGHBOURS = 20;
const QUESTIONS = 35;
const OTHERS = 16;
const INPUTS = 10_000;
const SEED = seedOf();
const HONEST = [
  'getProfile',
  'listBlocks',
  'listChatRooms',
  'getCallState',
  'getIceServers',
  'updateLastActive',
] as const;

type Sent = Parameters<Door['send']>;
const honest: Sent[] = HONEST.map((name) => [name, {}]);

/** What neighbours wait at most in 99 of 100 cases, one asking after the other, while others send without a pause. */
async function p99Beside(neighbours: readonly Door[], others: readonly Door[], inputs: readonly Sent[]) {
  let state: 'asking' | 'done' = 'asking';
  const isAsking = (): boolean => state === 'asking';
  let sent = 0;
  const sending = others.map(async ({ send }) => {
    while (isAsking()) await send(...inputs[sent++ % inputs.length]!);
  });
  const times: number[] = [];
  for (const { send } of neighbours) {
    for (let i = 0; i < QUESTIONS; i++) {
      const asked = performance.now();
      expect((await send('listBlocks')).status).toBe(200);
      times.push(performance.now() - asked);
    }
  }
  state = 'done';
  await Promise.all(sending);
  return { sent, ms: times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)]! };
}

test.runIf(isFull())(
  `neighbours of ${OTHERS} who send mutated inputs wait at most twice as long as beside honest ones (seed ${SEED})`,
  { timeout: 300_000 },
  async () => {
    const { url: databaseUrl, log } = await freshDatabase();
    const { database, clock, close } = await openDatabase({ databaseUrl, migrations: MIGRATIONS, log, onDeath() {} });
    onTestFinished(close);
    const server = await startServer({ databaseUrl });
    onTestFinished(server.kill);
    const people = await makeCrowd({ database, clock, count: 3 * NEIGHBOURS + 2 * OTHERS });
    const doors = await Promise.all(
      people.map(({ accessToken }) => openSocket({ url: server.url, accessToken, tabId: randomUUID() })),
    );
    const mutations = { chance: createChance(SEED), ids: people.map(({ userId }) => userId) };
    const hostile = Array.from({ length: INPUTS }, (_, i): Sent => {
      const name = CALLABLE_NAMES[i % CALLABLE_NAMES.length]!;
      return [name, mutate(CALLABLES[name].input, mutations)];
    });
    const take = (count: number): Door[] => doors.splice(0, count);
    const [good, bad] = [take(OTHERS), take(OTHERS)];
    await p99Beside(take(NEIGHBOURS), [], []);
    const beside = {
      honest: await p99Beside(take(NEIGHBOURS), good, honest),
      hostile: await p99Beside(take(NEIGHBOURS), bad, hostile),
    };
    console.log(JSON.stringify(beside));
    expect(beside.hostile.ms).toBeLessThanOrEqual(2 * beside.honest.ms);
  },
);
