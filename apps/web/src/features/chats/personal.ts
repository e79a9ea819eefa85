import { client } from '../../lib/client.ts';
import { after, now, random, type Stop } from '../../lib/clock.ts';
import { personalName, shelfOf, wipePersonalStorage } from '../../lib/personal-storage.ts';
import { queryClient } from '../../lib/query-client.ts';
import { getToken } from '../../lib/session-token.ts';
import { sendMessage } from './api/send-message.ts';
import { uploadMedia } from './api/upload.ts';
import { attention } from './attention.ts';
import { type Chats, recordNote } from './cache.ts';
import { createCopy } from './kept/copy.ts';
import { openChatsDatabase } from './kept/database.ts';
import { createDrafts } from './kept/drafts.ts';
import { createSpeed } from './kept/speed.ts';
import { unsentStore, withShelf } from './kept/unsent-store.ts';
import { createMint } from './media/addresses.ts';
import { openPlayer } from './media/open-player.ts';
import { createProgress, type Progress } from './media/progress.ts';
import { createNotes } from './notes.ts';
import { failureOf } from './outbox/failures.ts';
import { leadAlone } from './outbox/lead.ts';
import { createOutbox } from './outbox/outbox.ts';
import type { Unsent } from './unsent.ts';
import { onWake } from './wake.ts';

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
  const drafts = createDrafts(shelfOf(you, 'drafts'), attention);
  const progress = createProgress();
  const speed = createSpeed(database);
  const store = withShelf(unsentStore(database), shelfOf(you, 'unsent'));
  const player = openPlayer(`${personalName(you)}-player`, speed);
  // What somebody else has left on this device.
  wipePersonalStorage({ except: you }).catch(() => {});
  const close = (): void => {
    notes.close();
    drafts.close();
    player.stop();
    database.close();
  };
  const chats: Chats = {
    ...cache,
    notes,
    mint: createMint({ ask: async (messageIds) => (await client.call('mintMediaUrls', { messageIds })).media, after }),
    progress,
    player,
    speed,
    copy: createCopy(database),
    drafts,
    outbox: createOutbox({
      store,
      notes,
      lead: leadAlone({ name: personalName(you), held: store.held, after }),
      send: (entry, how) => sendMessage(client, entry, how),
      upload: (entry, signal) => uploadWithProgress(entry, { signal, progress }),
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

async function uploadWithProgress(
  entry: Unsent,
  { signal, progress }: { signal: AbortSignal; progress: Progress },
): Promise<string> {
  const { clientMessageId } = entry;
  try {
    return await uploadMedia(entry, { getToken, signal, onProgress: (share) => progress.set(clientMessageId, share) });
  } finally {
    progress.end(clientMessageId);
  }
}
