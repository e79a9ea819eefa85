import { expect, it, vi } from 'vitest';
import { unsentInMemory } from '../kept/unsent-store.ts';
import type { Note } from '../notes.ts';
import { message, OTHER, unsent, YOU } from '../samples.ts';
import { failureOf } from './failures.ts';
import { createOutbox } from './outbox.ts';

function outboxOf(store = unsentInMemory()) {
  const told: Note[] = [];
  // The answer stays out.
  const send = vi.fn(() => new Promise<never>(() => {}));
  const outbox = createOutbox({
    store,
    notes: { post: () => {}, listen: () => () => {} },
    lead: (drain) => drain(),
    send,
    upload: async () => '',
    failureOf,
    onWake: () => () => {},
    now: () => 0,
    after: () => () => {},
    random: () => 0,
    tell: (note) => told.push(note),
  });
  return { store, outbox, send, told };
}

it('what could not be discarded is there again', async () => {
  const store = unsentInMemory();
  const failed = unsent(1, { state: 'failed' });
  await store.put(failed);
  const { outbox, told } = outboxOf({ ...store, drop: async () => Promise.reject(new Error('refused')) });
  await outbox.discard(failed);
  expect(told).toEqual([
    { kind: 'discarded', unsent: failed },
    { kind: 'written', unsent: failed },
  ]);
  expect(await store.all()).toEqual([failed]);
});

it('a message of the other one that has the same id by chance confirms nothing', async () => {
  const { outbox, send, store } = outboxOf();
  outbox.start();
  const { clientMessageId } = unsent(1);
  await outbox.add(unsent(1));
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());
  outbox.confirm(message(1, { clientMessageId, senderId: OTHER }));
  outbox.confirm(message(1, { clientMessageId, senderId: YOU, chatRoomId: 'another' }));
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  expect(await store.all()).toHaveLength(1);
  outbox.confirm(message(1, { clientMessageId, senderId: YOU }));
  await vi.waitFor(async () => expect(await store.all()).toEqual([]));
});
