import { findClaimed, freezeEvidence, hasFile, type Chats } from '../chats/index.ts';
import type { Config } from '../config.ts';
import type { Evidence } from '../evidence/index.ts';
import { findAccount, type Identity } from '../identity/index.ts';
import { PROFILE_KEY, type Media } from '../media/index.ts';
import { createModeration, filesOf, type ContentSeam, type Moderation, type NoticeSeam } from '../moderation/index.ts';
import type { Notifications } from '../notifications/index.ts';
import type { Tx } from '../platform/database.ts';
import type { Platform } from '../platform/platform.ts';
import { hideComment, takeAwayComment, type Posts } from '../posts/index.ts';
import { hasPhoto, hidePhotos, person, takeAwayPhoto, takeAwayPortrait } from '../profiles/index.ts';
import type { Push } from '../push/index.ts';
import { isFileHeld, removedMessages, type CaseWires, type StoredReport } from '../safety/index.ts';
import type { Voice } from '../voice/index.ts';
import { photosFor } from './media.ts';
import type { AnonymousText } from './text-match.ts';
import type { AnonymousVoice } from './voice.ts';

interface ModerationParts {
  platform: Pick<Platform, 'database' | 'clock' | 'log' | 'live' | 'deadlines' | 'metrics'>;
  config: Pick<Config, 'banApprovals'>;
  identity: Pick<Identity, 'moderators' | 'announceStanding'>;
  anonymous: Pick<AnonymousVoice, 'expelled'> & { voice: Pick<Voice, 'emptyTopic'> };
  text: Pick<AnonymousText, 'expelled'>;
  chats: Pick<Chats, 'changeMessage'>;
  posts(): Pick<Posts, 'hide' | 'takeAway' | 'withdraw'>;
  media: Media;
  evidence: Pick<Evidence, 'open'>;
  notify: Notifications['notify'];
  push: Pick<Push, 'expelled'>;
}

/** Moderators decide, and each module applies the decision to its own data. */
export function connectModeration(parts: ModerationParts): Moderation & { cases: CaseWires } {
  const { platform, config, identity, anonymous, text, media, notify, push } = parts;
  const content = connectContent(parts);
  const { announceStanding } = identity;
  const notices = moderationNotices(notify);
  const moderation = createModeration({
    ...platform,
    ...config,
    content,
    notices,
    person,
    moderators: identity.moderators,
    standing: {
      announceStanding,
      async expel(tx, userId) {
        await anonymous.expelled(tx, userId);
        await text.expelled(tx, userId);
        await push.expelled(tx, userId);
        await parts.posts().withdraw(tx, userId);
      },
    },
    addressOf: media.evidenceAddress,
    present: media.present,
  });
  return {
    ...moderation,
    // In one transaction: a report joins a case, opens its sealed evidence, and urgent content is hidden.
    cases: {
      ...moderation.cases,
      freeze: (tx, frozen) =>
        freezeEvidence(tx, frozen, { open: parts.evidence.open, present: media.present, removed: removedMessages }),
      hide: content.hide,
      letGo: content.letGo,
      reportsClosed: notices.reportsClosed,
    },
  };
}

/**
 * Creates notifications of statements, appeal answers and report outcomes in the caller's transaction; erased users get
 * none.
 */
export function moderationNotices(notify: Notifications['notify']): NoticeSeam {
  return {
    async stated(tx, userId) {
      if (!(await findAccount(tx.db, userId))) return;
      await notify(tx, [{ kind: 'moderation', userId, about: null, roomId: null }]);
    },
    reportsClosed: (tx, reporters) =>
      notify(
        tx,
        reporters.map((userId) => ({ kind: 'report-closed', userId, about: null, roomId: null })),
      ),
  };
}

function connectContent({ chats, posts, media, anonymous }: ModerationParts): ContentSeam {
  const photos = photosFor(media);
  /** Removes a picture wherever it is used by now: a profile, a message or nowhere. */
  async function takeAwayPicture(tx: Tx, { owner, path }: { owner: string; path: string }): Promise<void> {
    const taker = await media.takerOf(tx, path);
    if (taker === PROFILE_KEY) return takeAwayPhoto(tx, { owner, path }, photos);
    if (taker === null) return media.releasePhoto(tx, path);
    const messageId = await findClaimed(tx.db, taker);
    if (messageId !== undefined) await chats.changeMessage(tx, { messageId, change: { kind: 'deleted' } });
  }
  return {
    async hide(tx, { type, id }) {
      if (type === 'post') return posts().hide(tx, id, tx.now);
      if (type === 'comment') return hideComment(tx, id, tx.now);
      if (type === 'message') return chats.changeMessage(tx, { messageId: id, change: { kind: 'hidden' } });
      if (type !== 'user') return false;
      const paths = await hidePhotos(tx, id, tx.now);
      await media.withhold(tx, paths);
      return paths.length > 0;
    },
    async show(tx, { type, id }) {
      if (type === 'post') await posts().hide(tx, id, null);
      if (type === 'comment') await hideComment(tx, id, null);
      if (type === 'message') await chats.changeMessage(tx, { messageId: id, change: { kind: 'shown' } });
      if (type === 'user') await media.serveAgain(tx, await hidePhotos(tx, id, null));
    },
    async takeAway(tx, { target: { type, id }, person: userId, picture }) {
      if (picture !== null) return takeAwayPicture(tx, { owner: userId, path: picture });
      if (type === 'post') await posts().takeAway(tx, id);
      if (type === 'comment') await takeAwayComment(tx, id);
      if (type === 'message') await chats.changeMessage(tx, { messageId: id, change: { kind: 'deleted' } });
      if (type === 'call') await anonymous.voice.emptyTopic(tx, { callId: id, userId });
      if (type === 'user') await takeAwayPortrait(tx, id, photos);
    },
    // Deletes files that a report had kept from deletion.
    async letGo(tx, reports) {
      for (const report of reports) await letGoOf(tx, report, media);
    },
  };
}

async function letGoOf(tx: Tx, report: StoredReport, media: Pick<Media, 'isOver' | 'discard' | 'releasePhoto'>) {
  const { sent, photos } = filesOf(report);
  for (const file of sent) {
    if (await isFileHeld(tx.db, file.path)) continue;
    if (!(await hasFile(tx.db, file)) || (await media.isOver(tx, file.path))) await media.discard(tx, file.path);
  }
  for (const path of photos) {
    const owner = report.reported;
    if (!(await hasPhoto(tx.db, { owner, path }))) await media.releasePhoto(tx, path);
  }
}
