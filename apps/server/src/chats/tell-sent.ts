import type { Message } from '@yonder/contract';
import type { Live } from '../platform/live.ts';
import type { Log } from '../platform/log.ts';
import type { Draft, Sent } from './draft.ts';
import type { More } from './more.ts';
import type { ChatNotices } from './notices.ts';
import type { SentRow } from './send-store.ts';
import { asSeenByBoth, type SeenByBoth } from './strangers.ts';
import { quoteOf } from './views.ts';

/** The recipient of a message. */
export type Addressee = Pick<SentRow, 'other' | 'notified' | 'senderAlias' | 'otherAlias'>;

interface Told {
  draft: Draft;
  sent: Sent;
  to: Addressee;
  more: More | undefined;
}

export interface Tellers {
  live: Pick<Live, 'tell' | 'looksAt'>;
  log: Log;
  notices: Pick<ChatNotices, 'saidMore'>;
}

/** A committed message is confirmed even if emitting it fails. */
export function tellOrLog(told: Told, tellers: Tellers): void {
  try {
    tell(told, tellers);
  } catch (error) {
    tellers.log.error({ err: error }, 'a message that was sent could not be told');
  }
}

/** Emits a message that has just been stored. */
export function tell({ draft, sent, to, more }: Told, { live, notices }: Omit<Tellers, 'log'>): void {
  const { other: reader, notified, senderAlias } = to;
  const own = created(draft, sent, { more, viewer: draft.senderId });
  tellBoth(live, to, { own, seen: more ? created(draft, sent, { more, viewer: reader }) : own });
  const { roomId, senderId } = draft;
  if (!notified || live.looksAt(reader, roomId)) return;
  notices.saidMore?.({ roomId, reader, sender: senderAlias === null ? senderId : null, seq: sent.seedOrder });
}

function tellBoth(live: Pick<Live, 'tell'>, { other, senderAlias, otherAlias }: Addressee, told: SeenByBoth): void {
  const { senderId: sender } = told.own;
  const isKnown = senderAlias === null || otherAlias === null;
  const { own, seen } = isKnown ? told : asSeenByBoth(told, { sender, senderAlias, other, otherAlias });
  const event = { name: 'message.created', data: own } as const;
  // The recipient first; an event equal for both is serialized once.
  live.tell(other, seen === own ? event : { name: 'message.created', data: seen });
  live.tell(sender, event);
}

function created(draft: Draft, sent: Sent, { more, viewer }: { more: More | undefined; viewer: string }): Message {
  const { roomId: chatRoomId, senderId, clientMessageId, type, content, clientCreatedAt } = draft;
  const { attachment = null, quoted = null } = more ?? {};
  const replyTo = quoted && quoteOf(quoted, viewer);
  return {
    id: sent.id,
    seedOrder: sent.seedOrder,
    createdAt: sent.createdAt,
    chatRoomId,
    senderId,
    clientMessageId,
    type,
    content,
    clientCreatedAt,
    attachment,
    replyTo,
    reactions: [],
    isDeleted: false,
    isRead: false,
  };
}
