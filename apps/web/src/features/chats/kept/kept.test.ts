import 'fake-indexeddb/auto';
import { forceCloseDatabase } from 'fake-indexeddb';
import { openDB, unwrap } from 'idb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { personalName, shelfOf } from '../../../lib/personal-storage.ts';
import { wipePersonalStorage } from '../../../lib/wipe-personal-storage.ts';
import { historyUpTo, ROOM, room, unsent, YOU } from '../samples.ts';
import type { Unsent, UnsentMedia } from '../unsent.ts';
import { createCopy } from './copy.ts';
import { openChatsDatabase } from './database.ts';
import { createSpeed } from './speed.ts';
import { storageInMemory } from '../../../lib/testing/storage.ts';
import { unsentStore, withShelf } from './unsent-store.ts';

beforeEach(() => {
  vi.stubGlobal('localStorage', storageInMemory());
  vi.stubGlobal('window', new EventTarget());
});
afterEach(() => wipePersonalStorage({ leaver: YOU }));

const media: UnsentMedia = {
  type: 'voice',
  folder: 'voice',
  file: new Blob(['voice'], { type: 'audio/webm' }),
  waveform: [1],
  attachment: { kind: 'voice', seconds: 1, waveform: [1] },
  path: null,
};

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

it('a reload right after Enter loses nothing, however long the database takes; the next page sends it after what it has', async () => {
  const never = new Promise<never>(() => {});
  const slow = withShelf(unsentStore(Object.assign(() => never, { close: () => {} })), shelfOf(YOU, 'unsent'));
  void slow.add(unsent(3));
  void slow.add(unsent(2));
  // The page is gone.
  await unsentStore(reopened()).add(unsent(1));
  const next = withShelf(unsentStore(reopened()), shelfOf(YOU, 'unsent'));
  const added = next.add(unsent(4));
  await added;
  expect(await next.all()).toEqual([1, 2, 3, 4].map((number) => unsent(number)));
  expect(shelfOf(YOU, 'unsent').all()).toEqual([]);
});

it('what two tabs find on the shelf is kept once', async () => {
  const store = unsentStore(reopened());
  await Promise.all([store.add(unsent(1)), unsentStore(reopened()).add(unsent(1))]);
  expect(await store.all()).toEqual([unsent(1)]);
});

const refuse = () => Promise.reject(new DOMException('no room is left', 'QuotaExceededError'));

it('on a full disk what is written is there all the same, in its order, and its words for the next page too', async () => {
  const disk = unsentStore(reopened());
  await disk.add(unsent(1));
  const full = withShelf({ ...disk, add: refuse, put: refuse }, shelfOf(YOU, 'unsent'));
  await full.add(unsent(2, { media }));
  await full.add(unsent(3));
  await full.put(unsent(1, { state: 'failed' }));
  expect(await full.all()).toEqual([unsent(1, { state: 'failed' }), unsent(2, { media }), unsent(3)]);
  await full.drop(unsent(1).clientMessageId);
  await full.drop(unsent(2).clientMessageId);
  expect(await full.all()).toEqual([unsent(3)]);
  const next = withShelf({ ...disk, add: refuse }, shelfOf(YOU, 'unsent'));
  expect(await next.all()).toEqual([unsent(3)]);
  await next.drop(unsent(3).clientMessageId);
  expect(shelfOf(YOU, 'unsent').all()).toEqual([]);
});

it('as soon as there is room again what waits is kept, before what comes after it', async () => {
  const disk = unsentStore(reopened());
  let isFull = true;
  const store = withShelf({ ...disk, add: (entry) => (isFull ? refuse() : disk.add(entry)) }, shelfOf(YOU, 'unsent'));
  await store.add(unsent(1));
  isFull = false;
  await store.add(unsent(2));
  expect(await disk.all()).toEqual([unsent(1), unsent(2)]);
  expect(shelfOf(YOU, 'unsent').all()).toEqual([]);
});

it('says when something lies here alone, which nothing does once there is room', async () => {
  const disk = unsentStore(reopened());
  let isFull = false;
  const store = withShelf({ ...disk, add: (entry) => (isFull ? refuse() : disk.add(entry)) }, shelfOf(YOU, 'unsent'));
  const heed = vi.fn();
  const stop = store.held.listen(heed);
  await store.add(unsent(1));
  expect([store.held.isAny(), heed.mock.calls.length]).toEqual([false, 0]);
  isFull = true;
  await store.add(unsent(2, { media }));
  expect([store.held.isAny(), heed.mock.calls.length]).toEqual([true, 1]);
  isFull = false;
  await store.all();
  expect([store.held.isAny(), heed.mock.calls.length]).toEqual([false, 1]);
  stop();
  isFull = true;
  await store.add(unsent(3));
  expect(heed).toHaveBeenCalledOnce();
});

it('a picture that does not fit stays before the words written after it', async () => {
  const disk = unsentStore(reopened());
  const add = (entry: Unsent) => (entry.media ? refuse() : disk.add(entry));
  const store = withShelf({ ...disk, add }, shelfOf(YOU, 'unsent'));
  await store.add(unsent(1, { media }));
  await store.add(unsent(2));
  expect(await store.all()).toEqual([unsent(1, { media }), unsent(2)]);
  await store.drop(unsent(1).clientMessageId);
  await store.all();
  expect(await disk.all()).toEqual([unsent(2)]);
});

