import { errorOfReason } from '@yonder/client';
import { expect, it, vi } from 'vitest';
import { withShelf } from '../kept/unsent-store.ts';
import type { Note } from '../notes.ts';
import { message, OTHER, unsent, unsentInMemory, YOU } from '../samples.ts';
import type { Unsent } from '../unsent.ts';
import { failureOf } from './failures.ts';
import { createOutbox, type OutboxPorts } from './outbox.ts';

const { clientMessageId } = unsent(1);
const wordsRefused = unsent(1, { state: 'failed', reason: 'words-refused' });
const roomClosed = unsent(1, { state: 'failed', reason: 'room-closed' });

function outboxOf(store = unsentInMemory()) {
  const told: Note[] = [];
  let hear: (note: Note) => void = () => {};
  // The answer never comes.
  const send = vi.fn<OutboxPorts['send']>(() => new Promise(() => {}));
  const outbox = createOutbox({
    store,
    notes: {
      post: () => {},
      listen: (listener) => {
        hear = listener;
        return () => {};
      },
    },
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
  return { store, outbox, send, told, hear: (note: Note) => hear(note) };
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
  await outbox.add(unsent(1));
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());
  outbox.confirm(message(1, { clientMessageId, senderId: OTHER }));
  outbox.confirm(message(1, { clientMessageId, senderId: YOU, chatRoomId: 'another' }));
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  expect(await store.all()).toHaveLength(1);
  outbox.confirm(message(1, { clientMessageId, senderId: YOU }));
  await vi.waitFor(async () => expect(await store.all()).toEqual([]));
});

it.each<[string, Note, Unsent[]]>([
  ['discarded is gone', { kind: 'discarded', unsent: unsent(1) }, []],
  ['sent is gone', { kind: 'stored', message: message(1, { clientMessageId, senderId: YOU }) }, []],
  ['seen refused waits for its writer', { kind: 'written', unsent: wordsRefused }, [wordsRefused]],
  ['seen refused by a closed room is gone', { kind: 'written', unsent: roomClosed }, []],
  ['written beside it changes nothing', { kind: 'written', unsent: unsent(2) }, [unsent(1)]],
])('what another tab has %s here too, where it waits for a store that takes nothing', async (_, note, left) => {
  const refuse = () => Promise.reject(new Error('no room is left'));
  const full = { all: async () => [], add: refuse, put: refuse, drop: async () => {} };
  const shelf = { all: () => [], put: () => true, drop: () => {}, listen: () => () => {} };
  const { outbox, store, hear } = outboxOf(withShelf(full, shelf));
  outbox.start();
  await outbox.add(unsent(1));
  hear(note);
  expect(await store.all()).toEqual(left);
});

it.each([
  ['room-closed', 'is shown as that and kept no longer', []],
  ['words-refused', 'waits for its writer', [wordsRefused]],
] as const)('what is refused with %s %s', async (reason, _, left) => {
  const { outbox, send, store, told } = outboxOf();
  send.mockRejectedValue(errorOfReason(reason));
  outbox.start();
  await outbox.add(unsent(1));
  const refused = { kind: 'written', unsent: unsent(1, { state: 'failed', reason }) };
  await vi.waitFor(() => expect(told.at(-1)).toEqual(refused));
  await vi.waitFor(async () => expect(await store.all()).toEqual(left));
});
