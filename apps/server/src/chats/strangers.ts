import type { Message, Quote } from '@yonder/contract';
import { uuidOf } from '../platform/ids.ts';
import type { RoomRow } from './rows.ts';

type Members = Pick<RoomRow, 'a' | 'b' | 'a_alias' | 'b_alias'>;

/** Whether the members do not know each other. */
export function isAnonymous({ a_alias }: Pick<RoomRow, 'a_alias'>): boolean {
  return a_alias !== null;
}

/** Returns how the viewer knows a member: by alias in anonymous rooms, oneself always by id. */
export function knownAs(room: Members, userId: string, viewer: string): string {
  if (userId === viewer) return userId;
  return (userId === room.a ? room.a_alias : room.b_alias) ?? userId;
}

/** Members of an anonymous room, one the sender of a message. */
export interface Strangers {
  sender: string;
  senderAlias: string;
  other: string;
  otherAlias: string;
}

/** A new message as its sender and its recipient see it. */
export interface SeenByBoth {
  own: Message;
  seen: Message;
}

/** Puts aliases for ids, in an anonymous room. */
export function asSeenByBoth(
  { own, seen }: SeenByBoth,
  { sender, senderAlias, other, otherAlias }: Strangers,
): SeenByBoth {
  const quoted = ({ replyTo }: Message, { hidden, alias }: { hidden: string; alias: string }): Quote | null =>
    replyTo && { ...replyTo, senderId: replyTo.senderId === hidden ? alias : replyTo.senderId };
  return {
    own: { ...own, replyTo: quoted(own, { hidden: other, alias: otherAlias }) },
    seen: {
      ...seen,
      senderId: senderAlias,
      replyTo: quoted(seen, {
        hidden: sender,
        alias: senderAlias,
      }),
      ...strangersMarks(seen.id),
    },
  };
}

/**
 * Replaces a stranger's client message id and client time: the recipient must not learn them, and a clock that is off
 * would identify the sender elsewhere.
 */
export function strangersMarks(messageId: string): Pick<Message, 'clientMessageId' | 'clientCreatedAt'> {
  return { clientMessageId: uuidOf(messageId), clientCreatedAt: null };
}
