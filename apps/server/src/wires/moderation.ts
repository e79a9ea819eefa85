import { hasFile, type Chats } from '../chats/index.ts';
import type { Config } from '../config.ts';
import type { Identity } from '../identity/index.ts';
import type { Media } from '../media/index.ts';
import { createModeration, filesOf, type ContentSeam, type Moderation, type NoticeSeam } from '../moderation/index.ts';
import type { Notifications } from '../notifications/index.ts';
import type { Tx } from '../platform/database.ts';
import type { Platform } from '../platform/platform.ts';
import { hideComment, hidePost, takeAwayComment, takeAwayPost } from '../posts/index.ts';
import { hasPhoto, hidePhotos, person, takeAwayPortrait } from '../profiles/index.ts';
import { isFileHeld, type CaseWires, type StoredReport } from '../safety/index.ts';
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
  media: Media;
  notify: Notifications['notify'];
}

/** Moderators decide, and every module does what that means for what is its own. */
export function connectModeration(parts: ModerationParts): Moderation & { cases: CaseWires } {
  const { platform, config, identity, anonymous, text, media, notify } = parts;
  const content = connectContent(parts);
  const { announceStanding } = identity;
  const moderation = createModeration({
    ...{ ...platform, ...config, content, notices: noticesOfStatements(notify), person },
    moderators: identity.moderators,
    // within: the call, the match or the place they have; after: every node learns it
    standing: {
      announceStanding,
      async expel(tx, userId) {
        await anonymous.expelled(tx, userId);
        await text.expelled(tx, userId);
      },
    },
    addressOf: media.evidenceAddress,
  });
  // within: a report joins a case, and what cannot wait is hidden
  return { ...moderation, cases: { ...moderation.cases, hide: content.hide, letGo: content.letGo } };
}

/** within: a statement, or an answer to an appeal, is notified of. */
export function noticesOfStatements(notify: Notifications['notify']): NoticeSeam {
  return { stated: (tx, userId) => notify(tx, [{ kind: 'moderation', userId, about: null, roomId: null }]) };
}

function connectContent({ chats, media, anonymous }: ModerationParts): ContentSeam {
  const photos = photosFor(media);
  return {
    // within
    async hide(tx, { type, id }) {
      if (type === 'post') return hidePost(tx, id, tx.now);
      if (type === 'comment') return hideComment(tx, id, tx.now);
      if (type === 'message') return chats.changeMessage(tx, { messageId: id, change: { kind: 'hidden' } });
      if (type !== 'user') return false;
      const paths = await hidePhotos(tx, id, tx.now);
      await media.withhold(tx, paths);
      return paths.length > 0;
    },
    // within
    async show(tx, { type, id }) {
      if (type === 'post') await hidePost(tx, id, null);
      if (type === 'comment') await hideComment(tx, id, null);
      if (type === 'message') await chats.changeMessage(tx, { messageId: id, change: { kind: 'shown' } });
      if (type === 'user') await media.serveAgain(tx, await hidePhotos(tx, id, null));
    },
    // within
    async takeAway(tx, { target: { type, id }, person: userId }) {
      if (type === 'post') await takeAwayPost(tx, id);
      if (type === 'comment') await takeAwayComment(tx, id);
      if (type === 'message') await chats.changeMessage(tx, { messageId: id, change: { kind: 'deleted' } });
      if (type === 'call') await anonymous.voice.emptyTopic(tx, { callId: id, userId });
      if (type === 'user') await takeAwayPortrait(tx, id, photos);
    },
    // within: what was to be deleted meanwhile is
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
