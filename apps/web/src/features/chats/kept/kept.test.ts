import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { afterEach, expect, it, vi } from 'vitest';
import { personalName, wipePersonalStorage } from '../../../lib/personal-storage.ts';
import { historyUpTo, message, ROOM, room, unsent, YOU } from '../samples.ts';
import { createCopy } from './copy.ts';
import { openChatsDatabase } from './database.ts';
import { createDrafts, draftStore } from './drafts.ts';
import { createSpeed } from './speed.ts';
import { unsentStore } from './unsent-store.ts';

afterEach(async () => {
  vi.restoreAllMocks();
  await wipePersonalStorage();
});

const reopened = () => openChatsDatabase(YOU);

it('what is unsent stays in the order written, and a change keeps its place', async () => {
  const store = unsentStore(reopened());
  for (const number of [3, 1, 2]) await store.put(unsent(number));
  await store.put(unsent(1, { state: 'failed' }));
  await store.drop(unsent(3).clientMessageId);
  await store.drop('never written');
  const left = await unsentStore(reopened()).all();
  expect(left).toEqual([unsent(1, { state: 'failed' }), unsent(2)]);
});

it('a reload right after Enter loses nothing: the message is handed over at once, waiting for no answer', async () => {
  const database = reopened();
  await database();
  const commit = vi.spyOn(IDBTransaction.prototype, 'commit');
  const added = unsentStore(database).add(unsent(1));
  // No answer of the database comes in between.
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  expect(commit).toHaveBeenCalledOnce();
  await added;
  expect(await unsentStore(reopened()).all()).toEqual([unsent(1)]);
});

it('a file is kept with its message', async () => {
  const file = new Blob(['voice'], { type: 'audio/webm' });
  const attachment = { kind: 'voice', seconds: 1, waveform: [1] } as const;
  const media = { type: 'voice', folder: 'voice', file, waveform: [1], attachment, path: null } as const;
  const entry = unsent(1, { media: { ...media, waveform: [1], attachment: { ...attachment, waveform: [1] } } });
  await unsentStore(reopened()).put(entry);
  const [kept] = await unsentStore(reopened()).all();
  expect(await kept?.media?.file.text()).toBe('voice');
});

it('what an older page wrote in another form is passed over', async () => {
  await (await reopened()()).put('unsent', { clientMessageId: 'x', entry: { from: 'the past' } });
  expect(await unsentStore(reopened()).all()).toEqual([]);
});

it('the last 50 messages of a room are kept, and that there are more', async () => {
  await createCopy(reopened()).keepHistory(historyUpTo(60), 1);
  const kept = await createCopy(reopened()).history(ROOM);
  expect(kept?.messages.map(({ seedOrder }) => seedOrder)).toEqual(Array.from({ length: 50 }, (_, at) => at + 11));
  expect(kept).toMatchObject({ seq: 60, older: 'more', newer: 'none', unsent: [] });
});

it('of strangers who met by text nothing is kept, nor of a window in the past', async () => {
  const copy = createCopy(reopened());
  await copy.keepHistory({ ...historyUpTo(1), room: room({ type: 'mode3', isAnonymous: true }) }, 1);
  await copy.keepHistory({ ...historyUpTo(1), newer: 'more' }, 1);
  await copy.keepRooms([room({ type: 'mode3', isAnonymous: true }), room()]);
  expect(await copy.history(ROOM)).toBeUndefined();
  expect(await copy.rooms()).toEqual([room()]);
});

it('a chat that was ended is kept no longer', async () => {
  const copy = createCopy(reopened());
  await copy.keepHistory(historyUpTo(1), 1);
  await copy.keepHistory({ ...historyUpTo(1), room: room({ isActive: false }) }, 2);
  expect(await copy.history(ROOM)).toBeUndefined();
});

it('50 rooms are kept, those of long ago go', async () => {
  const copy = createCopy(reopened());
  const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  for (let number = 1; number <= 51; number += 1) {
    await copy.keepHistory({ ...historyUpTo(1), room: room({ id: idOf(number) }) }, number);
  }
  expect(await copy.history(idOf(1))).toBeUndefined();
  expect(await copy.history(idOf(2))).toBeDefined();
});

