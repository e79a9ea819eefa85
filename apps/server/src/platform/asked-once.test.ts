import { expect, test } from 'vitest';
import { createManualClock } from '../testing/manual-clock.ts';
import { askedOnce } from './asked-once.ts';

test('everybody has the answer on its way, or the last one until it is 1,000 ms old', async () => {
  const clock = createManualClock();
  const asked: PromiseWithResolvers<number>[] = [];
  const ask = askedOnce(clock, 1_000, () => {
    const question = Promise.withResolvers<number>();
    asked.push(question);
    return question.promise;
  });
  const [first, second] = [ask(), ask()];
  await clock.advance(5_000);
  const third = ask();
  asked[0]!.resolve(1);
  expect(await Promise.all([first, second, third])).toEqual([1, 1, 1]);
  expect(asked).toHaveLength(1);

  const fourth = ask();
  asked[1]!.reject(new Error('away'));
  await expect(fourth).rejects.toThrow('away');
  await clock.advance(999);
  await expect(ask()).rejects.toThrow('away');
  expect(asked).toHaveLength(2);
  await clock.advance(1);
  const fifth = ask();
  asked[2]!.resolve(3);
  expect(await fifth).toBe(3);
});
