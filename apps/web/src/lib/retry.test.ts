import { expect, test } from 'vitest';
import { Retry } from './retry.ts';

/** Pauses that the test ends. */
function manualRetry() {
  const pauses = new Set<() => void>();
  const retry = new Retry({
    pauseMs: 1_000,
    after(_, run) {
      pauses.add(run);
      return () => pauses.delete(run);
    },
  });
  async function endPauses(): Promise<void> {
    for (const end of pauses) end();
    await settled();
  }
  return { retry, pauses, endPauses };
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
}

test('an attempt that rejects at once is made once a pause, and its value is answered', async () => {
  const { retry, pauses, endPauses } = manualRetry();
  let attempts = 0;
  const value = retry.run(
    async () => {
      attempts++;
      if (attempts < 3) throw new Error('refused at once');
      return 'done';
    },
    () => true,
  );
  await settled();
  expect([attempts, pauses.size]).toEqual([1, 1]);
  await endPauses();
  expect([attempts, pauses.size]).toEqual([2, 1]);
  await endPauses();
  expect([await value, attempts, pauses.size]).toEqual(['done', 3, 0]);
});

test('what is no longer needed after 1 attempt is not tried a second time', async () => {
  const { retry, pauses } = manualRetry();
  let attempts = 0;
  const isNeeded = (): boolean => attempts === 0;
  const failing = async (): Promise<never> => {
    attempts++;
    throw new Error('refused at once');
  };
  expect(await retry.run(failing, isNeeded)).toBeUndefined();
  expect([attempts, pauses.size]).toEqual([1, 0]);
});