it('at logout everything is gone, also while it is open; at sign-in what somebody else left', async () => {
  const store = unsentStore(reopened());
  await store.put(unsent(1));
  await wipePersonalStorage({ except: YOU });
  expect(await unsentStore(reopened()).all()).toHaveLength(1);
  await wipePersonalStorage();
  await vi.waitFor(async () => expect(await indexedDB.databases()).toEqual([]));
});

it('a draft is there at once, kept after 300 ms, and gone when it is emptied', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const database = reopened();
  const after = (ms: number, run: () => void) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  };
  const store = draftStore(database);
  const put = vi.spyOn(store, 'put');
  const drafts = createDrafts({ store, after });
  const begun = { chatRoomId: ROOM, content: 'I was going to', replyTo: null };
  drafts.set({ ...begun, content: 'I' });
  drafts.set(begun);
  expect(drafts.get(ROOM)).toEqual(begun);
  vi.advanceTimersByTime(299);
  expect(put).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(put).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
  await put.mock.results[0]?.value;

  const again = createDrafts({ store: draftStore(reopened()), after });
  await vi.waitFor(() => expect(again.get(ROOM)).toEqual(begun));
  again.set({ ...begun, content: '' });
  await vi.waitFor(async () => expect(await draftStore(reopened()).all()).toEqual([]));
});

it('a reload right after Enter does not bring the words back into the field', async () => {
  const database = reopened();
  const store = draftStore(database);
  await store.put({ chatRoomId: ROOM, content: 'Sent by now', replyTo: null });
  const commit = vi.spyOn(IDBTransaction.prototype, 'commit');
  // No timer ever fires: the page is gone.
  createDrafts({ store, after: () => () => {} }).set({ chatRoomId: ROOM, content: '', replyTo: null });
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  expect(commit).toHaveBeenCalledOnce();
  await vi.waitFor(async () => expect(await draftStore(reopened()).all()).toEqual([]));
});

it('what is begun before the drafts were read is not overwritten by them', async () => {
  const { promise, resolve } =
    Promise.withResolvers<readonly { chatRoomId: string; content: string; replyTo: null }[]>();
  const store = { all: () => promise, put: async () => {}, drop: async () => {} };
  const drafts = createDrafts({ store, after: () => () => {} });
  const { content } = message(1);
  drafts.set({ chatRoomId: ROOM, content, replyTo: null });
  resolve([{ chatRoomId: ROOM, content: 'older', replyTo: null }]);
  await promise;
  expect(drafts.get(ROOM)?.content).toBe(content);
});

it('the speed of voices turns through 1, 1.5 and 2, and is remembered', async () => {
  const speed = createSpeed(reopened());
  speed.turn();
  expect(speed.get()).toBe(1.5);
  const database = await reopened()();
  await vi.waitFor(async () => expect(await database.get('choices', 'speed')).toBe(1.5));
  const next = createSpeed(reopened());
  await vi.waitFor(() => expect(next.get()).toBe(1.5));
  next.turn();
  next.turn();
  expect(next.get()).toBe(1);
});

it('a newer page may raise the version: what this one keeps afterwards is kept beside it', async () => {
  const store = unsentStore(reopened());
  await store.put(unsent(1));
  const newer = await openDB(personalName(YOU), 2, { upgrade: (database) => void database.createObjectStore('newer') });
  await store.put(unsent(2));
  expect(await store.all()).toEqual([unsent(1), unsent(2)]);
  expect(newer.version).toBe(2);
  newer.close();
});

it('a page of before finds what a newer one has kept', async () => {
  const first = unsentStore(reopened());
  await first.put(unsent(1));
  const newer = await openDB(personalName(YOU), 2);
  newer.close();
  expect(await unsentStore(reopened()).all()).toEqual([unsent(1)]);
});

it('what was wiped is not begun anew by a page that is still open', async () => {
  const store = unsentStore(reopened());
  await store.put(unsent(1));
  await wipePersonalStorage();
  await vi.waitFor(async () => expect(await indexedDB.databases()).toEqual([]));
  await expect(store.put(unsent(2))).rejects.toThrow();
  expect(await indexedDB.databases()).toEqual([]);
});
