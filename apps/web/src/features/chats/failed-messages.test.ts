import { expect, test, vi } from 'vitest';
import { createFailedMessages } from './failed-messages.ts';
import { message, unsent } from './samples.ts';
import type { Unsent } from './unsent.ts';

const failed = (number: number) => unsent(number, { state: 'failed' });

test('what is refused waits in every room until it is tried again, discarded or stored', () => {
  const messages = createFailedMessages();
  const told = vi.fn();
  messages.onFailed(told);
  messages.hear({ kind: 'written', unsent: unsent(1) });
  expect(messages.store.getState()).toEqual([]);
  for (const number of [1, 2, 3]) messages.hear({ kind: 'written', unsent: failed(number) });
  expect(messages.store.getState()).toEqual([failed(1), failed(2), failed(3)]);
  messages.hear({ kind: 'written', unsent: unsent(1) });
  messages.hear({ kind: 'discarded', unsent: failed(2) });
  messages.hear({ kind: 'stored', message: { ...message(3), clientMessageId: failed(3).clientMessageId } });
  expect(messages.store.getState()).toEqual([]);
  expect(told.mock.calls).toEqual([[failed(1)], [failed(2)], [failed(3)]]);
});

test('of a closed room nothing waits, and its writer is told all the same', () => {
  const messages = createFailedMessages();
  const told = vi.fn();
  messages.onFailed(told);
  messages.hear({ kind: 'written', unsent: { ...failed(1), reason: 'room-closed' } });
  expect([messages.store.getState().length, told.mock.calls.length]).toEqual([0, 1]);
});

test('of a message that has failed its writer is told no more as its room is closed', () => {
  const messages = createFailedMessages();
  const told = vi.fn();
  messages.hear({ kind: 'written', unsent: failed(1) });
  messages.onFailed(told);
  messages.hear({ kind: 'written', unsent: { ...failed(1), reason: 'room-closed' } });
  expect(messages.store.getState()).toEqual([]);
  expect(told).not.toHaveBeenCalled();
});

test('what becomes of a message while what was kept is still read counts', async () => {
  const messages = createFailedMessages();
  const kept = Promise.withResolvers<Unsent[]>();
  messages.load(kept.promise);
  messages.hear({ kind: 'discarded', unsent: failed(1) });
  messages.hear({ kind: 'stored', message: { ...message(2), clientMessageId: failed(2).clientMessageId } });
  messages.hear({ kind: 'written', unsent: unsent(3) });
  messages.hear({ kind: 'written', unsent: failed(4) });
  kept.resolve([1, 2, 3, 4, 5].map(failed));
  await vi.waitFor(() => expect(messages.store.getState()).toEqual([failed(5), failed(4)]));
});

test('what earlier pages were refused is there from the beginning, once, and tells nobody', async () => {
  const messages = createFailedMessages();
  const told = vi.fn();
  messages.onFailed(told);
  messages.hear({ kind: 'written', unsent: failed(2) });
  told.mockClear();
  messages.load(Promise.resolve([unsent(3), failed(1), failed(2)]));
  await vi.waitFor(() => expect(messages.store.getState()).toEqual([failed(1), failed(2)]));
  expect(told).not.toHaveBeenCalled();
});
