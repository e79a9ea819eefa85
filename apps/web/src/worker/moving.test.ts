import { expect, test, vi } from 'vitest';
import { forgetEarlier } from './moving.ts';
import type { Page } from './scope.ts';

const next = {} as unknown as ServiceWorker;
const none = { waiting: null, installing: null };

test.each([
  ['no tab is open', [], null, none, 1],
  ['the only tab is the one on its way', ['new'], 'new', none, 1],
  ['another tab may run an earlier one', ['old', 'new'], 'new', none, 0],
  ['a later one waits', [], null, { ...none, waiting: next }, 0],
  ['a later one is just being kept', ['new'], 'new', { ...none, installing: next }, 0],
] as const)('where %s, earlier builds go: %#', async (_, open, arriving, registration, times) => {
  const shell = { forgetOthers: vi.fn(() => Promise.resolve()) };
  const clients = { matchAll: async () => open.map((id) => ({ id }) as unknown as Page) };
  await forgetEarlier({ clients, registration, shell, arriving });
  expect(shell.forgetOthers).toHaveBeenCalledTimes(times);
});
