import { beforeEach, expect, test } from 'vitest';
import { createManualClock } from '../../testing/manual-clock.ts';
import type { Database } from '../database.ts';
import { query, type Admission, type Bearer } from '../dispatcher.ts';
import { DomainError } from '../errors.ts';
import { createLog } from '../log.ts';
import type { Answers } from './answers.ts';
import { createDispatcher } from './dispatcher.ts';

const lines: string[] = [];
let refusal: DomainError;
let heard: Date | undefined;
const taking = Promise.withResolvers<void>();
const clock = createManualClock();

const dispatcher = createDispatcher({
  handlers: {
    listMessages: query(async ({ now }) => {
      heard = now;
      throw refusal;
    }),
  },
  admission: {
    authenticate: (bearer) => ({ userId: bearer }) as Bearer,
    standing: () => 'member',
    mayListen: () => false,
    mayModerate: () => false,
  } satisfies Admission,
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nobody waits, and nothing is asked
  database: { inLine: () => 0 } as Database,
  clock,
  log: createLog({ to: { write: (line) => void lines.push(line) } }),
  limits: { take: () => taking.promise, start: () => () => {} },
  answers: {} as Answers,
  observe: () => {},
  onShed: () => {},
});

beforeEach(() => {
  lines.length = 0;
});

async function ask(reason: ConstructorParameters<typeof DomainError>[0], pace?: 'unlimited'): Promise<void> {
  refusal = new DomainError(reason);
  const call = dispatcher.call({
    function: 'listMessages',
    bearer: {
      userId: 'ann',
      sid: 'here',
      pace,
    } as Bearer,
    requestId: null,
    tab: null,
    heardAt: clock.now(),
    address: '127.0.0.1',
    publicNetwork: null,
    data: () => ({ chatRoomId: '00000000-0000-4000-8000-000000000000' }),
  });
  await expect(call).rejects.toBe(refusal);
}

test('a call that is refused is logged with who asked, what and why, and one that fails otherwise is not', async () => {
  await ask('bad-input', 'unlimited');
  await ask('person-not-found', 'unlimited');
  expect(lines).toEqual([]);
  await ask('room-not-found', 'unlimited');
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
    expect.objectContaining({
      level: 30,
      userId: 'ann',
      function: 'listMessages',
      reason: 'room-not-found',
      msg: 'a call was refused',
    }),
  ]);
});

test('a socket that is refused to who is suspended is logged with whose it is and why', () => {
  expect(() => dispatcher.listen('ann')).toThrow(new DomainError('suspended'));
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 30, userId: 'ann', reason: 'suspended', msg: 'a socket was refused' }),
  ]);
});

test('a call has the time at which it was heard, however long it waits for its limit', async () => {
  const now = clock.now();
  const asking = ask('bad-input');
  await clock.advance(5_000);
  taking.resolve();
  await asking;
  expect(heard).toEqual(new Date(now));
});
