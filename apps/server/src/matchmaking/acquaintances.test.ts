import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createLog } from '../platform/log.ts';
import { createAcquaintances } from './acquaintances.ts';

test('those who come one right after the other are read about together', async () => {
  const asked: (readonly string[])[] = [];
  const watching: { came(userId: string): void }[] = [];
  const acquaintances = createAcquaintances({
    log: createLog({ to: { write: () => {} } }),
    live: {
      watch(watcher) {
        watching.push(watcher);
        return () => {};
      },
    },
    async read(people) {
      asked.push(people);
      return new Map(people.map((userId) => [userId, { language: 'en', region: null }]));
    },
  });
  acquaintances.start();
  for (const userId of ['ann', 'bob']) {
    watching[0]?.came(userId);
    await turn();
  }
  expect(acquaintances.take('ann')).toBeUndefined();
  await acquaintances.idle();
  expect(asked).toEqual([['ann', 'bob']]);
  expect(acquaintances.take('bob')).toEqual({ language: 'en', region: null });
});
