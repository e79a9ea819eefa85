import { findClaimed, findMedia, type ChatMedia, type Chats } from '../chats/index.ts';
import { type ChatSeam, type Media } from '../media/index.ts';
import { DomainError } from '../platform/errors.ts';
import type { PhotoFiles } from '../profiles/index.ts';

/** within: a message takes its file, and lets go of it. */
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

/** Whose message a file is in; within: what becomes of a one-time image is its message's to tell. */
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

/** within: a profile takes its photos, and lets go of them. */
export function photosFor(media: Pick<Media, 'claimPhoto' | 'releasePhoto'>): PhotoFiles {
  return { claim: media.claimPhoto, release: media.releasePhoto };
}
