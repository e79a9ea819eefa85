import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Watcher } from '../platform/live.ts';
import { createLog } from '../platform/log.ts';
import { createAcquaintances } from './acquaintances.ts';

test('the first of a crowd is read about at once, those who follow and stay together', async () => {
  const asked: (readonly string[])[] = [];
  const watching: Watcher[] = [];
  const hold = Promise.withResolvers<void>();
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
      if (people.includes('ann')) await hold.promise;
      return new Map(people.map((userId) => [userId, { language: 'en', region: null }]));
    },
  });
  acquaintances.start();
  watching[0]?.came('ann');
  await turn();
  for (const userId of ['bob', 'dan']) watching[0]?.came(userId);
  hold.resolve();
  await turn();
  watching[0]?.came('cem');
  watching[0]?.left('dan');
  await acquaintances.idle();
  expect(asked).toEqual([['ann'], ['bob', 'cem']]);
  expect(acquaintances.take('bob')).toEqual({ language: 'en', region: null });
});
