import { findClaimed, findMedia, type ChatMedia, type Chats } from '../chats/index.ts';
import { type ChatSeam, type Media } from '../media/index.ts';
import { DomainError } from '../platform/errors.ts';
import type { PhotoFiles } from '../profiles/index.ts';

/** A message claims and releases its file in the caller's transaction. */
export function filesFor(media: () => Pick<Media, 'claim' | 'discard'>): ChatMedia {
  return {
    async claim(tx, wanted) {
      const claimed = await media().claim(
        tx,
        wanted.map(({ messageKey, ...draft }) => ({ ...draft, key: messageKey })),
      );
      return new Map(
        wanted.map(({ messageKey }, i) => {
          const one = claimed[i]!;
          return [messageKey, one instanceof DomainError ? one : one.attachment];
        }),
      );
    },
    discard: (tx, path) => media().discard(tx, path),
  };
}

/** Finds a file's message, which emits the state of a one-time image in the caller's transaction. */
export function messagesFor(chats: () => Pick<Chats, 'changeMessage'>): ChatSeam {
  return {
    attachmentsFor: (db, viewer, messageIds) => findMedia(db, { viewer, messageIds }),
    messageOf: (tx, { key }) => findClaimed(tx.db, key),
    async changeMessage(tx, { messageId, attachment: { kind, state }, told = 'both' }) {
      if (state === 'sealed') throw new Error('nothing is sealed again');
      return chats().changeMessage(tx, { messageId, change: { kind, state }, told });
    },
  };
}

/** A profile claims and releases its photos in the caller's transaction. */
export function photosFor(media: Pick<Media, 'claimPhoto' | 'releasePhoto'>): PhotoFiles {
  return { claim: media.claimPhoto, release: media.releasePhoto };
}
