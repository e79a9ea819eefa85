import { client } from '../../lib/client.ts';
import { after, now, random, type Stop } from '../../lib/clock.ts';
import { personalName, wipePersonalStorage } from '../../lib/personal-storage.ts';
import { queryClient } from '../../lib/query-client.ts';
import { getToken } from '../../lib/session-token.ts';
import { sendMessage } from './api/send-message.ts';
import { uploadMedia } from './api/upload.ts';
import { type Chats, recordNote } from './cache.ts';
import { createCopy } from './kept/copy.ts';
import { openChatsDatabase } from './kept/database.ts';
import { createDrafts, draftStore } from './kept/drafts.ts';
import { unsentInMemory, unsentStore } from './kept/unsent-store.ts';
import { createNotes } from './notes.ts';
import { failureOf } from './outbox/failures.ts';
import { leadAlone } from './outbox/lead.ts';
import { createOutbox, type UnsentStore } from './outbox/outbox.ts';

interface Personal {
  chats: Chats;
  close: Stop;
}

let current: Personal | null = null;
let stopClosing: Stop = () => {};

/** The chats of the signed-in person: one object for as long as they are signed in. */
export function chatsOf(you: string): Chats {
  stopClosing();
  if (current?.chats.you !== you) current = open(you);
  return current.chats;
}

/** They have signed out: nothing is kept any more, and what is kept is about to be wiped. */
export function closeChats(): void {
  // Not at once: while developing, React ends and begins everything twice.
  stopClosing = after(0, () => {
    current?.close();
    current = null;
  });
}

function open(you: string): Personal {
  const database = openChatsDatabase(you);
  const notes = createNotes(personalName(you));
  const cache = { client, queryClient, you };
  // What somebody else has left on this device.
  wipePersonalStorage({ except: you }).catch(() => {});
  const close = (): void => {
    notes.close();
    database.then(
      (opened) => opened.close(),
      () => {},
    );
  };
  const chats: Chats = {
    ...cache,
    notes,
    copy: createCopy(database),
    drafts: createDrafts({ store: draftStore(database), after }),
    outbox: createOutbox({
      store: eitherStore(unsentStore(database), database),
      notes,
      lead: leadAlone(personalName(you)),
      send: (entry, how) => sendMessage(client, entry, how),
      upload: (entry) => uploadMedia(entry, getToken),
      failureOf,
      onWake,
      now,
      after,
      random,
      tell: (note) => recordNote(cache, note),
    }),
  };
  return { chats, close };
}

/** A browser that keeps nothing (some private windows) still sends. */
function eitherStore(kept: UnsentStore, opened: Promise<unknown>): UnsentStore {
  const memory = unsentInMemory();
  const choose = (): Promise<UnsentStore> =>
    opened.then(
      () => kept,
      () => memory,
    );
  return {
    all: async () => (await choose()).all(),
    put: async (entry) => (await choose()).put(entry),
    drop: async (clientMessageId) => (await choose()).drop(clientMessageId),
  };
}

/** The socket is up, the network is back, or the page is looked at again. */
function onWake(wake: () => void): Stop {
  const { status } = client.live;
  const stopStatus = status.subscribe(() => status.get() === 'online' && wake());
  const wakeIfVisible = (): void => {
    if (document.visibilityState === 'visible') wake();
  };
  window.addEventListener('online', wake);
  document.addEventListener('visibilitychange', wakeIfVisible);
  return () => {
    stopStatus();
    window.removeEventListener('online', wake);
    document.removeEventListener('visibilitychange', wakeIfVisible);
  };
}
