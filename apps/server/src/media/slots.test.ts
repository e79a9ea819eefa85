import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSlots } from './slots.ts';

/** Slots with work that ends on demand. */
function setUp(options: Parameters<typeof createSlots>[0]) {
  const slots = createSlots(options);
  const begun: string[] = [];
  const busy: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (userId: string): void => {
    const work = async (): Promise<void> => {
      begun.push(userId);
      await new Promise<void>((end) => ends.push(end));
    };
    slots.run(userId, work).catch((error: { reason: string }) => busy.push(`${userId} ${error.reason}`));
  };
  const settle = async (): Promise<void> => {
    for (let i = 0; i < 10; i++) await Promise.resolve();
  };
  const endOne = async (): Promise<void> => {
    ends.shift()?.();
    await settle();
  };
  return { ask, begun, busy, endOne, settle };
}

const VOICES = { running: 1, waiting: 32, waitingEach: 3 } as const;

test('of 100 voices one person sends at once 3 wait and 96 read busy; the next person’s is the second one made', async () => {
  const { ask, begun, busy, endOne, settle } = setUp(VOICES);
  for (let i = 0; i < 100; i++) ask('mallory');
  ask('ann');
  await settle();
  expect(busy).toEqual(Array.from({ length: 96 }, () => 'mallory busy'));
  await endOne();
  await endOne();
  expect(begun).toEqual(['mallory', 'mallory', 'ann']);
});

test('of two picture slots one person has one', async () => {
  const { ask, begun, settle } = setUp({ running: 2, waiting: 32, waitingEach: 3 });
  for (let i = 0; i < 3; i++) ask('mallory');
  ask('ann');
  await settle();
  expect(begun).toEqual(['mallory', 'ann']);
});

test('where all 32 places are taken, whoever has 3 of them gives one up to whoever has none', async () => {
  const { ask, busy, settle } = setUp(VOICES);
  for (let person = 0; person < 11; person++) for (let i = 0; i < 3; i++) ask(`mallory ${person}`);
  await settle();
  expect(busy).toEqual([]);
  ask('ann');
  await settle();
  expect(busy).toHaveLength(1);
  expect(busy[0]).toMatch(/^mallory \d+ busy$/);
});

test('whatever is asked and ends, everybody is served in turn, and one at a time', async () => {
  const step = fc.oneof(fc.constantFrom('ann', 'bob', 'cem', 'dan'), fc.constant(null));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const { ask, begun, busy, endOne, settle } = setUp({ running: 2, waiting: 5, waitingEach: 2 });
      let asked = 0;
      for (const who of steps) {
        if (who === null) await endOne();
        else {
          asked += 1;
          ask(who);
          await settle();
        }
      }
      for (let i = 0; i < asked; i++) await endOne();
      expect(begun.length + busy.length).toBe(asked);
    }),
  );
});
