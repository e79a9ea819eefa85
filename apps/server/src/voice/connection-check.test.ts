import { expect, test } from 'vitest';
import type { Tx } from '../platform/database.ts';
import type { CallContext } from '../platform/dispatcher.ts';
import { createConnectionCheck } from './connection-check.ts';

test('a report whose transaction is repeated is recorded by the 2nd, and the check is closed once, after the commit', async () => {
  const done: string[] = [];
  const check = createConnectionCheck({
    relay: {
      openCheck: () => {
        throw new Error('nothing is opened here');
      },
      settled: async () => true,
      lookAtCheck: async () => (done.includes('closed') ? 'unknown' : 'nothing-passed'),
      closeCheck: () => void done.push('closed'),
    },
    records: { recordCheck: async (_, { outcome }) => (done.push(`recorded ${outcome}`), null) },
    metrics: { counter: () => () => {} },
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a report reads no more of it
  const ctx = { userId: 'ann' } as CallContext;
  const { input } = await check.believe(ctx, { checkId: 'one', outcome: 'passed' });
  for (const isCommitted of [false, true]) {
    const afters: (() => void)[] = [];
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a report reads no more of it
    const tx = { now: new Date(0), after: (run: () => void) => void afters.push(run) } as unknown as Tx;
    await check.report(ctx, tx, input);
    if (isCommitted) for (const run of afters) run();
  }
  expect(done).toEqual(['recorded failed', 'recorded failed', 'closed']);
});
