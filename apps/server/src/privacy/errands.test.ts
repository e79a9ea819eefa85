import { expect, test, vi } from 'vitest';
import { createLog } from '../platform/log.ts';
import { createErrands } from './errands.ts';

function open() {
  const lines: string[] = [];
  const errands = createErrands(createLog({ level: 'info', to: { write: (line) => void lines.push(line) } }));
  return { errands, lines };
}

test('errands are run one after the other, and one that fails keeps back no other', async () => {
  const { errands, lines } = open();
  const done: number[] = [];
  errands.run('the first', async () => {
    await Promise.resolve();
    done.push(1);
    throw new Error('no');
  });
  errands.run('the second', async () => void done.push(2));
  await errands.settled();
  expect([done, lines]).toEqual([[1, 2], [expect.stringContaining('an errand failed')]]);
});

test('once stopped, the one under way is cut short, and neither one that waits nor one that comes is begun', async () => {
  const { errands, lines } = open();
  const begun = vi.fn(async () => {});
  errands.run('for ever', (signal) => {
    const { promise, reject } = Promise.withResolvers<never>();
    signal.addEventListener('abort', () => reject(signal.reason));
    return promise;
  });
  errands.run('waits', begun);
  await Promise.resolve();
  errands.stop();
  errands.run('comes', begun);
  await errands.settled();
  expect(begun).not.toHaveBeenCalled();
  expect(lines).toEqual([]);
});
