import { client } from '../../lib/client.ts';
import { after, now, random, type Stop } from '../../lib/clock.ts';
import { hasOthers, personalName, shelfOf } from '../../lib/personal-storage.ts';
import { queryClient } from '../../lib/query-client.ts';
import { getToken } from '../../lib/session-token.ts';
import { sendMessage } from './api/send-message.ts';
import { attention } from './attention.ts';
import { type Chats, recordNote } from './cache.ts';
import { createFailedMessages } from './failed-messages.ts';
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
import { createUploadLock } from './outbox/upload-lock.ts';
import type { Unsent } from './unsent.ts';
import { onWake } from './wake.ts';

interface Personal {
  chats: Chats;
  close: Stop;
}

let current: Personal | null = null;
let stopClosing: Stop = () => {};

/** The chats of the signed-in user: one object for each sign-in. */
export function chatsOf(you: string): Chats {
  stopClosing();
  if (current?.chats.you !== you) current = open(you);
  return current.chats;
}

/** Closes all at sign-out: storage is about to be wiped. */
export function closeChats(): void {
  // Deferred: in development, React runs every effect twice.
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
  const failed = createFailedMessages();
  const progress = createProgress();
  const uploads = createUploadLock(`${personalName(you)}-upload`, after);
  const speed = createSpeed(database);
  const store = withShelf(unsentStore(database), shelfOf(you, 'unsent'));
  const player = openPlayer(`${personalName(you)}-player`, speed);
  // Removes what another user has left on this device.
  wipeOthers(you).catch(() => {});
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
    failed,
    outbox: createOutbox({
      store,
      notes,
      lead: leadAlone({ name: personalName(you), held: store.held, uploads, after }),
      send: (entry, how) => sendMessage(client, entry, how),
      upload: (entry, signal) => uploads.hold(() => uploadWithProgress(entry, { signal, progress }), signal),
      failureOf,
      onWake,
      now,
      after,
      random,
      tell: (note) => {
        recordNote(cache, note);
        failed.hear(note);
      },
    }),
  };
  failed.load(chats.outbox.all());
  return { chats, close };
}

async function wipeOthers(you: string): Promise<void> {
  if (!(await hasOthers(you))) return;
  const { wipePersonalStorage } = await import('../../lib/wipe-personal-storage.ts');
  await wipePersonalStorage({ except: you });
}

/** Returns the path by which the message refers to its file. */
async function uploadWithProgress(
  { clientMessageId, media }: Unsent,
  { signal, progress }: { signal: AbortSignal; progress: Progress },
): Promise<string> {
  if (media === null) throw new Error('a message without a file is not uploaded');
  const upload = { folder: media.folder, file: media.file, requestId: clientMessageId };
  const onProgress = (share: number): void => progress.set(clientMessageId, share);
  try {
    // Loaded on demand: most visits send no file.
    const { uploadFile } = await import('../../lib/upload.ts');
    return (await uploadFile(upload, { getToken, signal, onProgress })).path;
  } finally {
    progress.end(clientMessageId);
  }
}
