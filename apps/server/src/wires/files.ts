import { findClaimed, otherMember, parseMessageId, type Chats } from '../chats/index.ts';
import type { Config } from '../config.ts';
import { createEvidence, type Evidence, type FileRows } from '../evidence/index.ts';
import type { Identity } from '../identity/index.ts';
import { createMedia, type Media, type MediaOptions, type ObjectStore } from '../media/index.ts';
import type { Platform } from '../platform/platform.ts';
import type { Stop } from '../platform/stop.ts';
import { areHidden, heldFiles } from '../safety/index.ts';
import { messagesFor } from './media.ts';

interface FileParts extends Pick<MediaOptions, 'copies' | 'pictures'> {
  platform: Platform;
  config: Pick<Config, 'limits'>;
  objects: ObjectStore;
  identity: Pick<Identity, 'admission' | 'holderOf'>;
  chats: Pick<Chats, 'changeMessage'>;
}

/** Files, and the copies kept for a report after users lose access. */
export interface Files {
  media: Media;
  evidence: Evidence;
  start(): Stop;
}

export function connectFiles({ platform, config, objects, identity, chats, copies, pictures }: FileParts): Files {
  const { mediaQuotaMb: quotaMb, oneTimeImageSeconds: oneTimeSeconds, evidenceHours: hours } = config.limits;
  const evidence = createEvidence({ ...platform, objects, hours, files: fileRowsFor(() => media) });
  const media: Media = createMedia({
    ...platform,
    objects,
    quotaMb,
    oneTimeSeconds,
    copies,
    pictures,
    admission: identity.admission,
    holderOf: identity.holderOf,
    chats: messagesFor(() => chats),
    evidence: shownImagesFor(evidence),
    held: (tx, of) => heldFiles(tx.db, of),
    areParted: (tx, one, other) => areHidden(tx.db, one, other),
  });
  return {
    media,
    evidence,
    start() {
      const stops = [media.start(), evidence.start()];
      return () => stops.forEach((stop) => stop());
    },
  };
}

/** Lets media keep the rows of sealed files, in the caller's transaction. */
export function fileRowsFor(media: () => Pick<Media, 'evidenceRows'>): FileRows {
  return {
    newPath: (file) => media().evidenceRows.newPath(file),
    keepUntil: (tx, kept) => media().evidenceRows.keepUntil(tx, kept),
    replaced: (tx, moved) => media().evidenceRows.replaced(tx, moved),
    reveal: (tx, revealed) => media().evidenceRows.reveal(tx, revealed),
    expire: (tx, paths) => media().evidenceRows.expire(tx, paths),
  };
}

/** Seals an opened one-time image for its recipient, in the caller's transaction. */
function shownImagesFor(evidence: Pick<Evidence, 'seal' | 'neededUntil'>): MediaOptions['evidence'] {
  return {
    async sealSeen(tx, { path, sender, key }) {
      const messageId = await findClaimed(tx.db, key);
      const message = messageId === undefined ? undefined : parseMessageId(messageId);
      const recipient = message && (await otherMember(tx.db, { me: sender, roomId: message.roomId }));
      if (!message || recipient === undefined) return;
      await evidence.seal(tx, {
        ...message,
        sender,
        recipient,
        content: '',
        attachment: { kind: 'one_time_image', state: 'opened' },
        file: path,
      });
    },
    neededUntil: (tx, path) => evidence.neededUntil(tx, path),
  };
}
