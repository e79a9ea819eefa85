import { expect, test, vi } from 'vitest';
import { after } from '../../lib/clock.ts';
import type { Chats } from './cache.ts';
import { createFailedMessages } from './failed-messages.ts';
import { listUnsent } from './list-unsent.ts';
import { unsent, YOU } from './samples.ts';

function chatsWith(all: Chats['outbox']['all']): Chats {
  const failed = createFailedMessages();
  failed.hear({ kind: 'written', unsent: unsent(1, { state: 'failed' }) });
  // These alone are used here.
  return { failed, outbox: { all }, drafts: { rooms: () => ['one', 'two'] } } as unknown as Chats;
}

test('messages that wait, messages that were refused and drafts are counted', async () => {
  const chats = chatsWith(async () => [unsent(1, { state: 'failed' }), unsent(2), unsent(3)]);
  expect(await listUnsent(YOU, { after, chats })).toEqual({ messages: 3, drafts: 2 });
});

test('a storage that does not answer holds a logout up for 500 ms; what is known to be refused counts', async () => {
  vi.useFakeTimers();
  let found: unknown = null;
  void listUnsent(YOU, { after, chats: chatsWith(() => new Promise(() => {})) }).then((one) => (found = one));
  await vi.advanceTimersByTimeAsync(499);
  expect(found).toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  expect(found).toEqual({ messages: 1, drafts: 2 });
  vi.useRealTimers();
});
