import type { Message, Quote } from '@yonder/contract';
import { uuidOf } from '../platform/ids.ts';
import type { RoomRow } from './rows.ts';

type Members = Pick<RoomRow, 'a' | 'b' | 'a_alias' | 'b_alias'>;

/** Whether its two do not know each other. */
export function isAnonymous({ a_alias }: Pick<RoomRow, 'a_alias'>): boolean {
  return a_alias !== null;
}

/** What a room's member is called to the viewer: who is not known, by the alias; oneself always by the id. */
export function knownAs(room: Members, userId: string, viewer: string): string {
  if (userId === viewer) return userId;
  return (userId === room.a ? room.a_alias : room.b_alias) ?? userId;
}

/** Two who do not know each other, and who of them has said something. */
export interface Strangers {
  sender: string;
  senderAlias: string;
  other: string;
  otherAlias: string;
}

/** A new message as the one sees it who sent it, and as the other one does. */
export interface SeenByBoth {
  own: Message;
  seen: Message;
}

/** The same of two who do not know each other. */
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
 * In place of what a stranger's browser has called its message, and of when by its own clock: nothing of that is the other
 * one's to know, and a clock that is off is known again elsewhere.
 */
export function strangersMarks(messageId: string): Pick<Message, 'clientMessageId' | 'clientCreatedAt'> {
  return { clientMessageId: uuidOf(messageId), clientCreatedAt: null };
}
