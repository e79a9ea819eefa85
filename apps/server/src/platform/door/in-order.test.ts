import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { DomainError } from '../errors.ts';
import { createInOrder } from './in-order.ts';

test('of one person one thing is done after another, also after one that failed; nobody else waits', async () => {
  const order = createInOrder();
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  const ask = (userId: string, what: string): Promise<string> =>
    order.add(userId, () => {
      begun.push(what);
      const end = Promise.withResolvers<string>();
      ends.set(what, end);
      return end.promise;
    });
  const asked = [ask('ann', 'join'), ask('ann', 'leave'), ask('ann', 'join again'), ask('bob', 'his own')];
  expect(begun).toEqual(['join', 'his own']);
  expect(order.waiting()).toBe(2);
  ends.get('join')?.reject(new Error('refused'));
  await turn();
  expect(begun).toEqual(['join', 'his own', 'leave']);
  expect(order.waiting()).toBe(1);
  for (const what of ['leave', 'his own', 'join again']) {
    ends.get(what)?.resolve(what);
    await turn();
  }
  expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual([
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ]);
  expect(order.waiting()).toBe(0);
});

test('what is refused as it begins keeps nobody waiting', async () => {
  const order = createInOrder();
  const refuse = (): Promise<string> => {
    throw new Error('too many');
  };
  expect(() => order.add('ann', refuse)).toThrow('too many');
  const first = order.add('ann', async () => 'first');
  const refused = order.add('ann', refuse);
  const last = order.add('ann', async () => 'last');
  await expect(refused).rejects.toThrow('too many');
  expect([await first, await last]).toEqual(['first', 'last']);
});

test('of one person 64 are under way at most, and one more once they are over', async () => {
  const order = createInOrder();
  const end = Promise.withResolvers<string>();
  const asked = Array.from({ length: 64 }, () => order.add('ann', () => end.promise));
  expect(() => order.add('ann', async () => 'one too many')).toThrow(DomainError);
  expect(await order.add('bob', async () => 'his own')).toBe('his own');
  end.resolve('over');
  await Promise.all(asked);
  expect(await order.add('ann', async () => 'again')).toBe('again');
});
