import { beforeEach, expect, test } from 'vitest';
import { createManualClock } from '../../testing/manual-clock.ts';
import type { Database } from '../database.ts';
import { query, type Admission, type Bearer } from '../dispatcher.ts';
import { DomainError } from '../errors.ts';
import { createLog } from '../log.ts';
import type { Answers } from './answers.ts';
import { createDispatcher } from './dispatcher.ts';
import type { Limits } from './limits.ts';

const lines: string[] = [];
let refusal: DomainError;

const dispatcher = createDispatcher({
  handlers: {
    listMessages: query(async () => {
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
  clock: createManualClock(),
  log: createLog({ to: { write: (line) => void lines.push(line) } }),
  limits: {} as Limits,
  answers: {} as Answers,
  observe: () => {},
  onShed: () => {},
});

beforeEach(() => {
  lines.length = 0;
});

async function ask(reason: ConstructorParameters<typeof DomainError>[0]): Promise<void> {
  refusal = new DomainError(reason);
  const call = dispatcher.call({
    ...{ function: 'listMessages', bearer: { userId: 'ann', sid: 'here', pace: 'unlimited' } as Bearer },
    ...{ requestId: null, tab: null, heardAt: 0, address: '127.0.0.1', publicNetwork: null },
    data: () => ({ chatRoomId: '00000000-0000-4000-8000-000000000000' }),
  });
  await expect(call).rejects.toBe(refusal);
}

test('a call that is refused is logged with who asked, what and why, and one that fails otherwise is not', async () => {
  await ask('bad-input');
  await ask('person-not-found');
  expect(lines).toEqual([]);
  await ask('room-not-found');
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
    expect.objectContaining({
      ...{ level: 30, userId: 'ann', function: 'listMessages', reason: 'room-not-found', msg: 'a call was refused' },
    }),
  ]);
});

test('a socket that is refused to who is suspended is logged with whose it is and why', () => {
  expect(() => dispatcher.listen('ann')).toThrow(new DomainError('suspended'));
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 30, userId: 'ann', reason: 'suspended', msg: 'a socket was refused' }),
  ]);
});