it('a store that can no longer be read is taken as it was; what it still has is not said to be dropped', async () => {
  const disk = unsentStore(reopened());
  let isBroken = false;
  const store = withShelf(
    {
      ...disk,
      all: () => (isBroken ? refuse() : disk.all()),
      add: (entry) => (isBroken ? refuse() : disk.add(entry)),
      drop: refuse,
    },
    shelfOf(YOU, 'unsent'),
  );
  await store.add(unsent(1));
  await store.all();
  isBroken = true;
  await store.add(unsent(2));
  expect(await store.all()).toEqual([unsent(1), unsent(2)]);
  await store.drop(unsent(2).clientMessageId);
  await expect(store.drop(unsent(1).clientMessageId)).rejects.toThrow('no room');
});

it('a connection that the browser has ended is opened anew', async () => {
  const database = reopened();
  const store = unsentStore(database);
  await store.add(unsent(1));
  // The library's types name the class where they take an instance.
  forceCloseDatabase(unwrap(await database()) as unknown as Parameters<typeof forceCloseDatabase>[0]);
  await vi.waitFor(() => store.add(unsent(2)));
  expect(await store.all()).toEqual([unsent(1), unsent(2)]);
});

it('what could not be opened is tried again 5 s later, as soon as somebody asks; not once it is closed', async () => {
  vi.useFakeTimers({ now: 0, toFake: ['Date'] });
  const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('something went wrong', 'UnknownError');
  });
  const [database, closed] = [reopened(), reopened()];
  await expect(database()).rejects.toThrow('went wrong');
  await expect(closed()).rejects.toThrow('went wrong');
  open.mockRestore();
  closed.close();
  vi.setSystemTime(4_999);
  await expect(database()).rejects.toThrow('went wrong');
  vi.setSystemTime(5_000);
  const store = unsentStore(database);
  await store.put(unsent(1));
  expect(await store.all()).toEqual([unsent(1)]);
  await expect(closed()).rejects.toThrow('no longer');
  vi.useRealTimers();
});

it('a file is kept with its message', async () => {
  await unsentStore(reopened()).put(unsent(1, { media }));
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
  expect(kept).toMatchObject({ seq: 60, older: 'more', newer: 'none', unsent: [], from: 'device' });
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
  await wipePersonalStorage({ leaver: YOU });
  await vi.waitFor(async () => expect(await indexedDB.databases()).toEqual([]));
});

it('where a session ended by itself what is not sent waits for its writer, for 30 days, and the rest goes', async () => {
  const day = 86_400_000;
  const start = 1_800_000_000_000;
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  const { copy, store } = { copy: createCopy(reopened()), store: unsentStore(reopened()) };
  await store.put(unsent(1, { media }));
  await copy.keepRooms([room()]);
  shelfOf(YOU, 'drafts').put(ROOM, 'begun');
  const isThere = async () => [(await unsentStore(reopened()).all()).length, shelfOf(YOU, 'drafts').all().length];
  await wipePersonalStorage();
  expect(await createCopy(reopened()).rooms()).toBeUndefined();
  expect(await isThere()).toEqual([1, 1]);
  vi.setSystemTime(start + 30 * day);
  await wipePersonalStorage({ except: 'somebody-else' });
  expect(await isThere()).toEqual([1, 1]);
  vi.setSystemTime(start + 30 * day + 1);
  await wipePersonalStorage({ except: 'somebody-else' });
  expect(await isThere()).toEqual([0, 0]);
  expect(localStorage.length).toBe(0);
  vi.useRealTimers();
});

it('who signs in again has 30 days anew, and what waits goes on', async () => {
  await unsentStore(reopened()).put(unsent(1));
  await wipePersonalStorage();
  expect(localStorage.getItem(`${personalName(YOU)}-ended`)).not.toBeNull();
  await wipePersonalStorage({ except: YOU });
  expect(localStorage.getItem(`${personalName(YOU)}-ended`)).toBeNull();
  expect(await unsentStore(reopened()).all()).toHaveLength(1);
});

it('a shelf is one person’s: what is no draft is passed over, and where nothing can be kept nothing is', async () => {
  shelfOf(YOU, 'drafts').put(ROOM, { from: 'the past' });
  localStorage.setItem(`${personalName(YOU)}-drafts-broken`, '{');
  shelfOf('somebody-else', 'drafts').put(ROOM, { chatRoomId: ROOM, content: 'Not yours', replyTo: null });
  await wipePersonalStorage({ except: YOU, leaver: 'somebody-else' });
  expect([shelfOf('somebody-else', 'drafts').all().length, shelfOf(YOU, 'drafts').all().length]).toEqual([0, 2]);
  vi.stubGlobal('localStorage', undefined);
  shelfOf(YOU, 'drafts').put('x', 1);
  expect(shelfOf(YOU, 'drafts').all()).toEqual([]);
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
  await wipePersonalStorage({ leaver: YOU });
  await vi.waitFor(async () => expect(await indexedDB.databases()).toEqual([]));
  await expect(store.put(unsent(2))).rejects.toThrow();
  expect(await indexedDB.databases()).toEqual([]);
});
