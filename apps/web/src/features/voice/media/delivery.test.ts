import { CallError } from '@yonder/client';
import { expect, test } from 'vitest';
import { Delivery, pauseAfter } from './delivery.ts';

/** A manual clock. */
function manual() {
  const due = new Set<() => void>();
  const after = (_ms: number, run: () => void) => {
    due.add(run);
    return () => due.delete(run);
  };
  const fire = async () => {
    for (const run of due) run();
    due.clear();
    await settle();
  };
  return { after, fire, waiting: () => due.size };
}

async function settle() {
  for (let i = 0; i < 10; i++) await Promise.resolve();
}

test('what is delivered is sent once', async () => {
  let sent = 0;
  const { after } = manual();
  const done = new Delivery(after).repeat(
    async () => (sent++, 'delivered'),
    () => true,
  );
  expect(await done).toBe(true);
  expect(sent).toBe(1);
});

test('what is refused is not repeated', async () => {
  const { after, waiting } = manual();
  expect(
    await new Delivery(after).repeat(
      async () => 'refused',
      () => true,
    ),
  ).toBe(false);
  expect(waiting()).toBe(0);
});

test('what does not arrive is repeated after a pause, each on its own', async () => {
  const clock = manual();
  const delivery = new Delivery(clock.after);
  const tries = { one: 0, two: 0 };
  const fails = (name: 'one' | 'two') => async () => {
    if (++tries[name] < 3) throw new Error('not there');
    return 'delivered' as const;
  };
  const both = Promise.all([delivery.repeat(fails('one'), () => true), delivery.repeat(fails('two'), () => true)]);
  await settle();
  expect(tries).toEqual({ one: 1, two: 1 });
  await clock.fire();
  await clock.fire();
  expect(await both).toEqual([true, true]);
  expect(clock.waiting()).toBe(0);
});

test('hurry ends the pause, and what is no longer wanted stops', async () => {
  const clock = manual();
  const delivery = new Delivery(clock.after);
  let tries = 0;
  let wanted = true;
  const done = delivery.repeat(
    async () => {
      tries++;
      throw new Error('not there');
    },
    () => wanted,
  );
  await settle();
  delivery.hurry();
  await settle();
  expect(tries).toBe(2);
  wanted = false;
  delivery.hurry();
  expect(await done).toBe(false);
  expect(tries).toBe(2);
});

const busy = (retryAfter?: number) =>
  new CallError({ code: 'resource-exhausted', text: 'slow down', reason: 'too-many-requests', retryAfter });

test.each([
  ['the 1st failure', new Error('lost'), 1, 1_000],
  ['the 20th', new Error('lost'), 20, 1_000],
  ['the 21st', new Error('lost'), 21, 2_000],
  ['the 23rd', new Error('lost'), 23, 8_000],
  ['the 40th', new Error('lost'), 40, 10_000],
  ['a server that asks for 20 s', busy(20), 1, 20_000],
  ['one that asks for less than the own pace', busy(1), 40, 10_000],
  ['one that names no time', busy(), 2, 1_000],
])('after %s comes a pause', (_, failure, attempts, ms) => {
  expect(pauseAfter(failure, attempts)).toBe(ms);
});

test('what the server puts off is not asked again before, and ends after 300 s of pauses', async () => {
  let sent = 0;
  const pauses: number[] = [];
  const due: (() => void)[] = [];
  const delivery = new Delivery((ms, run) => {
    pauses.push(ms);
    due.push(run);
    return () => {};
  });
  const done = delivery.repeat(
    () => Promise.reject(busy(++sent * 50)),
    () => true,
  );
  for (let turn = 0; turn < 5; turn += 1) {
    await settle();
    due.shift()?.();
  }
  expect(await done).toBe(false);
  expect([sent, pauses]).toEqual([3, [50_000, 100_000]]);
});
