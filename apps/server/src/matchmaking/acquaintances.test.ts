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

test('what somebody has edited since is not believed after they came again', async () => {
  const watching: Watcher[] = [];
  const answers: PromiseWithResolvers<string>[] = [];
  const acquaintances = createAcquaintances({
    log: createLog({ to: { write: () => {} } }),
    live: { watch: (watcher) => (watching.push(watcher), () => {}) },
    async read(people) {
      const answer = Promise.withResolvers<string>();
      answers.push(answer);
      const language = await answer.promise;
      return new Map(people.map((userId) => [userId, { language, region: null }]));
    },
  });
  acquaintances.start();
  watching[0]?.came('ann');
  await turn();
  await turn();
  expect(answers).toHaveLength(1);
  // While the read returns old data, ann edits and reconnects.
  acquaintances.forget('ann');
  watching[0]?.left('ann');
  watching[0]?.came('ann');
  answers[0]?.resolve('de');
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.resolve('en');
  await acquaintances.idle();
  expect(acquaintances.take('ann')).toEqual({ language: 'en', region: null });
});
